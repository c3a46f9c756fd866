//! Finds and reads tags, by pure functions over bytes.

use std::ops::Range;

use memchr::memchr;

use super::other_syntax::other_syntax;
use crate::compiled::Span;
use crate::error::ErrorKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Variable,
    Raw,
    Comment,
    Delimiters,
    Section,
    Inverted,
    Close,
    Partial,
    Parent,
    Block,
}

/// A tag of the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The name without sigil and spaces; for a tag that sets delimiters, the text between the two `=`.
    pub(super) name: Span,
    /// Whether the name may hold a dot.
    pub(super) has_dot: bool,
    /// Whether an asterisk is before the name of a partial or parent.
    pub(super) dynamic: bool,
}

pub(super) fn is_whitespace(c: char) -> bool {
    c.is_ascii() && is_whitespace_byte(c as u8)
}

fn is_whitespace_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
thread_local! {
    /// The number of bytes that were read, which tests compare with the length of the source.
    pub(super) static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts bytes that were read.
#[inline]
pub(super) fn looked_at(bytes: usize) {
    #[cfg(test)]
    LOOKED_AT.with(|count| count.set(count.get() + bytes));
    let _ = bytes;
}

/// Returns the first offset from `from` at which `needle` is found.
#[inline]
pub(super) fn find(bytes: &[u8], needle: &[u8], from: usize) -> Option<usize> {
    let (&first, rest) = needle.split_first()?;
    let mut at = from;
    loop {
        let found = memchr(first, bytes.get(at..)?);
        looked_at(found.unwrap_or(bytes.len() - at) + 1);
        at += found?;
        // Two bytes are the default; comparing the second one directly is faster than a slice comparison.
        let is_here = match rest {
            [second] => bytes.get(at + 1) == Some(second),
            _ => bytes.get(at + 1..)?.starts_with(rest),
        };
        if is_here {
            return Some(at);
        }
        at += 1;
    }
}

/// Returns the offset after the line ending, when only spaces and tabs are before it.
pub(super) fn line_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    looked_at(at - from + 1);
    match bytes.get(at) {
        None => Some(at),
        Some(b'\n') => Some(at + 1),
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => Some(at + 2),
        Some(_) => None,
    }
}

/// Reads the tag at `start`, the offset of `open`.
pub(super) fn tag(
    source: &str,
    start: usize,
    open: &str,
    close: &str,
) -> Result<Tag, Box<(ErrorKind, Range<usize>)>> {
    let bytes = source.as_bytes();
    let inside = start + open.len();
    let unclosed = |close: String| {
        let line = memchr(b'\n', bytes.get(start..).unwrap_or_default())
            .map_or(bytes.len(), |at| start + at);
        Box::new((ErrorKind::UnclosedTag { close }, start..line))
    };
    // Only right after the delimiter: `{{ {x}}` is an error in a name, not a raw tag.
    if bytes.get(inside) == Some(&b'{') {
        let Some(at) = find(bytes, close.as_bytes(), inside + 1) else {
            return Err(unclosed(format!("}}{close}")));
        };
        // The brace is before the delimiter, or is the first of a longer row of braces.
        let rest = bytes.get(at..).unwrap_or_default();
        let brace = if bytes.get(at - 1) == Some(&b'}') {
            at - 1
        } else if rest.first() == Some(&b'}') && rest[1..].starts_with(close.as_bytes()) {
            at
        } else {
            return Err(unclosed(format!("}}{close}")));
        };
        let end = brace + 1 + close.len();
        return named(
            (source, open, close),
            Kind::Raw,
            start..end,
            inside + 1..brace,
        );
    }
    let mut sigil = inside;
    while bytes.get(sigil).copied().is_some_and(is_whitespace_byte) {
        sigil += 1;
    }
    let kind = match bytes.get(sigil) {
        Some(b'#') => Kind::Section,
        Some(b'^') => Kind::Inverted,
        Some(b'/') => Kind::Close,
        Some(b'&') => Kind::Raw,
        Some(b'>') => Kind::Partial,
        Some(b'<') => Kind::Parent,
        Some(b'$') => Kind::Block,
        Some(b'!') => Kind::Comment,
        Some(b'=') => Kind::Delimiters,
        _ => Kind::Variable,
    };
    // A sigil that starts the closing delimiter is not a sigil: `|#x|#`.
    let content = if kind == Kind::Variable {
        sigil
    } else {
        sigil + 1
    };
    let unnamed = |end: usize, content: Range<usize>| Tag {
        kind,
        start,
        end,
        name: Span::new(content.start, content.end),
        has_dot: false,
        dynamic: false,
    };
    if kind == Kind::Delimiters {
        // The first `=` directly before a closing delimiter.
        let last = format!("={close}");
        return match find(bytes, last.as_bytes(), content) {
            Some(at) => Ok(unnamed(at + last.len(), content..at)),
            None => Err(unclosed(last)),
        };
    }
    let Some(at) = find(bytes, close.as_bytes(), inside) else {
        return Err(unclosed(close.to_owned()));
    };
    let end = at + close.len();
    if kind == Kind::Comment && at >= content {
        return Ok(unnamed(end, content..at));
    }
    named((source, open, close), kind, start..end, content.min(at)..at)
}

/// The class of each byte: 1 for those of most names, 2 for dots, 0 for others.
const IN_NAME: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let is_letter = (byte as u8).is_ascii_alphanumeric();
        table[byte] = (is_letter || matches!(byte as u8, b'_' | b'-')) as u8;
        byte += 1;
    }
    table[b'.' as usize] = 2;
    table
};

/// Returns whether a closing delimiter cannot be part of a name. One that is made of letters can.
pub(super) fn ends_names(close: &str) -> bool {
    close
        .bytes()
        .next()
        .is_some_and(|byte| IN_NAME[byte as usize] == 0)
}

/// Reads a tag without spaces and rare sigils, as most are. Its content starts at `inside`.
#[inline]
pub(super) fn plain(bytes: &[u8], start: usize, inside: usize, close: &[u8]) -> Option<Tag> {
    let (kind, name) = match bytes.get(inside)? {
        b'#' => (Kind::Section, inside + 1),
        b'^' => (Kind::Inverted, inside + 1),
        b'/' => (Kind::Close, inside + 1),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => (Kind::Variable, inside),
        _ => return None,
    };
    let rest = bytes.get(name..)?;
    let mut kinds = 0;
    let length = rest.iter().position(|&byte| {
        let kind = IN_NAME[byte as usize];
        kinds |= kind;
        kind == 0
    });
    looked_at(length.unwrap_or(rest.len()));
    let length = length?;
    let at = name + length;
    let is_closed = match close {
        [first, second] => rest.get(length) == Some(first) && rest.get(length + 1) == Some(second),
        _ => rest.get(length..)?.starts_with(close),
    };
    if length == 0 || !is_closed {
        return None;
    }
    let has_dot = kinds & 2 != 0;
    Some(Tag {
        kind,
        start,
        end: at + close.len(),
        name: Span::new(name, at),
        has_dot,
        dynamic: false,
    })
}

fn named(
    (source, open, close): (&str, &str, &str),
    kind: Kind,
    tag: Range<usize>,
    content: Range<usize>,
) -> Result<Tag, Box<(ErrorKind, Range<usize>)>> {
    let bytes = source.as_bytes();
    let (mut start, mut end) = trim(bytes, content);
    // A closing tag too, since `{{/*x}}` closes `{{<*x}}`.
    let is_inclusion = matches!(kind, Kind::Partial | Kind::Parent | Kind::Close);
    let mut dynamic = false;
    if is_inclusion && bytes.get(start) == Some(&b'*') {
        dynamic = true;
        (start, end) = trim(bytes, start + 1..end);
    }
    let name = bytes.get(start..end).unwrap_or_default();
    if name.is_empty() {
        return Err(Box::new((ErrorKind::EmptyTag, tag)));
    }
    if name.iter().copied().any(is_whitespace_byte)
        || (kind == Kind::Variable && name.first() == Some(&b'{'))
    {
        let name = Span::new(start, end).of(source);
        let kind = other_syntax(kind, name, open, close).unwrap_or_else(|| ErrorKind::BadName {
            name: name.to_owned(),
        });
        return Err(Box::new((kind, tag)));
    }
    Ok(Tag {
        kind,
        start: tag.start,
        end: tag.end,
        name: Span::new(start, end),
        has_dot: name.contains(&b'.'),
        dynamic,
    })
}

fn trim(bytes: &[u8], range: Range<usize>) -> (usize, usize) {
    looked_at(range.len());
    let (mut start, mut end) = (range.start, range.end.max(range.start));
    while start < end && bytes.get(start).copied().is_some_and(is_whitespace_byte) {
        start += 1;
    }
    while end > start && bytes.get(end - 1).copied().is_some_and(is_whitespace_byte) {
        end -= 1;
    }
    (start, end)
}

/// Returns the two delimiters in `span`.
pub(super) fn delimiters(source: &str, span: Span) -> Option<(Span, Span)> {
    let text = span.of(source);
    let start = span.range().start;
    let offset = |part: &str| {
        // The parts are slices of `text`, so that the difference of the addresses is their offset in it.
        let at = start + (part.as_ptr() as usize - text.as_ptr() as usize);
        Span::new(at, at + part.len())
    };
    let mut words = text.split(is_whitespace).filter(|word| !word.is_empty());
    let (open, close) = (words.next()?, words.next()?);
    if words.next().is_some() || open.contains('=') || close.contains('=') {
        return None;
    }
    Some((offset(open), offset(close)))
}

/// Calls `push` with each part of a dotted name. Returns `false` when one is empty.
pub(super) fn split_dots(source: &str, name: Span, mut push: impl FnMut(Span)) -> bool {
    let mut start = name.range().start;
    let mut parts = name.of(source).split('.');
    parts.all(|part| {
        push(Span::new(start, start + part.len()));
        start += part.len() + 1;
        // `a..b`, `.a` and `a.` name nothing.
        !part.is_empty()
    })
}
