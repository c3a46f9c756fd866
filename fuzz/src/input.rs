//! What the bytes of a fuzzer stand for.
//!
//! An input is several texts and a few choices, and a fuzzer knows only bytes. So that a small change of bytes is a small
//! change of one text, whatever the bytes are:
//!
//! * `0xFF` ends a part. A target takes its texts first, then its choices; parts that are missing are empty.
//! * In a text, ASCII stands for itself. `0x80..=0xFB` is a whole piece of the table of the target: one byte makes
//!   structure that chance would not find.
//! * `0xFC N` repeats what the last bytes stood for, so that texts can grow by structure: the last `N % 8 + 1` units,
//!   `2 << N / 8 % 8` times.
//! * `0xFD N` and `0xFE N` are one of the characters that are hard to get right.

use std::sync::OnceLock;

/// Characters of every width, and those that some readers take for line ends, blanks or nothing.
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

/// The longest text that is made, in bytes. `INTERLINE_FUZZ_TEXT_BYTES` sets another one, to look at how work grows.
pub fn max_text() -> usize {
    static MAX: OnceLock<usize> = OnceLock::new();
    *MAX.get_or_init(|| {
        let set = std::env::var("INTERLINE_FUZZ_TEXT_BYTES");
        set.ok().and_then(|max| max.parse().ok()).unwrap_or(8 << 10)
    })
}

/// The parts of an input, taken one after another.
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

    /// The next part as bytes.
    pub fn bytes(&mut self) -> &'d [u8] {
        let Some(data) = self.rest.take() else {
            return &[];
        };
        let mut parts = data.splitn(2, |&byte| byte == 0xFF);
        let part = parts.next().unwrap_or_default();
        self.rest = parts.next();
        part
    }

    /// The next part as text.
    pub fn text(&mut self) -> String {
        decode(self.bytes(), self.pieces)
    }

    /// The next part as choices.
    pub fn choices(&mut self) -> Choices<'d> {
        Choices(self.bytes())
    }
}

/// Numbers to choose by; zero when none are left, so that the empty input chooses the defaults.
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

    /// A number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = if end > 256 {
            usize::from(self.byte()) << 8
        } else {
            0
        };
        (wide | usize::from(self.byte())) % end
    }

    /// A place in a text between characters.
    pub fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// The text cut at some places, into as many pieces as there are choices left, at most 64; none is lost.
    pub fn cut<'t>(&mut self, text: &'t str) -> Vec<&'t str> {
        let mut places = vec![0, text.len()];
        while !self.is_empty() && places.len() < 64 {
            places.push(self.place(text));
        }
        places.sort_unstable();
        places
            .windows(2)
            .map(|pair| &text[pair[0]..pair[1]])
            .collect()
    }
}

pub fn decode(bytes: &[u8], pieces: &[&str]) -> String {
    let mut text = String::new();
    // Where the text of each unit begins.
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

/// The bytes that stand for a text: what [`decode`] undoes but for characters that are neither ASCII nor [`ODD`], for which
/// the first odd one stands.
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
    fn bytes_stand_for_texts() {
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
