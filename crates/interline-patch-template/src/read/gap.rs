use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Text outside the patches, between two of them or at an end of the response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Gap<'t> {
    /// The text without its leading and trailing blank lines and without a final line ending. Indentation stays.
    /// Borrowed unless the marker of an unterminated patch was removed from it.
    #[serde(borrow)]
    pub text: Cow<'t, str>,
    /// The bytes of the response that it was read from. Empty in a gap that was not read from a response.
    #[serde(default)]
    pub span: Range<usize>,
}

impl Gap<'_> {
    /// Copies everything borrowed from the response.
    #[must_use]
    pub fn into_owned(self) -> Gap<'static> {
        Gap {
            text: Cow::Owned(self.text.into_owned()),
            span: self.span,
        }
    }
}

/// Returns the gap in `range` without the ranges in `cuts`; `None` if only blank lines remain.
pub(crate) fn gap_of<'t>(
    text: &'t str,
    range: Range<usize>,
    cuts: &[Range<usize>],
) -> Option<Gap<'t>> {
    if cuts.is_empty() {
        let kept = without_blank_edges(&text[range.clone()]);
        let start = range.start + kept.start;
        let span = start..range.start + kept.end;
        return (!span.is_empty()).then(|| Gap {
            text: Cow::Borrowed(&text[span.clone()]),
            span,
        });
    }
    let mut joined = String::with_capacity(range.len());
    let mut done = range.start;
    for cut in cuts {
        joined.push_str(&text[done..cut.start.clamp(done, range.end)]);
        done = cut.end.clamp(done, range.end);
    }
    joined.push_str(&text[done..range.end]);
    let kept = without_blank_edges(&joined);
    (!kept.is_empty()).then(|| Gap {
        text: Cow::Owned(joined[kept].to_owned()),
        span: range,
    })
}

/// Returns the range from the first line that is not blank to the last one, without the line ending of the last.
pub(crate) fn without_blank_edges(text: &str) -> Range<usize> {
    let white = [' ', '\t', '\n', '\r'];
    let first = text.len() - text.trim_start_matches(white).len();
    let last = text.trim_end_matches(white).len();
    if last == 0 {
        return 0..0;
    }
    // The spaces before the first text are its indentation and stay; the lines before it are removed.
    let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[last..]
        .find('\n')
        .map_or(text.len(), |newline| last + newline);
    // Only before an LF is a CR part of the line ending. Alone it is text.
    let cr = end < text.len() && text[..end].ends_with('\r');
    start..end - usize::from(cr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_blank_lines_and_keeps_indentation() {
        for (text, expected) in [
            ("", ""),
            (" \n\t\n", ""),
            ("a", "a"),
            ("\n\n    a\n\nb  \n \n", "    a\n\nb  "),
            ("\r\na\r\n\r\n", "a"),
            ("a\r", "a\r"),
            (" é ", " é "),
        ] {
            assert_eq!(&text[without_blank_edges(text)], expected, "{text:?}");
        }
    }
}
