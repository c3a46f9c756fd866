use serde::{Deserialize, Serialize};

/// An argument that a fragment declares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentArgument {
    /// The name: one or more of `a-z`, `A-Z`, `0-9`, `-`, `_`. Case counts.
    pub name: String,
    /// The description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The value that is used when none is given. An argument without a default is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl FragmentArgument {
    /// Makes an argument that needs a value.
    pub fn required(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Makes an argument with a default.
    pub fn optional(name: impl Into<String>, default: impl Into<String>) -> Self {
        Self {
            default: Some(default.into()),
            ..Self::required(name)
        }
    }

    /// Returns whether a value has to be given.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }
}

pub(crate) fn is_argument_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_name_byte)
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_')
}

/// Returns the start of a string for a message, on one line.
pub(crate) fn shown(text: &str) -> String {
    const MAX: usize = 40;
    let mut shown: String = text
        .chars()
        .take(MAX)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(MAX).is_some() {
        shown.push('…');
    }
    shown
}
