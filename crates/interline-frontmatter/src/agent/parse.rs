use interline_text::{Diagnostic, Severity};

use super::Frontmatter;
use super::field::Field;
use crate::diagnostics::FORMER_NAME_IGNORED;
use crate::parse::into_parsed;
use crate::write::write_mapping;
use crate::{Document, Error, Parsed, ReadOptions};

/// Reads an agent document.
///
/// A text without frontmatter gives the default and the whole text as body. Former names are read; where the current name is
/// present too, it takes precedence and the former one is reported
/// ([`former-name-ignored`](crate::diagnostics::FORMER_NAME_IGNORED)). Unknown keys are in [`Frontmatter::extra`].
///
/// Linear in the block, independent of the body.
///
/// # Errors
///
/// Those of [`Document::parse`], and [`Error::Data`] when a field does not have its type: an unknown format, a list where a string is
/// expected. A string takes any scalar as it is written.
pub fn parse(text: &str) -> Result<Parsed<'_, Frontmatter>, Error> {
    parse_with(text, &ReadOptions::default())
}

/// [`parse`] with options.
///
/// # Errors
///
/// Those of [`parse`].
pub fn parse_with<'a>(
    text: &'a str,
    options: &ReadOptions,
) -> Result<Parsed<'a, Frontmatter>, Error> {
    let document = Document::parse_with(text, options)?;
    let diagnostics = diagnostics(&document);
    into_parsed(&document, diagnostics)
}

/// Returns the diagnostics of the document, and reports former names that are shadowed.
fn diagnostics(document: &Document<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = document.diagnostics();
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
            let message = format!("`{name}` is ignored, since `{first}` is given: remove it");
            let span = |key: &str| document.key_span(key).unwrap_or_default();
            diagnostics.push(
                Diagnostic::new(Severity::Warning, FORMER_NAME_IGNORED, span(name), message)
                    .with_related(span(first), "takes precedence"),
            );
        }
    }
    diagnostics.sort();
    diagnostics
}

/// Writes a document of `frontmatter` and `body`.
///
/// Writes the fields that are set under their current names, then the other keys. The body follows byte for byte. [`parse`] reads
/// both back, unless the block exceeds the [limits](crate::ReadOptions) of reading. Linear.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::agent;
///
/// let mut parsed = agent::parse("---\nsession: s1\ntitle: Plan\n---\nText.\n")?;
/// parsed.value.model = Some("no".to_owned());
/// let text = agent::to_document(&parsed.value, parsed.body)?;
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
