//! Patches that are in code, and therefore text.

use std::ops::Range;

use super::markdown::Verdict;
use super::markers::{Marker, MarkerKind};

/// An opener and its closer in one code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodedPair {
    pub(crate) name: String,
    pub(crate) opener: Range<usize>,
    pub(crate) closer: Range<usize>,
    /// Offset of the line that opens the fence; `None` in an indented code block.
    pub(crate) fence: Option<usize>,
}

/// Finds the complete patches in code blocks, in the order of the text.
///
/// Code spans do not count: prose that explains the format has markers in them, and no answer is written in one.
/// Remembers one opener, so that a stream needs no memory for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct CodedPairs {
    is_open: bool,
    /// Of the opener. The memory serves for every one.
    name: String,
    opener: Range<usize>,
    fence: Option<usize>,
}

impl CodedPairs {
    /// Something outside code comes, or reading begins anew.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.is_open = false;
    }

    /// Takes the next marker. Whether it completes a pair, which [`pair`](Self::pair) then gives.
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
        self.is_open &= self.fence == fence;
        if self.is_open {
            // The first closer of the name ends a patch, whatever is in between.
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

    /// The pair that `closer` completes.
    pub(crate) fn pair(&self, closer: &Marker) -> CodedPair {
        CodedPair {
            name: self.name.clone(),
            opener: self.opener.clone(),
            closer: closer.span.clone(),
            fence: self.fence,
        }
    }
}
