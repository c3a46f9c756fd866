//! Quotes strings so that every reader of YAML 1.1 or 1.2 reads them back as strings.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The collection style around a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    Block,
    /// Between brackets or braces, where more characters are indicators.
    Flow,
}

/// The preferred quotes of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quotes {
    /// No quotes where YAML reads the text back as one plain scalar, which may be of another type.
    Bare,
    /// None unless the string needs them.
    Plain,
    Single,
    Double,
}

/// Writes `text` as a YAML string on one line. Borrowed when it needs no quotes. Linear in `text`.
pub(crate) fn quoted(text: &str, context: Context, prefer: Quotes) -> Cow<'_, str> {
    if text.chars().any(needs_escape) {
        return Cow::Owned(double_quoted(text));
    }
    match prefer {
        Quotes::Bare if is_bare(text, context) => Cow::Borrowed(text),
        Quotes::Bare | Quotes::Plain if !needs_quotes(text, context) => Cow::Borrowed(text),
        Quotes::Double => Cow::Owned(double_quoted(text)),
        // An apostrophe is more readable in double quotes than doubled in single ones.
        Quotes::Bare | Quotes::Plain if text.contains('\'') && !text.contains(['"', '\\']) => {
            Cow::Owned(double_quoted(text))
        }
        _ => Cow::Owned(format!("'{}'", text.replace('\'', "''"))),
    }
}

/// Writes a text as a YAML string in double quotes, on one line. Linear.
#[must_use]
pub fn double_quoted(text: &str) -> String {
    let mut result = String::with_capacity(text.len() + 2);
    result.push('"');
    for c in text.chars() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            c if needs_escape(c) => {
                let code = u32::from(c);
                // Writing to a string cannot fail.
                let _ = if code <= 0xFF {
                    write!(result, "\\x{code:02X}")
                } else {
                    write!(result, "\\u{code:04X}")
                };
            }
            c => result.push(c),
        }
    }
    result.push('"');
    result
}

/// Returns whether a character needs an escape: YAML does not allow it, it ends a line in one version, or it is the byte order mark.
pub(super) fn needs_escape(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
    )
}

/// Returns whether a plain scalar is read back as one scalar with this text, whatever its type.
pub(crate) fn is_plain_scalar(text: &str) -> bool {
    !text.chars().any(needs_escape) && !is_structure(text)
}

pub(super) fn needs_quotes(text: &str, context: Context) -> bool {
    let bytes = text.as_bytes();
    is_structure(text)
        || (context == Context::Flow && !is_plain_in_flow(text))
        || matches!(text, "=" | "<<")
        || is_word(text)
        || is_number(bytes)
        || is_date(bytes)
}

/// Returns whether a text is not exactly one plain scalar.
fn is_structure(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
        return true;
    };
    let indicator = match first {
        b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
        | b'"' | b'%' | b'@' | b'`' => true,
        b'-' | b'?' | b':' => matches!(bytes.get(1), None | Some(b' ')) || is_mark(bytes),
        b'.' => is_mark(bytes),
        _ => false,
    };
    indicator
        || first == b' '
        || last == b' '
        || last == b':'
        || bytes
            .windows(2)
            .any(|pair| matches!(pair, [b':', b' '] | [b' ', b'#']))
}

/// Returns whether a plain scalar is read back as it is. Of the scalars that YAML 1.1 gives a type, only `:` could be an indicator
/// between brackets, and between digits it is not.
fn is_bare(text: &str, context: Context) -> bool {
    let is_char = |c: char| c.is_alphanumeric() || "_-./+@ :".contains(c);
    !is_structure(text)
        && (context == Context::Block || (text.chars().all(is_char) && !text.ends_with('-')))
}

/// Returns whether a text is words of letters and digits, with a few signs inside them. Between brackets, readers differ about others.
fn is_plain_in_flow(text: &str) -> bool {
    text.split(' ').all(|word| {
        let edge = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        edge(word.chars().next())
            && edge(word.chars().next_back())
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || "_-./+@".contains(c))
    })
}

/// Returns whether a text is a document marker, alone or before a space.
fn is_mark(text: &[u8]) -> bool {
    (text.starts_with(b"---") || text.starts_with(b"..."))
        && matches!(text.get(3), None | Some(b' '))
}

/// Returns whether a text is a boolean or null of either version, in any case.
fn is_word(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "~", "y", "n", "on", "no", "yes", "off", "null", "true", "false",
    ];
    text.len() <= 5 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns whether a reader may take a text for a number: integers in base 2, 8, 10, 16 and 60, floats, infinity and NaN. Wider than the
/// rule of each version, since unneeded quotes do no harm.
fn is_number(text: &[u8]) -> bool {
    fn unsigned(text: &[u8]) -> &[u8] {
        match text {
            [b'+' | b'-', rest @ ..] => rest,
            _ => text,
        }
    }
    let text = unsigned(text);
    // Some readers accept a sign after the letter of the base too.
    let all = |text: &[u8], member: fn(&u8) -> bool| {
        unsigned(text).iter().all(|b| *b == b'_' || member(b))
    };
    match text {
        [] => false,
        [b'.', rest @ ..] if is_word_of(rest, &["inf", "nan"]) => true,
        [b'0', b'x' | b'X', rest @ ..] if !rest.is_empty() => all(rest, u8::is_ascii_hexdigit),
        [b'0', b'o' | b'O' | b'b' | b'B', rest @ ..] if !rest.is_empty() => {
            all(rest, u8::is_ascii_digit)
        }
        [b'0'..=b'9' | b'.', ..] => is_decimal(text),
        _ => false,
    }
}

fn is_word_of(text: &[u8], words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns whether a text is digits in groups by `:`, at most one dot, then an exponent.
fn is_decimal(text: &[u8]) -> bool {
    let digit = |b: &u8| b.is_ascii_digit() || *b == b'_' || *b == b':';
    let whole = text.iter().take_while(|b| digit(b)).count();
    let mut rest = &text[whole..];
    let mut digits = whole;
    if let [b'.', after @ ..] = rest {
        let fraction = after.iter().take_while(|b| digit(b)).count();
        digits += fraction;
        rest = &after[fraction..];
    }
    let exponent = match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', after @ ..] | [b'e' | b'E', after @ ..] => {
            after.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    };
    // In YAML 1.1 a dot without any digit is a float, with an exponent too.
    (digits > 0 || text.starts_with(b".")) && exponent
}

/// Returns whether a text is a date, alone or before a time: `2024-1-2`, `2024-01-02T03:04:05Z`, `2024-01-02 03:04`.
fn is_date(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let mut rest = text;
    for (least, most, last) in [(4, 4, false), (1, 2, false), (1, 2, true)] {
        let count = digits(rest);
        if count < least || count > most {
            return false;
        }
        rest = &rest[count..];
        match rest {
            [b'-', after @ ..] if !last => rest = after,
            _ if last => {}
            _ => return false,
        }
    }
    match rest {
        [] => true,
        [b'T' | b't' | b' ', after @ ..] => after
            .trim_ascii_start()
            .first()
            .is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}
