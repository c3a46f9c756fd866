//! Discovering the fragments of layers.

mod empty_layer;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use interline_files::{
    Entry, Error as FileError, Layer, Outcome, Problem, Selection, SourceFile, misspelled,
    read_candidates, search,
};
use interline_frontmatter::{ReadOptions, Split, split};

use crate::error::Error;
use crate::options::DiscoveryOptions;
use crate::parse::Header;
use crate::resource::FragmentResource;
use crate::source::{FILE_NAME, FragmentSource, builtin_path};

use empty_layer::{is_markdown, not_a_fragment};

/// The fragments of some sources, and the problems.
///
/// The fragments in [`loaded`](interline_files::LoadReport::loaded) are sorted by name. Two fragments of one name and precedence are a
/// [problem](Error::DuplicateName), and the first is used. Diagnostics about files come before those about layers that have Markdown
/// files and no fragment ([`NOT_A_FRAGMENT`](crate::diagnostics::NOT_A_FRAGMENT)).
pub type LoadReport = interline_files::LoadReport<FragmentResource, Error>;

/// Discovers the fragments of `sources`. A file that cannot be read is a problem beside the other fragments.
///
/// The directory of a layer is one fragment when it contains `FRAGMENT.md` itself. Otherwise each directory in it that contains
/// `FRAGMENT.md` is a fragment. A layer whose directory does not exist is skipped, and so are names that begin with a dot.
///
/// Of several fragments of one name, the one from the layer of the highest precedence is used; the others are
/// [shadowed](interline_files::LoadReport::shadowed). Within one precedence the first layer in the order given takes precedence, and in
/// one layer the first directory by name; the others are problems ([`Error::DuplicateName`]).
///
/// The result depends neither on the order in which directories list their entries, nor on the order of layers of different precedence.
/// [Built-in](FragmentSource::Builtin) fragments have one precedence, below every directory.
///
/// Linear in the entries of the directories and the headers: of each file only the start is read.
///
/// # Examples
///
/// ```
/// use interline_fragments::{Layer, discover};
///
/// let directory = tempfile::tempdir()?;
/// for (name, text) in [("good", "---\nname: good\ndescription: Works.\n---\n"), ("bad", "no header")] {
///     std::fs::create_dir(directory.path().join(name))?;
///     std::fs::write(directory.path().join(name).join("FRAGMENT.md"), text)?;
/// }
///
/// let found = discover([Layer::explicit(directory.path())]);
/// assert_eq!(found.loaded[0].value.name(), "good");
/// assert_eq!(found.problems[0].path, directory.path().join("bad/FRAGMENT.md"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn discover(sources: impl IntoIterator<Item = impl Into<FragmentSource>>) -> LoadReport {
    discover_with(sources, &DiscoveryOptions::new())
}

/// Discovers the fragments of `sources` as [`discover`] does, with options.
pub fn discover_with(
    sources: impl IntoIterator<Item = impl Into<FragmentSource>>,
    options: &DiscoveryOptions,
) -> LoadReport {
    let mut layers = Vec::new();
    let mut indices = Vec::new();
    let mut builtin = Vec::new();
    for (index, source) in sources.into_iter().enumerate() {
        match source.into() {
            FragmentSource::Directory(layer) => {
                layers.push(layer);
                indices.push(index);
            }
            FragmentSource::Builtin(fragments) => {
                builtin.extend(fragments.into_iter().map(|fragment| (index, fragment)));
            }
        }
    }
    let reader = Reader {
        has_fragment: layers.iter().map(|_| AtomicBool::new(false)).collect(),
        layers,
        indices,
        options,
        yaml: ReadOptions::new().block_bytes(options.header_bytes),
    };
    let report = reader.load(builtin);
    #[cfg(feature = "log")]
    report.log();
    report
}

/// A fragment of the program: a name for messages, and its text.
type Builtin = (Cow<'static, str>, Cow<'static, str>);

struct Reader<'a> {
    /// The layers that are directories.
    layers: Vec<Layer>,
    /// The index of each among the sources.
    indices: Vec<usize>,
    /// For each layer, whether a fragment is in it, valid or not. Threads that read set it.
    has_fragment: Vec<AtomicBool>,
    options: &'a DiscoveryOptions,
    yaml: ReadOptions,
}

impl Reader<'_> {
    fn load(&self, builtin: Vec<(usize, Builtin)>) -> LoadReport {
        // The layers in the order of the search, each with its first Markdown file; a layer that is not searched is not among them.
        let mut searched: Vec<(usize, Option<PathBuf>)> = Vec::new();
        let select = |entry: &Entry| {
            if entry.is_dir() && entry.depth() == 0 {
                searched.push((entry.layer(), None));
                let outcome = self.read(entry, &mut String::new());
                return if outcome.is_ignored() {
                    Selection::Ignore
                } else {
                    Selection::DoneWithSubtree(outcome)
                };
            }
            if entry.is_dir() {
                return Selection::Read;
            }
            let name = entry.path().file_name().unwrap_or_default();
            if name != FILE_NAME && name.eq_ignore_ascii_case(FILE_NAME) {
                // It was probably meant as the one fragment of the layer.
                self.found_in(entry);
                return Selection::Done(wrong_spelling(entry.path().to_owned()));
            }
            if let Some((_, markdown @ None)) = searched.last_mut() {
                if entry.is_file() && is_markdown(entry.path()) {
                    *markdown = Some(entry.path().to_owned());
                }
            }
            Selection::Ignore
        };
        let candidates = search(&self.layers, &self.options.scan, select, problem);
        let mut outcomes = read_candidates(candidates, self.options.threads, |entry, buffer| {
            self.read(entry, buffer)
        });
        outcomes.extend(
            builtin
                .into_iter()
                .map(|(index, fragment)| self.builtin(index, fragment)),
        );
        let mut report = LoadReport::resolve(outcomes, |loaded| loaded.value.level());
        report
            .loaded
            .sort_unstable_by(|a, b| a.value.name().cmp(b.value.name()));
        move_duplicates(&mut report);
        for (index, markdown) in searched {
            let is_empty = self
                .has_fragment
                .get(index)
                .is_some_and(|found| !found.load(Ordering::Relaxed));
            if let (true, Some(layer)) = (is_empty, self.layers.get(index)) {
                let found = not_a_fragment(layer, markdown, &self.options.scan);
                report.diagnostics.extend(found);
            }
        }
        report
    }

    /// Records that a fragment is in the layer of `entry`.
    fn found_in(&self, entry: &Entry) {
        if let Some(found) = self.has_fragment.get(entry.layer()) {
            found.store(true, Ordering::Relaxed);
        }
    }

    /// Reads the header of the fragment in `directory`, if it is one.
    fn read(&self, directory: &Entry, buffer: &mut String) -> Outcome<FragmentResource, Error> {
        let outcome = match directory.open_in(FILE_NAME, self.options.file_bytes) {
            Ok(Some(file)) => self.read_file(directory, file, buffer),
            // In the directory of a layer the search returns a misspelled file.
            Ok(None) if directory.depth() == 0 => return Outcome::ignored(),
            Ok(None) => match misspelled(directory, FILE_NAME) {
                Some(path) => wrong_spelling(path),
                None => return Outcome::ignored(),
            },
            Err(error) => problem(error),
        };
        self.found_in(directory);
        outcome
    }

    fn read_file(
        &self,
        directory: &Entry,
        file: SourceFile,
        buffer: &mut String,
    ) -> Outcome<FragmentResource, Error> {
        let path = file.path().to_owned();
        let is_elsewhere = file.canonical() != file.path();
        let canonical = is_elsewhere.then(|| file.canonical().to_owned());
        let layer = self.layers.get(directory.layer());
        let outcome = match file.read_prefix(buffer, self.options.header_bytes, holds_header) {
            Ok(prefix) => {
                let index = self.indices.get(directory.layer()).copied();
                self.parse(prefix.text, path, index.unwrap_or_default(), |resource| {
                    directory.path().clone_into(&mut resource.path);
                    resource.layer_precedence = layer.map_or(0, |layer| layer.precedence);
                })
            }
            Err(error) => problem(error),
        };
        outcome.with_identity(canonical)
    }

    /// Reads the header of a fragment that is part of the program.
    fn builtin(&self, index: usize, (name, text): Builtin) -> Outcome<FragmentResource, Error> {
        let path = builtin_path(&name);
        let file = path.join(FILE_NAME);
        // The text is moved into the resource after it was parsed.
        self.parse(&text.clone(), file, index, |resource| {
            resource.path = path;
            resource.builtin = Some(text);
        })
    }

    /// Parses the header at the start of `text`. `complete` sets the fields of the resource that do not come from the header.
    fn parse(
        &self,
        text: &str,
        path: PathBuf,
        layer: usize,
        complete: impl FnOnce(&mut FragmentResource),
    ) -> Outcome<FragmentResource, Error> {
        match Header::read(text, &path, &self.yaml, self.options.recovery) {
            Ok(parsed) => {
                let mut resource = FragmentResource {
                    manifest: parsed.manifest,
                    path: PathBuf::new(),
                    fragment_md_path: path.clone(),
                    layer_precedence: 0,
                    builtin: None,
                };
                complete(&mut resource);
                let outcome = Outcome::loaded(path.clone(), layer, resource);
                outcome.with_diagnostics(&path, text, parsed.diagnostics)
            }
            Err(error) => {
                let directory = path.parent().and_then(Path::file_name);
                let name = directory.map(|name| name.to_string_lossy().into_owned());
                Outcome::problem(path, error)
                    .with_name(name)
                    .with_text(text.to_owned())
            }
        }
    }
}

/// Makes the outcome of an error about a file or directory.
fn problem(error: FileError) -> Outcome<FragmentResource, Error> {
    let path = error.path().unwrap_or(Path::new("")).to_owned();
    Outcome::problem(path, error)
}

fn wrong_spelling(path: PathBuf) -> Outcome<FragmentResource, Error> {
    problem(FileError::WrongSpelling {
        path,
        expected: FILE_NAME.to_owned(),
    })
}

/// Makes problems of the fragments that have the name and the precedence of another one.
fn move_duplicates(report: &mut LoadReport) {
    let shadowed = std::mem::take(&mut report.shadowed);
    for found in shadowed {
        match found.duplicate_of {
            None => report.shadowed.push(found),
            Some(first) => {
                let resource = found.loaded.value;
                let path = resource.fragment_md_path;
                let error = Error::DuplicateName {
                    name: resource.manifest.name,
                    path: path.clone(),
                    first,
                };
                report.problems.push(Problem::new(path, error));
            }
        }
    }
}

/// Returns whether the start of a file contains its header, so that the text after it cannot change how the header is read.
fn holds_header(text: &str) -> bool {
    match split(text) {
        // The last line that was read may continue, and then it is not a fence.
        Split::Block(block) => block.closer().ends_with('\n'),
        Split::None => text.contains('\n'),
        Split::Unterminated { .. } => false,
    }
}
