//! The text inserted into a document, by location.

use std::ops::Range;

use interline_text::{utf16_len, utf16_offsets};

use crate::scan::Outline;

use super::offsets::Offsets;

/// The text inserted at one location of the document.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// Whether the last part was routed here.
    pub(crate) is_routed: bool,
    /// The open blocks after the document up to this location and the first `read` bytes of the text.
    pub(crate) outline: Outline,
    read: usize,
}

impl Run {
    /// Reads the text to its end, after which a line ending of `line_ending` bytes follows if it does not end a line.
    pub(crate) fn read(&mut self, line_ending: usize) {
        let unread = self.text.get(self.read..).unwrap_or_default();
        self.outline.read(unread);
        let is_ended = self.text.is_empty() || self.text.ends_with('\n');
        self.read = self.text.len() + if is_ended { 0 } else { line_ending };
    }
}

/// The text inserted at each location of the document. The current offset of a location is found in a number of steps that is
/// logarithmic in the number of locations.
#[derive(Debug)]
pub(crate) struct Inserted {
    /// The offsets at which text can be inserted, in order.
    locations: Vec<usize>,
    /// The UTF-16 code units of the document before each.
    utf16: Vec<usize>,
    runs: Vec<Run>,
    /// The bytes and UTF-16 code units inserted, as a tree of sums (Fenwick): inserting at one location moves all those after it.
    sums: Vec<(usize, usize)>,
}

impl Inserted {
    /// Makes the state before anything is inserted. Each location comes with the blocks that are open there. Linear in the
    /// document, sorting aside.
    pub(crate) fn new(document: &str, mut locations: Vec<(usize, Outline)>) -> Self {
        locations.sort_by_key(|(location, _)| *location);
        locations.dedup_by_key(|(location, _)| *location);
        let (locations, outlines): (Vec<usize>, Vec<Outline>) = locations.into_iter().unzip();
        let run = |outline| Run {
            outline,
            ..Run::default()
        };
        Self {
            utf16: utf16_offsets(document, locations.iter().copied()).collect(),
            runs: outlines.into_iter().map(run).collect(),
            sums: vec![(0, 0); locations.len()],
            locations,
        }
    }

    /// Returns whether one of the locations is in a range.
    pub(crate) fn has_offset_in(&self, range: &Range<usize>) -> bool {
        let first = self
            .locations
            .partition_point(|&location| location < range.start);
        self.locations
            .get(first)
            .is_some_and(|location| range.contains(location))
    }

    /// Returns the text inserted at a location; `None` if text cannot be inserted there.
    pub(crate) fn at(&mut self, location: usize) -> Option<&mut Run> {
        let rank = self.locations.binary_search(&location).ok()?;
        self.runs.get_mut(rank)
    }

    /// Adds text at a location, and returns its offset in the current document.
    pub(crate) fn add(&mut self, location: usize, insert: &str, offsets: Offsets) -> usize {
        let (Ok(rank) | Err(rank)) = self.locations.binary_search(&location);
        let (bytes, utf16) = self.sum(rank + 1);
        if let Some(run) = self.runs.get_mut(rank) {
            run.text.push_str(insert);
        }
        let units = utf16_len(insert);
        let mut at = rank + 1;
        // The next node of the tree that covers this one: the lowest set bit is added.
        while let Some(sum) = self.sums.get_mut(at - 1) {
            sum.0 += insert.len();
            sum.1 += units;
            at += at & at.wrapping_neg();
        }
        match offsets {
            Offsets::Bytes => location + bytes,
            Offsets::Utf16 => self.utf16.get(rank).copied().unwrap_or_default() + utf16,
        }
    }

    /// Returns the bytes and code units inserted at the first `count` locations.
    fn sum(&self, count: usize) -> (usize, usize) {
        let (mut bytes, mut utf16) = (0, 0);
        let mut at = count;
        while let Some(sum) = at.checked_sub(1).and_then(|at| self.sums.get(at)) {
            bytes += sum.0;
            utf16 += sum.1;
            // The node before it in the sum: the lowest set bit is cleared.
            at &= at - 1;
        }
        (bytes, utf16)
    }

    /// Returns the locations with inserted text, in order.
    pub(crate) fn into_texts(self) -> impl Iterator<Item = (usize, String)> {
        let texts = self.runs.into_iter().map(|run| run.text);
        self.locations
            .into_iter()
            .zip(texts)
            .filter(|(_, text)| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_location_moves_by_what_is_inserted_before_it() {
        let document = "aé🎉b".repeat(40);
        let locations: Vec<usize> = document.match_indices('b').map(|(at, _)| at).collect();
        let outlines = locations
            .iter()
            .map(|&location| (location, Outline::default()));
        let mut runs = Inserted::new(&document, outlines.collect());
        let mut inserted: Vec<(usize, &str)> = Vec::new();
        for step in 0..400 {
            let location = locations[step * 7 % locations.len()];
            let insert = ["x", "é🎉", "\u{301}yy"][step % 3];
            for offsets in [Offsets::Bytes, Offsets::Utf16] {
                let units = |text: &str| {
                    if offsets == Offsets::Bytes {
                        text.len()
                    } else {
                        utf16_len(text)
                    }
                };
                let before = inserted.iter().filter(|(at, _)| *at <= location);
                let expected = units(&document[..location])
                    + before.map(|(_, text)| units(text)).sum::<usize>();
                assert_eq!(runs.add(location, insert, offsets), expected);
                inserted.push((location, insert));
            }
        }
        let texts: String = runs.into_texts().map(|(_, text)| text).collect();
        assert_eq!(
            texts.len(),
            inserted.iter().map(|(_, text)| text.len()).sum::<usize>()
        );
    }
}
