use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use interline_text::{Location, Position, Report, position};
use interline_value::Error as ValueError;

/// The calls that a chain keeps at each of its ends.
const CHAIN_ENDS: usize = 32;

/// An error of this crate.
///
/// It displays in one line that begins with the location or path where there is one.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A template cannot be parsed or rendered.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// A value cannot be part of a context.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The innermost scope does not have the key that was to be deleted.
    #[error(
        "no key `{key}` in the innermost scope: expected a key that was set there; `hard_delete` accepts any key"
    )]
    NoSuchKey {
        /// The key.
        key: String,
    },
    /// A file cannot be read.
    #[error(transparent)]
    File(interline_files::Error),
    /// The writer of [`Template::render_to`](crate::Template::render_to) failed.
    #[error("the output cannot be written")]
    Write(#[source] fmt::Error),
}

impl Error {
    /// Returns a stable name of the class of the error: `template_error`, `context_error`, `file_error` or `write_error`.
    #[must_use]
    pub fn error_type(&self) -> &'static str {
        match self {
            Self::Template(_) => "template_error",
            Self::Value(_) | Self::NoSuchKey { .. } => "context_error",
            Self::File(_) => "file_error",
            Self::Write(_) => "write_error",
        }
    }

    /// Returns a stable identifier of the kind in kebab case: that of the [error in a template](ErrorKind::code), of the
    /// [value](interline_value::ErrorKind::code) or of the [file](interline_files::Error::code), `missing-key` or `not-written`.
    ///
    /// # Examples
    ///
    /// ```
    /// let error = interline_mustache_context::Template::parse("{{#a}}").unwrap_err();
    /// assert_eq!(error.code(), "unclosed-section");
    /// ```
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Template(error) => error.kind().code(),
            Self::Value(error) => error.kind().code(),
            Self::NoSuchKey { .. } => "missing-key",
            Self::File(error) => error.code(),
            Self::Write(_) => "not-written",
        }
    }

    /// Returns one sentence that says how to fix an error of this class.
    #[must_use]
    pub fn instruction(&self) -> &'static str {
        match self {
            Self::Template(_) => "Fix the template syntax or provide missing context variables",
            Self::Value(_) | Self::NoSuchKey { .. } => "Fix the value or key that is named",
            Self::File(_) => "Make the file readable, or name another one",
            Self::Write(_) => "Make room for the output",
        }
    }

    /// Returns the error in a template, when it is one.
    #[must_use]
    pub fn template(&self) -> Option<&TemplateError> {
        match self {
            Self::Template(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the location in a template; `None` for an error that is not about a location in a text.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        self.template().map(TemplateError::location)
    }

    /// Returns the path of the file that cannot be read.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(error) => error.path(),
            _ => None,
        }
    }

    /// Returns the message and an excerpt of the template with carets; `None` for an error without a location.
    ///
    /// The error keeps the source for it, since the location may be in a partial that the caller has never seen.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        self.template().map(TemplateError::report)
    }
}

/// A kind of error in a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A tag is never closed.
    #[error("tag is never closed: expected `{close}`")]
    UnclosedTag {
        /// The closing delimiter that is missing.
        close: String,
    },
    /// A section, parent or block is never closed. The related location is the end of the text.
    #[error("`{name}` is opened and never closed: expected `/{name}` before the end of the text")]
    UnclosedSection {
        /// Its name.
        name: String,
    },
    /// A closing tag does not match the open element. The related location is the opening tag.
    #[error("closing tag `{name}` does not match `{expected}`: expected `/{expected}`")]
    MismatchedClose {
        /// The name in the closing tag.
        name: String,
        /// The name of the open element.
        expected: String,
    },
    /// A closing tag closes nothing.
    #[error("closing tag `{name}` closes nothing: remove it or open `#{name}` before it")]
    StrayClose {
        /// The name in it.
        name: String,
    },
    /// A tag without a name.
    #[error("tag without a name: expected a name, or `!` for a comment")]
    EmptyTag,
    /// A name contains whitespace or an empty part.
    #[error(
        "invalid name `{name}`: expected parts without whitespace and braces, separated by single dots"
    )]
    BadName {
        /// The name as written.
        name: String,
    },
    /// A tag is written in the syntax of another engine: a helper of Handlebars, a filter or statement of Jinja, an action of Go.
    #[error("mustache has no {what}: {fix}")]
    OtherSyntax {
        /// The feature that mustache lacks: `helpers`, `filters`, `statements` or `arguments of partials`.
        what: &'static str,
        /// The suggested fix.
        fix: String,
    },
    /// A tag that sets delimiters does not contain two of them.
    #[error("invalid delimiters: expected two without whitespace and `=`, as in `=<% %>=`")]
    BadDelimiters,
    /// The template is longer than 4 GiB.
    #[error("template is longer than 4 GiB: expected a shorter one")]
    TooLarge,
    /// Names were not found: [`TemplateError::missing`] returns them.
    #[error("undefined names")]
    Missing,
    /// A limit is exceeded.
    #[error("more than {value} {limit}")]
    Limit {
        /// Which.
        limit: Limit,
        /// Its value.
        value: u64,
    },
    /// A lambda failed.
    #[error("lambda failed: {message}")]
    Lambda {
        /// The message of its error.
        message: String,
    },
    /// A partial cannot be read.
    #[error("partial `{name}` cannot be read: {message}")]
    Partial {
        /// Its name.
        name: String,
        /// The reason.
        message: String,
    },
}

/// The limits of a render.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The nesting of partials, parents, blocks and lambdas.
    PartialDepth,
    /// The nesting of sections.
    SectionDepth,
    /// The bytes of the output.
    OutputBytes,
    /// The steps of the render.
    Steps,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PartialDepth => "nested partials",
            Self::SectionDepth => "nested sections",
            Self::OutputBytes => "bytes of output",
            Self::Steps => "steps",
        })
    }
}

impl ErrorKind {
    /// Returns a stable identifier in kebab case: `unclosed-tag`, `unclosed-section`, `mismatched-close`, `stray-close`, `empty-tag`,
    /// `bad-name`, `other-syntax`, `bad-delimiters`, `too-large`, `undefined-name`, `limit-exceeded`, `lambda` or `partial`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnclosedTag { .. } => "unclosed-tag",
            Self::UnclosedSection { .. } => "unclosed-section",
            Self::MismatchedClose { .. } => "mismatched-close",
            Self::StrayClose { .. } => "stray-close",
            Self::EmptyTag => "empty-tag",
            Self::BadName { .. } => "bad-name",
            Self::OtherSyntax { .. } => "other-syntax",
            Self::BadDelimiters => "bad-delimiters",
            Self::TooLarge => "too-large",
            Self::Missing => "undefined-name",
            Self::Limit { .. } => "limit-exceeded",
            Self::Lambda { .. } => "lambda",
            Self::Partial { .. } => "partial",
        }
    }
}

/// Returns the location of `span` in the source of a template.
pub(crate) fn location(template: Option<&str>, source: &str, span: Range<usize>) -> Location {
    let at = position(source, span.start);
    location_at(template, span, at)
}

/// Returns the location of `span`, whose position is known, in the template `name`.
pub(crate) fn location_at(name: Option<&str>, span: Range<usize>, at: Position) -> Location {
    let location = Location::at(span, at);
    match name {
        Some(name) => location.with_name(name),
        None => location,
    }
}

/// The kind of tag that a missing name was in.
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
    /// The kind of its tag.
    pub kind: MissingKind,
    /// The location of its tag.
    pub location: Location,
    /// The nearest known name, with all its parts. It is searched for among 1,000 keys, for the first 20 names of a render.
    pub near: Option<String>,
}

impl MissingName {
    /// Returns the message without the location: ``undefined variable `user.nmae` (did you mean `user.name`?)``.
    #[must_use]
    pub fn message(&self) -> String {
        let kind = match self.kind {
            MissingKind::Variable => "undefined variable",
            MissingKind::Partial => "unknown partial",
            MissingKind::Section => "undefined section",
            MissingKind::Inverted => "undefined inverted section",
        };
        match &self.near {
            Some(near) => format!("{kind} `{}` (did you mean `{near}`?)", self.name),
            None => format!("{kind} `{}`", self.name),
        }
    }
}

/// The location and the message.
impl fmt::Display for MissingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.message())
    }
}

/// An error in a template, with its location and the tags through which rendering reached it.
///
/// It displays in one line: `notes:2:1: tag without a name: … (included from main:4:1)`.
#[derive(Clone)]
pub struct TemplateError(Box<Details>);

#[derive(Clone)]
struct Details {
    kind: ErrorKind,
    location: Location,
    source: Arc<str>,
    related: Vec<(Range<usize>, &'static str)>,
    chain: Vec<Location>,
    chain_length: usize,
    missing: Vec<MissingName>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl TemplateError {
    pub(crate) fn new(
        kind: ErrorKind,
        template: Option<&str>,
        source: &Arc<str>,
        span: Range<usize>,
    ) -> Self {
        Self(Box::new(Details {
            kind,
            location: location(template, source, span),
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

    /// Adds the `count` calls that led here before those that are known. Of very long chains the middle is left out.
    pub(crate) fn with_callers(
        mut self,
        count: usize,
        location: impl Fn(usize) -> Location,
    ) -> Self {
        self.0.chain_length += count;
        let head = 0..count.min(CHAIN_ENDS);
        let tail = count.saturating_sub(CHAIN_ENDS).max(head.end)..count;
        let mut chain: Vec<Location> = head.chain(tail).map(location).collect();
        chain.append(&mut self.0.chain);
        if chain.len() > 2 * CHAIN_ENDS {
            chain.drain(CHAIN_ENDS..chain.len() - CHAIN_ENDS);
        }
        self.0.chain = chain;
        self
    }

    /// Returns the error of a template that is part of a longer text. `to` changes each location in the template `name` into one in
    /// `source`.
    #[doc(hidden)]
    #[must_use]
    pub fn relocated(mut self, name: &str, source: &Arc<str>, to: impl Fn(&mut Location)) -> Self {
        let is_own = |location: &Location| location.name.as_deref() == Some(name);
        let details = &mut *self.0;
        let missing = details.missing.iter_mut().map(|name| &mut name.location);
        for location in missing.chain(&mut details.chain) {
            if is_own(location) {
                to(location);
            }
        }
        if is_own(&details.location) {
            for (span, _) in &mut details.related {
                let mut location = Location::new(&details.source, span.clone());
                to(&mut location);
                *span = location.span;
            }
            to(&mut details.location);
            details.source = Arc::clone(source);
        }
        self
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the location; its name is that of the template.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.0.location
    }

    /// Returns the further locations that belong to it: the end of the text for an element that is never closed, the opening tag for a
    /// closing tag that does not match.
    pub fn related(&self) -> impl Iterator<Item = Location> {
        let name = self.0.location.name.as_deref();
        self.0
            .related
            .iter()
            .map(move |(span, _)| location(name, &self.0.source, span.clone()))
    }

    /// Returns the locations of the tags through which rendering came here, outermost first. Of more than 64 the middle is left out.
    #[must_use]
    pub fn chain(&self) -> &[Location] {
        &self.0.chain
    }

    /// Returns every name that was not found, in the order of rendering, each tag once. Empty unless [`kind`](Self::kind) is
    /// [`ErrorKind::Missing`].
    #[must_use]
    pub fn missing(&self) -> &[MissingName] {
        &self.0.missing
    }

    /// Returns the message without the location. Of several missing names, the first is without its location, which is that of the
    /// error.
    #[must_use]
    pub fn message(&self) -> String {
        match self.0.missing.as_slice() {
            [] => self.0.kind.to_string(),
            [first, others @ ..] => {
                let mut message = first.message();
                for name in others {
                    message.push_str("; ");
                    message.push_str(&name.to_string());
                }
                message
            }
        }
    }

    /// Returns the message and an excerpt of the template with carets, rendered when displayed. The error holds the source, since
    /// it may be that of a partial that the caller has never seen.
    #[must_use]
    pub fn report(&self) -> Report<'_> {
        let here = &self.0.location;
        let report = Report::at(here, &self.message(), &self.0.source);
        let is_in_excerpt = |name: &&MissingName| {
            name.location.name == here.name && name.location.span != here.span
        };
        let missing = self.0.missing.iter().filter(is_in_excerpt);
        let missing = missing.map(|name| (&name.location.span, "undefined"));
        let related = self.0.related.iter().map(|(span, label)| (span, *label));
        related
            .chain(missing)
            .fold(report, |report, (span, label)| {
                report.related(span.clone(), label)
            })
    }
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.location, self.message())?;
        if let Some(last) = self.0.chain.last() {
            write!(f, " (included from {last}")?;
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

/// Without the source, which may be long and confidential.
impl fmt::Debug for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TemplateError")
            .field("kind", &self.0.kind)
            .field("location", &self.0.location)
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
