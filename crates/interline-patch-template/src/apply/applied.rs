use interline_text::{Diagnostic, Edits, Severity};

use super::outcome::Outcome;

/// The result of [`apply_patches`](crate::apply_patches): the new text, the change as edits, and what became of each part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    pub(crate) text: String,
    /// The changes to the document. Empty when nothing changes.
    pub edits: Edits,
    /// The outcome of each part of the response, in the order of the response.
    pub outcomes: Vec<Outcome>,
    /// The problems of the document. Spans are bytes of the document before the change.
    pub diagnostics: Vec<Diagnostic>,
    /// The problems of the response beyond its own diagnostics. Spans are bytes of the response.
    pub response_diagnostics: Vec<Diagnostic>,
    /// The id of the boundary that ends `exchange`, including a suffix; `None` if no boundary does.
    pub boundary: Option<String>,
}

impl Applied {
    /// Returns the new text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the new text without a copy.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns whether a diagnostic of the document or of the response is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let all = self.diagnostics.iter().chain(&self.response_diagnostics);
        all.into_iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
