use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::ops::Range;

use crate::diagnostics::report::Report;
use crate::diagnostics::severity::Severity;
use crate::locate::{Position, position};
use crate::one_line::OneLine;

/// A problem or remark about part of a text, returned beside the result.
///
/// An `Error` of a crate ends an operation; a diagnostic does not.
///
/// It displays as one line without its location, since that needs the text;
/// [`to_line`](Self::to_line) has both. Diagnostics are ordered by span, and those of equal spans
/// from the most to the least severe.
///
/// # Examples
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
    /// The severity.
    pub severity: Severity,
    /// A stable identifier of the kind in kebab case, such as `unclosed-patch`.
    pub code: Cow<'static, str>,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// The problem and its fix, in lower case without a final dot.
    pub message: String,
    /// Related locations, such as the first definition of a name.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub related: Vec<Related>,
}

/// A related location of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Related {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// The message shown there.
    pub message: String,
}

impl Diagnostic {
    /// Returns a diagnostic about the bytes of `span`.
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

    /// Adds a related location.
    #[must_use]
    pub fn with_related(mut self, span: Range<usize>, message: impl Into<String>) -> Self {
        self.related.push(Related {
            span,
            message: message.into(),
        });
        self
    }

    /// Returns the line and column of its first byte in `text`.
    ///
    /// Linear in `span.start`; for many diagnostics see [`positions`](crate::positions).
    #[must_use]
    pub fn position(&self, text: &str) -> Position {
        position(text, self.span.start)
    }

    /// Returns the location, severity, code and message in one line, without a line ending:
    /// ``agents/a.md:2:3: warning[unclosed-patch]: patch `x` is never closed``.
    ///
    /// Characters of the message that would break the line are replaced. Linear in `span.start`.
    #[must_use]
    pub fn to_line(&self, source_name: Option<&str>, text: &str) -> String {
        let position = self.position(text);
        match source_name {
            Some(name) => format!("{}:{position}: {self}", OneLine::new(name)),
            None => format!("{position}: {self}"),
        }
    }

    /// Returns a report that shows the message and the lines of `text` that it is about.
    ///
    /// It is rendered when it is displayed.
    #[must_use]
    pub fn report<'a>(&'a self, text: &'a str) -> Report<'a> {
        let related = self.related.iter();
        Report::new(text, self.span.clone(), self.message.as_str())
            .severity(self.severity)
            .code(self.code.as_ref())
            .related_all(related.map(|r| (r.span.clone(), r.message.as_str())))
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
        fn ends(span: &Range<usize>) -> (usize, usize) {
            (span.start, span.end)
        }
        fn key(d: &Diagnostic) -> ((usize, usize), Reverse<Severity>, &str, &str) {
            (ends(&d.span), Reverse(d.severity), &d.code, &d.message)
        }
        fn related(d: &Diagnostic) -> impl Iterator<Item = ((usize, usize), &str)> {
            d.related
                .iter()
                .map(|r| (ends(&r.span), r.message.as_str()))
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
