//! The constructs of inline content that begin with `<`: tags, comments, autolinks, one byte at a time.
//!
//! CommonMark 0.31.2 gives these the same precedence as code spans: the one that starts first takes precedence, and a backtick
//! inside opens nothing.

use crate::steps;

/// The state of a construct after `<`. Two machines in the same state behave alike from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AngleState {
    Start,
    Tag(TagState),
    /// So many characters of the scheme of a URI.
    Scheme(u8),
    Uri,
    /// The part of an e-mail address before the `@`.
    Local,
    Label {
        len: u8,
        dash: bool,
    },
    Bang,
    BangDash,
    /// So many dashes right before, at most two.
    Comment(u8),
    CdataStart(u8),
    /// So many brackets right before.
    Cdata(u8),
    Declaration,
    /// Whether a question mark is right before.
    Instruction(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagState {
    Name,
    CloserStart,
    CloserName,
    CloserEnd,
    BeforeAttribute,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    Unquoted,
    Quoted(u8),
    AfterQuoted,
    Slash,
}

/// The effect of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AngleStep {
    Next(AngleState),
    /// The byte was the last of the construct.
    Complete,
    Fail,
}

const CDATA: &[u8] = b"CDATA[";

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

fn is_email_local(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(&byte)
}

impl AngleState {
    /// Returns the machines that the byte right after `<` starts: a tag, a URI and an e-mail address can begin alike. A closing
    /// tag needs none, since nothing in one can be read as anything else.
    pub(super) fn first(byte: u8) -> [Option<Self>; 3] {
        let email = is_email_local(byte).then_some(Self::Local);
        match byte {
            _ if byte.is_ascii_alphabetic() => [
                Some(Self::Tag(TagState::Name)),
                Some(Self::Scheme(1)),
                email,
            ],
            b'!' => [Some(Self::Bang), email, None],
            b'?' => [Some(Self::Instruction(false)), email, None],
            _ => [email, None, None],
        }
    }

    pub(super) fn step(self, byte: u8) -> AngleStep {
        use AngleStep::{Complete, Fail, Next};
        let label = |len, dash| Next(Self::Label { len, dash });
        match self {
            Self::Start => Fail,
            Self::Tag(tag) => tag.step(byte),
            Self::Scheme(len) => match byte {
                b':' if len >= 2 => Next(Self::Uri),
                // CommonMark bounds a scheme to 2 to 32 characters, so that a `<` before prose fails soon.
                b'+' | b'.' | b'-' if len < 32 => Next(Self::Scheme(len + 1)),
                _ if byte.is_ascii_alphanumeric() && len < 32 => Next(Self::Scheme(len + 1)),
                _ => Fail,
            },
            Self::Uri => match byte {
                b'>' => Complete,
                b'<' | b' ' => Fail,
                _ if byte.is_ascii_control() => Fail,
                _ => Next(self),
            },
            Self::Local => match byte {
                b'@' => label(0, false),
                _ if is_email_local(byte) => Next(self),
                _ => Fail,
            },
            Self::Label { len, dash } => match byte {
                b'>' if len > 0 && !dash => Complete,
                b'.' if len > 0 && !dash => label(0, false),
                // A label has at most 63 characters and does not end with a dash: the rule that HTML has for e-mail addresses.
                b'-' if len > 0 && len < 63 => label(len + 1, true),
                _ if byte.is_ascii_alphanumeric() && len < 63 => label(len + 1, false),
                _ => Fail,
            },
            Self::Bang => match byte {
                b'-' => Next(Self::BangDash),
                b'[' => Next(Self::CdataStart(0)),
                _ if byte.is_ascii_alphabetic() => Next(Self::Declaration),
                _ => Fail,
            },
            // The two dashes of the opener count towards the end: `<!-->` and `<!--->` are comments.
            Self::BangDash if byte == b'-' => Next(Self::Comment(2)),
            Self::BangDash => Fail,
            Self::Comment(dashes) => match byte {
                b'-' => Next(Self::Comment((dashes + 1).min(2))),
                b'>' if dashes == 2 => Complete,
                _ => Next(Self::Comment(0)),
            },
            Self::CdataStart(seen) => match &CDATA[usize::from(seen)..] {
                [last] if *last == byte => Next(Self::Cdata(0)),
                [expected, ..] if *expected == byte => Next(Self::CdataStart(seen + 1)),
                _ => Fail,
            },
            Self::Cdata(brackets) => match byte {
                // Both references read brackets that do not end the section in threes, so that `]]]>` ends nothing.
                b']' => Next(Self::Cdata((brackets + 1) % 3)),
                b'>' if brackets == 2 => Complete,
                _ => Next(Self::Cdata(0)),
            },
            Self::Declaration if byte == b'>' => Complete,
            Self::Declaration => Next(self),
            Self::Instruction(question) => match byte {
                b'>' if question => Complete,
                _ => Next(Self::Instruction(byte == b'?')),
            },
        }
    }

    /// Returns whether this machine waits for a terminator that an earlier one of the same kind would meet first.
    pub(super) fn is_bounded_by_terminator(self) -> bool {
        matches!(
            self,
            Self::Comment(_) | Self::Cdata(_) | Self::Declaration | Self::Instruction(_)
        )
    }
}

impl TagState {
    /// Returns the state after `text`, if the tag neither ends nor fails in it.
    pub(super) fn go_on(self, text: &[u8]) -> Option<Self> {
        let mut state = self;
        for &byte in text {
            steps::count(1);
            match state.step(byte) {
                AngleStep::Next(AngleState::Tag(next)) => state = next,
                _ => return None,
            }
        }
        Some(state)
    }

    fn step(self, byte: u8) -> AngleStep {
        use AngleStep::{Complete, Fail};
        let next = |state| AngleStep::Next(AngleState::Tag(state));
        let attribute_start = byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':');
        match self {
            Self::Name => match byte {
                _ if byte.is_ascii_alphanumeric() || byte == b'-' => next(self),
                // After the name the same may follow as after a quoted value: whitespace, `/` or `>`.
                _ => Self::AfterQuoted.step(byte),
            },
            Self::CloserStart if byte.is_ascii_alphabetic() => next(Self::CloserName),
            Self::CloserStart => Fail,
            Self::CloserName if byte.is_ascii_alphanumeric() || byte == b'-' => next(self),
            Self::CloserName | Self::CloserEnd => match byte {
                b'>' => Complete,
                _ if is_space(byte) => next(Self::CloserEnd),
                _ => Fail,
            },
            Self::BeforeAttribute => match byte {
                b'>' => Complete,
                b'/' => next(Self::Slash),
                _ if is_space(byte) => next(self),
                _ if attribute_start => next(Self::AttributeName),
                _ => Fail,
            },
            Self::AttributeName => match byte {
                b'.' | b'-' => next(self),
                _ if attribute_start || byte.is_ascii_digit() => next(self),
                _ if is_space(byte) => next(Self::AfterAttributeName),
                b'=' => next(Self::BeforeValue),
                b'>' => Complete,
                b'/' => next(Self::Slash),
                _ => Fail,
            },
            Self::AfterAttributeName => match byte {
                b'=' => next(Self::BeforeValue),
                _ if is_space(byte) => next(self),
                // The attribute had no value; this byte starts the next one or ends the tag.
                _ => Self::BeforeAttribute.step(byte),
            },
            Self::BeforeValue => match byte {
                _ if is_space(byte) => next(self),
                b'"' | b'\'' => next(Self::Quoted(byte)),
                b'=' | b'<' | b'>' | b'`' => Fail,
                _ => next(Self::Unquoted),
            },
            Self::Unquoted => match byte {
                _ if is_space(byte) => next(Self::BeforeAttribute),
                b'>' => Complete,
                b'"' | b'\'' | b'=' | b'<' | b'`' => Fail,
                _ => next(self),
            },
            Self::Quoted(quote) if byte == quote => next(Self::AfterQuoted),
            Self::Quoted(_) => next(self),
            Self::AfterQuoted => match byte {
                b'>' => Complete,
                b'/' => next(Self::Slash),
                _ if is_space(byte) => next(Self::BeforeAttribute),
                _ => Fail,
            },
            Self::Slash if byte == b'>' => Complete,
            Self::Slash => Fail,
        }
    }
}

/// Returns the length of the complete open or closing tag with which `text` begins.
///
/// Used for HTML blocks of type 7. One pass.
pub(super) fn complete_tag(text: &[u8]) -> TagLength {
    let mut state = match (text.first(), text.get(1)) {
        (Some(b'<'), Some(b'/')) => TagState::CloserStart,
        (Some(b'<'), Some(byte)) if byte.is_ascii_alphabetic() => TagState::Name,
        _ => return TagLength::None,
    };
    for (at, &byte) in text.iter().enumerate().skip(2) {
        steps::count(1);
        match state.step(byte) {
            AngleStep::Next(AngleState::Tag(next)) => state = next,
            AngleStep::Complete => return TagLength::Complete(at + 1),
            _ => return TagLength::None,
        }
    }
    TagLength::Open(state)
}

/// The result of [`complete_tag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagLength {
    /// A tag of that many bytes.
    Complete(usize),
    /// The text ends inside what may become a tag, in this state.
    Open(TagState),
    /// No tag.
    None,
}
