use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

/// Which lines close a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Closer {
    /// Only `---` closes a block.
    #[default]
    Dashes,
    /// `---` and `...`, the YAML marker for the end of a document, close a block.
    DashesOrDots,
}

/// Options of [`split_with`].
///
/// The default is that of [`split`]: only `---` closes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitOptions {
    closer: Closer,
}

impl SplitOptions {
    /// Returns the options of [`split`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which lines close a block. Default: [`Closer::Dashes`].
    #[must_use]
    pub fn closer(mut self, closer: Closer) -> Self {
        self.closer = closer;
        self
    }
}

/// The result of [`split`]: the spans of the frontmatter and the body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Split<'a> {
    /// The text has no opener: the whole text is body, a byte order mark included.
    None,
    /// The text has a block.
    Block(Block<'a>),
    /// The text has an opener without a closer. The caller decides whether that is an error.
    Unterminated {
        /// The span of the opener, its line ending included.
        opener: Range<usize>,
    },
}

impl<'a> Split<'a> {
    /// Returns the block, if the text has one.
    #[must_use]
    pub fn block(&self) -> Option<&Block<'a>> {
        match self {
            Self::Block(block) => Some(block),
            Self::None | Self::Unterminated { .. } => None,
        }
    }

    /// Returns the offset of the body in bytes: 0 for a text without a block, an unterminated one included.
    #[must_use]
    pub fn body_start(&self) -> usize {
        self.block().map_or(0, |block| block.body_span().start)
    }
}

/// A block of frontmatter: two fences, the YAML between them and the body after them.
///
/// The parts are adjacent: byte order mark, opener, YAML, closer, body.
/// Spans count bytes of the text that was split, slices borrow from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block<'a> {
    text: &'a str,
    opener: usize,
    yaml: usize,
    closer: usize,
    body: usize,
}

impl<'a> Block<'a> {
    /// Returns whether the text starts with a byte order mark (U+FEFF, three bytes).
    #[must_use]
    pub fn has_bom(&self) -> bool {
        self.opener != 0
    }

    /// Returns the span of the byte order mark: `0..3`, or `0..0` without one.
    #[must_use]
    pub fn bom_span(&self) -> Range<usize> {
        0..self.opener
    }

    /// Returns the span of the opener, its line ending included.
    #[must_use]
    pub fn opener_span(&self) -> Range<usize> {
        self.opener..self.yaml
    }

    /// Returns the span of the YAML between the fences, the last line ending included.
    #[must_use]
    pub fn yaml_span(&self) -> Range<usize> {
        self.yaml..self.closer
    }

    /// Returns the span of the closer, its line ending included where it has one.
    #[must_use]
    pub fn closer_span(&self) -> Range<usize> {
        self.closer..self.body
    }

    /// Returns the span of every byte after the closer.
    #[must_use]
    pub fn body_span(&self) -> Range<usize> {
        self.body..self.text.len()
    }

    /// Returns the text that was split.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the opener, its line ending included.
    #[must_use]
    pub fn opener(&self) -> &'a str {
        &self.text[self.opener_span()]
    }

    /// Returns the YAML between the fences, the last line ending included; empty when the closer
    /// follows the opener.
    #[must_use]
    pub fn yaml(&self) -> &'a str {
        &self.text[self.yaml_span()]
    }

    /// Returns the closer, its line ending included where it has one.
    #[must_use]
    pub fn closer(&self) -> &'a str {
        &self.text[self.closer_span()]
    }

    /// Returns every byte after the closer, blank lines included.
    #[must_use]
    pub fn body(&self) -> &'a str {
        &self.text[self.body_span()]
    }

    /// Returns the line ending of the opener, `"\n"` or `"\r\n"`. Lines that are added to the block use it.
    #[must_use]
    pub fn line_ending(&self) -> &'static str {
        if self.opener().ends_with("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }
}

/// Finds the frontmatter of `text`.
///
/// The opener is at byte 0 or right after one byte order mark: exactly `---`, spaces or tabs, LF or CRLF. The closer is the first later
/// line that is exactly `---` and spaces or tabs, ended by LF, CRLF or the end of the text. Nothing else ends a line, neither a lone CR
/// nor U+2028.
///
/// Allocates nothing and never looks past the closer: linear in the block, independent of the
/// body. Of a text without an opener it reads the first bytes, of an unterminated one each byte once.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::split;
///
/// let text = "---\ntitle: a\n---\n\nbody\n";
/// let split = split(text);
/// let block = split.block().unwrap();
/// assert_eq!(block.yaml(), "title: a\n");
/// assert_eq!(block.body(), "\nbody\n");
/// ```
#[must_use]
pub fn split(text: &str) -> Split<'_> {
    split_with(text, &SplitOptions::default())
}

/// [`split`] with options.
#[must_use]
pub fn split_with<'a>(text: &'a str, options: &SplitOptions) -> Split<'a> {
    split_at(text, b'-', options.closer)
}

/// Splits a text at fences of three `mark`; with [`Closer::DashesOrDots`] three dots close a block as well.
pub(crate) fn split_at(text: &str, mark: u8, also: Closer) -> Split<'_> {
    const BOM: &str = "\u{feff}";
    let opener = if text.starts_with(BOM) { BOM.len() } else { 0 };
    let bytes = text.as_bytes();
    let Some(yaml) = fence_end(bytes, opener, mark) else {
        return Split::None;
    };
    // Without a line ending, at the end of the text, it is not an opener: `---` alone is body.
    if bytes.get(yaml.wrapping_sub(1)) != Some(&b'\n') {
        return Split::None;
    }
    let mut found = find_closer(bytes, yaml, mark);
    if also == Closer::DashesOrDots {
        let before = found.map_or(bytes.len(), |(closer, _)| closer);
        // Only before the closer that was found: the first closer of either kind counts, and nothing is searched twice.
        found = find_closer(&bytes[..before], yaml, b'.').or(found);
    }
    match found {
        Some((closer, body)) => Split::Block(Block {
            text,
            opener,
            yaml,
            closer,
            body,
        }),
        None => Split::Unterminated {
            opener: opener..yaml,
        },
    }
}

/// Returns the start and end of the first closer of three `mark` at or after `from`, the start of a line.
fn find_closer(bytes: &[u8], from: usize, mark: u8) -> Option<(usize, usize)> {
    static DASHES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n---"));
    static DOTS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n..."));
    static PLUSES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n+++"));
    let finder = match mark {
        b'-' => &DASHES,
        b'.' => &DOTS,
        _ => &PLUSES,
    };
    // From the line ending before, since the first line may already be the closer.
    let mut at = from.saturating_sub(1);
    loop {
        let start = at + finder.find(bytes.get(at..)?)? + 1;
        if let Some(end) = fence_end(bytes, start, mark) {
            return Some((start, end));
        }
        // A longer run such as `----` is not a fence; the search continues after its start.
        at = start;
    }
}

/// Returns the end of the line at `start` when it is a fence: three `mark`, spaces or tabs, then LF, CRLF or the end of the text.
fn fence_end(bytes: &[u8], start: usize, mark: u8) -> Option<usize> {
    let rest = bytes.get(start..)?;
    if !rest.starts_with(&[mark; 3]) {
        return None;
    }
    let after = &rest[3..];
    let spaces = after
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(after.len());
    let ending = match &after[spaces..] {
        [] => 0,
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    Some(start + 3 + spaces + ending)
}
