use std::ops::Range;

use crate::error::locate;
use crate::{Error, Limit};

/// A fault of a block, located in bytes of its YAML.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) kind: ProblemKind,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum ProblemKind {
    Syntax(String),
    Limit(Limit, usize),
    Duplicate { key: String, first: Range<usize> },
    NotAMapping(&'static str),
    Data(String),
}

impl Problem {
    pub(super) fn syntax(message: String, span: Range<usize>) -> Self {
        Self {
            kind: ProblemKind::Syntax(message),
            span,
        }
    }

    /// Returns whether it is a syntax fault with exactly this message.
    pub(super) fn is_syntax(&self, expected: &str) -> bool {
        matches!(&self.kind, ProblemKind::Syntax(message) if message == expected)
    }

    pub(super) fn into_error(self, text: &str, base: usize) -> Error {
        let locate = |span: Range<usize>| locate(text, base + span.start..base + span.end);
        let at = locate(self.span);
        match self.kind {
            ProblemKind::Syntax(message) => Error::Syntax { message, at },
            ProblemKind::Limit(limit, max) => Error::LimitExceeded { limit, max, at },
            ProblemKind::Duplicate { key, first } => Error::DuplicateKey {
                key,
                at,
                first: locate(first),
            },
            ProblemKind::NotAMapping(found) => Error::NotAMapping { found, at },
            ProblemKind::Data(message) => Error::Data { message, at },
        }
    }
}
