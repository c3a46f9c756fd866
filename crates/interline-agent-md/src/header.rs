use std::borrow::Cow;
use std::ops::Range;

use interline_frontmatter::repair::{Repaired, repair};
use interline_frontmatter::{self as frontmatter, Block, Document, Node, Place};
use interline_text::Diagnostic;

use crate::key::fields;
use crate::{Error, Options, Recovery};

/// A header that was read: as it is, or after a repair.
#[derive(Debug)]
pub(crate) struct Header<'h> {
    text: &'h str,
    document: Document<'h>,
    repaired: Option<&'h Repaired>,
}

impl<'h> Header<'h> {
    /// Reads the header of `block`: as YAML first, then as the options say. `storage` holds the repaired text.
    pub(crate) fn read(
        block: &Block<'h>,
        label: &str,
        options: &Options,
        storage: &'h mut Option<Repaired>,
    ) -> Result<Self, Error> {
        use frontmatter::Error::{Data, DuplicateKey, NotAMapping, Syntax};
        let text = block.text();
        let strict = match Document::parse_span(text, block.yaml_span(), &options.read) {
            Ok(document) => {
                return Ok(Self {
                    text,
                    document,
                    repaired: None,
                });
            }
            Err(error) => error,
        };
        let header = |source| Error::Header {
            label: label.to_owned(),
            source,
        };
        if let Some(at) = near_fence(block) {
            return Err(Error::Fence {
                label: label.to_owned(),
                message: "this line is like a closing fence and is none: expected exactly `---`"
                    .to_owned(),
                at: Place::new(text, at),
            });
        }
        let is_syntax = matches!(
            strict,
            Syntax { .. } | Data { .. } | DuplicateKey { .. } | NotAMapping { .. }
        );
        if options.recovery == Recovery::Strict || !is_syntax {
            return Err(header(strict));
        }
        let fields = fields(options);
        let repaired = repair(text, block.yaml_span(), &options.read, &fields, &strict);
        let repaired: &'h Repaired = storage.insert(repaired.map_err(header)?);
        let source = repaired.text();
        let document = Document::parse_span(source, 0..source.len(), &options.read)
            .map_err(|error| header(repaired.locate(text, error)))?;
        Ok(Self {
            text,
            document,
            repaired: Some(repaired),
        })
    }

    /// Keys and values in the order of the file. Their spans are those of [`source`](Self::source).
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, Node<'_, 'h>, Node<'_, 'h>)> {
        self.document
            .entries()
            .map(|(key, value)| (key.text().unwrap_or_default(), key, value))
    }

    /// The text that spans of nodes are about: the file, or its repaired header.
    pub(crate) fn source(&self) -> &'h str {
        self.repaired.map_or(self.text, Repaired::text)
    }

    /// The bytes of the file that a span of a node comes from.
    pub(crate) fn original(&self, span: Range<usize>) -> Range<usize> {
        match self.repaired {
            None => span,
            Some(repaired) => repaired.original(span),
        }
    }

    /// The same for all spans of a diagnostic.
    pub(crate) fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if self.repaired.is_some() {
            diagnostic.span = self.original(diagnostic.span);
            for related in &mut diagnostic.related {
                related.span = self.original(related.span.clone());
            }
        }
        diagnostic
    }

    /// The repairs, in positions of the file.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        self.repaired.map_or(&[], Repaired::diagnostics)
    }

    /// The tags that are not followed, in the order of the file.
    pub(crate) fn ignored_tags(&self) -> Vec<Diagnostic> {
        self.document.ignored_tags()
    }

    /// The repair, when one was needed.
    pub(crate) fn repaired(&self) -> Option<&'h Repaired> {
        self.repaired
    }
}

/// Where a value is; where its key is when there is none.
pub(crate) fn place(key: &Node<'_, '_>, value: &Node<'_, '_>) -> Range<usize> {
    let span = value.span();
    if span.is_empty() { key.span() } else { span }
}

/// The first line of a header that begins with three dashes, though it closes nothing.
fn near_fence(block: &Block<'_>) -> Option<Range<usize>> {
    let mut start = block.yaml_span().start;
    for line in block.yaml().split_inclusive('\n') {
        let content = line.trim_end();
        if content.starts_with("---") {
            return Some(start..start + content.len());
        }
        start += line.len();
    }
    None
}

/// The characters of a text without those that look like a space or like nothing.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    use interline_frontmatter::repair::is_invisible;
    if text.contains(is_invisible) {
        text.replace(is_invisible, "").into()
    } else {
        text.into()
    }
}
