//! Finds out while a response arrives whether a Markdown fence is around all of it.

use std::ops::Range;

use crate::read::{OPENER_LIMIT, whole_fence_of};
use crate::scan::Fence;
use crate::steps;

/// Follows a response as it arrives and knows whether all of it is inside one fence.
#[derive(Clone, Debug)]
pub(crate) struct FenceWatch {
    state: Watch,
    has_marker: bool,
    /// The first character inside the fence that is not whitespace.
    first: Option<char>,
}

#[derive(Clone, Debug)]
enum Watch {
    /// The first line that is not blank, as far as it has arrived, and its offset.
    Opener {
        line: String,
        start: usize,
    },
    /// Inside the fence; the current line, as far as it may close it.
    Inside {
        opener: Range<usize>,
        fence: Fence,
        line: CloserLine,
    },
    /// After the fence, with only whitespace so far.
    After {
        opener: Range<usize>,
        fence: Fence,
    },
    /// Text has come after a line that closes the fence, which may have belonged to a patch inside it: the current line, as far as
    /// it may close the outer fence, and whether the last line that is not blank may end the response.
    Nested {
        opener: Range<usize>,
        fence: Fence,
        line: CloserLine,
        may_end: bool,
    },
    No,
}

/// The current line, read as one that closes a fence.
#[derive(Clone, Copy, Debug, Default)]
struct CloserLine {
    indent: usize,
    run: usize,
    /// Spaces have come after the run.
    has_spaces: bool,
    /// A CR has come after the run, which ends the line.
    ended: bool,
    is_other: bool,
    /// Something other than whitespace has come.
    has_text: bool,
    /// The bytes of `<!--` with which the text of the line begins.
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

    /// Returns whether the response, as far as it has arrived, may be inside a fence that begins with a marker.
    pub(crate) fn is_possible(&self) -> bool {
        match &self.state {
            Watch::Opener { line, .. } => !line.trim_ascii().is_empty(),
            Watch::No => false,
            _ => self.first.is_none_or(|first| first == '<'),
        }
    }

    /// Notes that a marker is inside a fence.
    pub(crate) fn note_marker(&mut self) {
        self.has_marker = true;
    }

    /// Returns whether the response is certainly not inside one fence.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.state, Watch::No)
    }

    /// Reads the next chunk, whose first byte has this offset.
    #[inline]
    pub(crate) fn feed(&mut self, chunk: &str, offset: usize) {
        if !self.is_over() {
            self.read(chunk, offset);
        }
    }

    fn read(&mut self, chunk: &str, offset: usize) {
        for (at, c) in chunk.char_indices() {
            steps::count(1);
            self.state = match std::mem::replace(&mut self.state, Watch::No) {
                Watch::Opener { mut line, start } => {
                    let end = offset + at + c.len_utf8();
                    let is_blank = line.trim_ascii().is_empty();
                    let is_full = line.len() >= OPENER_LIMIT;
                    if is_blank && !c.is_ascii_whitespace() && !matches!(c, '`' | '~') {
                        Watch::No
                    } else if c != '\n' && is_full {
                        // More whitespace may follow; after so much of it nothing opens a fence.
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
                        whole_fence_of(&line, start).map_or(Watch::No, |fence| Watch::Inside {
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
                        Watch::After { opener, fence }
                    } else {
                        Watch::Inside {
                            opener,
                            fence,
                            line: CloserLine::default(),
                        }
                    }
                }
                // Trailing blank lines are not text: the fence may still be around everything.
                Watch::After { opener, fence } if c.is_whitespace() => {
                    Watch::After { opener, fence }
                }
                // The fence that closed may have been one inside a patch.
                Watch::After { opener, fence } if self.first == Some('<') => {
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
                Watch::After { .. } | Watch::No => return,
            };
        }
    }

    /// At the end of the response: returns the line that opens the fence around all of it, if a marker is inside.
    pub(crate) fn finish(&self) -> Option<Range<usize>> {
        match &self.state {
            Watch::Inside { opener, .. } | Watch::After { opener, .. } if self.has_marker => {
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
        // Character by character, since a line may arrive in any number of chunks and is not kept.
        let is_next = COMMENT.get(self.comment) == Some(&c);
        if is_next && (self.comment > 0 || !self.has_text) {
            self.comment += 1;
        } else if self.comment < COMMENT.len() {
            self.comment = 0;
        }
        self.has_text |= !c.is_whitespace();
        match c {
            // A CR that does not end the line is text, and a line with text closes nothing.
            _ if self.ended => self.is_other = true,
            ' ' if self.run == 0 => self.indent += 1,
            _ if c == fence && !self.has_spaces => self.run += 1,
            ' ' | '\t' if self.run > 0 => self.has_spaces = true,
            '\r' if self.run > 0 => self.ended = true,
            _ => self.is_other = true,
        }
    }

    /// Returns whether a response inside the fence may end with this line: it closes the fence or has a marker. `None` for a
    /// blank line.
    fn may_end(self, fence: Fence) -> Option<bool> {
        let may_be_marker = self.comment == "<!--".len();
        self.has_text.then(|| may_be_marker || self.closes(fence))
    }

    fn closes(self, fence: Fence) -> bool {
        !self.is_other && self.indent <= 3 && self.run >= fence.len
    }
}
