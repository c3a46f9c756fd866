use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::scan::Attributes;

/// One patch: `<!-- patch:name -->` content `<!-- /patch:name -->`. All ranges are bytes of the response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PatchBlock<'t> {
    /// The name of the component that it is for.
    #[serde(borrow)]
    pub name: Cow<'t, str>,
    /// The attributes of the opener.
    #[serde(borrow, default)]
    pub attributes: Attributes<'t>,
    /// The text between the markers, verbatim, without the line ending right after the opener.
    #[serde(borrow)]
    pub content: Cow<'t, str>,
    /// The opener, from `<` through `>`. Empty in a patch that was not read from a response.
    #[serde(default)]
    pub opener: Range<usize>,
    /// The content.
    #[serde(default)]
    pub content_span: Range<usize>,
    /// The closer; `None` if the patch has none.
    #[serde(default)]
    pub closer: Option<Range<usize>>,
}

impl<'t> PatchBlock<'t> {
    /// Makes a patch for the component `name`. The mode of the component decides whether it replaces the content or is added to it.
    ///
    /// The content is data: it may show any marker, its own closer included. Content that would not read back is escaped, and
    /// that is reported, as for any patch.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::{ApplyOptions, PatchBlock, Response, apply_patches};
    ///
    /// let response = Response::new()
    ///     .text("Done.")
    ///     .patch(PatchBlock::new("status", "green\n").attribute("by", "ci"));
    /// let document = "<!-- agent:status -->\nred\n<!-- /agent:status -->\n";
    /// let applied = apply_patches(document, &response, &ApplyOptions::new());
    /// assert!(applied.text().starts_with("<!-- agent:status -->\ngreen\n<!-- /agent:status -->\n"));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<Cow<'t, str>>, content: impl Into<Cow<'t, str>>) -> Self {
        Self {
            name: name.into(),
            attributes: Attributes::default(),
            content: content.into(),
            // Empty spans say that no response has the patch; `Response::patch` gives them an order.
            opener: 0..0,
            content_span: 0..0,
            closer: None,
        }
    }

    /// Adds an attribute to the opener.
    #[must_use]
    pub fn attribute(
        mut self,
        key: impl Into<Cow<'t, str>>,
        value: impl Into<Cow<'t, str>>,
    ) -> Self {
        self.attributes.push(key.into(), Some(value.into()));
        self
    }
}

impl PatchBlock<'_> {
    /// Returns the bytes of the block, from the opener to the end of the closer, or of the content if the patch has no closer.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        let closer = self.closer.as_ref();
        // Without a closer the patch ends with its content, which is up to the next patch.
        self.opener.start..closer.map_or(self.content_span.end, |closer| closer.end)
    }

    /// Copies everything borrowed from the response.
    #[must_use]
    pub fn into_owned(self) -> PatchBlock<'static> {
        PatchBlock {
            name: Cow::Owned(self.name.into_owned()),
            attributes: self.attributes.into_owned(),
            content: Cow::Owned(self.content.into_owned()),
            opener: self.opener,
            content_span: self.content_span,
            closer: self.closer,
        }
    }
}
