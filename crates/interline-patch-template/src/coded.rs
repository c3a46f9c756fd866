//! Patches that are in code, and therefore text.

use std::ops::Range;

use crate::marker::{Marker, MarkerKind};
use crate::scan::Verdict;

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
    open: Option<CodedPair>,
}

impl CodedPairs {
    /// Something outside code comes, or reading begins anew.
    pub(crate) fn reset(&mut self) {
        self.open = None;
    }

    /// Takes the next marker. Gives the pair that it completes.
    pub(crate) fn take(
        &mut self,
        marker: &Marker,
        name: &str,
        verdict: Verdict,
    ) -> Option<CodedPair> {
        let fence = match verdict {
            Verdict::Live => {
                self.reset();
                return None;
            }
            Verdict::Code => return None,
            Verdict::Indented => None,
            Verdict::Fenced(opened) => Some(opened),
        };
        let open = self.open.take().filter(|open| open.fence == fence);
        match (open, marker.kind) {
            (None, MarkerKind::Opener) => {
                self.open = Some(CodedPair {
                    name: name.to_owned(),
                    opener: marker.span.clone(),
                    closer: marker.span.clone(),
                    fence,
                });
                None
            }
            (Some(mut pair), MarkerKind::Closer) if pair.name == name => {
                pair.closer = marker.span.clone();
                Some(pair)
            }
            // The first closer of the name ends a patch, whatever is in between.
            (open, _) => {
                self.open = open;
                None
            }
        }
    }
}
