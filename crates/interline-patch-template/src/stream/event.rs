use std::borrow::Cow;
use std::ops::Range;

use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::scan::Attributes;

/// What a [`ResponseParser`](crate::ResponseParser) sees, in the order of the response.
///
/// Deltas borrow from the piece that was pushed, unless they were held back from an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event<'t> {
    /// A patch begins.
    Opened {
        /// The component that it is for.
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
    /// The patch has no closer: the response has ended, or the patch is opened again on a line of its own. What that means
    /// depends on the policy and on the content, which [`fold`](crate::fold) reads again.
    Unterminated {
        /// The component that it is for.
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
    /// Something is not as it should be; its span is that of the response.
    Diagnostic(Diagnostic),
}

impl Event<'_> {
    /// The same, independent of the pieces of the response: what goes through a channel.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
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
