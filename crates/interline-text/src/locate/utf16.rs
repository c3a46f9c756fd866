use crate::locate::char_boundary::floor_boundary;

/// Returns the number of UTF-16 code units in `text`. Linear.
///
/// # Examples
///
/// ```
/// assert_eq!(interline_text::utf16_len("é🦀"), 3);
/// ```
#[must_use]
pub fn utf16_len(text: &str) -> usize {
    // One unit for each byte that starts a character, and one more when it starts a character of
    // four bytes, which takes a surrogate pair.
    text.bytes()
        .map(|byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0))
        .sum()
}

/// Converts byte offsets of `text` to offsets in UTF-16 code units, in the order of `offsets`.
///
/// An offset inside a character counts as its first byte, an offset after the text as its end. One
/// pass over the text when the offsets are sorted; an offset that is smaller than the one before it
/// starts a new pass.
///
/// # Examples
///
/// ```
/// let found = interline_text::utf16_offsets("é🦀x", [0, 2, 6, 7]);
/// assert_eq!(found.collect::<Vec<_>>(), [0, 1, 3, 4]);
/// ```
pub fn utf16_offsets<I>(text: &str, offsets: I) -> impl Iterator<Item = usize>
where
    I: IntoIterator<Item = usize>,
{
    let (mut byte, mut units) = (0, 0);
    offsets.into_iter().map(move |offset| {
        if offset < byte {
            (byte, units) = (0, 0);
        }
        let offset = floor_boundary(text, offset);
        units += utf16_len(&text[byte..offset]);
        byte = offset;
        units
    })
}

/// Converts an offset in UTF-16 code units to a byte offset of `text`, the inverse of
/// [`utf16_offsets`].
///
/// An offset between the two units of a character counts as the first, an offset after the text as
/// its end. Linear.
///
/// # Examples
///
/// ```
/// assert_eq!(interline_text::utf16_to_byte("é🦀x", 3), 6);
/// ```
#[must_use]
pub fn utf16_to_byte(text: &str, offset: usize) -> usize {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > offset {
            return at;
        }
    }
    text.len()
}
