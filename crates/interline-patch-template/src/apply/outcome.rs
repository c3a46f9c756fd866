use interline_text::{Diagnostic, Edits, Severity};
use serde::{Deserialize, Serialize};

use crate::config::Mode;

/// What part of a response an [`Outcome`] is about: an index into the patches or the gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// One of [`Response::patches`](crate::Response::patches).
    Patch(usize),
    /// One of [`Response::gaps`](crate::Response::gaps).
    Gap(usize),
}

/// What became of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// It stands in the new text.
    Applied,
    /// It stood there until a later part replaced it.
    Superseded,
    /// Its content would not read back, or there is no section for it among those of another program; nothing of it is in the
    /// new text.
    Rejected,
    /// It is the last part of its component already, or the first one, and is not added again
    /// ([`Replay::Skip`](crate::Replay::Skip)).
    AlreadyPresent,
    /// It is text outside patches, which the options leave out.
    Discarded,
}

/// What became of one part of a response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Outcome {
    /// The part.
    pub part: Part,
    /// What became of it.
    pub status: Status,
    /// The component it went to; `None` when it went nowhere.
    pub component: Option<String>,
    /// How it changed the component.
    pub mode: Option<Mode>,
    /// Whether it went there because it is outside patches, or because the component it names is missing.
    pub routed: bool,
    /// Whether its content was changed so that it reads back.
    pub repaired: bool,
}

/// What [`apply_patches`](crate::apply_patches) makes of a document and a response.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    pub(crate) text: String,
    /// The changes to the document. Empty when nothing changes.
    pub edits: Edits,
    /// What became of each part of the response, in the order of the response.
    pub outcomes: Vec<Outcome>,
    /// What is to be told of the document, spans being those of the document before the change.
    pub diagnostics: Vec<Diagnostic>,
    /// What is to be told of the response beyond its own diagnostics, spans being those of the response.
    pub response_diagnostics: Vec<Diagnostic>,
    /// The id of the boundary that ends `exchange`, a suffix included; `None` where there is none.
    pub boundary: Option<String>,
}

impl Applied {
    /// The new text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The new text, taken out.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Whether anything is told at error level, of the document or of the response.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let all = self.diagnostics.iter().chain(&self.response_diagnostics);
        all.into_iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}
