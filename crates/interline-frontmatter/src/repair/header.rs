//! Reads a header, if need be after a repair.

use std::ops::Range;

use interline_text::{Diagnostic, Severity};

use super::field::Fields;
use super::repaired::Repaired;
use super::repairer::{is_repairable, repair};
use crate::diagnostics as codes;
use crate::error::locate;
use crate::yaml::double_quoted;
use crate::{Block, Document, Error, Node, ReadOptions};

/// A header that was read, if need be after a repair.
#[derive(Debug)]
pub struct Header<'h> {
    text: &'h str,
    document: Document<'h>,
    repaired: Option<&'h Repaired>,
}

impl<'h> Header<'h> {
    /// Reads the header of `block` as YAML, and repairs it when it is not. `storage` holds the repaired text.
    ///
    /// # Errors
    ///
    /// When the header exceeds a limit, has a line that only looks like a closing fence, or cannot be repaired.
    pub fn read(
        block: &Block<'h>,
        options: &ReadOptions,
        fields: &Fields<'_>,
        storage: &'h mut Option<Repaired>,
    ) -> Result<Self, Error> {
        let strict = match Self::strict(block, options) {
            Err(error) if is_repairable(&error) => error,
            result => return result,
        };
        // A repair would take the body up to the next `---` for a part of the header, so an almost closing fence is an error.
        if let Some(error) = near_fence(block) {
            return Err(error);
        }
        let text = block.text();
        let repaired = repair(text, block.yaml_span(), options, fields, &strict)?;
        // The document borrows from the repaired text, which therefore belongs to the caller.
        let repaired: &'h Repaired = storage.insert(repaired);
        let source = repaired.text();
        let document = Document::parse_span(source, 0..source.len(), options)
            .map_err(|error| repaired.locate(text, error))?;
        Ok(Self {
            text,
            document,
            repaired: Some(repaired),
        })
    }

    /// Reads the header of `block` as YAML, without a repair.
    ///
    /// # Errors
    ///
    /// When the header exceeds a limit or is not a mapping in YAML.
    pub fn strict(block: &Block<'h>, options: &ReadOptions) -> Result<Self, Error> {
        let text = block.text();
        let document = Document::parse_span(text, block.yaml_span(), options)?;
        Ok(Self {
            text,
            document,
            repaired: None,
        })
    }

    /// Returns the header as a document without a body. Its spans are those of [`source`](Self::source).
    #[must_use]
    pub fn document(&self) -> &Document<'h> {
        &self.document
    }

    /// Returns the text that the spans of the document are about: the file, or its repaired header.
    #[must_use]
    pub fn source(&self) -> &'h str {
        self.repaired.map_or(self.text, Repaired::text)
    }

    /// Maps a span of the document to bytes of the file.
    #[must_use]
    pub fn original(&self, span: Range<usize>) -> Range<usize> {
        match self.repaired {
            None => span,
            Some(repaired) => repaired.original(span),
        }
    }

    /// Maps a diagnostic of the document to the file.
    #[must_use]
    pub fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        diagnostic.span = self.original(diagnostic.span);
        for related in &mut diagnostic.related {
            related.span = self.original(related.span.clone());
        }
        diagnostic
    }

    /// Returns the repaired header; `None` for one that is YAML.
    #[must_use]
    pub fn repaired(&self) -> Option<&'h Repaired> {
        self.repaired
    }

    /// Returns the repairs, located in the file.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.repaired.map_or(&[], Repaired::diagnostics)
    }
}

/// Returns the error for a header with a line that looks like a closing fence and is not one: the first that starts with three dashes.
#[must_use]
pub fn near_fence(block: &Block<'_>) -> Option<Error> {
    let mut start = block.yaml_span().start;
    for line in block.yaml().split_inclusive('\n') {
        let content = line.trim_end();
        if content.starts_with("---") {
            return Some(Error::Syntax {
                message:
                    "this line looks like a closing fence and is not one: expected exactly `---`"
                        .to_owned(),
                at: locate(block.text(), start..start + content.len()),
            });
        }
        start += line.len();
    }
    None
}

/// Reports text that YAML takes for a comment: of `Fix PR #526` only `Fix PR` is the value.
///
/// `source` is the text that `value` was read from, `key` the key of a field that holds text. A `#` before a space is a comment.
#[must_use]
pub fn text_in_comment(source: &str, key: &str, value: &Node<'_, '_>) -> Option<Diagnostic> {
    let after = source.get(value.span().end..).unwrap_or_default();
    // After a quoted value a comment is meant; only plain text can have lost its end to one.
    if !after.starts_with([' ', '\t']) || !value.is_plain() || value.value().as_str().is_none() {
        return None;
    }
    let line = after.split(['\n', '\r']).next().unwrap_or_default();
    let comment = line.trim_start();
    let is_word = comment
        .strip_prefix('#')
        .is_some_and(|rest| rest.starts_with(|c: char| !c.is_whitespace() && c != '#'));
    if !is_word {
        return None;
    }
    let text = value.text().unwrap_or_default();
    let whole = double_quoted(&format!("{text} {}", comment.trim_end()));
    let start = value.span().end + line.len() - comment.len();
    let message =
        format!("` #` begins a comment, so this is no part of `{key}`: write `{key}: {whole}`");
    let span = start..start + comment.trim_end().len();
    Some(Diagnostic::new(
        Severity::Warning,
        codes::TEXT_IN_COMMENT,
        span,
        message,
    ))
}
