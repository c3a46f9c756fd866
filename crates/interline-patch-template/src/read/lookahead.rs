//! Looks ahead in the live items of a response.

use std::collections::{HashMap, VecDeque};

use interline_text::is_near;

use crate::scan::{Item, Marker, MarkerKind, Reader};

/// The closer of a block is usually among the next items. Only if it is not, all items that follow are read and indexed by name.
const NEAR: usize = 16;

/// The live items of a response, with those that were read ahead.
#[derive(Debug, Default)]
pub(crate) struct Lookahead<'t> {
    text: &'t str,
    reader: Reader<'t>,
    items: VecDeque<Item>,
    /// How many items were taken since the last restart. Numbers in `index` count from there.
    taken: usize,
    /// Made when a closer is not near, after all items have been read.
    index: Option<Index<'t>>,
}

/// Markers by name, each with its number, counted from the first item after a restart.
#[derive(Debug, Default)]
struct Index<'t> {
    closers: HashMap<&'t str, Vec<usize>>,
    /// Openers that begin their lines.
    openers: HashMap<&'t str, Vec<usize>>,
}

impl<'t> Lookahead<'t> {
    pub(crate) fn new(text: &'t str, reader: Reader<'t>) -> Self {
        Self {
            text,
            reader,
            ..Self::default()
        }
    }

    pub(crate) fn reader(&mut self) -> &mut Reader<'t> {
        &mut self.reader
    }

    /// Continues at `offset` as if the text began there.
    pub(crate) fn restart(&mut self, offset: usize) {
        self.reader.restart(offset);
        self.items.clear();
        self.taken = 0;
        self.index = None;
    }

    /// Takes the next item.
    pub(crate) fn take(&mut self) -> Option<Item> {
        let item = self.items.pop_front().or_else(|| self.reader.next())?;
        self.taken += 1;
        Some(item)
    }

    /// Returns the items that were read and not taken.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    /// Returns how many items come before the first closer of `name`. `None` after all items have been read.
    pub(crate) fn closer(&mut self, name: &str) -> Option<usize> {
        let text = self.text;
        // The closer of a typical patch is the next item; reading on demand keeps a long response from being read twice.
        for index in 0..NEAR {
            if index == self.items.len() {
                self.items.push_back(self.reader.next()?);
            }
            if closed_by(text, &self.items[index]) == Some(name) {
                return Some(index);
            }
        }
        // Built once for each restart: many patches without closers would otherwise search the rest again and again.
        let index = self.index.get_or_insert_with(|| {
            self.items.extend(std::iter::from_fn(|| self.reader.next()));
            let mut index = Index::default();
            for (number, item) in self.items.iter().enumerate() {
                if let Some(name) = closed_by(text, item) {
                    let closers = index.closers.entry(name).or_default();
                    closers.push(self.taken + number);
                } else if let Some(name) = line_opener(text, item) {
                    let openers = index.openers.entry(name).or_default();
                    openers.push(self.taken + number);
                }
            }
            index
        });
        next_of(index.closers.get(name)?, self.taken)
    }

    /// Returns how many items come before the first opener of `name` that begins its line, if that is one of the first
    /// `count` items. [`closer`](Self::closer) has to have read them.
    #[inline]
    pub(crate) fn reopened(&self, name: &str, count: usize) -> Option<usize> {
        if count == 0 {
            return None;
        }
        let near = self.items.iter().take(count.min(NEAR));
        let found = near
            .enumerate()
            .find(|(_, item)| line_opener(self.text, item) == Some(name));
        if let Some((number, _)) = found {
            return Some(number);
        }
        let openers = self.index.as_ref()?.openers.get(name)?;
        next_of(openers, self.taken).filter(|&number| number < count)
    }

    /// Returns how many items come before a closer with nearly the name `name` whose own name no item before it opens, if
    /// that is one of the first `count` items. Reads at most [`NEAR`] of them, so that many unclosed patches take linear time.
    pub(crate) fn misspelt_closer(&self, name: &str, count: usize) -> Option<usize> {
        let mut opened: Vec<&str> = Vec::new();
        for (number, item) in self.items.iter().take(count.min(NEAR)).enumerate() {
            let Some(marker) = marker_of(item) else {
                continue;
            };
            let found = self.text.get(marker.name.clone())?;
            if marker.kind == MarkerKind::Opener {
                opened.push(found);
            // A closer whose own opener is before it belongs to that one, however similar the names are.
            } else if is_near(found, name) && !opened.contains(&found) {
                return Some(number);
            }
        }
        None
    }

    /// Returns how many items were read and not taken.
    pub(crate) fn ahead_len(&self) -> usize {
        self.items.len()
    }
}

/// Returns how many items come before the first of `numbers` that has not been taken.
fn next_of(numbers: &[usize], taken: usize) -> Option<usize> {
    let next = numbers.get(numbers.partition_point(|&number| number < taken))?;
    Some(next - taken)
}

/// Returns the name of an opener that begins its line.
fn line_opener<'t>(text: &'t str, item: &Item) -> Option<&'t str> {
    let opener =
        marker_of(item).filter(|marker| marker.kind == MarkerKind::Opener && marker.begins_line)?;
    text.get(opener.name.clone())
}

/// Returns the name of a closer.
fn closed_by<'t>(text: &'t str, item: &Item) -> Option<&'t str> {
    let closer = marker_of(item).filter(|marker| marker.kind == MarkerKind::Closer)?;
    text.get(closer.name.clone())
}

pub(crate) fn marker_of(item: &Item) -> Option<&Marker> {
    match item {
        Item::Marker(marker) => Some(marker),
        Item::NearMiss(..) => None,
    }
}
