use std::borrow::Cow;

use interline_text::{Diagnostic, Severity};
use serde::{Deserialize, Serialize};

use super::gap::{Gap, without_blank_edges};
use super::patch_block::PatchBlock;

/// The response of an agent: patches and the text between them.
///
/// It borrows from the text that it was read from. Patches and gaps are each in the order of the response; their spans give
/// the order of both together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Response<'t> {
    /// The patches, in order.
    #[serde(borrow, default)]
    pub patches: Vec<PatchBlock<'t>>,
    /// The text outside the patches, in order.
    #[serde(borrow, default)]
    pub gaps: Vec<Gap<'t>>,
    /// The problems found in the response, in order. Spans are bytes of the response.
    #[serde(default)]
    pub diagnostics: Vec<Diagnostic>,
}

impl<'t> Response<'t> {
    /// Makes a response without patches and text.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a patch after everything else. A patch without spans gets empty ones that give its position in the order of the
    /// response.
    #[must_use]
    pub fn patch(mut self, mut patch: PatchBlock<'t>) -> Self {
        if patch.opener.is_empty() {
            let at = self.end();
            patch.opener = at..at;
            patch.content_span = at..at;
            patch.closer = Some(at..at);
        }
        self.patches.push(patch);
        self
    }

    /// Adds text outside patches after everything else, without its leading and trailing blank lines. Text of blank lines only
    /// adds nothing.
    #[must_use]
    pub fn text(mut self, text: impl Into<Cow<'t, str>>) -> Self {
        let text = text.into();
        // As `parse_patches` trims a gap, so that a made response equals a read one.
        let kept = without_blank_edges(&text);
        if !kept.is_empty() {
            let at = self.end();
            let text = match text {
                Cow::Borrowed(text) => Cow::Borrowed(&text[kept]),
                Cow::Owned(text) => Cow::Owned(text[kept].to_owned()),
            };
            self.gaps.push(Gap { text, span: at..at });
        }
        self
    }

    /// Returns an offset after all parts.
    fn end(&self) -> usize {
        // One more than the end, so that empty spans of several parts differ and keep their order.
        let patch = self.patches.last().map_or(0, |patch| patch.span().end + 1);
        let gap = self.gaps.last().map_or(0, |gap| gap.span.end + 1);
        patch.max(gap)
    }
}

impl Response<'_> {
    /// Returns the text outside the patches: the gaps, joined by one blank line. Allocates only for several gaps.
    #[must_use]
    pub fn unmatched(&self) -> Cow<'_, str> {
        match self.gaps.as_slice() {
            [] => Cow::Borrowed(""),
            [gap] => Cow::Borrowed(&gap.text),
            gaps => {
                let texts: Vec<&str> = gaps.iter().map(|gap| &*gap.text).collect();
                Cow::Owned(texts.join("\n\n"))
            }
        }
    }

    /// Returns whether a diagnostic is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Copies everything borrowed from the response.
    #[must_use]
    pub fn into_owned(self) -> Response<'static> {
        let patches = self.patches.into_iter().map(PatchBlock::into_owned);
        Response {
            patches: patches.collect(),
            gaps: self.gaps.into_iter().map(Gap::into_owned).collect(),
            diagnostics: self.diagnostics,
        }
    }
}
