//! Markers: `<!-- patch:name key=value -->` in responses, `<!-- agent:name -->` in documents.

use std::ops::Range;

use memchr::memchr3_iter;

use unicode_ident::is_xid_continue;

use crate::steps;

use super::attributes::are_attributes;
use super::custom::Markers;
use super::keyword::Keyword;
use super::near_miss::{NearMiss, Shape, is_invisible, shape};

/// The length of a marker in bytes, at most. Longer ones are text, so that a stream buffers a bounded part of one.
pub(crate) const MARKER_LIMIT: usize = 64 * 1024;

/// The name in the markers of boundaries.
const BOUNDARY: &str = "boundary";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkerKind {
    Opener,
    Closer,
    Boundary,
}

/// A marker as it is written. Ranges are offsets in the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    pub(crate) kind: MarkerKind,
    /// From `<` through `>`.
    pub(crate) span: Range<usize>,
    /// The name; for a boundary, its id.
    pub(crate) name: Range<usize>,
    /// Whether it is at column 0 of its line. Set by the scanner, which knows the text before it.
    pub(crate) begins_line: bool,
    /// For an opener of a document inside a block quote or list item: the number, from 1, of its prefix in the scanner. A number
    /// keeps markers cheap to move.
    pub(crate) prefix: u32,
}

impl Marker {
    /// Makes an opener or a closer of the name at `name`.
    fn new(is_closer: bool, span: Range<usize>, name: Range<usize>) -> Self {
        let kind = match is_closer {
            true => MarkerKind::Closer,
            false => MarkerKind::Opener,
        };
        Self {
            kind,
            span,
            name,
            begins_line: false,
            prefix: 0,
        }
    }

    /// Returns the range between the name and `-->`.
    pub(crate) fn attributes(&self) -> Range<usize> {
        self.name.end..self.span.end - "-->".len()
    }
}

/// The outcome of reading a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lexed {
    Marker(Marker),
    /// Text that looks like a marker up to the end of this range.
    NearMiss(NearMiss, Range<usize>),
    Other,
    /// The text ends before this is decided.
    Incomplete(Until),
}

/// The text that does not decide a marker which is cut off, so that a stream need not read it from its start with every chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// Spaces and tabs.
    NoSpace,
    /// Characters of a name.
    NoName,
    /// Everything but the end of the line, of the comment, or another `<!--`.
    CommentEnd,
    /// Nothing: any character may decide it.
    Anything,
}

impl Until {
    /// Returns whether the text after `seen` leaves the marker at the start of `text` undecided.
    pub(crate) fn continues(self, text: &str, seen: usize) -> bool {
        let Some(new) = text.get(seen..) else {
            return false;
        };
        steps::count(new.len() + 1);
        text.len() < MARKER_LIMIT
            && match self {
                Self::NoSpace => new.bytes().all(|byte| matches!(byte, b' ' | b'\t')),
                Self::NoName => new.chars().all(is_name_char),
                Self::CommentEnd => {
                    // A `<!--` may have been cut in three places.
                    let from = seen.saturating_sub(3);
                    matches!(comment_end(text.as_bytes(), from, 0), CommentEnd::Unknown)
                }
                Self::Anything => false,
            }
    }
}

pub(crate) fn is_name_start(c: char) -> bool {
    c.is_alphanumeric()
}

/// Returns whether a name may have this character: letters and digits of any script, and the combining marks with which many
/// scripts write them.
pub(crate) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.') || is_xid_continue(c)
}

/// Returns the bytes of the name with which `text` begins.
fn name_len(text: &str) -> usize {
    let ascii = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let plain = text.bytes().take_while(|byte| ascii(byte)).count();
    steps::count(plain);
    if text.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        return plain;
    }
    text.find(|c| !is_name_char(c)).unwrap_or(text.len())
}

/// Returns whether a component can have this name: a letter or digit, then letters, digits, `-`, `_`, `.`; not `boundary`.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(is_name_start) && name.chars().all(is_name_char) && name != BOUNDARY
}

/// Reads the marker that begins with the `<!--` at `at` in `text`, whose first byte has offset `base` in the whole text.
///
/// `ends_here`: the text ends with `text`. Linear in the marker; never reads past the next `<!--`, so that reading at every
/// `<!--` of a text is linear in the text.
pub(crate) fn lex(text: &str, at: usize, base: usize, keyword: &Keyword, ends_here: bool) -> Lexed {
    let bytes = text.as_bytes();
    if let Keyword::Custom(markers) = keyword {
        return lex_custom(text, at, base, markers, ends_here);
    }
    let mut here = at + 4;
    while matches!(bytes.get(here), Some(b' ' | b'\t')) {
        here += 1;
    }
    steps::count(here - at);
    let closer = bytes.get(here) == Some(&b'/');
    here += usize::from(closer);
    let word = keyword.as_str().as_bytes();
    let rest = bytes.get(here..).unwrap_or_default();
    // Decided before the keyword is compared, so that a stream never buffers more spaces than the limit.
    if here - at > MARKER_LIMIT {
        return Lexed::Other;
    }
    if !ends_here && word.starts_with(rest) {
        let spaces_only = rest.is_empty() && !closer;
        return Lexed::Incomplete(if spaces_only {
            Until::NoSpace
        } else {
            Until::Anything
        });
    }
    if !rest.starts_with(word) || rest.get(word.len()) != Some(&b':') {
        return match shape(text, here - usize::from(closer), keyword, ends_here) {
            Shape::Other => Lexed::Other,
            Shape::Incomplete => Lexed::Incomplete(Until::Anything),
            Shape::NearMiss(why, end) => Lexed::NearMiss(why, base + at..base + end),
        };
    }
    let name_at = here + word.len() + 1;
    // The fast path. All that follows reads markers with attributes, and near misses.
    if let Some(marker) = plain_marker(text, at, base, name_at, closer) {
        return Lexed::Marker(marker);
    }
    let near_miss = |why, end: usize| {
        let seen = text[at..floor_boundary(text, end)].trim_end_matches([' ', '\t', '\r']);
        Lexed::NearMiss(why, base + at..base + at + seen.len())
    };
    // Read from left to right and decided by the first character that decides, so that a stream needs no more text than that.
    let name = &text[name_at..];
    if name.starts_with(is_name_start) && name_at + name_len(name) - at >= MARKER_LIMIT {
        return near_miss(NearMiss::TooLong, name_at);
    }
    let name = &name[..name.len().min(name_reach(name))];
    let after = &text[name_at + name.len()..];
    let is_boundary = matches!(keyword, Keyword::Agent) && name == BOUNDARY && !closer;
    // A marker that ends before its name has one code, whatever follows: text that is inserted after it later must not change the
    // diagnostic.
    if name.is_empty() {
        let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
        steps::count(spaces);
        let rest = &after[spaces..];
        // The end of a text may be a CR to which another line ending is added.
        let after_cr = rest.trim_start_matches('\r');
        let has_cr = after_cr.len() < rest.len();
        let few_crs = rest.len() - after_cr.len() <= 2;
        let may_begin_comment = !has_cr && after_cr.len() < 4 && "<!--".starts_with(after_cr);
        match after_cr {
            "" if !ends_here && !has_cr => return Lexed::Incomplete(Until::NoSpace),
            "" if !ends_here && few_crs => return Lexed::Incomplete(Until::Anything),
            _ if !ends_here && may_begin_comment => return Lexed::Incomplete(Until::Anything),
            line if few_crs && (line.is_empty() || line.starts_with('\n'))
                || !has_cr && line.starts_with("<!--") =>
            {
                return near_miss(NearMiss::NoEnd(None), name_at);
            }
            _ => {}
        }
    }
    match after.chars().next() {
        None if !ends_here => return Lexed::Incomplete(Until::NoName),
        Some('<') if !ends_here && after.len() < 4 && "<!--".starts_with(after) => {
            return Lexed::Incomplete(Until::Anything);
        }
        Some('<') if after.starts_with("<!--") => {
            return near_miss(NearMiss::NoEnd(None), name_at + name.len());
        }
        Some('-') if ends_here && !name.is_empty() && matches!(after, "-" | "--") => {
            return near_miss(NearMiss::NoEnd(None), text.len());
        }
        Some('-') if !ends_here && "-->".starts_with(after) => {
            return Lexed::Incomplete(if name.is_empty() {
                Until::Anything
            } else {
                Until::NoName
            });
        }
        _ if !name.is_empty() && after.starts_with("-->") => {}
        Some(' ' | '\t' | '\r' | '\n') | None if name.starts_with(is_name_start) => {}
        Some(':') if is_boundary => {}
        // A `<` may begin the next marker, and is not part of this one.
        Some('<') => return near_miss(NearMiss::BadName, name_at + name.len()),
        Some(c) => {
            let why = match is_invisible(c) {
                true => NearMiss::Invisible(c),
                false => NearMiss::BadName,
            };
            return near_miss(why, name_at + name.len() + c.len_utf8());
        }
        None => return near_miss(NearMiss::NoEnd(None), text.len()),
    }
    let unclosed = |end: usize| {
        let why = NearMiss::NoEnd(wrong_end(&text[at..end]));
        near_miss(why, end.min(at + SHOWN))
    };
    let end = match comment_end(bytes, name_at + name.len(), at) {
        CommentEnd::At(end) => end,
        CommentEnd::Never(end) => return unclosed(end),
        CommentEnd::TooLong => return near_miss(NearMiss::TooLong, name_at),
        CommentEnd::Unknown if ends_here => return unclosed(text.len()),
        CommentEnd::Unknown => return Lexed::Incomplete(Until::CommentEnd),
    };
    let span = base + at..base + end + 3;
    let after = &text[name_at + name.len()..end];
    let name_at = base + name_at;
    if let (true, Some(id)) = (is_boundary, after.strip_prefix(':')) {
        let id = id.trim_end_matches([' ', '\t']);
        if !is_boundary_id(id) {
            return Lexed::NearMiss(NearMiss::BadName, span);
        }
        let id_at = name_at + name.len() + 1;
        return Lexed::Marker(Marker {
            kind: MarkerKind::Boundary,
            ..Marker::new(false, span, id_at..id_at + id.len())
        });
    }
    if name == BOUNDARY {
        return Lexed::NearMiss(NearMiss::Reserved, span);
    }
    if !are_attributes(after) {
        return Lexed::NearMiss(NearMiss::BadAttributes, span);
    }
    Lexed::Marker(Marker::new(closer, span, name_at..name_at + name.len()))
}

/// Reads a marker of another program as [`lex`] does.
fn lex_custom(text: &str, at: usize, base: usize, markers: &Markers, ends_here: bool) -> Lexed {
    let bytes = text.as_bytes();
    let end = match comment_end(bytes, at + 4, at) {
        CommentEnd::At(end) => end,
        CommentEnd::Unknown if !ends_here => return Lexed::Incomplete(Until::CommentEnd),
        _ => return Lexed::Other,
    };
    let inner = &text[at + 4..end];
    let start = at + 4 + inner.len() - inner.trim_start_matches([' ', '\t']).len();
    let Some((is_closer, name)) = markers.read(inner.trim_matches([' ', '\t'])) else {
        return Lexed::Other;
    };
    let name = base + start + name.start..base + start + name.end;
    Lexed::Marker(Marker::new(is_closer, base + at..base + end + 3, name))
}

/// Returns the end of a line that was meant to end a comment.
fn wrong_end(text: &str) -> Option<&'static str> {
    let text = text.trim_end();
    ["--!>", "-- >", "->"]
        .into_iter()
        .find(|wrong| text.ends_with(wrong))
}

/// The bytes of an unclosed marker that a diagnostic underlines, at most.
const SHOWN: usize = 80;

/// Returns the bytes of the name with which `text` begins, if it begins with a letter or digit. A `-->` is not part of the name,
/// and neither is `-` or `--` at the end of the text, which may become one.
fn name_reach(text: &str) -> usize {
    if !text.starts_with(is_name_start) {
        return 0;
    }
    let len = name_len(text);
    match text[..len]
        .bytes()
        .rev()
        .take_while(|&byte| byte == b'-')
        .count()
    {
        dashes if dashes >= 2 && text[len..].starts_with('>') => len - 2,
        dashes if len == text.len() => len - dashes.min(2),
        _ => len,
    }
}

/// Reads the marker that begins at `at` if only a name follows the colon before `name_at`. Nearly all markers are of this form,
/// and it needs no search for their end.
fn plain_marker(
    text: &str,
    at: usize,
    base: usize,
    name_at: usize,
    closer: bool,
) -> Option<Marker> {
    let rest = text.get(name_at..)?;
    let name = &rest[..name_len(rest)];
    let spaces = rest[name.len()..]
        .bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    let end = name_at + name.len() + spaces;
    let is_whole =
        text.as_bytes().get(end..end + 3) == Some(b"-->") && end + 3 - at <= MARKER_LIMIT;
    if !is_whole || !name.starts_with(is_name_start) || name == BOUNDARY {
        return None;
    }
    let name = base + name_at..base + name_at + name.len();
    Some(Marker::new(closer, base + at..base + end + 3, name))
}

/// Returns whether `id` can be the id of a boundary: one word that does not end the comment.
pub(crate) fn is_boundary_id(id: &str) -> bool {
    id.starts_with(is_name_start)
        && !id.contains(|c: char| c.is_whitespace() || c.is_control() || c == '<' || c == '>')
}

/// Returns the end of the comment that begins at `start`, if its `-->` is after `from`.
pub(crate) fn comment_close(text: &str, start: usize, from: usize) -> Option<usize> {
    match comment_end(text.as_bytes(), from, start) {
        CommentEnd::At(end) => Some(end + 3),
        _ => None,
    }
}

enum CommentEnd {
    /// Offset of the `-->`.
    At(usize),
    /// The offset of the line ending or `<!--` that comes first.
    Never(usize),
    TooLong,
    /// The text ends first.
    Unknown,
}

fn comment_end(bytes: &[u8], from: usize, start: usize) -> CommentEnd {
    let end = find_comment_end(bytes, from, start);
    steps::count(match end {
        CommentEnd::At(end) | CommentEnd::Never(end) => end - from,
        CommentEnd::TooLong | CommentEnd::Unknown => bytes.len().min(start + MARKER_LIMIT) - from,
    });
    end
}

fn find_comment_end(bytes: &[u8], from: usize, start: usize) -> CommentEnd {
    let window = &bytes[..bytes.len().min(start + MARKER_LIMIT)];
    let from = from.min(window.len());
    for hit in memchr3_iter(b'\n', b'>', b'<', &window[from..]) {
        let at = from + hit;
        match window[at] {
            b'\n' => return CommentEnd::Never(at),
            b'>' if at >= from + 2 && window[at - 2..at] == *b"--" => {
                return CommentEnd::At(at - 2);
            }
            b'<' if bytes[at..].starts_with(b"<!--") => return CommentEnd::Never(at),
            _ => {}
        }
    }
    if bytes.len() > window.len() {
        CommentEnd::TooLong
    } else {
        CommentEnd::Unknown
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read::messages;

    /// Returns the bytes that a diagnostic underlines, with the reason.
    fn near_miss<'t>(text: &'t str, keyword: &Keyword) -> Option<(NearMiss, &'t str)> {
        let at = text.find("<!--")?;
        // The whole text begins before this part.
        match lex(text, at, 1_000, keyword, true) {
            Lexed::NearMiss(why, span) => Some((why, &text[span.start - 1_000..span.end - 1_000])),
            _ => None,
        }
    }

    #[test]
    fn underlines_a_near_miss_up_to_the_mistake() {
        let cases = [
            ("x <!-- patch:a/b -->", NearMiss::BadName, "<!-- patch:a/"),
            (
                "<!-- patch:abcé\u{301}€d -->",
                NearMiss::BadName,
                "<!-- patch:abcé\u{301}€",
            ),
            (
                "é <!-- patch:abc<b -->",
                NearMiss::BadName,
                "<!-- patch:abc",
            ),
            ("<!-- patch:-->", NearMiss::BadName, "<!-- patch:-"),
            ("<!-- patch: a -->", NearMiss::BadName, "<!-- patch:"),
            ("<!-- patch: \t\r\nx", NearMiss::NoEnd(None), "<!-- patch:"),
            ("x <!-- patch:<!-- b", NearMiss::NoEnd(None), "<!-- patch:"),
            (
                "x <!-- patch:a<!-- b",
                NearMiss::NoEnd(None),
                "<!-- patch:a",
            ),
            (
                "<!-- patch:a\u{a0}-->",
                NearMiss::Invisible('\u{a0}'),
                "<!-- patch:a\u{a0}",
            ),
            (
                "x <!-- patch:boundary k -->",
                NearMiss::Reserved,
                "<!-- patch:boundary k -->",
            ),
            (
                "x <!-- patch:a (b) --> c",
                NearMiss::BadAttributes,
                "<!-- patch:a (b) -->",
            ),
            ("x <!-- patch:a", NearMiss::NoEnd(None), "<!-- patch:a"),
            ("x <!-- patch:a \t", NearMiss::NoEnd(None), "<!-- patch:a"),
            (
                "x <!-- patch:a b \r\n-->",
                NearMiss::NoEnd(None),
                "<!-- patch:a b",
            ),
            (
                "x <!-- patch:a <!-- b -->",
                NearMiss::NoEnd(None),
                "<!-- patch:a",
            ),
            (
                "x <!-- patch:a b->  \n",
                NearMiss::NoEnd(Some("->")),
                "<!-- patch:a b->",
            ),
        ];
        for (text, why, shown) in cases {
            assert_eq!(
                near_miss(text, &Keyword::Patch),
                Some((why, shown)),
                "{text:?}"
            );
        }
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(2_000))]

        #[test]
        fn an_unfinished_marker_is_reported_alike_whatever_follows(
            snippets in prop::collection::vec(
                prop::sample::select(vec![
                    "patch", ":", "a", "boundary", "-", "--", " ", "\t", "/", "\u{a0}", "k=v", "\"", "é", "€", "P",
                ]),
                0..8,
            ),
            cr in prop::sample::select(vec!["", "\r"]),
            keyword in prop::sample::select(vec![Keyword::Patch, Keyword::Agent]),
        ) {
            let text = format!("<!-- {}{}{cr}", keyword.as_str(), snippets.concat());
            let code = |text: &str| match lex(text, 0, 0, &keyword, true) {
                Lexed::NearMiss(why, span) => Some(messages::near_miss(&keyword, why, &span).code),
                _ => None,
            };
            let alone = code(&text);
            for follows in ["\n", "\r\n", "\nx -->", "\n<!-- agent:a -->"] {
                prop_assert_eq!(&code(&format!("{text}{follows}")), &alone, "{:?}", text);
            }
        }
    }

    /// A diagnostic underlines a part of a long line, which ends before a character that would be cut.
    #[test]
    fn little_is_shown_of_a_line_that_is_not_closed() {
        for end in ["", "\n", " ->", " ->\n"] {
            for before in ["", "é ", "x\n"] {
                for begin in ["<!-- patch:a ", "<!-- patch:ab "] {
                    let text = format!("{before}{begin}{}{end}", "é".repeat(100));
                    let Some((NearMiss::NoEnd(wrong), shown)) = near_miss(&text, &Keyword::Patch)
                    else {
                        panic!("{text:?}");
                    };
                    assert_eq!(wrong, end.contains("->").then_some("->"));
                    assert_eq!(shown.len(), 80 - (80 - begin.len()) % 2, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn a_boundary_names_its_id() {
        for (id, is_id) in [
            ("1", true),
            ("a0cfeb34:some-words", true),
            ("é.(x)", true),
            ("", false),
            ("-a", false),
            ("a b", false),
            ("a\u{1}", false),
            ("a<b", false),
            ("a>b", false),
        ] {
            assert_eq!(is_boundary_id(id), is_id, "{id:?}");
            let text = format!("x <!-- agent:boundary:{id}\t -->");
            match lex(&text, 2, 7, &Keyword::Agent, true) {
                Lexed::Marker(marker) if is_id => {
                    assert_eq!(marker.kind, MarkerKind::Boundary);
                    assert_eq!(marker.span, 9..text.len() + 7);
                    assert_eq!(&text[marker.name.start - 7..marker.name.end - 7], id);
                }
                found => assert!(!is_id && matches!(found, Lexed::NearMiss(NearMiss::BadName, _))),
            }
        }
    }
}
