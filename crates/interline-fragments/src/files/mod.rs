mod empty_layer;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use interline_files::{
    DiscoveryLayer, Entry, Error as FileError, SourceFile, Standing, misspelled, scan,
};
use interline_frontmatter::{ReadOptions, Split, split};
use interline_text::{Diagnostic, Position, positions};
use serde::{Deserialize, Serialize};

use crate::parse::Header;
use crate::resource::standings;
use crate::source::{FILE_NAME, builtin_path};
use crate::{DiscoveryOptions, Error, FragmentManifest, FragmentResource, Layer, parallel};

use empty_layer::{LayerContent, is_markdown, not_a_fragment};

/// The fragments of some layers, and what is wrong in the layers.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Discovery {
    /// The fragments, sorted by name, each name once.
    pub resources: Vec<FragmentResource>,
    /// Files and directories that could not be used, in the order of the search, then names that are given twice in one
    /// precedence ([`Error::DuplicateName`]).
    pub problems: Vec<Error>,
    /// Fragments that are shadowed by one of higher precedence, in the order of the search.
    pub shadowed: Vec<Shadowed>,
    /// Diagnostics about files that could be used, then about layers that have Markdown files and no fragment
    /// ([`NOT_A_FRAGMENT`](crate::diagnostics::NOT_A_FRAGMENT)), in the order of the search.
    pub diagnostics: Vec<FileDiagnostic>,
}

/// A fragment that is shadowed by another one of its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shadowed {
    /// The fragment that is not used.
    pub resource: FragmentResource,
    /// The file of the fragment that shadows it.
    pub by: PathBuf,
}

/// A diagnostic about a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileDiagnostic {
    /// The file.
    pub path: PathBuf,
    /// Line and column.
    pub position: Position,
    /// What was seen.
    pub diagnostic: Diagnostic,
}

/// Finds the fragments of `layers`. A broken file is a problem beside the other fragments.
///
/// A directory of a layer is one fragment when it holds `FRAGMENT.md` itself. Otherwise each directory in it that holds
/// `FRAGMENT.md` is a fragment. A layer whose directory does not exist is skipped, and so are names that begin with a dot.
///
/// Of several fragments of one name, the one from the layer of the highest precedence is used; the others are
/// [`shadowed`](Discovery::shadowed). Within one precedence, the first layer in the order given takes precedence, and in one layer the
/// first directory by name; the others are problems ([`Error::DuplicateName`]).
///
/// The result depends neither on the order in which directories list their entries, nor on the order of layers of
/// different precedence. [Built-in](Layer::Builtin) fragments are below every directory, and of one precedence. Problems and diagnostics are logged with `log::warn!`.
///
/// Linear in the entries of the directories and the headers: of each file only the beginning is read.
///
/// # Examples
///
/// ```
/// use interline_fragments::{DiscoveryLayer, discover_fragments};
///
/// let directory = tempfile::tempdir()?;
/// for (name, text) in [("good", "---\nname: good\ndescription: Works.\n---\n"), ("bad", "no header")] {
///     std::fs::create_dir(directory.path().join(name))?;
///     std::fs::write(directory.path().join(name).join("FRAGMENT.md"), text)?;
/// }
///
/// let found = discover_fragments(&[DiscoveryLayer::explicit(directory.path())]);
/// assert_eq!(found.resources[0].name(), "good");
/// assert_eq!(found.problems[0].path(), Some(directory.path().join("bad/FRAGMENT.md").as_path()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn discover_fragments(layers: impl IntoIterator<Item = impl Into<Layer>>) -> Discovery {
    discover_with(layers, &DiscoveryOptions::new())
}

/// Finds the fragments of `layers` as [`discover_fragments`] does, with options.
#[must_use]
pub fn discover_with(
    layers: impl IntoIterator<Item = impl Into<Layer>>,
    options: &DiscoveryOptions,
) -> Discovery {
    let mut directories = Vec::new();
    let mut builtin = Vec::new();
    for layer in layers {
        match layer.into() {
            Layer::Directory(layer) => directories.push(layer),
            Layer::Builtin(fragments) => builtin.extend(fragments),
        }
    }
    let found = search(&directories, builtin, options);
    log_all(&found);
    found
}

fn log_all(found: &Discovery) {
    for problem in &found.problems {
        log::warn!(target: "interline", "{problem}");
    }
    for FileDiagnostic {
        path,
        position,
        diagnostic,
    } in &found.diagnostics
    {
        log::warn!(target: "interline", "{}:{position}: {diagnostic}", path.display());
    }
}

fn search(
    layers: &[DiscoveryLayer],
    builtin: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    options: &DiscoveryOptions,
) -> Discovery {
    let reader = Reader {
        layers,
        options,
        yaml: ReadOptions::new().block_bytes(options.header_bytes),
    };
    let mut outcomes = Vec::new();
    let mut directories = Vec::new();
    // In the order of the search; a layer that is not searched is not in it.
    let mut contents: Vec<(usize, LayerContent)> = Vec::new();
    let mut entries = scan(layers, &options.scan);
    while let Some(entry) = entries.next() {
        outcomes.push(match entry {
            Ok(entry) if entry.is_dir() && entry.depth() == 0 => {
                let outcome = reader.read(&mut String::new(), &entry);
                let has_fragment = !matches!(outcome, Outcome::Nothing);
                if has_fragment {
                    entries.skip_subtree();
                }
                let content = LayerContent {
                    has_fragment,
                    markdown: None,
                };
                contents.push((entry.layer(), content));
                outcome
            }
            Ok(entry) if entry.is_dir() => {
                directories.push((outcomes.len(), entry));
                Outcome::Nothing
            }
            Ok(entry) => {
                let outcome = beside_directories(&entry);
                if let Some((_, content)) = contents.last_mut() {
                    content.has_fragment |= !matches!(outcome, Outcome::Nothing);
                    if content.markdown.is_none() && entry.is_file() && is_markdown(entry.path()) {
                        content.markdown = Some(entry.path().to_owned());
                    }
                }
                outcome
            }
            Err(error) => Outcome::Problem(error.into()),
        });
    }
    let read = parallel::map(&directories, options.threads, |buffer, (_, directory)| {
        reader.read(buffer, directory)
    });
    let mut with_fragments = HashSet::new();
    for ((slot, directory), outcome) in directories.iter().zip(read) {
        if !matches!(outcome, Outcome::Nothing) {
            with_fragments.insert(directory.layer());
        }
        if let Some(slot) = outcomes.get_mut(*slot) {
            *slot = outcome;
        }
    }
    outcomes.extend(
        builtin
            .into_iter()
            .map(|(name, text)| reader.builtin(&name, text)),
    );
    let mut found = resolve_names(outcomes);
    for (index, mut content) in contents {
        content.has_fragment |= with_fragments.contains(&index);
        let layer = layers.get(index);
        let diagnostic = layer.and_then(|layer| not_a_fragment(layer, content, &options.scan));
        found.diagnostics.extend(diagnostic);
    }
    found
}

/// What came of one entry.
enum Outcome {
    Nothing,
    Problem(Error),
    File {
        /// Without links, when that is another path than the one of the fragment.
        canonical: Option<PathBuf>,
        header: Result<(FragmentResource, Vec<FileDiagnostic>), Error>,
    },
}

struct Reader<'a> {
    layers: &'a [DiscoveryLayer],
    options: &'a DiscoveryOptions,
    yaml: ReadOptions,
}

impl Reader<'_> {
    /// Reads the header of the fragment in `directory`, if there is one.
    fn read(&self, buffer: &mut String, directory: &Entry) -> Outcome {
        let file = match directory.open_in(FILE_NAME, self.options.file_bytes) {
            Ok(Some(file)) => file,
            // The scan gives a misspelled file in the directory of a layer.
            Ok(None) if directory.depth() == 0 => return Outcome::Nothing,
            Ok(None) => {
                return misspelled(directory, FILE_NAME).map_or(Outcome::Nothing, |path| {
                    Outcome::Problem(wrong_spelling(path))
                });
            }
            Err(error) => return Outcome::Problem(error.into()),
        };
        let is_elsewhere = file.canonical() != file.path();
        Outcome::File {
            canonical: is_elsewhere.then(|| file.canonical().to_owned()),
            header: self.header(buffer, directory, file),
        }
    }

    fn header(
        &self,
        buffer: &mut String,
        directory: &Entry,
        file: SourceFile,
    ) -> Result<(FragmentResource, Vec<FileDiagnostic>), Error> {
        let path = file.path().to_owned();
        let text = file
            .read_prefix(buffer, self.options.header_bytes, holds_header)?
            .text;
        let (manifest, diagnostics) = self.manifest(text, &path)?;
        let layer = self.layers.get(directory.layer());
        let resource = FragmentResource {
            manifest,
            path: directory.path().to_owned(),
            fragment_md_path: path,
            layer_precedence: layer.map_or(0, |layer| layer.precedence),
            builtin: None,
        };
        Ok((resource, diagnostics))
    }

    /// Reads the header of a fragment that is part of the program.
    fn builtin(&self, name: &str, text: Cow<'static, str>) -> Outcome {
        let path = builtin_path(name);
        let fragment_md_path = path.join(FILE_NAME);
        match self.manifest(&text, &fragment_md_path) {
            Ok((manifest, diagnostics)) => Outcome::File {
                canonical: None,
                header: Ok((
                    FragmentResource {
                        manifest,
                        path,
                        fragment_md_path,
                        layer_precedence: 0,
                        builtin: Some(text),
                    },
                    diagnostics,
                )),
            },
            Err(error) => Outcome::Problem(error),
        }
    }

    /// Reads a header, and locates its diagnostics.
    fn manifest(
        &self,
        text: &str,
        path: &Path,
    ) -> Result<(FragmentManifest, Vec<FileDiagnostic>), Error> {
        let (manifest, diagnostics) = Header::read(text, path, &self.yaml)?;
        // They are in the order of the text, so that all positions take one pass.
        let positions: Vec<Position> =
            positions(text, diagnostics.iter().map(|seen| seen.span.start)).collect();
        let diagnostics = diagnostics.into_iter().zip(positions);
        let diagnostics = diagnostics.map(|(diagnostic, position)| FileDiagnostic {
            path: path.to_owned(),
            position,
            diagnostic,
        });
        Ok((manifest, diagnostics.collect()))
    }
}

impl Outcome {
    /// The path by which two outcomes are of one file.
    fn file(&self) -> Option<&Path> {
        match self {
            Self::Nothing | Self::Problem(_) => None,
            // Two built-in fragments may have one name for messages.
            Self::File {
                header: Ok((resource, _)),
                ..
            } if resource.builtin.is_some() => None,
            Self::File {
                canonical: Some(path),
                ..
            } => Some(path),
            Self::File {
                header: Ok((resource, _)),
                ..
            } => Some(&resource.fragment_md_path),
            Self::File {
                header: Err(error), ..
            } => error.path(),
        }
    }
}

/// A file among the directories of a layer is reported when it was meant to be the one fragment of the layer.
fn beside_directories(entry: &Entry) -> Outcome {
    let name = entry.path().file_name().unwrap_or_default();
    if name != FILE_NAME && name.eq_ignore_ascii_case(FILE_NAME) {
        return Outcome::Problem(wrong_spelling(entry.path()));
    }
    Outcome::Nothing
}

fn wrong_spelling(path: impl Into<PathBuf>) -> Error {
    let error = FileError::WrongSpelling {
        path: path.into(),
        expected: FILE_NAME.to_owned(),
    };
    error.into()
}

/// Leaves out files that were reached before, and resolves names.
fn resolve_names(outcomes: Vec<Outcome>) -> Discovery {
    let mut found = Discovery::default();
    let mut candidates = Vec::with_capacity(outcomes.len());
    let mut files: HashSet<&OsStr> = HashSet::with_capacity(outcomes.len());
    let new: Vec<bool> = outcomes
        .iter()
        .map(|outcome| {
            outcome
                .file()
                .is_none_or(|file| files.insert(file.as_os_str()))
        })
        .collect();
    for (outcome, _) in outcomes.into_iter().zip(new).filter(|(_, is_new)| *is_new) {
        match outcome {
            Outcome::Nothing => {}
            Outcome::Problem(problem)
            | Outcome::File {
                header: Err(problem),
                ..
            } => {
                found.problems.push(problem);
            }
            Outcome::File {
                header: Ok((resource, diagnostics)),
                ..
            } => {
                found.diagnostics.extend(diagnostics);
                candidates.push(resource);
            }
        }
    }
    let standings = standings(&candidates);
    let file = |index: usize| candidates.get(index).map(|r| r.fragment_md_path.clone());
    let others: Vec<Option<PathBuf>> = standings
        .iter()
        .map(|standing| match *standing {
            Standing::Winner => None,
            Standing::Shadowed { by: other } | Standing::Duplicate { of: other } => file(other),
        })
        .collect();
    for ((resource, standing), other) in candidates.into_iter().zip(standings).zip(others) {
        let other = other.unwrap_or_default();
        match standing {
            Standing::Winner => found.resources.push(resource),
            Standing::Shadowed { .. } => found.shadowed.push(Shadowed {
                resource,
                by: other,
            }),
            Standing::Duplicate { .. } => found.problems.push(Error::DuplicateName {
                name: resource.manifest.name,
                path: resource.fragment_md_path,
                first: other,
            }),
        }
    }
    found
        .resources
        .sort_unstable_by(|a, b| a.name().cmp(b.name()));
    found
}

/// Whether the beginning of a file holds its header, so that what follows cannot change how it is read.
fn holds_header(text: &str) -> bool {
    match split(text) {
        // At the end of what was read a line may go on, and then it is another one.
        Split::Block(block) => block.closer().ends_with('\n'),
        Split::None => text.contains('\n'),
        Split::Unterminated { .. } => false,
    }
}
