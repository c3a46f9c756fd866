//! A response that as a whole stands in one Markdown fence.

use std::ops::Range;

use crate::marker::Keyword;
use crate::options::{FenceRecovery, WholeFence};
use crate::reader::{Reader, line_end};
use crate::scan::{Blocks, Fence, FenceEnds, Item};
use crate::steps;

/// The fence round a whole response.
pub(crate) struct Wrapping {
    /// The line that opens it.
    pub(crate) opener: Range<usize>,
    /// What stands in it.
    pub(crate) content: Range<usize>,
}

/// A line of more bytes than this, its LF aside, opens no fence round an answer: while a response arrives, so much of it is held.
const OPENER_LIMIT: usize = 128;

/// Info strings of a fence that a model puts round an answer in Markdown.
const INFO: [&str; 3] = ["", "markdown", "md"];

/// The fence that a line opens, when it is one that a model puts round an answer. `line` begins at `offset`.
fn wrapping_fence(line: &str, offset: usize) -> Option<Fence> {
    let text = line.trim();
    if !text.starts_with(['`', '~']) || line.trim_end_matches('\n').len() > OPENER_LIMIT {
        return None;
    }
    let mut blocks = Blocks::default();
    blocks.reset(offset);
    blocks.feed(line.as_bytes());
    let fence = blocks.fence().filter(|fence| fence.is_top_level)?;
    let info = text[fence.len..].trim();
    INFO.iter()
        .any(|word| info.eq_ignore_ascii_case(word))
        .then_some(fence)
}

/// The fence that all of `text` behind `start` stands in, when there is a marker in it. Linear.
pub(crate) fn whole_fence(text: &str, start: usize, policy: WholeFence) -> Option<Wrapping> {
    if policy == WholeFence::Keep {
        return None;
    }
    let first = start + text[start..].find(|c: char| !c.is_ascii_whitespace())?;
    let line = crate::reader::line_start(text, first).max(start);
    let content = line_end(text, first);
    let fence = wrapping_fence(&text[line..content], line)?;
    let end = match FenceEnds::default().first(text, fence, content) {
        Some(closer) if text[line_end(text, closer)..].trim().is_empty() => closer,
        Some(_) => return None,
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

/// Sees as it arrives whether all of a response stands in one fence.
#[derive(Clone, Debug)]
pub(crate) struct FenceWatch {
    state: Watch,
    has_marker: bool,
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
}

impl FenceWatch {
    pub(crate) fn new(offset: usize) -> Self {
        Self {
            state: Watch::Opener {
                line: String::new(),
                start: offset,
            },
            has_marker: false,
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
                    if c != '\n' {
                        line.take(c, char::from(fence.byte));
                        Watch::Inside {
                            opener,
                            fence,
                            line,
                        }
                    } else if line.closes(fence) {
                        Watch::Behind { opener }
                    } else {
                        Watch::Inside {
                            opener,
                            fence,
                            line: CloserLine::default(),
                        }
                    }
                }
                Watch::Behind { opener } if c.is_whitespace() => Watch::Behind { opener },
                Watch::Behind { .. } | Watch::No => return,
            };
        }
    }

    /// At the end of the response: the line of the fence that all of it stands in, when a marker does.
    pub(crate) fn finish(&self) -> Option<Range<usize>> {
        match &self.state {
            Watch::Inside { opener, .. } | Watch::Behind { opener } if self.has_marker => {
                Some(opener.clone())
            }
            _ => None,
        }
    }
}

impl CloserLine {
    fn take(&mut self, c: char, fence: char) {
        match c {
            _ if self.ended => self.is_other = true,
            ' ' if self.run == 0 => self.indent += 1,
            _ if c == fence && !self.behind => self.run += 1,
            ' ' | '\t' if self.run > 0 => self.behind = true,
            '\r' if self.run > 0 => self.ended = true,
            _ => self.is_other = true,
        }
    }

    fn closes(self, fence: Fence) -> bool {
        !self.is_other && self.indent <= 3 && self.run >= fence.len
    }
}
