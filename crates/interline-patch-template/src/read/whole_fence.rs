//! A response that as a whole stands in one Markdown fence.

use std::ops::Range;

use crate::diagnostics;
use crate::options::{FenceRecovery, ResponseOptions, WholeFence};
use crate::scan::{
    Blocks, Fence, FenceEnds, Item, Keyword, Lexed, MarkerKind, Reader, is_alone_on_line, lex,
    line_end, steps,
};

use super::gap::Gap;
use super::response::read;

/// The fence round a whole response.
pub(crate) struct Wrapping {
    /// The line that opens it.
    pub(crate) opener: Range<usize>,
    /// What stands in it.
    pub(crate) content: Range<usize>,
}

/// A line of more bytes than this, its LF aside, opens no fence round an answer: while a response arrives, so much of it is held.
const OPENER_LIMIT: usize = 128;

/// Info strings of a fence that a model puts round an answer.
const INFO: [&str; 7] = ["", "markdown", "md", "mdx", "html", "text", "xml"];

/// The fence that a line opens outside block quotes and list items. `line` begins at `offset`.
fn fence_of(line: &str, offset: usize) -> Option<Fence> {
    let mut blocks = Blocks::default();
    blocks.reset(offset);
    blocks.feed(line.as_bytes());
    // A line is decided at its end.
    if !line.ends_with('\n') {
        blocks.feed(b"\n");
    }
    blocks.fence().filter(|fence| fence.is_top_level)
}

/// The fence that a line opens, when it is one that a model puts round an answer. `line` begins at `offset`.
fn wrapping_fence(line: &str, offset: usize) -> Option<Fence> {
    let text = line.trim();
    if !text.starts_with(['`', '~']) || line.trim_end_matches('\n').len() > OPENER_LIMIT {
        return None;
    }
    let fence = fence_of(line, offset)?;
    let info = text[fence.len..].trim();
    INFO.iter()
        .any(|word| info.eq_ignore_ascii_case(word))
        .then_some(fence)
}

/// The bytes of what is in the fenced code block whose first line begins at `opened`, and where the block ends.
pub(crate) fn fenced_content(text: &str, opened: usize) -> Option<(Range<usize>, usize)> {
    let content = line_end(text, opened);
    let line = &text[opened..content];
    // An indented fence removes indentation from what is in it.
    let fence = fence_of(line, opened).filter(|_| !line.starts_with(' '))?;
    Some(match FenceEnds::default().first(text, fence, content) {
        Some(closer) => (content..closer, line_end(text, closer)),
        None => (content..text.len(), text.len()),
    })
}

/// The fence that all of `text` after `start` is in, when there is a marker in it. Linear.
pub(crate) fn whole_fence(text: &str, start: usize, options: &ResponseOptions) -> Option<Wrapping> {
    if options.whole_fence == WholeFence::Keep {
        return None;
    }
    let first = start + text[start..].find(|c: char| !c.is_ascii_whitespace())?;
    let line = crate::scan::line_start(text, first).max(start);
    let content = line_end(text, first);
    let fence = wrapping_fence(&text[line..content], line)?;
    let end = match FenceEnds::default().first(text, fence, content) {
        Some(closer) if text[line_end(text, closer)..].trim().is_empty() => closer,
        Some(_) => nested_end(text, fence, content, options)?,
        None => text.len(),
    };
    let mut reader = Reader::new(&text[..end], content, Keyword::Patch, FenceRecovery::Strict);
    let has_marker =
        std::iter::from_fn(|| reader.next()).any(|item| matches!(item, Item::Marker(_)));
    has_marker.then_some(Wrapping {
        opener: line..content,
        content: content..end,
    })
}

/// Codes that say that the markers of a response do not pair up.
const UNPAIRED: [&str; 4] = [
    "unclosed-patch",
    "stray-closer",
    "nested-opener",
    diagnostics::MISSPELT_CLOSER,
];

/// The end of what is in a fence round a whole response whose patches have fences as long as it in them.
///
/// Three backticks outside and three inside is what models write most. By CommonMark the first inner fence ends the outer
/// one, so that the markers decide: without the lines of the outer fence they have to pair up, with every other fence inside
/// a patch.
fn nested_end(
    text: &str,
    fence: Fence,
    content: usize,
    options: &ResponseOptions,
) -> Option<usize> {
    let first = content + text[content..].find(|c: char| !c.is_ascii_whitespace())?;
    let opener = match lex(text, first, 0, &Keyword::Patch, true) {
        _ if !text[first..].starts_with("<!--") => return None,
        Lexed::Marker(marker) => marker,
        _ => return None,
    };
    if opener.kind != MarkerKind::Opener || !is_alone_on_line(text, &opener.span) {
        return None;
    }
    let last_end = text.trim_ascii_end().len();
    let last = crate::scan::line_start(text, last_end);
    let last_line = text[last..last_end].trim_start_matches(' ');
    let indent = last_end - last - last_line.len();
    let is_closer = last_line.len() >= fence.len
        && indent <= 3
        && last_line.bytes().all(|byte| byte == fence.byte);
    // Where the outer fence is not closed, the response ends with a patch.
    let end = match is_closer {
        true => last,
        false if last_line.starts_with("<!--") => text.len(),
        false => return None,
    };
    let inner = read(text, content..end, options);
    let is_paired = !inner
        .diagnostics
        .iter()
        .any(|found| UNPAIRED.contains(&&*found.code));
    let has_fence = |gap: &Gap<'_>| gap.text.lines().any(|line| fence_of(line, 0).is_some());
    (is_paired && !inner.patches.is_empty() && !inner.gaps.iter().any(has_fence)).then_some(end)
}

/// Sees as it arrives whether all of a response stands in one fence.
#[derive(Clone, Debug)]
pub(crate) struct FenceWatch {
    state: Watch,
    has_marker: bool,
    /// The first character in the fence that is not white space.
    first: Option<char>,
}

#[derive(Clone, Debug)]
enum Watch {
    /// The first line that is not blank, as far as it is there, and where it begins.
    Opener {
        line: String,
        start: usize,
    },
    /// In the fence; how the line at hand may close it.
    Inside {
        opener: Range<usize>,
        fence: Fence,
        line: CloserLine,
    },
    /// Behind the fence, where nothing but blanks has come.
    Behind {
        opener: Range<usize>,
        fence: Fence,
    },
    /// Text has come after a line that closes the fence, which may have been one of a patch in it: how the line at hand may
    /// close the outer one, and whether the last line that is not blank may end the response.
    Nested {
        opener: Range<usize>,
        fence: Fence,
        line: CloserLine,
        may_end: bool,
    },
    No,
}

/// The line at hand, read as one that closes a fence.
#[derive(Clone, Copy, Debug, Default)]
struct CloserLine {
    indent: usize,
    run: usize,
    /// Blanks have come behind the run.
    behind: bool,
    /// A CR has come behind the run, which ends the line.
    ended: bool,
    is_other: bool,
    /// Whether something other than white space has come, and how much of a `<!--` it begins with.
    has_text: bool,
    comment: usize,
}

impl FenceWatch {
    pub(crate) fn new(offset: usize) -> Self {
        Self {
            state: Watch::Opener {
                line: String::new(),
                start: offset,
            },
            has_marker: false,
            first: None,
        }
    }

    /// Whether all of the response, as far as it has come, may be in a fence that begins with a marker.
    pub(crate) fn is_possible(&self) -> bool {
        match &self.state {
            Watch::Opener { line, .. } => !line.trim_ascii().is_empty(),
            Watch::No => false,
            _ => self.first.is_none_or(|first| first == '<'),
        }
    }

    /// A marker stands in a fence.
    pub(crate) fn note_marker(&mut self) {
        self.has_marker = true;
    }

    /// Whether it is settled that not all of the response stands in a fence.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state, Watch::No)
    }

    /// The next piece, whose first byte has this offset.
    #[inline]
    pub(crate) fn feed(&mut self, piece: &str, offset: usize) {
        if !self.is_over() {
            self.read(piece, offset);
        }
    }

    fn read(&mut self, piece: &str, offset: usize) {
        for (at, c) in piece.char_indices() {
            steps::count(1);
            self.state = match std::mem::replace(&mut self.state, Watch::No) {
                Watch::Opener { mut line, start } => {
                    let end = offset + at + c.len_utf8();
                    let is_blank = line.trim_ascii().is_empty();
                    let is_full = line.len() >= OPENER_LIMIT;
                    if is_blank && !c.is_ascii_whitespace() && !matches!(c, '`' | '~') {
                        Watch::No
                    } else if c != '\n' && is_full {
                        // Blanks may go on; nothing behind so many of them opens a fence.
                        match is_blank && c.is_ascii_whitespace() {
                            true => Watch::Opener { line, start },
                            false => Watch::No,
                        }
                    } else if c != '\n' {
                        line.push(c);
                        Watch::Opener { line, start }
                    } else if is_blank {
                        line.clear();
                        Watch::Opener { line, start: end }
                    } else {
                        line.push(c);
                        let opener = start..end;
                        wrapping_fence(&line, start).map_or(Watch::No, |fence| Watch::Inside {
                            opener,
                            fence,
                            line: CloserLine::default(),
                        })
                    }
                }
                Watch::Inside {
                    opener,
                    fence,
                    mut line,
                } => {
                    if !c.is_whitespace() {
                        self.first.get_or_insert(c);
                    }
                    if c != '\n' {
                        line.take(c, char::from(fence.byte));
                        Watch::Inside {
                            opener,
                            fence,
                            line,
                        }
                    } else if line.closes(fence) {
                        Watch::Behind { opener, fence }
                    } else {
                        Watch::Inside {
                            opener,
                            fence,
                            line: CloserLine::default(),
                        }
                    }
                }
                Watch::Behind { opener, fence } if c.is_whitespace() => {
                    Watch::Behind { opener, fence }
                }
                Watch::Behind { opener, fence } if self.first == Some('<') => {
                    let mut line = CloserLine::default();
                    line.take(c, char::from(fence.byte));
                    Watch::Nested {
                        opener,
                        fence,
                        line,
                        may_end: false,
                    }
                }
                Watch::Nested {
                    opener,
                    fence,
                    mut line,
                    mut may_end,
                } => {
                    if c != '\n' {
                        line.take(c, char::from(fence.byte));
                    } else if let Some(ends) = std::mem::take(&mut line).may_end(fence) {
                        may_end = ends;
                    }
                    Watch::Nested {
                        opener,
                        fence,
                        line,
                        may_end,
                    }
                }
                Watch::Behind { .. } | Watch::No => return,
            };
        }
    }

    /// At the end of the response: the line of the fence that all of it stands in, when a marker does.
    pub(crate) fn finish(&self) -> Option<Range<usize>> {
        match &self.state {
            Watch::Inside { opener, .. } | Watch::Behind { opener, .. } if self.has_marker => {
                Some(opener.clone())
            }
            Watch::Nested {
                opener,
                fence,
                line,
                may_end,
            } if self.has_marker && line.may_end(*fence).unwrap_or(*may_end) => {
                Some(opener.clone())
            }
            _ => None,
        }
    }
}

impl CloserLine {
    fn take(&mut self, c: char, fence: char) {
        const COMMENT: [char; 4] = ['<', '!', '-', '-'];
        let is_next = COMMENT.get(self.comment) == Some(&c);
        if is_next && (self.comment > 0 || !self.has_text) {
            self.comment += 1;
        } else if self.comment < COMMENT.len() {
            self.comment = 0;
        }
        self.has_text |= !c.is_whitespace();
        match c {
            _ if self.ended => self.is_other = true,
            ' ' if self.run == 0 => self.indent += 1,
            _ if c == fence && !self.behind => self.run += 1,
            ' ' | '\t' if self.run > 0 => self.behind = true,
            '\r' if self.run > 0 => self.ended = true,
            _ => self.is_other = true,
        }
    }

    /// Whether a response that is in the fence may end with this line: it closes the fence or has a marker. `None` for a
    /// blank line.
    fn may_end(self, fence: Fence) -> Option<bool> {
        let may_be_marker = self.comment == "<!--".len();
        self.has_text.then(|| may_be_marker || self.closes(fence))
    }

    fn closes(self, fence: Fence) -> bool {
        !self.is_other && self.indent <= 3 && self.run >= fence.len
    }
}
