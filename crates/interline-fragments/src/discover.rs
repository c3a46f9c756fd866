use std::path::{Path, PathBuf};

use interline_discovery::{
    DiscoveryLayer, Entry, Error as FileError, FileIn, SourceFile, Standing, misspelled, resolve,
    scan,
};
use interline_frontmatter::{ReadOptions, Split, split};
use interline_text::{Diagnostic, Position};
use serde::{Deserialize, Serialize};

use crate::manifest::Header;
use crate::{DiscoveryOptions, Error, FragmentResource};

const FILE_NAME: &str = "FRAGMENT.md";

/// What a search for fragments found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Discovery {
    /// The fragments, sorted by name, each name once.
    pub resources: Vec<FragmentResource>,
    /// What could not be used: files and directories in the order of the search, then names that are given twice in
    /// one precedence ([`Error::DuplicateName`]).
    pub problems: Vec<Error>,
    /// Fragments of names that one of higher precedence has, in the order of the search.
    pub shadowed: Vec<Shadowed>,
    /// What is slightly wrong in files that could be used.
    pub diagnostics: Vec<FileDiagnostic>,
}

/// A fragment that another one of its name takes the place of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shadowed {
    /// The fragment that is not used.
    pub resource: FragmentResource,
    /// The file of the one that is.
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

/// Finds the fragments of `layers`: all, or the first that is wrong.
///
/// A directory of a layer is one fragment when it holds `FRAGMENT.md` itself; otherwise each directory in it that does
/// is one. Directories that are not there are skipped. Of one name, the fragment of the layer with the highest precedence is
/// taken. The result is sorted by name.
///
/// Linear in the entries of the directories and the headers: of each file only the beginning is read.
///
/// # Errors
///
/// Anything that [`discover_with`] has among its problems, except a file whose name differs from `FRAGMENT.md` in upper
/// and lower case only.
pub fn discover_fragments(layers: &[DiscoveryLayer]) -> Result<Vec<FragmentResource>, Error> {
    let found = search(layers, &DiscoveryOptions::new());
    let is_fatal =
        |problem: &Error| !matches!(problem, Error::File(FileError::WrongSpelling { .. }));
    match found.problems.into_iter().find(is_fatal) {
        Some(problem) => Err(problem),
        None => Ok(found.resources),
    }
}

/// Finds the fragments of `layers`: all that are sound, and beside them what is wrong with the others.
///
/// It searches as [`discover_fragments`] does. Of two fragments of one name and one precedence the one of the first layer stands, in one
/// layer that of the first directory by name; the other is a problem. Problems and diagnostics go to `log::warn!`.
///
/// The result depends neither on the order in which directories give their entries, nor on the order of layers of
/// different precedence.
#[must_use]
pub fn discover_with(layers: &[DiscoveryLayer], options: &DiscoveryOptions) -> Discovery {
    let found = search(layers, options);
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
    found
}

fn search(layers: &[DiscoveryLayer], options: &DiscoveryOptions) -> Discovery {
    let mut search = Search {
        layers,
        options,
        read: ReadOptions::new().block_bytes(options.header_bytes),
        buffer: Vec::new(),
        found: Discovery::default(),
    };
    let mut entries = scan(layers, &options.scan);
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                search.found.problems.push(error.into());
                continue;
            }
        };
        if !entry.is_dir() {
            search.look_at_file(&entry);
            continue;
        }
        match entries.open_in(&entry, FILE_NAME) {
            Ok(FileIn::Absent) => search.look_for_misspelled(&entry),
            Ok(FileIn::Seen) => entries.skip_subtree(),
            Ok(FileIn::Found(file)) => {
                entries.skip_subtree();
                search.read(&entry, file);
            }
            Err(error) => {
                entries.skip_subtree();
                search.found.problems.push(error.into());
            }
        }
    }
    search.settle()
}

struct Search<'a> {
    layers: &'a [DiscoveryLayer],
    options: &'a DiscoveryOptions,
    read: ReadOptions,
    buffer: Vec<u8>,
    found: Discovery,
}

impl Search<'_> {
    /// A file beside the directories of fragments matters only when it was meant to be the one of them all.
    fn look_at_file(&mut self, entry: &Entry) {
        let name = entry.path().file_name().unwrap_or_default();
        if name != FILE_NAME && name.eq_ignore_ascii_case(FILE_NAME) {
            self.wrong_spelling(entry.path());
        }
    }

    fn look_for_misspelled(&mut self, directory: &Entry) {
        // In the directory of a layer the scan comes upon it anyway.
        if directory.depth() > 0 {
            if let Some(path) = misspelled(directory, FILE_NAME) {
                self.wrong_spelling(&path);
            }
        }
    }

    fn wrong_spelling(&mut self, path: &Path) {
        let error = FileError::WrongSpelling {
            path: path.to_owned(),
            expected: FILE_NAME.to_owned(),
        };
        self.found.problems.push(error.into());
    }

    fn read(&mut self, directory: &Entry, file: SourceFile) {
        let path = file.path().to_owned();
        let prefix = file.read_prefix(&mut self.buffer, self.options.header_bytes, holds_header);
        let read = prefix.map_err(Error::from).and_then(|prefix| {
            let (manifest, diagnostics) = Header::read(prefix.text, &path, &self.read)?;
            let diagnostics = diagnostics.into_iter().map(|diagnostic| FileDiagnostic {
                path: path.clone(),
                position: diagnostic.position(prefix.text),
                diagnostic,
            });
            Ok((manifest, diagnostics.collect::<Vec<_>>()))
        });
        match read {
            Ok((manifest, diagnostics)) => {
                self.found.diagnostics.extend(diagnostics);
                self.found.resources.push(FragmentResource {
                    manifest,
                    path: directory.path().to_owned(),
                    fragment_md_path: path,
                    layer_precedence: self
                        .layers
                        .get(directory.layer())
                        .map_or(0, |layer| layer.precedence),
                });
            }
            Err(error) => self.found.problems.push(error),
        }
    }

    /// Decides who wins.
    fn settle(mut self) -> Discovery {
        let candidates = std::mem::take(&mut self.found.resources);
        let standings = resolve(candidates.iter().map(|r| (r.name(), r.layer_precedence)));
        let file = |index: usize| {
            let resource = candidates.get(index);
            resource.map_or(PathBuf::new(), |r| r.fragment_md_path.clone())
        };
        let others: Vec<Option<PathBuf>> = standings
            .iter()
            .map(|standing| match *standing {
                Standing::Winner => None,
                Standing::Shadowed { by } => Some(file(by)),
                Standing::Duplicate { of } => Some(file(of)),
            })
            .collect();
        for ((resource, standing), other) in candidates.into_iter().zip(standings).zip(others) {
            let by = other.unwrap_or_default();
            match standing {
                Standing::Winner => self.found.resources.push(resource),
                Standing::Shadowed { .. } => self.found.shadowed.push(Shadowed { resource, by }),
                Standing::Duplicate { .. } => self.found.problems.push(Error::DuplicateName {
                    name: resource.manifest.name,
                    path: resource.fragment_md_path,
                    first: by,
                }),
            }
        }
        self.found
            .resources
            .sort_unstable_by(|a, b| a.name().cmp(b.name()));
        self.found
    }
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
