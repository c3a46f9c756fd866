//! Finds out while a response arrives whether a Markdown fence is around all of it.

use std::ops::Range;

use crate::read::{OPENER_LIMIT, whole_fence_of};
use crate::scan::Fence;
use crate::steps;

/// Follows a response as it arrives and knows whether all of it is inside one fence.
#[derive(Clone, Debug, Default)]
pub(crate) struct FenceWatch {
    state: Watch,
    /// The first line that is not blank, as far as it has arrived, and its bytes.
    opener: String,
    span: Range<usize>,
    /// Inside the fence: the current line, as far as it may close it.
    line: CloserLine,
    /// Whether the last line that is not blank may end the response.
    may_end: bool,
    has_marker: bool,
    /// The first character inside the fence that is not whitespace.
    first: Option<char>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Watch {
    /// No line that is not blank is complete.
    #[default]
    Opener,
    Inside(Fence),
    /// After the fence, with only whitespace so far.
    After(Fence),
    /// Text has come after a line that closes the fence, which may have belonged to a patch inside it.
    Nested(Fence),
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
            span: offset..offset,
            ..Self::default()
        }
    }

    /// Returns whether the response, as far as it has arrived, may be inside a fence that begins with a marker.
    pub(crate) fn is_possible(&self) -> bool {
        match &self.state {
            Watch::Opener => !self.opener.trim_ascii().is_empty(),
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
            self.state = match self.state {
                Watch::Opener => self.read_opener(c, offset + at + c.len_utf8()),
                Watch::Inside(fence) => {
                    if !c.is_whitespace() {
                        self.first.get_or_insert(c);
                    }
                    match self.line.take(c, fence) {
                        Some(line) if line.closes(fence) => Watch::After(fence),
                        _ => self.state,
                    }
                }
                // Trailing blank lines are not text: the fence may still be around everything.
                Watch::After(_) if c.is_whitespace() => self.state,
                // The fence that closed may have been one inside a patch.
                Watch::After(fence) if self.first == Some('<') => {
                    self.line.take(c, fence);
                    Watch::Nested(fence)
                }
                Watch::Nested(fence) => {
                    let line = self.line.take(c, fence);
                    let ends = line.and_then(|line| line.may_end(fence));
                    self.may_end = ends.unwrap_or(self.may_end);
                    self.state
                }
                Watch::After(_) | Watch::No => {
                    self.state = Watch::No;
                    return;
                }
            };
        }
    }

    /// Reads a character of the lines up to the first that is not blank; `end` is the offset after it.
    fn read_opener(&mut self, c: char, end: usize) -> Watch {
        let is_blank = self.opener.trim_ascii().is_empty();
        if is_blank && !c.is_ascii_whitespace() && !matches!(c, '`' | '~') {
            return Watch::No;
        }
        if c != '\n' && self.opener.len() >= OPENER_LIMIT {
            // More whitespace may follow; after so much of it nothing opens a fence.
            return match is_blank && c.is_ascii_whitespace() {
                true => Watch::Opener,
                false => Watch::No,
            };
        }
        self.opener.push(c);
        self.span.end = end;
        if c != '\n' {
            return Watch::Opener;
        }
        if is_blank {
            self.opener.clear();
            self.span = end..end;
            return Watch::Opener;
        }
        whole_fence_of(&self.opener).map_or(Watch::No, Watch::Inside)
    }

    /// At the end of the response: returns the line that opens the fence around all of it, if a marker is inside.
    pub(crate) fn finish(&self) -> Option<Range<usize>> {
        let is_around = match self.state {
            Watch::Inside(_) | Watch::After(_) => true,
            Watch::Nested(fence) => self.line.may_end(fence).unwrap_or(self.may_end),
            Watch::Opener | Watch::No => false,
        };
        (is_around && self.has_marker).then(|| self.span.clone())
    }
}

impl CloserLine {
    /// Reads a character. Returns the line at its end, and begins the next one.
    fn take(&mut self, c: char, fence: Fence) -> Option<Self> {
        if c == '\n' {
            return Some(std::mem::take(self));
        }
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
            _ if c == char::from(fence.byte) && !self.has_spaces => self.run += 1,
            ' ' | '\t' if self.run > 0 => self.has_spaces = true,
            '\r' if self.run > 0 => self.ended = true,
            _ => self.is_other = true,
        }
        None
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
