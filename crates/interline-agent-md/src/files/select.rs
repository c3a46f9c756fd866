//! Selecting the files of a directory that may be agents.

use std::path::Path;

use interline_files::{
    Candidate, Entry, Error as FileError, Outcome, Recursion, Selection, SkipReason,
};

use crate::agent::AgentDef;
use crate::error::Error;
use crate::options::{FileNameFit, Options};
use crate::parse::name_of_file;

pub(super) fn select(entry: &Entry, options: &Options) -> Selection<AgentDef, Error> {
    let descends = options.recursion == Recursion::Descend;
    if entry.depth() == 0 || (entry.is_dir() && descends) {
        return Selection::Ignore;
    }
    match fit(entry.path(), options) {
        FileNameFit::Yes => Selection::Read,
        FileNameFit::Nearly if entry.is_file() => {
            let reason = SkipReason::WrongName {
                expected: options.files.expected().to_owned(),
            };
            Selection::Done(Outcome::skipped(entry.path(), reason))
        }
        FileNameFit::Nearly | FileNameFit::No => Selection::Ignore,
    }
}

/// Makes the outcome of an error of the search. A file of another name is not an agent, so that its symlinks may lead anywhere.
pub(super) fn refuse(error: FileError, options: &Options) -> Outcome<AgentDef, Error> {
    match &error {
        FileError::DanglingLink { path }
        | FileError::LinkLoop { path }
        | FileError::NotAFile { path, .. }
            if fit(path, options) != FileNameFit::Yes =>
        {
            Outcome::ignored()
        }
        _ => problem(error),
    }
}

/// Makes the outcome of a file or directory that cannot be read.
pub(super) fn problem(error: FileError) -> Outcome<AgentDef, Error> {
    let path = error.path().unwrap_or(Path::new("")).to_owned();
    let name = name_of_file(&path);
    Outcome::problem(path, error).with_name(name)
}

fn fit(path: &Path, options: &Options) -> FileNameFit {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    options.files.fit(&name)
}

/// Sorts the files of each directory by their names without ending, so that `a.md` comes before `a 2.md` and `a copy.md`: by their full
/// names a space comes before the dot.
pub(super) fn sort_by_stem(candidates: &mut [Candidate<AgentDef, Error>]) {
    let stem = |candidate: &Candidate<AgentDef, Error>| {
        let path = candidate.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        (name_of_file(path), name)
    };
    // The entries of inner directories come between the files of a directory, and keep their order.
    let is_beside =
        |one: &Candidate<_, _>, next: &Candidate<_, _>| one.path().parent() == next.path().parent();
    for files in candidates.chunk_by_mut(is_beside) {
        files.sort_by_cached_key(stem);
    }
}
