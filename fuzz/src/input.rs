//! Decodes the bytes of a fuzzer.
//!
//! An input has several strings and a few choices. Every sequence of bytes is valid, and a small change of the bytes is a small change
//! of one string:
//!
//! * `0xFF` ends a part. A target reads its strings first, then its choices; missing parts are empty.
//! * In a string, ASCII is itself. `0x80..=0xFB` is an entry of the table of the target (see [`pieces`](crate::pieces)), since random
//!   bytes would not form markers.
//! * `0xFC N` repeats the last `N % 8 + 1` units `2 << N / 8 % 8` times, so that strings grow by structure.
//! * `0xFD N` and `0xFE N` are a character of [`ODD`].

use std::sync::OnceLock;

/// Characters of every width, and those that some parsers treat as line ends, whitespace or nothing.
pub const ODD: &[char] = &[
    'é',
    '日',
    '🎉',
    '\u{301}',
    '\u{feff}',
    '\u{85}',
    '\u{2028}',
    '\u{2029}',
    '\u{a0}',
    '\u{200d}',
    '\u{fffd}',
    '\u{ffff}',
    '\u{1f469}',
    '\u{202e}',
    'ß',
    'İ',
    'λ',
    'ｆ',
    '\u{10ffff}',
    '\u{3000}',
];

/// Returns the length of the longest decoded string in bytes. `INTERLINE_FUZZ_TEXT_BYTES` sets it, to look for time that grows
/// faster than the input.
pub fn max_text() -> usize {
    static MAX: OnceLock<usize> = OnceLock::new();
    *MAX.get_or_init(|| {
        let set = std::env::var("INTERLINE_FUZZ_TEXT_BYTES");
        set.ok().and_then(|max| max.parse().ok()).unwrap_or(8 << 10)
    })
}

/// The parts of an input, read in order.
#[derive(Clone, Debug)]
pub struct Input<'d> {
    rest: Option<&'d [u8]>,
    pieces: &'static [&'static str],
}

impl<'d> Input<'d> {
    pub fn new(data: &'d [u8], pieces: &'static [&'static str]) -> Self {
        Self {
            rest: Some(data),
            pieces,
        }
    }

    /// Reads the next part as bytes.
    pub fn bytes(&mut self) -> &'d [u8] {
        let Some(data) = self.rest.take() else {
            return &[];
        };
        let mut parts = data.splitn(2, |&byte| byte == 0xFF);
        let part = parts.next().unwrap_or_default();
        self.rest = parts.next();
        part
    }

    /// Reads the next part as a string.
    pub fn text(&mut self) -> String {
        decode(self.bytes(), self.pieces)
    }

    /// Reads the next part as choices.
    pub fn choices(&mut self) -> Choices<'d> {
        Choices(self.bytes())
    }
}

/// Numbers to choose by. At their end all are zero, so that the empty input chooses the defaults.
#[derive(Clone, Debug)]
pub struct Choices<'d>(&'d [u8]);

impl Choices<'_> {
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    /// Returns a number below `end`, which must not be zero.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = if end > 256 {
            usize::from(self.byte()) << 8
        } else {
            0
        };
        (wide | usize::from(self.byte())) % end
    }

    /// Returns the offset of a character boundary of the text.
    pub fn offset(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Splits the text at one offset for each remaining choice, at most 62 times.
    pub fn cut<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        let mut offsets = vec![0, text.len()];
        while !self.is_empty() && offsets.len() < 64 {
            offsets.push(self.offset(text));
        }
        offsets.sort_unstable();
        offsets
            .windows(2)
            .map(|pair| &text[pair[0]..pair[1]])
            .collect()
    }
}

pub fn decode(bytes: &[u8], pieces: &[&str]) -> String {
    let mut text = String::new();
    // The start of each unit in `text`.
    let mut units = Vec::new();
    let mut bytes = bytes.iter().copied();
    while let Some(byte) = bytes.next() {
        let start = text.len();
        match byte {
            0..=0x7F => text.push(char::from(byte)),
            0x80..=0xFB => text.push_str(pieces[usize::from(byte - 0x80) % pieces.len()]),
            0xFC => {
                let how = usize::from(bytes.next().unwrap_or(0));
                let from = units.len().saturating_sub(how % 8 + 1);
                let unit = text[units.get(from).copied().unwrap_or(0)..].to_owned();
                let times = 2_usize << (how / 8 % 8);
                let room = max_text().saturating_sub(text.len());
                text.push_str(&unit.repeat(times.min(room / unit.len().max(1))));
            }
            _ => text.push(ODD[usize::from(bytes.next().unwrap_or(0)) % ODD.len()]),
        }
        units.push(start);
        if text.len() >= max_text() {
            break;
        }
    }
    text
}

/// Encodes a string such that [`decode`] returns it. Characters that are neither ASCII nor in [`ODD`] become the first of [`ODD`].
pub fn encode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => bytes.push(byte),
            _ => {
                let index = ODD.iter().position(|&odd| odd == c).unwrap_or(0);
                bytes.extend([0xFE, u8::try_from(index).unwrap_or(0)]);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_what_it_encodes() {
        let text = "a\nb é🎉\u{feff}";
        assert_eq!(decode(&encode(text), &["x"]), text);
        assert_eq!(decode(b"ab\x80\xfc\x01", &["<>"]), "ab<>b<>b<>");
        assert_eq!(decode(b"\xfc\x3f", &["<>"]), "");
        assert!(decode(&b"abc\xfc\x3f".repeat(9), &["x"]).len() <= max_text());
        let mut input = Input::new(b"a\xff\xffb", &["x"]);
        assert_eq!(
            [input.text(), input.text(), input.text(), input.text()],
            ["a", "", "b", ""]
        );
    }
}
