use std::fmt;

/// The severity of a [`Diagnostic`](crate::Diagnostic).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Severity {
    /// Information that needs no action.
    Info,
    /// Input that was read, but is probably not as intended.
    Warning,
    /// Input that could not be used.
    Error,
}

impl Severity {
    /// Returns the name in lower case, as it is displayed: `info`, `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
