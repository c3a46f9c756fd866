use interline_text::{Diagnostic, Position, Report, position};

/// What stops this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A document that has to be sound is not.
    #[error("line {}, column {}: {}", .at.line, .at.column, .diagnostic.message)]
    Structure {
        /// What is told, with its span.
        diagnostic: Box<Diagnostic>,
        /// Where it begins.
        at: Position,
    },
}

impl Error {
    pub(crate) fn structure(text: &str, diagnostic: Diagnostic) -> Self {
        let at = position(text, diagnostic.span.start);
        Self::Structure {
            diagnostic: Box::new(diagnostic),
            at,
        }
    }

    /// Line of the place, from 1; `None` for an error that is not about a place.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        let Self::Structure { at, .. } = self;
        Some(at.line)
    }

    /// Column of the place in characters, from 1; `None` for an error that is not about a place.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        let Self::Structure { at, .. } = self;
        Some(at.column)
    }

    /// An excerpt of `source`, the text that the error is about, with carets; `None` for an error that is not about a
    /// place.
    #[must_use]
    pub fn report<'a>(&'a self, source: &'a str) -> Option<Report<'a>> {
        let Self::Structure { diagnostic, .. } = self;
        Some(diagnostic.report(source))
    }
}
