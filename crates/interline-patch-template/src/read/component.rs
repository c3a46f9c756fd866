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
    /// Its name.
    #[serde(borrow)]
    pub name: Cow<'t, str>,
    /// The attributes of the opener.
    #[serde(borrow)]
    pub attributes: Attributes<'t>,
    /// The opener, from `<` to behind `>`.
    pub opener: Range<usize>,
    /// The content: from behind the opener, and behind the rest of its line when that is blank, to the closer, or to
    /// the begin of its line when nothing but blanks and `>` stands before it.
    pub content: Range<usize>,
    /// The closer.
    pub closer: Range<usize>,
    /// The start of each line of the content, because the component is in a block quote or list item: `> ` for each block
    /// quote, and as many spaces as a list item indents its content. Empty outside of them.
    #[serde(borrow, default)]
    pub prefix: Cow<'t, str>,
    /// Whether the closer is in the middle of a line, so that the content ends there too.
    ///
    /// A component whose opener is alone on its line is not inline, even where its closer ends the last line of the
    /// content.
    pub inline: bool,
    /// Line of the opener, from 1.
    pub line: usize,
    /// The component that it stands in: an index into [`Document::components`](crate::Document::components).
    pub parent: Option<usize>,
}

impl Component<'_> {
    /// From the opener to the end of the closer.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.opener.start..self.closer.end
    }

    /// The mode that the opener asks for: `patch=`, or else `mode=`. `None` where neither is a known word.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        ["patch", "mode"]
            .into_iter()
            .find_map(|key| self.attributes.get(key)?.parse().ok())
    }

    /// The same, independent of the document.
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

/// A boundary of a document, `<!-- agent:boundary:ID -->`: where the next answer goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Boundary<'t> {
    /// What stands behind `boundary:`, a suffix included.
    #[serde(borrow)]
    pub id: Cow<'t, str>,
    /// The marker, from `<` to behind `>`.
    pub span: Range<usize>,
    /// Its line, from 1.
    pub line: usize,
    /// The innermost component that it stands in: an index into
    /// [`Document::components`](crate::Document::components).
    pub component: Option<usize>,
}
