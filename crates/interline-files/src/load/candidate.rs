use std::path::Path;

use super::outcome::Outcome;
use super::threads;
use crate::error::Error;
use crate::layer::Layer;
use crate::options::ScanOptions;
use crate::scan::{Entry, scan};

/// An entry of a search that may be one of the files to load.
#[derive(Debug)]
#[non_exhaustive]
pub enum Candidate<T, E> {
    /// An entry to read.
    Unread(Entry),
    /// An entry that needs no reading, with its path.
    Done(std::path::PathBuf, Outcome<T, E>),
}

impl<T, E> Candidate<T, E> {
    /// Returns the path of the entry.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Unread(entry) => entry.path(),
            Self::Done(path, _) => path,
        }
    }
}

/// The decision of a caller of [`search`] about one entry.
#[derive(Debug)]
#[non_exhaustive]
pub enum Selection<T, E> {
    /// The entry is not a candidate.
    Ignore,
    /// The entry is read after the search, on any thread.
    Read,
    /// The entry needs no reading.
    Done(Outcome<T, E>),
    /// The entry needs no reading, and the entries below it are not searched.
    DoneWithSubtree(Outcome<T, E>),
}

/// Searches `layers` as [`scan`] does, and returns the entries that `select` chooses, in the order of the search.
///
/// `refuse` makes the outcome of an error of the scan; [`Outcome::ignored`] leaves it out.
pub fn search<T, E>(
    layers: &[Layer],
    options: &ScanOptions,
    mut select: impl FnMut(&Entry) -> Selection<T, E>,
    refuse: impl Fn(Error) -> Outcome<T, E>,
) -> Vec<Candidate<T, E>> {
    let mut candidates = Vec::new();
    let mut entries = scan(layers, options);
    while let Some(item) = entries.next() {
        let (path, outcome) = match item {
            Ok(entry) => match select(&entry) {
                Selection::Ignore => continue,
                Selection::Read => {
                    candidates.push(Candidate::Unread(entry));
                    continue;
                }
                Selection::Done(outcome) => (entry.path().to_owned(), outcome),
                Selection::DoneWithSubtree(outcome) => {
                    entries.skip_subtree();
                    (entry.path().to_owned(), outcome)
                }
            },
            Err(error) => {
                let path = error.path().unwrap_or(Path::new("")).to_owned();
                (path, refuse(error))
            }
        };
        candidates.push(Candidate::Done(path, outcome));
    }
    candidates
}

/// Reads the candidates with `read`, and returns their outcomes in the same order.
///
/// `threads` is the number of threads, the calling one included. With 0 it is the number of processors, at most 8, and 1 for fewer than
/// 256 candidates. `read` gets a buffer that it may use for the text of a file; each thread has one.
pub fn read_candidates<T, E>(
    candidates: Vec<Candidate<T, E>>,
    threads: usize,
    read: impl Fn(&Entry, &mut String) -> Outcome<T, E> + Sync,
) -> Vec<Outcome<T, E>>
where
    T: Send + Sync,
    E: Send + Sync,
{
    let outcomes = threads::map(&candidates, threads, |buffer, candidate| match candidate {
        Candidate::Unread(entry) => read(entry, buffer),
        Candidate::Done(..) => Outcome::ignored(),
    });
    let outcomes = candidates.into_iter().zip(outcomes);
    outcomes
        .map(|(candidate, outcome)| match candidate {
            Candidate::Unread(_) => outcome,
            Candidate::Done(_, done) => done,
        })
        .collect()
}
