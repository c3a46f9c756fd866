//! Hostile inputs for any reader of text.

use std::fmt;

/// An input that can be made in any size.
pub struct Input {
    pub(crate) name: &'static str,
    pub(crate) make: Box<dyn Fn(usize) -> String>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish()
    }
}

/// Returns an input with this name; `make` returns its text with about as many bytes as it is given.
pub fn input(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Input {
    Input {
        name,
        make: Box::new(make),
    }
}

/// Returns the typical input, for comparison; `make` returns its text as for [`input`].
pub fn typical(make: impl Fn(usize) -> String + 'static) -> Input {
    input(TYPICAL, make)
}

pub(crate) const TYPICAL: &str = "typical input";

/// Returns an input that repeats `part`.
#[must_use]
pub fn repeated(name: &'static str, part: &'static str) -> Input {
    input(name, move |bytes| part.repeat(count(bytes, part.len())))
}

/// Returns about `bytes` bytes of parts that `part` makes from their number; all should have the same
/// length.
#[must_use]
pub fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> String {
    (0..count(bytes, part(0).len())).map(part).collect()
}

/// Returns the number of parts of `length` bytes in `bytes`.
///
/// It is exactly twice as high for twice the bytes: tables grow in steps, and one more part could
/// cause another step.
fn count(bytes: usize, length: usize) -> usize {
    const UNIT: usize = 512;
    (UNIT / length.max(1)).max(1) * bytes / UNIT
}

/// Returns runs of `sign` of growing length, separated by spaces.
#[must_use]
pub fn growing_runs(bytes: usize, sign: &str) -> String {
    let mut text = String::new();
    for length in 1.. {
        if text.len() + length > bytes {
            break;
        }
        text.push_str(&sign.repeat(length));
        text.push(' ');
    }
    text
}

/// Returns one input of each kind that has made readers of text slow, wrong or use much memory.
#[must_use]
pub fn hostile_texts() -> Vec<Input> {
    vec![
        repeated("one long line", "word "),
        repeated("short lines", "a\n"),
        repeated("empty lines", "\n"),
        repeated("lines that end in CRLF", "a\r\n"),
        repeated("lines that end in CR", "a\r"),
        repeated("NUL", "\0"),
        repeated("byte order marks", "\u{feff}"),
        repeated("combining characters", "\u{301}"),
        repeated("characters of four bytes", "\u{1F389}"),
        repeated("tabs", "\t"),
        repeated("spaces", " "),
        repeated("dashes", "-"),
        repeated("fences of dashes", "---\n"),
        input("backtick runs of growing length", |bytes| {
            growing_runs(bytes, "`")
        }),
    ]
}
