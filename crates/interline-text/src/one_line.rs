use std::fmt::{self, Write as _};

/// Shows a text in one line: characters that would break the line or disturb a terminal give way to
/// a stand-in.
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

    /// The same with at most `max` characters, then an ellipsis.
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
            f.write_char(if c == '\n' { ' ' } else { stand_in(c) })?;
        }
        Ok(())
    }
}

/// The character itself, or what is shown instead of one that a terminal would act on.
pub(crate) fn stand_in(c: char) -> char {
    match c {
        // Pictures of the control characters stand in their order from U+2400 on.
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
