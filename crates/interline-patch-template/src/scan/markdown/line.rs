//! The blocks that a line of Markdown begins and ends.

use memchr::memchr;

use crate::steps;

use super::angle::TagState;
use super::cursor::Cursor;
use super::verdict::Fence;

/// The effect of a line on the blocks that were open before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    /// Block quotes and list items that it continues.
    pub(super) matched: usize,
    /// Block quotes and list items that it opens.
    pub(super) opened: usize,
    pub(super) is_blank: bool,
    /// It continues the open block, or makes a heading of it.
    pub(super) joins: bool,
    /// It begins an indented code block.
    pub(super) begins_indented: bool,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns the offsets of text after an empty line, from the end backwards. Linear in the part that is searched.
pub(crate) fn after_blank_lines(text: &[u8]) -> impl Iterator<Item = usize> {
    // Line by line, which is several times as fast as a search for two bytes backwards.
    memchr::memrchr_iter(b'\n', text)
        .filter(|&at| at > 0 && text[at - 1] == b'\n')
        .map(|at| at + 1)
}

/// Returns the line without its LF or CRLF.
pub(super) fn trim_line_ending(line: &[u8]) -> &[u8] {
    match line {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] => text,
        _ => line,
    }
}

/// Returns whether the line closes the fence; `None` if the part of it that has arrived does not decide.
pub(super) fn closes_fence(cursor: &Cursor<'_>, fence: Fence, complete: bool) -> Option<bool> {
    let (indent, text) = cursor.indent();
    let rest = &cursor.rest()[text - cursor.offset()..];
    let len = rest.iter().take_while(|&&byte| byte == fence.byte).count();
    // The run may continue in the next chunk, and then be long enough.
    let may_grow = !complete && rest.len() == len;
    if indent > 3 || len < fence.len && !may_grow {
        return Some(false);
    }
    let closes = rest[len..].iter().all(|&byte| is_space(byte));
    if closes && !complete {
        None
    } else {
        Some(closes)
    }
}

/// The text that decides the kind of a line whose first bytes do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Awaits {
    /// Any text may.
    #[default]
    Anything,
    /// A backtick, which may not follow on the line of an opening fence.
    Backtick,
    /// The end of a tag.
    TagEnd(TagState),
}

impl Awaits {
    /// Returns what the line waits for after `new`, its next bytes, if they do not decide.
    pub(super) fn continues(self, new: &[u8]) -> Option<Self> {
        match self {
            Self::Anything => None,
            Self::Backtick => {
                steps::count(new.len());
                memchr(b'`', new).is_none().then_some(self)
            }
            Self::TagEnd(state) => state.go_on(new).map(Self::TagEnd),
        }
    }
}

/// Returns the number of bytes at the start of `text` that a thematic break may have: the first one again, spaces and tabs. 0 if
/// the first one cannot begin a thematic break, an underline or the item of a list.
pub(super) fn break_len(text: &[u8]) -> usize {
    let len = match text.first() {
        Some(&byte @ (b'-' | b'*' | b'_' | b'=' | b'+')) => text
            .iter()
            .take_while(|&&b| b == byte || is_space(b))
            .count(),
        _ => 0,
    };
    steps::count(len);
    len
}

/// Returns whether the rest of the line may decide the block that `text` begins, because `text` is only the start of a list
/// marker, a heading, a fence, an underline or a thematic break. `is_break`: all of it is [such bytes](break_len).
pub(super) fn is_open_ended(text: &[u8], is_break: bool) -> bool {
    let after = |len: usize| text[len..].iter().all(|&byte| is_space(byte));
    match text.first() {
        None => true,
        Some(&byte @ (b'#' | b'`' | b'~')) => {
            let mut run = text.iter().inspect(|_| steps::count(1));
            run.all(|&b| b == byte)
        }
        Some(b'-' | b'*' | b'_' | b'=' | b'+') => is_break,
        Some(b'0'..=b'9') => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            steps::count(digits);
            digits == text.len() || matches!(text[digits], b'.' | b')') && after(digits + 1)
        }
        Some(_) => false,
    }
}

pub(super) fn is_run_then_spaces(text: &[u8], byte: u8) -> bool {
    let len = text.iter().take_while(|&&b| b == byte).count();
    text[len..].iter().all(|&b| is_space(b))
}

/// Returns whether `text`, all of it [bytes of a thematic break](break_len), is one.
pub(super) fn is_thematic_break(text: &[u8], byte: u8) -> bool {
    let is_one = |b: &&u8| **b == byte;
    matches!(byte, b'*' | b'-' | b'_') && text.iter().filter(is_one).take(3).count() == 3
}

/// Returns the length of the list marker with which `text` begins. One that interrupts a paragraph needs content, and a number
/// has to be 1.
pub(super) fn list_marker(text: &[u8], interrupts: bool) -> Option<usize> {
    let len = match text.first()? {
        b'-' | b'+' | b'*' => 1,
        b'0'..=b'9' => {
            let digits = text
                .iter()
                // Nine digits at most, so that one more decides: browsers overflow with longer numbers.
                .take(10)
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            if digits > 9 || !matches!(text.get(digits), Some(b'.' | b')')) {
                return None;
            }
            let number = text[..digits]
                .iter()
                .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
            if interrupts && number != 1 {
                return None;
            }
            digits + 1
        }
        _ => return None,
    };
    let rest = &text[len..];
    if !rest.first().is_none_or(|&byte| is_space(byte)) {
        return None;
    }
    if interrupts && rest.iter().all(|&byte| is_space(byte)) {
        return None;
    }
    Some(len)
}
