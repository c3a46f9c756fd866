use std::borrow::Cow;
use std::ops::Range;

use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::attribute::Attributes;

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
        /// The bytes of the opener in the response.
        span: Range<usize>,
    },
    /// More content of the patch that is open.
    #[serde(borrow)]
    Content(Cow<'t, str>),
    /// The patch ends.
    Closed {
        /// The bytes of the closer in the response.
        span: Range<usize>,
    },
    /// The response has ended within the patch. What it means is up to the policy and to what stands in the content:
    /// [`fold`](crate::fold) reads on from behind the opener.
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
            Self::Diagnostic(diagnostic) => Event::Diagnostic(diagnostic),
        }
    }
}
