//! Closers that are alone on their lines.

use std::collections::HashMap;

use memchr::memmem;

use super::markdown::is_alone_on_line;
use super::markers::{Keyword, Lexed, Marker, MarkerKind, lex};

/// A closer that is alone on its line: the only kind that may end a block inside a fence that never closes. One in the middle
/// of a line of code is more likely to be an example.
#[derive(Clone, Debug)]
pub(crate) struct LoneCloser<'t> {
    pub(crate) name: &'t str,
    pub(crate) marker: Marker,
}

/// All lone closers of a text, in code or not, in the order of the text.
#[derive(Debug)]
pub(crate) struct LoneClosers<'t> {
    all: Vec<LoneCloser<'t>>,
    /// Indices into `all`, so that many open names take linear time.
    by_name: HashMap<&'t str, Vec<usize>>,
}

impl<'t> LoneClosers<'t> {
    /// Finds the lone closers of `text`. Linear.
    pub(super) fn find(text: &'t str, keyword: &Keyword) -> Self {
        let mut all = Vec::new();
        let mut by_name = HashMap::<_, Vec<_>>::new();
        let mut from = 0;
        while let Some(at) = text
            .as_bytes()
            .get(from..)
            .and_then(|rest| memmem::find(rest, b"<!--"))
        {
            let at = from + at;
            from = at + 4;
            if let Lexed::Marker(marker) = lex(text, at, 0, keyword, true) {
                if marker.kind == MarkerKind::Closer && is_alone_on_line(text, &marker.span) {
                    let name = &text[marker.name.clone()];
                    by_name.entry(name).or_default().push(all.len());
                    from = marker.span.end;
                    all.push(LoneCloser { name, marker });
                }
            }
        }
        Self { all, by_name }
    }

    /// Returns the lone closers from `offset` on.
    pub(crate) fn from(&self, offset: usize) -> &[LoneCloser<'t>] {
        let first = self
            .all
            .partition_point(|closer| closer.marker.span.start < offset);
        &self.all[first..]
    }

    /// Returns the first lone closer of `name` from `offset` on.
    pub(crate) fn of_name(&self, name: &str, offset: usize) -> Option<&LoneCloser<'t>> {
        let indices = self.by_name.get(name)?;
        let first = indices.partition_point(|&index| self.all[index].marker.span.start < offset);
        indices.get(first).map(|&index| &self.all[index])
    }
}
