//! Link destinations and titles, one byte at a time.
//!
//! The text between the parentheses of an inline link, or after the colon of a link reference definition, is never read as inline
//! content: a backtick there opens no code span. Both forms share this machine.

/// The nested parentheses of a bare destination, at most, as in the reference implementations.
const MAX_PARENTHESES: u8 = 32;

/// The state inside a destination and title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkState {
    BeforeDestination,
    Angle { escaped: bool },
    AfterAngle,
    Bare { depth: u8, escaped: bool },
    AfterDestination,
    Title { closer: u8, escaped: bool },
    AfterTitle,
}

/// The effect of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkStep {
    /// Still inside the link.
    Next(LinkState),
    /// A `)` where the link may end.
    Parenthesis,
    /// A line ending at which a definition may end, and the state if it continues.
    LineEnd(LinkState),
    /// No link.
    Fail,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn title_closer(byte: u8) -> Option<u8> {
    match byte {
        b'"' | b'\'' => Some(byte),
        b'(' => Some(b')'),
        _ => None,
    }
}

impl LinkState {
    pub(super) fn step(self, byte: u8) -> LinkStep {
        use LinkState as S;
        use LinkStep::{Fail, LineEnd, Next, Parenthesis};
        let bare = |depth, escaped| Next(S::Bare { depth, escaped });
        let title = |closer, escaped| Next(S::Title { closer, escaped });
        match self {
            S::BeforeDestination => match byte {
                _ if is_space(byte) => Next(self),
                b'<' => Next(S::Angle { escaped: false }),
                b')' => Parenthesis,
                b'(' => bare(1, false),
                _ if byte.is_ascii_control() => Fail,
                _ => bare(0, byte == b'\\'),
            },
            S::Angle { escaped } => match byte {
                b'\n' => Fail,
                _ if escaped => Next(S::Angle { escaped: false }),
                b'\\' => Next(S::Angle { escaped: true }),
                b'<' => Fail,
                b'>' => Next(S::AfterAngle),
                _ => Next(self),
            },
            S::AfterAngle => match byte {
                // A definition without a title may end here; with one it continues in the next line.
                b'\n' => LineEnd(S::AfterDestination),
                _ if is_space(byte) => Next(S::AfterDestination),
                b')' => Parenthesis,
                _ => Fail,
            },
            S::Bare { depth, escaped } => match byte {
                b'\n' if depth == 0 => LineEnd(S::AfterDestination),
                _ if is_space(byte) && depth == 0 => Next(S::AfterDestination),
                _ if is_space(byte) || byte.is_ascii_control() => Fail,
                _ if escaped && byte.is_ascii_punctuation() => bare(depth, false),
                b'\\' => bare(depth, true),
                // Without the bound, nesting would need a counter of any size, and references differ beyond it.
                b'(' if depth == MAX_PARENTHESES => Fail,
                b'(' => bare(depth + 1, false),
                b')' if depth == 0 => Parenthesis,
                b')' => bare(depth - 1, false),
                _ => bare(depth, false),
            },
            S::AfterDestination => match (byte, title_closer(byte)) {
                (b'\n', _) => LineEnd(self),
                (b')', _) => Parenthesis,
                (_, Some(closer)) => title(closer, false),
                _ if is_space(byte) => Next(self),
                _ => Fail,
            },
            S::Title { closer, escaped } => match byte {
                // Only the closer matters in a title, so that whatever is escaped is skipped.
                _ if escaped => title(closer, false),
                b'\\' => title(closer, true),
                _ if byte == closer => Next(S::AfterTitle),
                b'(' if closer == b')' => Fail,
                _ => Next(self),
            },
            S::AfterTitle => match byte {
                b'\n' => LineEnd(self),
                b')' => Parenthesis,
                _ if is_space(byte) => Next(self),
                _ => Fail,
            },
        }
    }
}
