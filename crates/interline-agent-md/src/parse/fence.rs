//! Distinguishes an ordinary document from one whose header is invalid.

use interline_frontmatter::{Block, Split, repair, split};

use super::field_kinds::native;
use super::location::locate;
use crate::error::Error;

/// Returns the header of `text`.
///
/// Linear in the header; without one, in the lines that might have been one.
pub(crate) fn block<'a>(text: &'a str, label: &str) -> Result<Block<'a>, Error> {
    match split(text) {
        Split::Block(block) => Ok(block),
        Split::Unterminated { opener } => Err(Error::Unterminated {
            at: locate(text, label, opener.start..opener.start + 3),
        }),
        Split::None => Err(
            broken_opener(text, label).unwrap_or_else(|| Error::NoFrontmatter {
                at: locate(text, label, 0..0),
            }),
        ),
    }
}

/// Returns whether the lines after the opener were meant as a header: one of them begins with a key, or the header has no lines. When
/// the header is not closed, the first line decides, since the others may be anything.
pub(crate) fn looks_like_header(text: &str) -> bool {
    let (header, is_closed) = match split(text) {
        Split::Block(block) => (block.yaml(), true),
        Split::Unterminated { opener } => (text.get(opener.end..).unwrap_or_default(), false),
        Split::None => return false,
    };
    let mut lines = header
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    match lines.next() {
        None => is_closed,
        Some(first) => is_header_line(first) || (is_closed && lines.any(is_header_line)),
    }
}

/// Returns the error about a first line that was meant to open a header and does not.
fn broken_opener(text: &str, label: &str) -> Option<Error> {
    let error = |start: usize, len: usize, message: &str| {
        Some(Error::Fence {
            message: message.to_owned(),
            at: locate(text, label, start..start + len),
        })
    };
    let without_bom = text.trim_start_matches('\u{feff}');
    let trimmed = without_bom.trim_start();
    let start = text.len() - trimmed.len();
    let rest = trimmed.strip_prefix("---")?;
    let (line, after) = rest.split_at(rest.find(['\n', '\r'])?);
    if after.starts_with('\r') && !after.starts_with("\r\n") {
        let closed = after.split('\r').skip(2).any(is_fence);
        let header = after.split('\r').nth(1).is_some_and(is_header_line);
        return if closed && header {
            error(start, 3, "lines end in CR alone: expected LF or CRLF")
        } else {
            None
        };
    }
    let mut lines = after.lines().skip(1);
    let first = lines.find(|line| !line.trim().is_empty())?;
    if !is_header_line(first.trim_start()) || !lines.any(is_fence) {
        return None;
    }
    let before = &text[..start];
    if !line.trim().is_empty() {
        let message = "the line that opens the header has more than `---`: expected exactly `---`";
        error(start, 3 + line.len(), message)
    } else if before.contains('\n') {
        let message = "a header after other lines: the opening `---` must be the first line";
        error(start, 3, message)
    } else {
        let message = "the opening `---` does not begin in column 1: expected nothing before it";
        error(start, 3, message)
    }
}

fn is_header_line(line: &str) -> bool {
    repair::is_header_line(line, &native())
}

fn is_fence(line: &str) -> bool {
    line.trim() == "---"
}
