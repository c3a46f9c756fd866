//! The blocks that are open at the end of a Markdown text, which the text after it would continue.
//!
//! When text is added to a component, its first line may continue the paragraph before it, underline it, or be raw HTML, unless a
//! blank line is between. With a blank line two lists become a loose one. [`Outline`] reads a text line by line and keeps what is
//! open at its end; [`Outline::joint`] finds the least text that keeps the blocks on both sides as they are.

use memchr::{memchr, memmem};

use super::blocks::Blocks;
use super::html::HtmlKind;
use super::line::Line;
use super::verdict::Fence;

/// Whether the items of a list are separated by blank lines, so that their text is in paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    Tight,
    Loose,
    /// Only a full reading of the list would decide. It counts as whichever is worse.
    Unknown,
}

/// The list of the outermost open item.
#[derive(Clone, Copy, Debug)]
struct List {
    /// The bullet, or the character after the number: an item with another one begins another list.
    marker: u8,
    spacing: Spacing,
    /// Blank lines have come since the last line of the list.
    blank: bool,
}

/// The lines to write between two texts so that the blocks of both stay as they are: an empty comment is the one with which CommonMark
/// recommends to separate two lists, or two blocks of indented code.
type Joint = &'static [&'static str];

const NOTHING: Joint = &[];
const BLANK_LINE: Joint = &[""];
const COMMENT: Joint = &["<!-- -->"];
const BLANK_LINE_AND_COMMENT: Joint = &["", "<!-- -->"];

/// Which of two joined texts is the old one, whose lists keep their spacing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Old {
    Before,
    After,
    Both,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    blocks: Blocks,
    list: Option<List>,
    /// The last block is indented code, perhaps with blank lines after it.
    is_indented: bool,
    /// The number of cells in the last line of the open paragraph, in two ways.
    cells: [usize; 2],
    /// The open paragraph is a table in GitHub Flavored Markdown.
    is_table: bool,
    /// The open paragraph contains a table.
    has_table: bool,
    /// A line has come after a table that is a row for some readers and begins a list for others.
    is_doubtful: bool,
    /// A line that is not blank has come.
    has_text: bool,
    /// The last line is blank.
    ends_blank: bool,
}

impl Outline {
    /// Reads more text. `text` begins a line; its last line may have no line ending. Linear.
    pub(crate) fn read(&mut self, text: &str) {
        for line in text.split_inclusive('\n') {
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) -> Line {
        let second_was_item = self.blocks.containers().is_item(1);
        self.blocks.feed(line.as_bytes());
        if !line.ends_with('\n') {
            self.blocks.feed(b"\n");
        }
        // Blank lines in fenced code are content; an empty list item or line of a block quote is not blank.
        let mut seen = self.blocks.last_line();
        seen.is_blank = is_blank(line) && !seen.joins;
        let was_blank = std::mem::replace(&mut self.ends_blank, seen.is_blank);
        if seen.is_blank {
            if let Some(list) = &mut self.list {
                list.blank = true;
            }
            self.is_table = false;
            return seen;
        }
        self.has_text = true;
        self.read_list(line, seen, second_was_item);
        let is_top_level = self.blocks.containers().is_empty();
        self.is_indented = is_top_level && seen.begins_indented;
        self.has_table &= seen.joins;
        // A block that begins at column 0 and cannot continue a paragraph is one for all readers.
        let is_apart = was_blank || !self.blocks.is_in_paragraph();
        let begins = !seen.joins && is_apart && !line.starts_with([' ', '\t']);
        self.is_doubtful |= self.has_table && !begins_plainly(line);
        self.is_doubtful &= !begins;
        if is_top_level && self.blocks.is_in_paragraph() {
            let continues = seen.joins && !self.is_table;
            // A line that would be code outside of a paragraph is text in it.
            let is_code =
                line.starts_with("    ") || line.trim_start_matches(' ').starts_with('\t');
            let delimiters = delimiter_cells(line).filter(|_| continues && !is_code);
            // If only some readers see a table here, no row is added to it, and readers may differ about the lines after it.
            let begins_table = self.cells.map(|cells| delimiters == Some(cells));
            self.is_table =
                seen.joins && self.is_table && is_row(line) || begins_table == [true; 2];
            self.has_table |= self.is_table || begins_table.contains(&true);
            self.cells = cells(line);
        } else {
            self.is_table = false;
        }
        seen
    }

    fn read_list(&mut self, line: &str, seen: Line, second_was_item: bool) {
        if let Some(marker) = self.item_of(line, seen) {
            self.list = match self.list {
                Some(list) if list.marker == marker => Some(List {
                    spacing: if list.blank {
                        Spacing::Loose
                    } else {
                        list.spacing
                    },
                    blank: false,
                    ..list
                }),
                _ => Some(List {
                    marker,
                    spacing: Spacing::Tight,
                    blank: false,
                }),
            };
            return;
        }
        if !self.blocks.containers().is_item(0) {
            self.list = None;
            return;
        }
        if let Some(list) = &mut self.list {
            // A blank line between two blocks of an item makes the list loose; one inside a block does not.
            if list.blank && !seen.joins && seen.matched == 1 && list.spacing != Spacing::Loose {
                let may_be_in_list = second_was_item && seen.opened > 0;
                list.spacing = if may_be_in_list {
                    Spacing::Unknown
                } else {
                    Spacing::Loose
                };
            }
            // For some readers a blank line at the end of an HTML block separates two items.
            list.blank = is_blank(line) && self.blocks.html().is_some();
        }
    }

    /// Returns the marker of a list item that the line begins outside of all open blocks. Items with another marker begin another
    /// list.
    fn item_of(&self, line: &str, seen: Line) -> Option<u8> {
        let begins = seen.matched == 0 && seen.opened > 0 && !seen.joins;
        if !begins || !self.blocks.containers().is_item(0) {
            return None;
        }
        line.trim_start_matches([' ', '\t'])
            .bytes()
            .find(|byte| !byte.is_ascii_digit())
    }

    /// Returns the open fence outside block quotes and list items.
    pub(crate) fn open_fence(&self) -> Option<Fence> {
        self.blocks.fence().filter(|fence| fence.is_top_level)
    }

    /// Returns whether an HTML block is open that no blank line ends, so that all following text is in it.
    pub(crate) fn swallows(&self) -> bool {
        let html = self.blocks.html();
        html.is_some_and(|kind| kind != HtmlKind::BlankLine) && self.blocks.containers().is_empty()
    }

    /// Returns whether an HTML block is open that the next blank line ends, and no marker before it.
    pub(crate) fn is_in_html(&self) -> bool {
        self.blocks.html() == Some(HtmlKind::BlankLine) && self.blocks.containers().is_empty()
    }

    /// Returns the start of the HTML block in `text` that would contain the text after it. `before_marker`: text comes before the
    /// next marker. A comment counts only then, because the marker ends it.
    pub(crate) fn swallowing_html(text: &str, before_marker: bool) -> Option<usize> {
        memchr(b'<', text.as_bytes())?;
        let mut outline = Self::default();
        let (mut at, mut start) = (0, 0);
        for line in text.split_inclusive('\n') {
            let was_in_html = outline.blocks.html().is_some();
            outline.line(line);
            if !was_in_html {
                start = at;
            }
            at += line.len();
        }
        let is_comment = outline.blocks.html() == Some(HtmlKind::Comment);
        let swallows = outline.swallows() && (before_marker || !is_comment);
        let offset = start + memchr(b'<', &text.as_bytes()[start..])?;
        swallows.then_some(offset)
    }

    /// Returns the text needed between this text and `after` so that the blocks of both stay as they are; a list or a table may
    /// grow by whole items or rows. `apart`: at least one blank line, unless that would change a list.
    ///
    /// Linear in the blank lines and the first block of `after`.
    pub(crate) fn joint(&self, after: &str, old: Old, apart: bool) -> Joint {
        if !self.has_text || after.is_empty() || self.swallows() {
            return NOTHING;
        }
        let begins_blank = after.split_inclusive('\n').next().is_some_and(is_blank);
        if begins_blank && self.keeps_blank_line() {
            return COMMENT;
        }
        if after.trim_ascii().is_empty() {
            return NOTHING;
        }
        // Readers disagree about the lines before; an empty comment ends every block for all of them.
        if self.is_doubtful {
            return BLANK_LINE_AND_COMMENT;
        }
        let has_blank = self.ends_blank || begins_blank;
        // If nothing is open, `after` continues nothing. A blank line ends an empty list item, but not its list.
        if self.blocks.is_clear() && !self.is_indented && self.list.is_none() {
            return match apart && !has_blank {
                true => BLANK_LINE,
                false => NOTHING,
            };
        }
        let order = match apart && !has_blank {
            true => [BLANK_LINE, NOTHING],
            false => [NOTHING, BLANK_LINE],
        };
        let fits = |joint: &Joint| self.fits(joint, after, old);
        order
            .into_iter()
            .find(fits)
            .unwrap_or(match self.is_in_html() {
                true => BLANK_LINE_AND_COMMENT,
                false => COMMENT,
            })
    }

    /// Returns whether the next blank line is content of a fence or HTML block in a list item, which text at column 0 ends.
    fn keeps_blank_line(&self) -> bool {
        if self.blocks.fence().is_none() && self.blocks.html().is_none() {
            return false;
        }
        let mut next = self.blocks.clone();
        next.feed(b"\n");
        next.fence().is_some() || next.html().is_some()
    }

    fn fits(&self, joint: Joint, after: &str, old: Old) -> bool {
        // Tried on a copy, which reads only the first block of `after`.
        let mut both = self.clone();
        if joint == BLANK_LINE {
            if self.keeps_blank_line() {
                return false;
            }
            both.line("\n");
        }
        let mut rest = after.split_inclusive('\n');
        while let Some(line) = rest.next() {
            let (list, was_indented) = (both.list, both.is_indented);
            let was_table = both.is_table;
            let seen = both.line(line);
            if seen.is_blank {
                both.is_indented = was_indented;
                continue;
            }
            if seen.joins {
                // One row makes a table longer; two lines that begin a table would be read as rows.
                let begins_table = rest
                    .next()
                    .and_then(delimiter_cells)
                    .is_some_and(|below| cells(line).contains(&below));
                return was_table && is_row(line) && !begins_table && old == Old::Before;
            }
            // The line would be inside a block of the old text.
            if seen.matched > 0 || was_indented && both.is_indented {
                return false;
            }
            let item = both.item_of(line, seen);
            return match list.filter(|list| item == Some(list.marker)) {
                Some(list) => may_grow(list, after, old),
                None => true,
            };
        }
        true
    }
}

/// Returns whether a list that continues with the first list of `after` leaves the spacing of the old one as it is.
fn may_grow(before: List, after: &str, old: Old) -> bool {
    let kept = |old: Spacing, new: Spacing| {
        old == Spacing::Loose || new == Spacing::Tight && !before.blank
    };
    let after = first_list(after);
    let keeps_before = || kept(before.spacing, after);
    let keeps_after = || kept(after, before.spacing);
    match old {
        Old::Before => keeps_before(),
        Old::After => keeps_after(),
        Old::Both => keeps_before() && keeps_after(),
    }
}

/// Returns the spacing of the list with which `text` begins.
fn first_list(text: &str) -> Spacing {
    let mut outline = Outline::default();
    let mut first: Option<List> = None;
    for line in text.split_inclusive('\n') {
        let before = outline.list;
        outline.line(line);
        match (first, outline.list) {
            (Some(_), None) => break,
            (Some(first), Some(list)) if list.marker != first.marker => break,
            (_, list) => first = list.or(before).or(first),
        }
    }
    first.map_or(Spacing::Tight, |list| list.spacing)
}

fn is_blank(line: &str) -> bool {
    line.trim_ascii().is_empty()
}

/// Returns whether a line after a table is certainly a row of it. Readers differ about lines without a pipe and those that look
/// like another block. A lone pipe begins a paragraph.
fn is_row(line: &str) -> bool {
    begins_plainly(line) && line.trim() != "|" && memchr(b'|', line.as_bytes()).is_some()
}

fn begins_plainly(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    text.len() + 3 >= line.len() && text.starts_with(|c: char| c == '|' || c.is_alphabetic())
}

/// Returns the number of cells in a line that is read as a row of a table, in two ways: a pair of backslashes is one that escapes nothing,
/// and every backslash before a pipe escapes it. Readers differ.
fn cells(line: &str) -> [usize; 2] {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let count = |has_pairs: bool| {
        let mut escaped = false;
        // A lone pipe has no cell.
        let mut count = usize::from(!line.is_empty());
        let mut ends_in_pipe = false;
        for byte in line.bytes() {
            ends_in_pipe = byte == b'|' && !escaped;
            count += usize::from(ends_in_pipe);
            escaped = byte == b'\\' && !(has_pairs && escaped);
        }
        count - usize::from(ends_in_pipe)
    };
    let has_pair = memmem::find(line.as_bytes(), b"\\\\").is_some();
    let each = count(false);
    [if has_pair { count(true) } else { each }, each]
}

/// Returns the number of cells in the line under the head of a table; `None` if it is another line.
fn delimiter_cells(line: &str) -> Option<usize> {
    // Readers differ about other characters that Unicode calls white space.
    const SPACES: [char; 2] = [' ', '\t'];
    let text = line.trim_end_matches(['\r', '\n']).trim_matches(SPACES);
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let is_cell = |cell: &str| {
        let cell = cell.trim_matches(SPACES);
        let cell = cell.strip_prefix(':').unwrap_or(cell);
        let cell = cell.strip_suffix(':').unwrap_or(cell);
        !cell.is_empty() && cell.bytes().all(|byte| byte == b'-')
    };
    inner.split('|').all(is_cell).then(|| cells(line)[0])
}
