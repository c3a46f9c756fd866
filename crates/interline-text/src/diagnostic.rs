use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// How much a [`Diagnostic`] weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; nothing to do.
    Info,
    /// Something is not as it was probably meant; a sound reading was found.
    Warning,
    /// Part of the input could not be used.
    Error,
}

/// Something seen in a text, collected and returned beside the result.
///
/// An `Error` of a crate stops; a diagnostic does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Diagnostic {
    /// How much it weighs.
    pub severity: Severity,
    /// A stable word in kebab case that names the kind, such as `unclosed-patch`.
    pub code: Cow<'static, str>,
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// One sentence: what was seen, what was expected, what to write instead. Lower case, no final dot.
    pub message: String,
    /// Further places that belong to it, such as where a name was first seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
}

/// A further place that belongs to a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Related {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// What is to be seen there.
    pub message: String,
}

impl Diagnostic {
    /// A diagnostic about the bytes of `span`.
    pub fn new(
        severity: Severity,
        code: impl Into<Cow<'static, str>>,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity,
            code: code.into(),
            span,
            message: message.into(),
            related: Vec::new(),
        }
    }

    /// The same with a further place.
    #[must_use]
    pub fn with_related(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }
}
