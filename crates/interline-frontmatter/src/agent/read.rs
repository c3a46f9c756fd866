use interline_text::{Diagnostic, Severity, log_all};

use super::Frontmatter;
use super::names::Field;
use crate::document::write_mapping;
use crate::{Document, Error, ReadOptions};

/// The result of [`read`].
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Parsed<'a> {
    /// The fields.
    pub frontmatter: Frontmatter,
    /// Every byte after the block, or all of the text.
    pub body: &'a str,
    /// What was seen beside, in the order of the text: a former name that is passed over because the name of today stands there too
    /// (`former-name-ignored`), a tag that says nothing here (`tag-left-out`), a header that is not read
    /// ([`unread-header`](crate::diagnostics::UNREAD_HEADER)).
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads an agent document.
///
/// A text without frontmatter gives the default and all of the text. Former names are read; where the name of today
/// stands there too, that one counts, and a warning is logged. Unknown keys go to [`Frontmatter::extra`].
///
/// Linear in the block, independent of the body.
///
/// # Errors
///
/// Those of [`Document::parse`], and when a field does not have its type: an unknown word for the format, a list
/// where a string is expected. A scalar is taken as a string as it is written.
pub fn parse(text: &str) -> Result<(Frontmatter, &str), Error> {
    let parsed = read(text)?;
    log_all(&parsed.diagnostics, None, text);
    Ok((parsed.frontmatter, parsed.body))
}

/// [`parse`] with diagnostics instead of log messages.
///
/// # Errors
///
/// Those of [`parse`].
pub fn read(text: &str) -> Result<Parsed<'_>, Error> {
    read_with(text, &ReadOptions::default())
}

/// [`read`] with options.
///
/// # Errors
///
/// Those of [`parse`].
pub fn read_with<'a>(text: &'a str, options: &ReadOptions) -> Result<Parsed<'a>, Error> {
    let document = Document::parse_with(text, options)?;
    Ok(Parsed {
        frontmatter: document.deserialize()?,
        body: document.body(),
        diagnostics: diagnostics(&document),
    })
}

/// Former names beside a name that goes before them, and tags.
fn diagnostics(document: &Document<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = document.ignored_tags();
    diagnostics.extend(document.unread_header());
    for field in Field::ALL
        .into_iter()
        .filter(|field| field.names().len() > 1)
    {
        let present = field.names().iter().filter(|name| document.has(name));
        if present.count() < 2 {
            continue;
        }
        let mut given = field
            .names()
            .iter()
            .filter(|name| document.get(name).is_some_and(|value| !value.is_null()));
        let Some(first) = given.next() else {
            continue;
        };
        for name in given {
            let message = format!("`{name}` is passed over, since `{first}` is given: remove it");
            let span = |key: &str| document.key_span(key).unwrap_or_default();
            diagnostics.push(
                Diagnostic::new(
                    Severity::Warning,
                    "former-name-ignored",
                    span(name),
                    message,
                )
                .with_related(span(first), "this one counts"),
            );
        }
    }
    diagnostics.sort();
    diagnostics
}

/// Writes a document of `frontmatter` and `body`.
///
/// The fields that are set are written under their current names, then the other keys. The body follows byte for byte. [`parse`] reads
/// both back, unless the block exceeds the [limits](crate::ReadOptions) of reading. Linear.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::agent;
///
/// let (mut frontmatter, body) = agent::parse("---\nsession: s1\ntitle: Plan\n---\nText.\n")?;
/// frontmatter.model = Some("no".to_owned());
/// let text = agent::to_document(&frontmatter, body)?;
/// assert_eq!(text, "---\nagent_doc_session: s1\nmodel: 'no'\ntitle: Plan\n---\nText.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Serialize`] when another key has a value that cannot be written.
pub fn to_document(frontmatter: &Frontmatter, body: &str) -> Result<String, Error> {
    write_mapping(&frontmatter.to_mapping(), body)
}
