use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use interline_text::{Position, Report, position};

#[cfg(feature = "content")]
use crate::content::ContentError;
use crate::value::ValueError;

/// Calls that a chain keeps at each of its ends.
const CHAIN_ENDS: usize = 32;

/// What stops this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A template cannot be parsed or rendered.
    #[error(transparent)]
    Template(TemplateError),
    /// A value cannot be part of a context.
    #[error(transparent)]
    Value(ValueError),
    /// A key was to be deleted that the innermost scope does not hold.
    #[error(
        "no key `{key}` in the innermost scope: expected one that was set there; `hard_delete` takes any key"
    )]
    NoSuchKey {
        /// The key.
        key: String,
    },
    /// A file cannot be read.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Content cannot be served.
    #[cfg(feature = "content")]
    #[error(transparent)]
    Content(ContentError),
    /// What the output was to be written to failed.
    #[error("the output cannot be written")]
    Write(#[source] fmt::Error),
}

impl Error {
    /// A stable word for the class of the error: `template_error`, `context_error`, `file_error`, `write_error`, or one of those of
    /// content.
    #[must_use]
    pub fn error_type(&self) -> &'static str {
        match self {
            Self::Template(_) => "template_error",
            Self::Value(_) | Self::NoSuchKey { .. } => "context_error",
            Self::File { .. } => "file_error",
            #[cfg(feature = "content")]
            Self::Content(error) => error.error_type(),
            Self::Write(_) => "write_error",
        }
    }

    /// One sentence for whoever has to mend it.
    #[must_use]
    pub fn instruction(&self) -> &'static str {
        match self {
            Self::Template(_) => "Fix the template syntax or provide missing context variables",
            Self::Value(_) | Self::NoSuchKey { .. } => "Fix the value or key that is named",
            Self::File { .. } => "Make the file readable, or name another one",
            #[cfg(feature = "content")]
            Self::Content(error) => error.instruction(),
            Self::Write(_) => "Make room for the output",
        }
    }

    /// The error in a template, when it is one.
    #[must_use]
    pub fn template(&self) -> Option<&TemplateError> {
        match self {
            Self::Template(error) => Some(error),
            _ => None,
        }
    }

    /// The error about content, when it is one.
    #[cfg(feature = "content")]
    #[must_use]
    pub fn content(&self) -> Option<&ContentError> {
        match self {
            Self::Content(error) => Some(error),
            _ => None,
        }
    }

    fn position(&self) -> Option<Position> {
        match self {
            Self::Template(error) => Some(error.place().at),
            #[cfg(feature = "content")]
            Self::Content(error) => error.position(),
            _ => None,
        }
    }

    /// Line of the place, from 1; `None` for an error that is about no place in a text.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.position().map(|position| position.line)
    }

    /// Column of the place in characters, from 1; `None` for an error that is about no place in a text.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.position().map(|position| position.column)
    }

    /// The message and an excerpt of the text with carets; `None` where there is no text to show.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        match self {
            Self::Template(error) => Some(error.report()),
            #[cfg(feature = "content")]
            Self::Content(error) => error.report(),
            _ => None,
        }
    }
}

impl From<TemplateError> for Error {
    fn from(error: TemplateError) -> Self {
        Self::Template(error)
    }
}

#[cfg(feature = "content")]
impl From<ContentError> for Error {
    fn from(error: ContentError) -> Self {
        Self::Content(error)
    }
}

impl From<ValueError> for Error {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

/// What is wrong with a template, or went wrong while it was rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A tag has no end.
    UnclosedTag {
        /// What should have ended it.
        close: String,
    },
    /// A section, parent or block has no end. The related place is the end of the text.
    UnclosedSection {
        /// Its name.
        name: String,
    },
    /// A closing tag does not fit the element that is open. The related place is the opening tag.
    MismatchedClose {
        /// The name in the closing tag.
        name: String,
        /// The name of the open element.
        expected: String,
    },
    /// A closing tag closes nothing.
    StrayClose {
        /// The name in it.
        name: String,
    },
    /// A tag without a name.
    EmptyTag,
    /// A name holds a blank or an empty part.
    BadName {
        /// The name as written.
        name: String,
    },
    /// A tag is written in the syntax of another engine: a helper of Handlebars, a filter or statement of Jinja, an action of Go.
    OtherSyntax {
        /// The feature that mustache lacks: `helpers`, `filters`, `statements` or `arguments of partials`.
        what: &'static str,
        /// The suggested fix.
        fix: String,
    },
    /// A tag that sets delimiters does not hold two of them.
    BadDelimiters,
    /// The template is longer than 4 GiB.
    TooLarge,
    /// Names were not found; [`TemplateError::missing`] lists them.
    Missing,
    /// A limit is exceeded.
    Limit {
        /// Which.
        limit: Limit,
        /// Its value.
        value: u64,
    },
    /// A lambda failed.
    Lambda {
        /// What it said.
        message: String,
    },
    /// A partial cannot be read.
    Partial {
        /// Its name.
        name: String,
        /// Why.
        message: String,
    },
}

/// The limits of a render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// Partials, parents, blocks and lambdas inside each other.
    PartialDepth,
    /// Sections inside each other.
    SectionDepth,
    /// Bytes of the output.
    OutputBytes,
    /// Steps of the render.
    Steps,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PartialDepth => "partials inside each other",
            Self::SectionDepth => "sections inside each other",
            Self::OutputBytes => "bytes of output",
            Self::Steps => "steps",
        })
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedTag { close } => {
                write!(f, "tag is never closed: expected `{close}`")
            }
            Self::UnclosedSection { name } => {
                write!(
                    f,
                    "`{name}` is opened and never closed: expected `/{name}` before the end of the text"
                )
            }
            Self::MismatchedClose { name, expected } => write!(
                f,
                "closing tag `{name}` does not fit `{expected}`: expected `/{expected}`"
            ),
            Self::StrayClose { name } => write!(
                f,
                "closing tag `{name}` closes nothing: remove it or open `#{name}` before it"
            ),
            Self::EmptyTag => {
                f.write_str("tag without a name: expected a name, or `!` for a comment")
            }
            Self::BadName { name } => write!(
                f,
                "name `{name}` cannot be looked up: expected parts without blanks and braces, with single dots between them"
            ),
            Self::OtherSyntax { what, fix } => write!(f, "mustache has no {what}: {fix}"),
            Self::BadDelimiters => f.write_str(
                "delimiters cannot be set: expected two without blanks and `=`, as in `=<% %>=`",
            ),
            Self::TooLarge => f.write_str("template is longer than 4 GiB: expected a shorter one"),
            Self::Missing => f.write_str("names are missing from the context"),
            Self::Limit { limit, value } => write!(f, "more than {value} {limit}"),
            Self::Lambda { message } => write!(f, "lambda failed: {message}"),
            Self::Partial { name, message } => {
                write!(f, "partial `{name}` cannot be read: {message}")
            }
        }
    }
}

/// A place in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Name of the template, when it has one.
    pub template: Option<Arc<str>>,
    /// Bytes of the template's source.
    pub span: Range<usize>,
    /// Where they begin.
    pub at: Position,
}

impl Place {
    pub(crate) fn new(template: Option<Arc<str>>, source: &str, span: Range<usize>) -> Self {
        let at = position(source, span.start);
        Self { template, span, at }
    }
}

/// As compilers print it, `main:2:1` or `2:1`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(template) = &self.template {
            write!(f, "{template}:")?;
        }
        write!(f, "{}", self.at)
    }
}

/// What a missing name was to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MissingKind {
    /// A value to print.
    Variable,
    /// A partial or parent.
    Partial,
    /// A section.
    Section,
    /// An inverted section.
    Inverted,
}

/// A name that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingName {
    /// The name with all its parts; for dynamic names with the asterisk.
    pub name: String,
    /// What it was to be.
    pub kind: MissingKind,
    /// The tag.
    pub place: Place,
    /// The nearest name that the data has there, with all its parts. It is looked for among 1,000 keys, for the first 20 names
    /// of a render.
    pub near: Option<String>,
}

/// As in a list: ``user.nmae 1:1 (did you mean `user.name`?)``.
impl fmt::Display for MissingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            MissingKind::Variable => "",
            MissingKind::Partial => ">",
            MissingKind::Section => "#",
            MissingKind::Inverted => "^",
        })?;
        write!(f, "{} {}", self.name, self.place)?;
        match &self.near {
            Some(near) => write!(f, " (did you mean `{near}`?)"),
            None => Ok(()),
        }
    }
}

/// An error in a template, with its place and how rendering came there.
///
/// It displays in one line: `notes:2:1: tag without a name: … (from main:4:1)`.
#[derive(Clone)]
pub struct TemplateError(Box<Details>);

#[derive(Clone)]
struct Details {
    kind: ErrorKind,
    place: Place,
    source: Arc<str>,
    related: Vec<(Range<usize>, &'static str)>,
    chain: Vec<Place>,
    chain_length: usize,
    missing: Vec<MissingName>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl TemplateError {
    pub(crate) fn new(
        kind: ErrorKind,
        template: Option<Arc<str>>,
        source: &Arc<str>,
        span: Range<usize>,
    ) -> Self {
        Self(Box::new(Details {
            kind,
            place: Place::new(template, source, span),
            source: Arc::clone(source),
            related: Vec::new(),
            chain: Vec::new(),
            chain_length: 0,
            missing: Vec::new(),
            cause: None,
        }))
    }

    pub(crate) fn with_related(mut self, span: Range<usize>, label: &'static str) -> Self {
        self.0.related.push((span, label));
        self
    }

    pub(crate) fn with_missing(mut self, missing: Vec<MissingName>) -> Self {
        self.0.missing = missing;
        self
    }

    pub(crate) fn with_cause(mut self, cause: Box<dyn std::error::Error + Send + Sync>) -> Self {
        self.0.cause = Some(cause.into());
        self
    }

    /// Puts the `count` calls that led here before those that are known. Of very long chains the middle is left out.
    pub(crate) fn with_callers(mut self, count: usize, place: impl Fn(usize) -> Place) -> Self {
        self.0.chain_length += count;
        let head = 0..count.min(CHAIN_ENDS);
        let tail = count.saturating_sub(CHAIN_ENDS).max(head.end)..count;
        let mut chain: Vec<Place> = head.chain(tail).map(place).collect();
        chain.append(&mut self.0.chain);
        if chain.len() > 2 * CHAIN_ENDS {
            chain.drain(CHAIN_ENDS..chain.len() - CHAIN_ENDS);
        }
        self.0.chain = chain;
        self
    }

    /// The error of a template that is part of another text: its own places, those with `name` itself, become places in
    /// `source`.
    #[cfg(feature = "content")]
    pub(crate) fn moved(
        mut self,
        name: &Arc<str>,
        source: &Arc<str>,
        to: impl Fn(&mut Place),
    ) -> Self {
        let is_own = |place: &Place| {
            let template = place.template.as_ref();
            template.is_some_and(|template| Arc::ptr_eq(template, name))
        };
        let details = &mut *self.0;
        let missing = details.missing.iter_mut().map(|name| &mut name.place);
        for place in missing.chain(&mut details.chain) {
            if is_own(place) {
                to(place);
            }
        }
        if is_own(&details.place) {
            for (span, _) in &mut details.related {
                let mut place = Place::new(None, &details.source, span.clone());
                to(&mut place);
                *span = place.span;
            }
            to(&mut details.place);
            details.source = Arc::clone(source);
        }
        self
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Where.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Name of the template, when it has one.
    #[must_use]
    pub fn template(&self) -> Option<&str> {
        self.0.place.template.as_deref()
    }

    /// Bytes of the template's source.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.0.place.span.clone()
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.0.place.at.line
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.0.place.at.column
    }

    /// The other place that belongs to it: the end of the text for an element that is never closed, the opening tag for a
    /// closing tag that does not fit.
    pub fn related(&self) -> impl Iterator<Item = Place> {
        let template = &self.0.place.template;
        self.0
            .related
            .iter()
            .map(|(span, _)| Place::new(template.clone(), &self.0.source, span.clone()))
    }

    /// The tags through which rendering came here, outermost first. Of more than 64 the middle is left out.
    #[must_use]
    pub fn chain(&self) -> &[Place] {
        &self.0.chain
    }

    /// Every name that was not found, in the order of rendering, each tag once. Empty unless [`kind`](Self::kind) is
    /// [`ErrorKind::Missing`].
    #[must_use]
    pub fn missing(&self) -> &[MissingName] {
        &self.0.missing
    }

    /// The message without the place.
    #[must_use]
    pub fn message(&self) -> String {
        match self.0.missing.as_slice() {
            [] => self.0.kind.to_string(),
            missing => {
                let list: Vec<String> = missing.iter().map(ToString::to_string).collect();
                format!("{}: {}", self.0.kind, list.join(", "))
            }
        }
    }

    /// The message and an excerpt of the template with carets, rendered when displayed. The error holds what it needs for that,
    /// since it may be about a partial that the caller never saw.
    #[must_use]
    pub fn report(&self) -> Report<'_> {
        let report = Report::new(&self.0.source, self.span(), self.message());
        let report = match self.template() {
            Some(name) => report.name(name),
            None => report,
        };
        let report = self.0.related.iter().fold(report, |report, (span, label)| {
            report.related(span.clone(), *label)
        });
        let is_here = |name: &&MissingName| {
            name.place.template == self.0.place.template && name.place.span != self.0.place.span
        };
        self.0
            .missing
            .iter()
            .filter(is_here)
            .fold(report, |report, name| {
                report.related(name.place.span.clone(), "missing")
            })
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.place, self.message())?;
        if let Some(last) = self.0.chain.last() {
            write!(f, " (from {last}")?;
            let others = self.0.chain_length - 1;
            match self.0.chain.first() {
                Some(first) if others == 1 => write!(f, ", from {first}")?,
                Some(first) if others > 1 => {
                    write!(f, ", {} more, from {first}", others - 1)?;
                }
                _ => {}
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

/// Without the source, which may be long and is nobody's business in a log.
impl fmt::Debug for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TemplateError")
            .field("kind", &self.0.kind)
            .field("place", &self.0.place)
            .field("missing", &self.0.missing)
            .field("chain", &self.0.chain)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for TemplateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0
            .cause
            .as_deref()
            .map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}
