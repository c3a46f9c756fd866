//! Text inserted into a document, by place.

use std::ops::Range;

use interline_text::{utf16_len, utf16_offsets};

use crate::scan::Outline;

use super::offsets::Offsets;

/// Text inserted at one place of the document.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) text: String,
    /// Whether the part that came last was routed here.
    pub(crate) is_routed: bool,
    /// The open blocks after the document up to this location and the first `read` bytes of the text.
    pub(crate) outline: Outline,
    read: usize,
}

impl Run {
    /// Reads on to the end of the text, which a line ending of `line_ending` bytes follows where it does not end a line.
    pub(crate) fn read(&mut self, line_ending: usize) {
        let unread = self.text.get(self.read..).unwrap_or_default();
        self.outline.read(unread);
        let is_ended = self.text.is_empty() || self.text.ends_with('\n');
        self.read = self.text.len() + if is_ended { 0 } else { line_ending };
    }
}

/// What has been inserted, by its place in the document. Where a place has moved to is found in a number of steps that is
/// logarithmic in the number of places.
#[derive(Debug)]
pub(crate) struct Inserted {
    /// Where text can be inserted, in order.
    places: Vec<usize>,
    /// UTF-16 code units of the document before each.
    utf16: Vec<usize>,
    runs: Vec<Run>,
    /// Bytes and UTF-16 code units inserted, as a tree of sums (Fenwick).
    sums: Vec<(usize, usize)>,
}

impl Inserted {
    /// Nothing is inserted at any of `places`, of which each comes with what is open there. Linear in the document, sorting
    /// aside.
    pub(crate) fn new(document: &str, mut places: Vec<(usize, Outline)>) -> Self {
        places.sort_by_key(|(place, _)| *place);
        places.dedup_by_key(|(place, _)| *place);
        let (places, outlines): (Vec<usize>, Vec<Outline>) = places.into_iter().unzip();
        let run = |outline| Run {
            outline,
            ..Run::default()
        };
        Self {
            utf16: utf16_offsets(document, places.iter().copied()).collect(),
            runs: outlines.into_iter().map(run).collect(),
            sums: vec![(0, 0); places.len()],
            places,
        }
    }

    /// Whether one of the places lies in a range.
    pub(crate) fn has_place_in(&self, range: &Range<usize>) -> bool {
        let first = self.places.partition_point(|&place| place < range.start);
        self.places
            .get(first)
            .is_some_and(|place| range.contains(place))
    }

    /// What has been inserted at a place; `None` where it is none.
    pub(crate) fn at(&mut self, place: usize) -> Option<&mut Run> {
        let rank = self.places.binary_search(&place).ok()?;
        self.runs.get_mut(rank)
    }

    /// Adds text at a place, and says where in the document as it stands that goes.
    pub(crate) fn add(&mut self, place: usize, insert: &str, offsets: Offsets) -> usize {
        let (Ok(rank) | Err(rank)) = self.places.binary_search(&place);
        let (bytes, utf16) = self.sum(rank + 1);
        if let Some(run) = self.runs.get_mut(rank) {
            run.text.push_str(insert);
        }
        let units = utf16_len(insert);
        let mut at = rank + 1;
        while let Some(sum) = self.sums.get_mut(at - 1) {
            sum.0 += insert.len();
            sum.1 += units;
            at += at & at.wrapping_neg();
        }
        match offsets {
            Offsets::Bytes => place + bytes,
            Offsets::Utf16 => self.utf16.get(rank).copied().unwrap_or_default() + utf16,
        }
    }

    /// What has been inserted at the first `count` places.
    fn sum(&self, count: usize) -> (usize, usize) {
        let (mut bytes, mut utf16) = (0, 0);
        let mut at = count;
        while let Some(sum) = at.checked_sub(1).and_then(|at| self.sums.get(at)) {
            bytes += sum.0;
            utf16 += sum.1;
            at &= at - 1;
        }
        (bytes, utf16)
    }

    /// The places at which something has been inserted, in order.
    pub(crate) fn into_texts(self) -> impl Iterator<Item = (usize, String)> {
        let texts = self.runs.into_iter().map(|run| run.text);
        self.places
            .into_iter()
            .zip(texts)
            .filter(|(_, text)| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_moves_by_what_is_inserted_before_it() {
        let document = "aé🎉b".repeat(40);
        let places: Vec<usize> = document.match_indices('b').map(|(at, _)| at).collect();
        let outlines = places.iter().map(|&place| (place, Outline::default()));
        let mut runs = Inserted::new(&document, outlines.collect());
        let mut inserted: Vec<(usize, &str)> = Vec::new();
        for step in 0..400 {
            let place = places[step * 7 % places.len()];
            let insert = ["x", "é🎉", "\u{301}yy"][step % 3];
            for offsets in [Offsets::Bytes, Offsets::Utf16] {
                let units = |text: &str| {
                    if offsets == Offsets::Bytes {
                        text.len()
                    } else {
                        utf16_len(text)
                    }
                };
                let before = inserted.iter().filter(|(at, _)| *at <= place);
                let expected =
                    units(&document[..place]) + before.map(|(_, text)| units(text)).sum::<usize>();
                assert_eq!(runs.add(place, insert, offsets), expected);
                inserted.push((place, insert));
            }
        }
        let texts: String = runs.into_texts().map(|(_, text)| text).collect();
        assert_eq!(
            texts.len(),
            inserted.iter().map(|(_, text)| text.len()).sum::<usize>()
        );
    }
}
