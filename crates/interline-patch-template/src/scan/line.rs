//! What a line of Markdown begins, and what it closes.

use super::Fence;
use super::cursor::Cursor;

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The line without its LF or CRLF.
pub(super) fn trim_line_ending(line: &[u8]) -> &[u8] {
    match line {
        [text @ .., b'\r', b'\n'] | [text @ .., b'\n'] => text,
        _ => line,
    }
}

/// Whether the line closes the fence; `None` when the part of it that is there does not tell.
pub(super) fn closes_fence(cursor: &Cursor<'_>, fence: Fence, complete: bool) -> Option<bool> {
    let (indent, text) = cursor.indent();
    let rest = &cursor.rest()[text - cursor.offset()..];
    let len = rest.iter().take_while(|&&byte| byte == fence.byte).count();
    let may_grow = !complete && rest.len() == len;
    if indent > 3 || len < fence.len && !may_grow {
        return Some(false);
    }
    let closes = rest[len..].iter().all(|&byte| is_blank(byte));
    if closes && !complete {
        None
    } else {
        Some(closes)
    }
}

/// Whether what follows on the line may decide what `text` begins: it is nothing but the begin of a list marker, a
/// heading, a fence, an underline or a thematic break.
pub(super) fn is_open_ended(text: &[u8]) -> bool {
    let behind = |len: usize| text[len..].iter().all(|&byte| is_blank(byte));
    match text.first() {
        None => true,
        Some(&byte @ (b'#' | b'`' | b'~')) => text.iter().all(|&b| b == byte),
        Some(&byte @ (b'-' | b'*' | b'_' | b'=' | b'+')) => {
            text.iter().all(|&b| b == byte || is_blank(b)) || behind(1)
        }
        Some(b'0'..=b'9') => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            digits == text.len() || matches!(text[digits], b'.' | b')') && behind(digits + 1)
        }
        Some(_) => false,
    }
}

pub(super) fn is_run_then_blanks(text: &[u8], byte: u8) -> bool {
    let len = text.iter().take_while(|&&b| b == byte).count();
    text[len..].iter().all(|&b| is_blank(b))
}

pub(super) fn is_thematic_break(text: &[u8], byte: u8) -> bool {
    let mut count = 0;
    for &b in text {
        if b == byte {
            count += 1;
        } else if !is_blank(b) {
            return false;
        }
    }
    count >= 3
}

/// Length of the list marker that `text` begins with. One that interrupts a paragraph needs content, and begins
/// with 1 when it is a number.
pub(super) fn list_marker(text: &[u8], interrupts: bool) -> Option<usize> {
    let len = match text.first()? {
        b'-' | b'+' | b'*' => 1,
        b'0'..=b'9' => {
            let digits = text
                .iter()
                .take(10)
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            if digits > 9 || !matches!(text.get(digits), Some(b'.' | b')')) {
                return None;
            }
            if interrupts && !is_one(&text[..digits]) {
                return None;
            }
            digits + 1
        }
        _ => return None,
    };
    let rest = &text[len..];
    if !rest.first().is_none_or(|&byte| is_blank(byte)) {
        return None;
    }
    if interrupts && rest.iter().all(|&byte| is_blank(byte)) {
        return None;
    }
    Some(len)
}

pub(super) fn is_one(digits: &[u8]) -> bool {
    digits
        .iter()
        .rev()
        .enumerate()
        .all(|(place, &digit)| digit == if place == 0 { b'1' } else { b'0' })
}
