use std::borrow::Cow;
use std::ops::Range;

use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::scan::Attributes;

/// An event of a [`ResponseParser`](crate::ResponseParser), in the order of the response.
///
/// Deltas borrow from the chunk that was pushed, unless they were buffered from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event<'t> {
    /// A patch begins.
    Opened {
        /// The name of the component that the patch is for.
        #[serde(borrow)]
        name: Cow<'t, str>,
        /// The attributes of the opener.
        #[serde(borrow)]
        attributes: Attributes<'t>,
        /// The bytes of the opener in the response, with a line ending right after it.
        span: Range<usize>,
    },
    /// More content of the patch that is open.
    #[serde(borrow)]
    Content(Cow<'t, str>),
    /// The patch ends.
    Closed {
        /// The bytes of the closer in the response, with a line ending right after it.
        span: Range<usize>,
    },
    /// The patch has no closer: the response has ended, or the patch is opened again on a line of its own. The result depends on
    /// the policy and on the content, which [`fold`](crate::fold) parses again.
    Unterminated {
        /// The name of the component that the patch is for.
        #[serde(borrow)]
        name: Cow<'t, str>,
        /// The bytes of the opener.
        span: Range<usize>,
    },
    /// More text outside patches.
    #[serde(borrow)]
    Text(Cow<'t, str>),
    /// The response begins with a byte order mark, which is not part of its text.
    ByteOrderMark {
        /// The bytes of the mark.
        span: Range<usize>,
    },
    /// A problem of the response. Its span is in bytes of the response.
    Diagnostic(Diagnostic),
}

impl Event<'_> {
    /// Copies everything borrowed from the chunks, for example to send the event through a channel.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        // Copies only what is borrowed; a delta that was buffered is moved.
        let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Opened {
                name,
                attributes,
                span,
            } => Event::Opened {
                name: own(name),
                attributes: attributes.into_owned(),
                span,
            },
            Self::Content(text) => Event::Content(own(text)),
            // Nothing borrowed in these.
            Self::Closed { span } => Event::Closed { span },
            Self::Unterminated { name, span } => Event::Unterminated {
                name: own(name),
                span,
            },
            Self::Text(text) => Event::Text(own(text)),
            Self::ByteOrderMark { span } => Event::ByteOrderMark { span },
            Self::Diagnostic(diagnostic) => Event::Diagnostic(diagnostic),
        }
    }
}
