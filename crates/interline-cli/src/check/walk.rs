//! The files of directories, in parallel and in a stable order.

use std::cmp::Ordering;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ignore::{DirEntry, WalkBuilder, WalkState};
use indicatif::{ProgressBar, ProgressStyle};

use super::kind::{Kind, Surroundings, TOOL_DIRECTORIES};

/// How directories are walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkOptions {
    /// Whether hidden files and directories are walked.
    pub(crate) hidden: bool,
    /// Whether `.gitignore` and the like count.
    pub(crate) ignore: bool,
    /// Whether a progress bar may be shown.
    pub(crate) progress: bool,
}

/// A file to check.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    pub(crate) kind: Kind,
}

/// The result of a walk, in the order of the paths.
#[derive(Debug)]
pub(crate) struct Walked<T> {
    pub(crate) files: Vec<(PathBuf, T)>,
    /// Paths that could not be read, with the reason.
    pub(crate) failures: Vec<(PathBuf, String)>,
    /// Files that were named and are not checked.
    pub(crate) unknown: Vec<PathBuf>,
}

/// Calls `look` for each file of `roots` that is checked, with a buffer for its text.
pub(crate) fn walk<T: Send>(
    roots: &[PathBuf],
    options: WalkOptions,
    look: impl Fn(&Candidate, &mut String) -> T + Sync,
) -> Walked<T> {
    let mut walked = Walked {
        files: Vec::new(),
        failures: Vec::new(),
        unknown: Vec::new(),
    };
    let mut directories = Vec::new();
    for root in roots {
        let place = Place::of(root);
        if root.is_dir() {
            directories.push((root, place));
            continue;
        }
        // A file that does not exist is a failure, whatever its name says.
        let kind = place
            .kind(root)
            .or_else(|| (!root.exists()).then_some(Kind::Document));
        match kind {
            Some(kind) => {
                let path = root.clone();
                let candidate = Candidate { path, kind };
                let result = look(&candidate, &mut String::new());
                walked.files.push((candidate.path, result));
            }
            None => walked.unknown.push(root.clone()),
        }
    }
    let progress = Progress::new(options.progress && !directories.is_empty());
    for (root, place) in directories {
        walk_directory(root, &place, options, &progress, &look, &mut walked);
    }
    progress.bar.finish_and_clear();
    if roots.len() == 1 {
        walked.files.sort_by(|(a, _), (b, _)| in_order(a, b));
    } else {
        // A file may be reached by several of them, and then by two spellings of its path.
        walked.files.sort_by(|(a, _), (b, _)| a.cmp(b));
        walked.files.dedup_by(|(a, _), (b, _)| a == b);
    }
    walked.failures.sort();
    walked
}

/// Compares paths of one directory as `Path` does, name by name, without parsing them.
fn in_order(a: &Path, b: &Path) -> Ordering {
    let (a, b) = (
        a.as_os_str().as_encoded_bytes(),
        b.as_os_str().as_encoded_bytes(),
    );
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    // A separator comes before every other byte, and the end of a name before that.
    let rank = |path: &[u8]| {
        path.get(same).map(|&byte| match byte {
            byte if std::path::is_separator(char::from(byte)) => 0,
            byte => u16::from(byte) + 1,
        })
    };
    rank(a).cmp(&rank(b))
}

/// Returns what a file is by its path.
pub(super) fn kind_of(path: &Path) -> Option<Kind> {
    Place::of(path).kind(path)
}

fn walk_directory<T: Send>(
    root: &Path,
    place: &Place,
    options: WalkOptions,
    progress: &Progress,
    look: &(impl Fn(&Candidate, &mut String) -> T + Sync),
    walked: &mut Walked<T>,
) {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .require_git(false)
        .ignore(options.ignore)
        .git_ignore(options.ignore)
        .git_global(options.ignore)
        .git_exclude(options.ignore)
        .parents(options.ignore);
    let hidden = options.hidden;
    builder.filter_entry(move |entry| is_walked(entry, hidden));
    let found = Mutex::new((Vec::new(), Vec::new()));
    builder.build_parallel().run(|| {
        let mut mine = Mine {
            all: &found,
            files: Vec::new(),
            failures: Vec::new(),
            last: None,
            buffer: String::new(),
        };
        Box::new(move |entry| {
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| !kind.is_dir()) => {
                    if let Some(kind) = mine.kind(place, entry.path()) {
                        let path = entry.into_path();
                        let candidate = Candidate { path, kind };
                        let result = look(&candidate, &mut mine.buffer);
                        progress.bar.inc(1);
                        mine.files.push((candidate.path, result));
                    }
                }
                Ok(_) => {}
                Err(error) => mine.failures.push(failed(&error, root)),
            }
            WalkState::Continue
        })
    });
    let (files, failures) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    walked.files.extend(files);
    walked.failures.extend(failures);
}

/// The results of one thread. They are added to those of the others when the thread ends.
struct Mine<'a, T> {
    all: &'a Mutex<Lists<T>>,
    files: Vec<(PathBuf, T)>,
    failures: Vec<(PathBuf, String)>,
    /// The directory of the last file: the next one is probably in it too.
    last: Option<(PathBuf, Surroundings)>,
    buffer: String,
}

impl<T> Mine<'_, T> {
    fn kind(&mut self, place: &Place, path: &Path) -> Option<Kind> {
        let directory = path.parent()?;
        let is_last = |last: &PathBuf| last.as_os_str() == directory.as_os_str();
        if !self.last.as_ref().is_some_and(|(last, _)| is_last(last)) {
            self.last = Some((directory.to_owned(), place.surroundings(directory)));
        }
        let (_, surroundings) = self.last.as_ref()?;
        surroundings.kind_of(path.file_name()?.to_str()?)
    }
}

/// Results, and paths that could not be read.
type Lists<T> = (Vec<(PathBuf, T)>, Vec<(PathBuf, String)>);

impl<T> Drop for Mine<'_, T> {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.0.append(&mut self.files);
        all.1.append(&mut self.failures);
    }
}

/// Returns whether an entry is walked: a hidden one only on request, or when it is the directory of a tool.
fn is_walked(entry: &DirEntry, hidden: bool) -> bool {
    let Some(name) = entry.file_name().to_str() else {
        return true;
    };
    if entry.depth() == 0 || !name.starts_with('.') {
        return true;
    }
    if name == ".git" {
        return false;
    }
    hidden || TOOL_DIRECTORIES.contains(&name)
}

/// Returns the path that an error of the walk is about, and its message without it.
fn failed(error: &ignore::Error, root: &Path) -> (PathBuf, String) {
    match error {
        ignore::Error::WithPath { path, err } => (path.clone(), err.to_string()),
        ignore::Error::WithDepth { err, .. } => failed(err, root),
        ignore::Error::Loop { child, .. } => (
            child.clone(),
            "the symlink leads to a directory above it".to_owned(),
        ),
        error => (root.to_owned(), error.to_string()),
    }
}

/// Where the files of a root are, for what they are.
struct Place {
    /// The absolute path of the root, and the root as it was given.
    absolute: PathBuf,
    given: PathBuf,
    /// The number of leading components of an absolute path in which names of directories mean nothing.
    above: usize,
}

impl Place {
    fn of(root: &Path) -> Self {
        let absolute = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        let absolute = without_dots(&absolute);
        let project = absolute
            .ancestors()
            .position(|directory| directory.join(".git").exists());
        let count = absolute.components().count();
        // Without a repository, the directory that was named and those in it count.
        let above = count.saturating_sub(project.unwrap_or(1));
        Self {
            absolute,
            given: root.to_owned(),
            above,
        }
    }

    /// Returns what a file in the root, or the root itself, is.
    fn kind(&self, path: &Path) -> Option<Kind> {
        let whole = self.absolute_of(path);
        let surroundings = self.surroundings_of(whole.parent()?);
        surroundings.kind_of(whole.file_name()?.to_str()?)
    }

    /// Returns what a directory in the root, or the root itself, says about its files.
    fn surroundings(&self, directory: &Path) -> Surroundings {
        self.surroundings_of(&self.absolute_of(directory))
    }

    fn surroundings_of(&self, absolute: &Path) -> Surroundings {
        let generic: PathBuf = absolute.components().skip(self.above).collect();
        Surroundings::new(absolute, &generic)
    }

    fn absolute_of(&self, path: &Path) -> PathBuf {
        let inside = path.strip_prefix(&self.given).unwrap_or(path);
        match inside.as_os_str().is_empty() {
            true => self.absolute.clone(),
            false => self.absolute.join(inside),
        }
    }
}

/// Removes `.` and `..` by the names alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

/// A count of files on a terminal, from half a second on.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(is_wanted: bool) -> Self {
        if !is_wanted || !std::io::stderr().is_terminal() {
            return Self {
                bar: ProgressBar::hidden(),
            };
        }
        let bar = ProgressBar::hidden();
        let style = ProgressStyle::with_template("{spinner} {pos} files checked")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        let shown = bar.clone();
        // The thread ends with the process, or finds the bar finished.
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            if !shown.is_finished() {
                shown.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(100));
            }
        });
        Self { bar }
    }
}
