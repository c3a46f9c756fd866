//! Patches in code, which are text.

use std::ops::Range;

use super::markdown::Verdict;
use super::markers::{Marker, MarkerKind};

/// An opener and its closer in one code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatchInCode {
    pub(crate) name: String,
    pub(crate) opener: Range<usize>,
    pub(crate) closer: Range<usize>,
    /// Offset of the line that opens the fence; `None` in an indented code block.
    pub(crate) fence: Option<usize>,
}

/// Finds the complete patches in code blocks, in the order of the text.
///
/// Code spans do not count: prose that explains the format has markers in them, and no answer is written in one.
/// Only one opener is remembered, so that a stream needs no memory for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatchesInCode {
    is_open: bool,
    /// The name of the opener. Its memory is reused for every opener.
    name: String,
    opener: Range<usize>,
    fence: Option<usize>,
}

impl PatchesInCode {
    /// Forgets the opener: live text follows, or reading starts again elsewhere.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.is_open = false;
    }

    /// Takes the next marker. Returns whether it completes a patch, which [`patch`](Self::patch) then gives.
    pub(crate) fn take(&mut self, marker: &Marker, name: &str, verdict: Verdict) -> bool {
        let fence = match verdict {
            Verdict::Live => {
                self.reset();
                return false;
            }
            Verdict::Code => return false,
            Verdict::Indented => None,
            Verdict::Fenced(opened) => Some(opened),
        };
        // A marker of another block does not close this opener, so that the pair is within one block.
        self.is_open &= self.fence == fence;
        if self.is_open {
            // The first closer of the name ends a patch, whatever comes before it.
            if marker.kind != MarkerKind::Closer || self.name != name {
                return false;
            }
            self.is_open = false;
            return true;
        }
        if marker.kind == MarkerKind::Opener {
            self.is_open = true;
            self.name.clear();
            self.name.push_str(name);
            self.opener = marker.span.clone();
            self.fence = fence;
        }
        false
    }

    /// Returns the patch that `closer` completes.
    pub(crate) fn patch(&self, closer: &Marker) -> PatchInCode {
        PatchInCode {
            name: self.name.clone(),
            opener: self.opener.clone(),
            closer: closer.span.clone(),
            fence: self.fence,
        }
    }
}
