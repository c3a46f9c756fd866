//! Indices in characters, as slices of Python count them.

/// Bytes between two counts that are kept.
const STEP: usize = 512;

/// Turns byte offsets of a text into character indices.
///
/// Made in linear time; an index takes constant time. A text in ASCII needs no table.
pub(crate) struct Characters<'t> {
    bytes: &'t [u8],
    /// The characters before each multiple of `STEP`; empty for ASCII.
    counts: Vec<usize>,
}

impl<'t> Characters<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut counts = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in bytes.chunks(STEP) {
                counts.push(count);
                count += starts(block);
            }
            counts.push(count);
        }
        Self { bytes, counts }
    }

    /// Returns the characters before the byte `offset`.
    pub(crate) fn index(&self, offset: usize) -> usize {
        let offset = offset.min(self.bytes.len());
        let block = offset / STEP;
        match self.counts.get(block) {
            Some(count) => count + self.bytes.get(block * STEP..offset).map_or(0, starts),
            None => offset,
        }
    }
}

/// Returns the byte at which a character starts; the end of the text for an index after it. Linear in the text before it.
pub(crate) fn byte_offset(text: &str, index: usize) -> usize {
    let start = text.char_indices().nth(index);
    start.map_or(text.len(), |(offset, _)| offset)
}

/// Counts the characters that start in `bytes`.
pub(crate) fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
