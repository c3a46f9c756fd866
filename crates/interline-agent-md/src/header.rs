use std::ops::Range;

use interline_frontmatter::{self as frontmatter, Block, Document, Node};
use interline_text::Diagnostic;

use crate::recover::{Repair, recover};
use crate::{Error, Options, Recovery};
use interline_frontmatter::Place;

/// A header that was read, whole or part by part.
#[derive(Debug)]
pub(crate) struct Header<'a> {
    pieces: Vec<Piece<'a>>,
}

/// A part of a header.
#[derive(Debug)]
pub(crate) enum Piece<'a> {
    /// YAML, the whole header or some keys of it.
    Yaml(Document<'a>),
    /// One key whose value is no YAML.
    Repaired(Box<Repair>),
    /// Something to tell about the part before.
    Told(Diagnostic),
}

/// The value of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Field<'d, 'a> {
    Node(Node<'d, 'a>),
    Repaired(&'d Repair),
}

impl Field<'_, '_> {
    /// The bytes of the value in the whole text.
    pub(crate) fn span(&self) -> Range<usize> {
        match self {
            Self::Node(node) => node.span(),
            Self::Repaired(repair) => repair.span.clone(),
        }
    }
}

impl<'a> Piece<'a> {
    /// Keys with their places, and values.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, Range<usize>, Field<'_, 'a>)> {
        let (document, repair) = match self {
            Self::Yaml(document) => (Some(document), None),
            Self::Repaired(repair) => (None, Some(repair)),
            Self::Told(_) => (None, None),
        };
        let nodes = document.into_iter().flat_map(|document| {
            let entries = document.entries();
            entries.map(|(key, value)| {
                (
                    key.text().unwrap_or_default(),
                    key.span(),
                    Field::Node(value),
                )
            })
        });
        let repaired = repair.map(|repair| {
            (
                repair.key.as_str(),
                repair.key_span.clone(),
                Field::Repaired(repair),
            )
        });
        nodes.chain(repaired)
    }

    /// The tags that are not followed, in its order.
    fn ignored_tags(&self) -> Vec<Diagnostic> {
        match self {
            Self::Yaml(document) => document.ignored_tags(),
            Self::Repaired(repair) => repair.value.tags.clone(),
            Self::Told(_) => Vec::new(),
        }
    }

    fn diagnostic(&self) -> Option<&Diagnostic> {
        match self {
            Self::Yaml(_) => None,
            Self::Repaired(repair) => Some(&repair.diagnostic),
            Self::Told(diagnostic) => Some(diagnostic),
        }
    }
}

impl<'a> Header<'a> {
    /// Reads the header of `block`: as YAML first, then as the options say.
    pub(crate) fn read(block: &Block<'a>, label: &str, options: &Options) -> Result<Self, Error> {
        use frontmatter::Error::{Data, DuplicateKey, NotAMapping, Syntax};
        let text = block.text();
        let strict = match Document::parse_span(text, block.yaml_span(), &options.read) {
            Ok(document) => {
                return Ok(Self {
                    pieces: vec![Piece::Yaml(document)],
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
        let span = block.yaml_span();
        let pieces = recover(text, span, &options.read, &strict).map_err(header)?;
        Ok(Self { pieces })
    }

    /// Keys with their places, and values, in the order in which they stand.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, Range<usize>, Field<'_, 'a>)> {
        self.pieces.iter().flat_map(Piece::entries)
    }

    /// What was seen in reading it.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.pieces.iter().filter_map(Piece::diagnostic)
    }

    /// The tags that are not followed, in the order in which they stand.
    pub(crate) fn ignored_tags(&self) -> impl Iterator<Item = Diagnostic> {
        self.pieces.iter().flat_map(Piece::ignored_tags)
    }

    /// What was repaired.
    pub(crate) fn repairs(&self) -> impl Iterator<Item = &Repair> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Repaired(repair) => Some(repair.as_ref()),
            Piece::Yaml(_) | Piece::Told(_) => None,
        })
    }
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
