use crate::locate::utf16_len;

/// In which unit the characters of a line are counted, as client and server of the Language Server
/// Protocol agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PositionEncoding {
    /// Bytes.
    #[cfg_attr(feature = "serde", serde(rename = "utf-8"))]
    Utf8,
    /// UTF-16 code units, what holds when nothing was agreed.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "utf-16"))]
    Utf16,
    /// Characters.
    #[cfg_attr(feature = "serde", serde(rename = "utf-32"))]
    Utf32,
}

impl PositionEncoding {
    pub(crate) fn measure(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => utf16_len(text),
            Self::Utf32 => text.chars().count(),
        }
    }
}
