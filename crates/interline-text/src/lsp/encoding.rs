use crate::locate::utf16_len;

/// The unit in which the Language Server Protocol counts the characters of a line, as client and
/// server agree on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PositionEncoding {
    /// Bytes.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
    /// UTF-16 code units, the default of the protocol.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "utf-16"))]
    Utf16,
    /// Characters.
    #[cfg_attr(feature = "serde", serde(rename = "utf-32"))]
    Utf32,
}

impl PositionEncoding {
    /// Returns the length of `text` in this unit.
    pub(crate) fn measure(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => utf16_len(text),
            Self::Utf32 => text.chars().count(),
        }
    }
}
