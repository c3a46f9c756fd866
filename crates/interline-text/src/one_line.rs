use std::fmt::{self, Write as _};

/// Displays a string in one line: characters that would break the line or control a terminal are
/// replaced.
pub(crate) struct OneLine<'a> {
    text: &'a str,
    max: usize,
}

impl<'a> OneLine<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            max: usize::MAX,
        }
    }

    /// Displays at most `max` characters, then an ellipsis.
    pub(crate) fn cut(self, max: usize) -> Self {
        Self { max, ..self }
    }
}

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, c) in self.text.chars().enumerate() {
            if i == self.max {
                return f.write_char('…');
            }
            f.write_char(if c == '\n' { ' ' } else { visible(c) })?;
        }
        Ok(())
    }
}

/// Returns the character itself, or a replacement for one that would control a terminal: control
/// characters, marks of writing direction and the byte order mark.
pub(crate) fn visible(c: char) -> char {
    match c {
        // U+2400 and the characters after it are pictures of the control characters, in their order.
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}'),
        '\x7F' => '\u{2421}',
        '\u{80}'..='\u{9F}'
        | '\u{61C}'
        | '\u{200E}'
        | '\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => '\u{FFFD}',
        _ => c,
    }
}
