//! The prefix of lines in the block quotes and list items around openers.

use super::Scanner;
use crate::scan::item::{Item, Window};
use crate::scan::markers::{Keyword, Marker, MarkerKind};

impl Scanner {
    /// Finds the block quotes and list items around an opener of a document. An opener at column 0 is in none.
    pub(super) fn find_prefix(&mut self, window: Window<'_>, item: &mut Item) {
        let Some(marker) = self.opener_in_line(item) else {
            return;
        };
        let (start, end) = (marker.span.start, marker.span.end);
        // The rest of the line of a marker at column 0 is raw HTML.
        let is_raw = self.closing.is_some() || self.clear.is_some_and(|clear| start < clear);
        if marker.prefix == 0 && !is_raw && self.blocks_are_before(end) {
            self.read_to(window, item);
        }
    }

    /// Returns whether the structure has been read no further than `offset`.
    fn blocks_are_before(&self, offset: usize) -> bool {
        self.clear.is_some() || self.blocks.offset() <= offset
    }

    /// Returns the marker if it is an opener of a document that is not at column 0.
    pub(super) fn opener_in_line<'i>(&self, item: &'i mut Item) -> Option<&'i mut Marker> {
        match item {
            Item::Marker(marker) if !matches!(self.keyword, Keyword::Patch) => {
                let is_opener = marker.kind == MarkerKind::Opener;
                (is_opener && !marker.begins_line).then_some(marker)
            }
            _ => None,
        }
    }

    /// Reads the structure to the end of an item, and notes the prefix of an opener.
    pub(super) fn read_to(&mut self, window: Window<'_>, item: &mut Item) {
        self.feed_to(window, item.span().end);
        self.blocks.decide_head(false);
        self.blocks.collect();
        let prefix = self.blocks.prefix();
        if prefix.is_empty() {
            return;
        }
        let number = u32::try_from(self.prefixes.len() + 1).unwrap_or_default();
        if let Some(marker) = self.opener_in_line(item) {
            marker.prefix = number;
            self.prefixes.push(prefix);
        }
    }

    /// Returns the prefix of lines in the block quotes and list items of an opener.
    pub(crate) fn prefix_of(&self, marker: &Marker) -> &str {
        let number = (marker.prefix as usize).checked_sub(1);
        number
            .and_then(|number| self.prefixes.get(number))
            .map_or("", String::as_str)
    }
}
