use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::path::PathBuf;

use super::diagnostic::FileDiagnostic;
use super::outcome::{Content, Outcome};
use crate::{Resolution, resolve};

/// A value that is loaded from a file and has a name.
pub trait Named {
    /// Returns the name, of which one value is used.
    fn name(&self) -> &str;
}

/// The result of loading the files of layers.
///
/// A file that cannot be read is a problem, and the other files are loaded. The lists are in the order of the search: layers of higher
/// precedence first, and in a layer by path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadReport<T, E> {
    /// The values that are used, one of each name.
    pub loaded: Vec<Loaded<T>>,
    /// The files and directories that cannot be read.
    pub problems: Vec<Problem<E>>,
    /// The values that are shadowed by another one of their name.
    pub shadowed: Vec<Shadowed<T>>,
    /// The files that look like one of those to load and are not.
    pub skipped: Vec<Skipped>,
    /// The diagnostics about all of these, and about layers.
    pub diagnostics: Vec<FileDiagnostic>,
}

/// A value, and the file that it was loaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loaded<T> {
    /// The path of the file, symlinks not resolved.
    pub path: PathBuf,
    /// The index of its layer among those given; 0 for a single directory.
    pub layer: usize,
    /// The value.
    pub value: T,
}

/// A file or directory that cannot be read.
///
/// It displays as its error, which begins with the path.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem<E> {
    /// The path of the file or directory.
    pub path: PathBuf,
    /// The name that the file gives or, where reading failed before it, that it has by its path; `None` for a directory.
    pub name: Option<String>,
    /// The error.
    pub error: E,
    /// The text of the file, for the report of the error; `None` when it could not be read.
    pub text: Option<String>,
}

/// A value that is shadowed by another one of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shadowed<T> {
    /// The value that is not used.
    pub loaded: Loaded<T>,
    /// The file of the value that is used.
    pub by: PathBuf,
    /// The first file of this name and precedence; `None` when this is the first.
    pub duplicate_of: Option<PathBuf>,
}

/// A file that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    pub reason: SkipReason,
}

/// The reason for which a file was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// It has no header: an ordinary document.
    NoFrontmatter,
    /// It begins with a line `---` that is a thematic break.
    ThematicBreak,
    /// Its name is not one of those that are loaded.
    WrongName {
        /// The expected ending or name.
        expected: String,
    },
}

/// The result of [`LoadReport::find`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lookup<'r, T, E> {
    /// The value of this name.
    Loaded(&'r Loaded<T>),
    /// The file that gives the name cannot be read.
    Problem(&'r Problem<E>),
}

impl<E> Problem<E> {
    /// Makes a problem about a file or directory of which no text is known.
    pub fn new(path: impl Into<PathBuf>, error: impl Into<E>) -> Self {
        Self {
            path: path.into(),
            name: None,
            error: error.into(),
            text: None,
        }
    }
}

impl<E: fmt::Display> fmt::Display for Problem<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T, E> Default for LoadReport<T, E> {
    fn default() -> Self {
        Self {
            loaded: Vec::new(),
            problems: Vec::new(),
            shadowed: Vec::new(),
            skipped: Vec::new(),
            diagnostics: Vec::new(),
        }
    }
}

impl<T, E> LoadReport<T, E> {
    /// Returns the values that are used, in the order of [`loaded`](Self::loaded).
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.loaded.iter().map(|loaded| &loaded.value)
    }

    /// Returns the values that are used, in the order of [`loaded`](Self::loaded).
    pub fn into_values(self) -> impl Iterator<Item = T> {
        self.loaded.into_iter().map(|loaded| loaded.value)
    }

    /// Returns the values that are used, or the first problem.
    ///
    /// # Errors
    ///
    /// The error of the first problem.
    pub fn into_result(mut self) -> Result<Vec<T>, E> {
        if self.problems.is_empty() {
            Ok(self.into_values().collect())
        } else {
            Err(self.problems.swap_remove(0).error)
        }
    }

    /// Logs the diagnostics.
    #[cfg(feature = "log")]
    #[doc(hidden)]
    pub fn log(&self) {
        FileDiagnostic::log_all(&self.diagnostics);
    }
}

impl<T: Named, E> LoadReport<T, E> {
    /// Makes the report of outcomes. Of several values of one name the one of the highest `precedence` is used, and of one precedence the
    /// first; of several outcomes of one file the first counts. Linear.
    #[must_use]
    pub fn resolve<P: Ord + Hash + Copy>(
        outcomes: Vec<Outcome<T, E>>,
        precedence: impl Fn(&Loaded<T>) -> P,
    ) -> Self {
        let mut report = Self::default();
        let mut candidates = Vec::with_capacity(outcomes.len());
        // Plain strings, since paths hash component by component.
        let mut files = HashSet::with_capacity(outcomes.len());
        let mut first = Vec::with_capacity(outcomes.len());
        for outcome in &outcomes {
            let file = outcome.identity();
            first.push(file.is_none_or(|file| files.insert(file.as_os_str())));
        }
        for (outcome, _) in outcomes.into_iter().zip(first).filter(|(_, first)| *first) {
            report.diagnostics.extend(outcome.diagnostics);
            match outcome.content {
                Content::Ignored => {}
                Content::Loaded(loaded) => candidates.push(*loaded),
                Content::Problem(problem) => report.problems.push(*problem),
                Content::Skipped(skipped) => report.skipped.push(*skipped),
            }
        }
        let resolutions = resolve(
            candidates
                .iter()
                .map(|loaded| (loaded.value.name(), precedence(loaded))),
        );
        let path = |index: usize| {
            let loaded = candidates.get(index);
            loaded.map(|loaded| loaded.path.clone()).unwrap_or_default()
        };
        let others: Vec<Option<(PathBuf, Option<PathBuf>)>> = resolutions
            .iter()
            .map(|resolution| match *resolution {
                Resolution::Used => None,
                Resolution::Shadowed { by } => Some((path(by), None)),
                // The first of its precedence may itself be shadowed.
                Resolution::Duplicate { of } => Some(match resolutions.get(of) {
                    Some(&Resolution::Shadowed { by }) => (path(by), Some(path(of))),
                    _ => (path(of), Some(path(of))),
                }),
            })
            .collect();
        for (loaded, other) in candidates.into_iter().zip(others) {
            match other {
                None => report.loaded.push(loaded),
                Some((by, duplicate_of)) => report.shadowed.push(Shadowed {
                    loaded,
                    by,
                    duplicate_of,
                }),
            }
        }
        report
    }

    /// Finds the value of this name or, when no file gives one, the first problem of a file of this name. Linear.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Lookup<'_, T, E>> {
        let loaded = self
            .loaded
            .iter()
            .find(|loaded| loaded.value.name() == name);
        let problem = || {
            let mut problems = self.problems.iter();
            problems.find(|problem| problem.name.as_deref() == Some(name))
        };
        loaded
            .map(Lookup::Loaded)
            .or_else(|| problem().map(Lookup::Problem))
    }
}
