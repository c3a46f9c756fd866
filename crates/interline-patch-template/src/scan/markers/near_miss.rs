//! Comments that are nearly markers, by the text before their name.
//!
//! People and models write `<!-- Patch:status -->` or `<!-- /patch -->` and mean a marker. Such a comment stays text, because a
//! guess could overwrite text, and it is reported with the correct spelling.

use crate::steps;

use super::keyword::Keyword;

/// The number of spaces and invisible characters in a row that are read. More are not written by mistake, and a stream that waits
/// for the rest reads only so much again with every chunk.
const RUN_LIMIT: usize = 16;

/// The reason why text that looks like a marker is not one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NearMiss {
    BadName,
    /// The keyword is in another case, such as `Patch:`.
    Case,
    /// Spaces or tabs are inside `/ patch:` or `patch :`.
    Spaced,
    /// A character that looks like a space, or like nothing, is where a space or nothing belongs.
    Invisible(char),
    /// A closer without a name: `<!-- /patch -->`.
    NoName,
    /// A closer that is written `<!-- end patch:x -->`.
    End,
    /// A marker of a document, in a response.
    OtherKeyword,
    Reserved,
    BadAttributes,
    /// The line has no `-->`; the characters that end it instead.
    NoEnd(Option<&'static str>),
    TooLong,
}

/// The outcome of reading a comment that is not a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Other,
    /// The text ends before this is decided.
    Incomplete,
    /// The reason why it is not a marker, and the offset up to which it looks like one.
    NearMiss(NearMiss, usize),
}

/// Returns whether a character looks like a space or like nothing, and is neither a space nor a tab.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_whitespace() && !c.is_ascii()
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
        )
}

/// Reads a comment whose first character other than spaces and tabs is at `from`. It is not a marker of `keyword`, but may look like one.
/// Takes bounded time.
pub(crate) fn shape(text: &str, from: usize, keyword: &Keyword, ends_here: bool) -> Shape {
    steps::count(1);
    // The first character decides most comments.
    let may_be = match text.as_bytes().get(from) {
        None => true,
        Some(b'e' | b'E' | b'a' | b'A' | b'/') => true,
        Some(b'p' | b'P') => *keyword == Keyword::Patch,
        Some(byte) => !byte.is_ascii(),
    };
    if !may_be {
        return Shape::Other;
    }
    let mut reader = ShapeReader {
        text,
        at: from,
        ends_here,
    };
    reader.read(keyword).unwrap_or(Shape::Incomplete)
}

struct ShapeReader<'t> {
    text: &'t str,
    at: usize,
    ends_here: bool,
}

/// Consecutive spaces, tabs and invisible characters.
#[derive(Clone, Copy, Default)]
struct Run {
    len: usize,
    invisible: Option<char>,
}

impl<'t> ShapeReader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips a bounded number of spaces and invisible characters; `None` if the text ends first.
    fn run(&mut self) -> Option<Run> {
        let mut run = Run::default();
        for c in self.rest().chars().take(RUN_LIMIT) {
            if !matches!(c, ' ' | '\t') && !is_invisible(c) {
                return Some(run);
            }
            self.at += c.len_utf8();
            run.len += 1;
            if is_invisible(c) {
                run.invisible.get_or_insert(c);
            }
        }
        (self.ends_here || !self.rest().is_empty()).then_some(run)
    }

    /// Takes `word` in any case, and returns it as it is written; `None` if the text ends inside it.
    fn word(&mut self, word: &str) -> Option<Option<&'t str>> {
        let rest = self.rest();
        match rest.get(..word.len()) {
            Some(found) if found.eq_ignore_ascii_case(word) => {
                self.at += word.len();
                Some(Some(found))
            }
            Some(_) => Some(None),
            None => {
                let may_go_on = word
                    .get(..rest.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(rest));
                (self.ends_here || !may_go_on).then_some(None)
            }
        }
    }

    fn read(&mut self, keyword: &Keyword) -> Option<Shape> {
        let before = self.run()?;
        let end = self.word("end")?.is_some();
        let behind_end = if end { self.run()? } else { Run::default() };
        let slash = self.word("/")?.is_some();
        let behind_slash = if slash { self.run()? } else { Run::default() };
        let mut own = self.word(keyword.as_str())?;
        let is_other = own.is_none() && *keyword == Keyword::Patch;
        if is_other {
            own = self.word(Keyword::Agent.as_str())?;
        }
        let Some(word) = own else {
            return Some(Shape::Other);
        };
        let behind_word = self.run()?;
        let colon = self.word(":")?.is_some();
        if !colon {
            // A comment that does not end right here is not a marker.
            let is_closer = (slash || end && behind_end.len > 0) && !is_other;
            let closed = is_closer && self.word("-->")?.is_some();
            return Some(match closed {
                true => Shape::NearMiss(NearMiss::NoName, self.at),
                false => Shape::Other,
            });
        }
        let runs = [before, behind_end, behind_slash, behind_word];
        let invisible = runs.iter().find_map(|run| run.invisible);
        let why = if let Some(c) = invisible {
            NearMiss::Invisible(c)
        } else if end && (behind_end.len > 0 || slash) {
            NearMiss::End
        } else if end {
            // `endpatch:`
            return Some(Shape::Other);
        } else if is_other {
            // A boundary that is repeated from the document is not a mistake.
            if self.word("boundary:")?.is_some() {
                return Some(Shape::Other);
            }
            NearMiss::OtherKeyword
        } else if word.bytes().any(|byte| byte.is_ascii_uppercase()) {
            NearMiss::Case
        } else {
            NearMiss::Spaced
        };
        Some(Shape::NearMiss(why, self.at))
    }
}
