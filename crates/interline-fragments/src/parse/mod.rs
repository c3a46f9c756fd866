//! Parsing the header of a fragment.

mod arguments;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use interline_files::Recovery;
use interline_frontmatter::repair::{self, FieldKind, Repaired, double_quoted, text_in_comment};
use interline_frontmatter::{self as frontmatter, Block, Node, ReadOptions, Split, split};
use interline_text::{Diagnostic, Location, Severity, nearest};
use serde::Deserialize;

use crate::argument::{FragmentArgument, shown};
use crate::diagnostics::UNKNOWN_FIELD;
use crate::error::Error;
use crate::manifest::{FragmentManifest, ParsedManifest};

use arguments::{declared_twice, parse_collection, parse_list};

const NAME_CHARACTERS: usize = 64;
const DESCRIPTION_CHARACTERS: usize = 1024;

/// Returns the type of a field of a fragment, which decides how a header that is not YAML is repaired.
fn field_kind(key: &str) -> Option<FieldKind> {
    Some(match key {
        "name" => FieldKind::Text,
        "description" => FieldKind::Prose,
        "arguments" => FieldKind::Any,
        _ => return None,
    })
}

impl FragmentManifest {
    /// Parses the header of `content`, the text of a file `FRAGMENT.md`. `path` appears in errors; no file is read.
    ///
    /// The header is YAML between lines `---`. A value that is not YAML (`description: Translate: from en to fr`) is read as text, with
    /// a diagnostic. Keys other than `name`, `description` and `arguments` are ignored.
    ///
    /// Linear in the header, independent of the body.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::{FragmentArgument, FragmentManifest};
    ///
    /// let content = "---\nname: translate\ndescription: Translate: text.\narguments: text, to=fr\n---\n…";
    /// let parsed = FragmentManifest::parse(content, Path::new("translate/FRAGMENT.md"))?;
    /// assert_eq!(parsed.manifest.name, "translate");
    /// assert_eq!(parsed.manifest.arguments, [
    ///     FragmentArgument::required("text"),
    ///     FragmentArgument::optional("to", "fr"),
    /// ]);
    /// assert_eq!(parsed.diagnostics[0].code, "repaired-value");
    /// # Ok::<(), interline_fragments::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFrontmatter`], [`Error::MissingField`], [`Error::InvalidName`], [`Error::InvalidDescription`],
    /// [`Error::InvalidArgument`], each with path, line and column.
    pub fn parse(content: &str, path: &Path) -> Result<ParsedManifest, Error> {
        let parsed = Header::read(content, path, &ReadOptions::new(), Recovery::Recover)?;
        #[cfg(feature = "log")]
        interline_text::log_all(&parsed.diagnostics, Some(&path.to_string_lossy()), content);
        Ok(parsed)
    }
}

/// A string, borrowed where the source has it unescaped; `None` for null.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Option<Cow<'a, str>>);

/// A header that is being read.
pub(crate) struct Header<'h> {
    content: &'h str,
    path: &'h Path,
    opener: Range<usize>,
    header: repair::Header<'h>,
}

impl<'h> Header<'h> {
    pub(crate) fn read(
        content: &str,
        path: &Path,
        options: &ReadOptions,
        recovery: Recovery,
    ) -> Result<ParsedManifest, Error> {
        let block = header_block(content, path)?;
        let mut storage: Option<Repaired> = None;
        let header = match recovery {
            Recovery::Strict => repair::Header::strict(&block, options),
            _ => repair::Header::read(&block, options, &field_kind, &mut storage),
        };
        let header = header.map_err(|error| invalid_frontmatter(content, path, &error))?;
        let header = Header {
            content,
            path,
            opener: block.opener_span(),
            header,
        };
        let name = header.name()?;
        let description = header.description()?;
        let (arguments, mut diagnostics) = header.arguments()?;
        diagnostics.extend(header.texts_in_comments());
        diagnostics.extend(header.ignored_tags());
        let mut diagnostics: Vec<Diagnostic> = diagnostics
            .into_iter()
            .map(|diagnostic| header.header.locate(diagnostic))
            .collect();
        diagnostics.extend_from_slice(header.header.diagnostics());
        diagnostics.sort();
        let manifest = FragmentManifest {
            name,
            description,
            arguments,
        };
        Ok(ParsedManifest {
            manifest,
            diagnostics,
        })
    }

    fn document(&self) -> &frontmatter::Document<'h> {
        self.header.document()
    }

    /// Returns the location of a span of the document.
    fn at(&self, span: Range<usize>) -> Box<Location> {
        locate(self.path, self.content, self.header.original(span))
    }

    /// Returns the location of the value of a field, or of the opening fence when the field is missing.
    fn at_field(&self, field: &str) -> Box<Location> {
        match self.document().value_span(field) {
            Some(span) => self.at(span),
            None => locate(self.path, self.content, self.opener.clone()),
        }
    }

    /// Returns a field that is a string, or the message about another value.
    fn text(&self, field: &'static str) -> Result<Result<Cow<'h, str>, String>, Error> {
        match self.document().get_as::<Text<'h>>(field) {
            Ok(Some(Text(Some(text)))) => Ok(Ok(text)),
            Ok(Some(Text(None)) | None) => Err(self.missing(field)),
            Err(error) => Ok(Err(error.message())),
        }
    }

    /// Makes the error about a field without a value, with the key that was probably meant.
    fn missing(&self, field: &'static str) -> Error {
        let mut at = self.at_field(field);
        let mut hint = None;
        if let Some(key) = self.near_key(field) {
            let found = shown(key.text().unwrap_or_default());
            hint = Some(format!("write `{field}` instead of `{found}`"));
            at = self.at(key.span());
        } else if let Some(span) = self.comment_as_value(field) {
            let comment = self.header.source().get(span.clone()).unwrap_or_default();
            let value = double_quoted(comment);
            hint = Some(format!("`#` begins a comment: write `{field}: {value}`"));
            at = self.at(span);
        }
        Error::MissingField { field, hint, at }
    }

    /// Returns the key that was probably meant as `field`, which the header does not have.
    fn near_key(&self, field: &str) -> Option<Node<'_, 'h>> {
        let document = self.document();
        if document.has(field) {
            return None;
        }
        let keys = || document.entries().map(|(key, _)| key);
        let others = keys().filter_map(|key| key.text().filter(|key| field_kind(key).is_none()));
        let near = nearest(field, others)?;
        keys().find(|key| key.text() == Some(near))
    }

    /// Returns the text after a key without a value that is a comment in YAML: `#deploy now`.
    fn comment_as_value(&self, field: &str) -> Option<Range<usize>> {
        let (source, span) = (self.header.source(), self.document().value_span(field)?);
        let line = source.get(span.end..)?.lines().next()?;
        let comment = line.trim();
        let rest = comment.strip_prefix('#').filter(|_| span.is_empty())?;
        let start = span.end + (line.len() - line.trim_start().len());
        rest.starts_with(|c: char| !c.is_whitespace() && c != '#')
            .then(|| start..start + comment.len())
    }

    fn name(&self) -> Result<String, Error> {
        let message = match self.text("name")? {
            Ok(name) if is_name(&name) => return Ok(name.into_owned()),
            Ok(name) if name.trim().is_empty() => return Err(self.missing("name")),
            Ok(name) if name.len() > NAME_CHARACTERS => format!(
                "expected 1 to {NAME_CHARACTERS} characters of `a-z`, `0-9` and `-`, found {} characters",
                name.chars().count()
            ),
            Ok(name) => format!(
                "expected 1 to {NAME_CHARACTERS} characters of `a-z`, `0-9` and `-`, found `{}`",
                shown(&name)
            ),
            Err(message) => message,
        };
        Err(Error::InvalidName {
            message,
            at: self.at_field("name"),
        })
    }

    fn description(&self) -> Result<String, Error> {
        let message = match self.text("description")? {
            Ok(text) => {
                let text = text.trim();
                let characters = text.chars().count();
                if (1..=DESCRIPTION_CHARACTERS).contains(&characters) {
                    return Ok(text.to_owned());
                }
                let found = match characters {
                    0 => "only white space".to_owned(),
                    _ => format!("{characters} characters"),
                };
                format!("expected 1 to {DESCRIPTION_CHARACTERS} characters, found {found}")
            }
            Err(message) => message,
        };
        Err(Error::InvalidDescription {
            message,
            at: self.at_field("description"),
        })
    }

    fn arguments(&self) -> Result<(Vec<FragmentArgument>, Vec<Diagnostic>), Error> {
        let mut entries = self.document().entries();
        let Some((_, node)) = entries.find(|(key, _)| key.text() == Some("arguments")) else {
            let diagnostic = self.near_key("arguments").map(|key| {
                let found = shown(key.text().unwrap_or_default());
                let message = format!("a fragment has no field `{found}`: its name is `arguments`");
                Diagnostic::new(Severity::Warning, UNKNOWN_FIELD, key.span(), message)
            });
            return Ok((Vec::new(), diagnostic.into_iter().collect()));
        };
        let text = match node.text() {
            Some(_) if node.value().is_null() => return Ok((Vec::new(), Vec::new())),
            Some(text) => text,
            None => {
                return parse_collection(&node).map_err(|(span, message)| Error::InvalidArgument {
                    message,
                    at: self.at(span),
                });
            }
        };
        let invalid = |message, at| Error::InvalidArgument {
            message,
            at: self.at_item(text, at),
        };
        let listed = parse_list(text).map_err(|(message, at)| invalid(message, at))?;
        let mut names = HashSet::with_capacity(listed.len());
        let twice = listed
            .iter()
            .find(|(argument, _)| !names.insert(argument.name.as_str()));
        if let Some((argument, at)) = twice {
            return Err(invalid(declared_twice(&argument.name), *at));
        }
        let arguments = listed.into_iter().map(|(argument, _)| argument);
        Ok((arguments.collect(), Vec::new()))
    }

    /// Reports text of a field that is a comment in YAML.
    fn texts_in_comments(&self) -> impl Iterator<Item = Diagnostic> {
        self.document().entries().filter_map(|(key, value)| {
            let key = key.text().filter(|key| field_kind(key).is_some())?;
            text_in_comment(self.header.source(), key, &value)
        })
    }

    /// Reports tags of the fields that are read. Those of other keys are ignored like the keys.
    fn ignored_tags(&self) -> impl Iterator<Item = Diagnostic> {
        let others = self.document().entries().filter_map(|(key, value)| {
            let is_read = key.text().is_some_and(|key| field_kind(key).is_some());
            (!is_read).then(|| key.span().start..value.span().end)
        });
        let others: Vec<Range<usize>> = others.collect();
        let tags = self.document().ignored_tags().into_iter();
        tags.filter(move |tag| {
            let at = tag.span.start;
            let next = others.partition_point(|other| other.start <= at);
            let before = next.checked_sub(1).and_then(|last| others.get(last));
            before.is_none_or(|other| at >= other.end)
        })
    }

    /// Returns the location of the item at byte `at` of `text`, the value of `arguments`; the location of the value when the file has the
    /// text in another syntax, such as with escapes.
    fn at_item(&self, text: &str, at: usize) -> Box<Location> {
        let span = self.document().value_span("arguments").unwrap_or(0..0);
        let mut span = self.header.original(span);
        let source = self.content.get(span.clone()).unwrap_or_default();
        let item = text.get(at..).unwrap_or_default();
        let len = item.find(',').unwrap_or(item.len());
        if let Some(start) = source.find(text) {
            let item = span.start + start + at;
            span = item..item + len;
        }
        locate(self.path, self.content, span)
    }
}

fn is_name(name: &str) -> bool {
    let is_name_byte = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=NAME_CHARACTERS).contains(&name.len()) && name.bytes().all(is_name_byte)
}

/// Returns the location of the bytes of `span` in the text of a file.
fn locate(path: &Path, content: &str, span: Range<usize>) -> Box<Location> {
    Box::new(Location::new(content, span).with_path(path))
}

/// Returns the header of a fragment.
pub(crate) fn header_block<'a>(content: &'a str, path: &Path) -> Result<Block<'a>, Error> {
    match split(content) {
        Split::Block(block) => Ok(block),
        Split::None => Err(no_frontmatter(content, path)),
        Split::Unterminated { opener } => {
            let at = Box::new(Location::new(content, opener));
            let error = frontmatter::Error::Unterminated { at };
            Err(invalid_frontmatter(content, path, &error))
        }
    }
}

fn invalid_frontmatter(content: &str, path: &Path, error: &frontmatter::Error) -> Error {
    Error::InvalidFrontmatter {
        at: locate(path, content, span_of(error)),
        message: error.message(),
    }
}

/// Returns the bytes that an error of reading is about.
fn span_of(error: &frontmatter::Error) -> Range<usize> {
    error.location().map_or(0..0, |at| at.span.clone())
}

fn no_frontmatter(content: &str, path: &Path) -> Error {
    let line = content.lines().next().unwrap_or_default();
    Error::InvalidFrontmatter {
        message: format!(
            "expected a first line that is exactly `---`, found `{}`",
            shown(line)
        ),
        at: locate(path, content, 0..line.len()),
    }
}
