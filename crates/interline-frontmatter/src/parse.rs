use interline_text::Diagnostic;
use serde::Deserialize;

use crate::{Document, Error, ReadOptions};

/// A document that was read into a type: the result of [`parse`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Parsed<'a, T> {
    /// The frontmatter.
    pub value: T,
    /// Every byte after the block, or the whole text when it has no block.
    pub body: &'a str,
    /// The problems that reading ignores, in the order of the text. Each code is documented in
    /// [`diagnostics`](crate::diagnostics).
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the frontmatter of `text` into a type.
///
/// A text without frontmatter is read as one with an empty mapping. Scalars have the meaning of the YAML 1.2 core
/// schema (`no` and `on` are strings). A `String` takes any scalar but null exactly as it is written (`1.10`, `0644`,
/// `no`); an `Option` takes null as `None`. Merge keys (`<<`) are not applied. Unknown tags are ignored and reported.
///
/// Linear in the block, independent of the body.
///
/// # Examples
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Post {
///     title: String,
///     version: String,
///     draft: Option<bool>,
/// }
///
/// let text = "---\ntitle: On time\nversion: 1.10\n---\nText.\n";
/// let parsed = interline_frontmatter::parse::<Post>(text)?;
/// let post = parsed.value;
/// assert_eq!((post.title.as_str(), post.version.as_str(), post.draft), ("On time", "1.10", None));
/// assert_eq!(parsed.body, "Text.\n");
/// assert!(parsed.diagnostics.is_empty());
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Document::parse`], and [`Error::Data`] when a value does not fit the type.
pub fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Parsed<'a, T>, Error> {
    parse_with(text, &ReadOptions::default())
}

/// [`parse`] with options.
///
/// # Errors
///
/// Those of [`parse`].
pub fn parse_with<'a, T: Deserialize<'a>>(
    text: &'a str,
    options: &ReadOptions,
) -> Result<Parsed<'a, T>, Error> {
    let document = Document::parse_with(text, options)?;
    into_parsed(&document, document.diagnostics())
}

/// Deserializes a document that was read, and logs its diagnostics with the feature `log`.
pub(crate) fn into_parsed<'a, T: Deserialize<'a>>(
    document: &Document<'a>,
    diagnostics: Vec<Diagnostic>,
) -> Result<Parsed<'a, T>, Error> {
    let value = document.deserialize()?;
    #[cfg(feature = "log")]
    interline_text::log_all(&diagnostics, None, document.block().text);
    Ok(Parsed {
        value,
        body: document.body(),
        diagnostics,
    })
}
