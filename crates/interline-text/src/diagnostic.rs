use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::ops::Range;

use crate::one_line::OneLine;
use crate::{Position, Report};

/// How much a [`Diagnostic`] weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; nothing to do.
    Info,
    /// Something is not as it was probably meant; a sound reading was found.
    Warning,
    /// Part of the input could not be used.
    Error,
}

impl Severity {
    /// The word for it in lower case, as it is displayed.
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

/// Something seen in a text, collected and returned beside the result.
///
/// An `Error` of a crate stops; a diagnostic does not.
///
/// It displays in one line, without its place, which needs the text: [`to_line`](Self::to_line) has
/// both. Diagnostics are ordered by place, at one place the heavier first, so that a list of them
/// can be sorted.
///
/// ```
/// use interline_text::{Diagnostic, Severity};
///
/// let text = "a\nb <!-- patch:x -->\n";
/// let message = "patch `x` is never closed";
/// let seen = Diagnostic::new(Severity::Warning, "unclosed-patch", 4..20, message);
/// assert_eq!(seen.to_string(), "warning[unclosed-patch]: patch `x` is never closed");
/// assert_eq!(seen.position(text).to_string(), "2:3");
/// assert_eq!(seen.report(text).name("a.md").to_string(), "\
/// warning[unclosed-patch]: patch `x` is never closed
///  --> a.md:2:3
///   |
/// 2 | b <!-- patch:x -->
///   |   ^^^^^^^^^^^^^^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Diagnostic {
    /// How much it weighs.
    pub severity: Severity,
    /// A stable word in kebab case that names the kind, such as `unclosed-patch`.
    pub code: Cow<'static, str>,
    /// The bytes of the text it is about.
    pub span: Range<usize>,
    /// One sentence: what was seen, what was expected, what to write instead. Lower case, no final
    /// dot.
    pub message: String,
    /// Further places that belong to it, such as where a name was first seen.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub related: Vec<Related>,
}

/// A further place that belongs to a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// Line and column in `text` of the first byte it is about.
    /// Linear in `span.start`; for many at once see [`positions`](crate::positions).
    #[must_use]
    pub fn position(&self, text: &str) -> Position {
        crate::position(text, self.span.start)
    }

    /// Everything but the related places in one line, whatever the message holds:
    /// `agents/a.md:2:3: warning[unclosed-patch]: patch `x` is never closed`.
    #[must_use]
    pub fn to_line(&self, source_name: Option<&str>, text: &str) -> String {
        let position = self.position(text);
        match source_name {
            Some(name) => format!("{}:{position}: {self}", OneLine::new(name)),
            None => format!("{position}: {self}"),
        }
    }

    /// Its message and an excerpt of `text` with carets under the place, rendered when displayed.
    #[must_use]
    pub fn report<'a>(&'a self, text: &'a str) -> Report<'a> {
        Report::new(text, self.span.clone(), self.message.as_str())
            .severity(self.severity)
            .code(self.code.as_ref())
            .related_all(&self.related)
    }
}

/// Logs each of `diagnostics` at the level warning with the target `interline`, as [`Diagnostic::to_line`] writes it. One pass over the
/// text; nothing is done while the log is off.
#[cfg(feature = "log")]
pub fn log_all(diagnostics: &[Diagnostic], source_name: Option<&str>, text: &str) {
    if diagnostics.is_empty() || !log::log_enabled!(target: "interline", log::Level::Warn) {
        return;
    }
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span.start);
    let positions = crate::positions(text, sorted.iter().map(|diagnostic| diagnostic.span.start));
    for (diagnostic, position) in sorted.iter().zip(positions) {
        let name = source_name
            .map(|name| format!("{}:", OneLine::new(name)))
            .unwrap_or_default();
        log::warn!(target: "interline", "{name}{position}: {diagnostic}");
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, message) = (OneLine::new(&self.code), OneLine::new(&self.message));
        write!(f, "{}[{code}]: {message}", self.severity)
    }
}

impl Ord for Diagnostic {
    fn cmp(&self, other: &Self) -> Ordering {
        fn place(span: &Range<usize>) -> (usize, usize) {
            (span.start, span.end)
        }
        fn key(d: &Diagnostic) -> ((usize, usize), Reverse<Severity>, &str, &str) {
            (place(&d.span), Reverse(d.severity), &d.code, &d.message)
        }
        fn related(d: &Diagnostic) -> impl Iterator<Item = ((usize, usize), &str)> {
            d.related
                .iter()
                .map(|r| (place(&r.span), r.message.as_str()))
        }
        key(self)
            .cmp(&key(other))
            .then_with(|| related(self).cmp(related(other)))
    }
}

impl PartialOrd for Diagnostic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
