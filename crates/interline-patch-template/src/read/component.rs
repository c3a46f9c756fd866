use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::config::Mode;
use crate::scan::Attributes;

/// A component of a document: `<!-- agent:name -->` content `<!-- /agent:name -->`. All ranges are bytes of the
/// document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Component<'t> {
    /// The name.
    #[serde(borrow)]
    pub name: Cow<'t, str>,
    /// The attributes of the opener.
    #[serde(borrow)]
    pub attributes: Attributes<'t>,
    /// The opener, from `<` through `>`.
    pub opener: Range<usize>,
    /// The content. It begins after the line of the opener if only spaces and tabs follow on it, otherwise right after the
    /// opener. It ends at the start of the closer's line if only spaces, tabs and `>` come before it, otherwise at the closer.
    pub content: Range<usize>,
    /// The closer.
    pub closer: Range<usize>,
    /// The text with which each line of the content begins because the component is in a block quote or list item: `> ` for
    /// each block quote, and as many spaces as a list item indents its content. Empty elsewhere.
    #[serde(borrow, default)]
    pub prefix: Cow<'t, str>,
    /// Whether the closer is in the middle of a line, so that the content ends there too.
    ///
    /// A component whose opener is alone on its line is not inline, even where its closer ends the last line of the
    /// content.
    pub inline: bool,
    /// Line of the opener, from 1.
    pub line: usize,
    /// The innermost component around it: an index into [`Document::components`](crate::Document::components).
    pub parent: Option<usize>,
}

impl Component<'_> {
    /// Returns the bytes from the opener to the end of the closer.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.opener.start..self.closer.end
    }

    /// Returns the mode in the attributes of the opener: `patch=`, or else `mode=`. `None` if neither is a known mode.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        ["patch", "mode"]
            .into_iter()
            .find_map(|key| self.attributes.get(key)?.parse().ok())
    }

    /// Copies everything borrowed from the document.
    #[must_use]
    pub fn into_owned(self) -> Component<'static> {
        Component {
            name: Cow::Owned(self.name.into_owned()),
            attributes: self.attributes.into_owned(),
            opener: self.opener,
            content: self.content,
            closer: self.closer,
            prefix: Cow::Owned(self.prefix.into_owned()),
            inline: self.inline,
            line: self.line,
            parent: self.parent,
        }
    }
}
