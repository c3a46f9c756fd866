//! Texts that are hostile to whatever reads text.

use std::fmt;

/// A text that can be had in any size.
pub struct Input {
    pub(crate) name: &'static str,
    pub(crate) make: Box<dyn Fn(usize) -> String>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish()
    }
}

/// An input of this name; `make` gives it with about so many bytes.
pub fn input(name: &'static str, make: impl Fn(usize) -> String + 'static) -> Input {
    Input {
        name,
        make: Box::new(make),
    }
}

/// What is read every day, for comparison: `make` gives about so many bytes of it.
pub fn usual(make: impl Fn(usize) -> String + 'static) -> Input {
    input(USUAL, make)
}

pub(crate) const USUAL: &str = "what is usual";

/// `part`, again and again.
#[must_use]
pub fn repeated(name: &'static str, part: &'static str) -> Input {
    input(name, move |bytes| part.repeat(count(bytes, part.len())))
}

/// Parts that are made of their number, of equal length as far as the part takes care of it.
#[must_use]
pub fn numbered(bytes: usize, part: impl Fn(usize) -> String) -> String {
    (0..count(bytes, part(0).len())).map(part).collect()
}

/// How many parts of `length` make `bytes`: twice as many for twice as much, not one more, since tables grow in steps.
fn count(bytes: usize, length: usize) -> usize {
    const UNIT: usize = 512;
    (UNIT / length.max(1)).max(1) * bytes / UNIT
}

/// Runs of `sign` of growing length, a blank between.
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

/// One of each kind of text that has made readers of text slow, wrong or hungry.
#[must_use]
pub fn texts() -> Vec<Input> {
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
        repeated("blanks", " "),
        repeated("dashes", "-"),
        repeated("fences of dashes", "---\n"),
        input("backtick runs of growing length", |bytes| {
            growing_runs(bytes, "`")
        }),
    ]
}
