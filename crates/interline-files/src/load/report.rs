use std::collections::HashSet;
use std::hash::Hash;
use std::path::PathBuf;

use super::diagnostic::FileDiagnostic;
use super::loaded::{Loaded, Named, Shadowed};
use super::outcome::{Content, Outcome};
use super::problem::Problem;
use super::skipped::Skipped;
use crate::resolve::{Resolution, resolve};

/// The result of loading the files of layers.
///
/// A file that cannot be read is a problem, and the other files are loaded. The lists are in the order of the search: layers of higher
/// precedence first, and in a layer by path.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[must_use]
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

/// The result of [`LoadReport::find`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lookup<'r, T, E> {
    /// The value of this name.
    Loaded(&'r Loaded<T>),
    /// The file that gives the name cannot be read.
    Problem(&'r Problem<E>),
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
