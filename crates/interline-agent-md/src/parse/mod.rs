//! Parsing the text of an agent file.

mod fence;
mod field_kinds;
mod finding_spans;
mod header;
mod location;
#[cfg(feature = "toml")]
mod toml_command;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use interline_frontmatter::repair::{FieldKind, Header, invisible_name, text_in_comment};
use interline_frontmatter::{Block, Map, Node, Value};
use interline_text::{Diagnostic, Location, Severity};

use crate::agent::{AgentDef, AgentProfile};
use crate::agent_kind::AgentKind;
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::file_kind::FileKind;
use crate::options::{Naming, Options};
use crate::tools::{self, ToolSeparator};
use crate::validate::{Context, findings};
use crate::values::{self, describe};

pub(crate) use fence::{block, looks_like_header};
use field_kinds::fields;
use finding_spans::FindingSpans;
pub(crate) use header::read as read_header;
use header::{entries, value_span, visible};
use location::locate;

/// The result of parsing an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The agent.
    pub agent: AgentDef,
    /// The diagnostics, in the order of the text: repairs, values that do not fit their field, and violations of the rules of the dialect.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses an agent from the text of its file, with the defaults of [`Options`].
///
/// `label` is the name of the text in errors and diagnostics, such as its path. `kind` comes from the caller, since a file does not give
/// it.
///
/// Linear in the text.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, parse};
///
/// let text = "---\nname: reader\ndescription: Use when: asked\ntools: Read, Bash(git log:*)\n---\nYou read.\n";
/// let parsed = parse(text, "reader.md", AgentKind::Operator)?;
/// let profile = parsed.agent.profile.unwrap();
/// assert_eq!(profile.description.as_deref(), Some("Use when: asked"));
/// assert_eq!(profile.tools, ["Read", "Bash(git log:*)"]);
/// assert_eq!(profile.system_prompt, "You read.\n");
/// assert_eq!(parsed.diagnostics[0].code, "repaired-value");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
///
/// # Errors
///
/// When the text has no header or an invalid fence, when the header has no name, is not YAML and cannot be repaired, or exceeds a limit,
/// and when `tools` is not a restriction that can be read for certain.
pub fn parse(text: &str, label: &str, kind: AgentKind) -> Result<Parsed, Error> {
    parse_with(text, label, kind, &Options::default())
}

/// Parses an agent as [`parse`] does, with options.
///
/// # Errors
///
/// Those of [`parse`].
pub fn parse_with(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
) -> Result<Parsed, Error> {
    let fallback = name_of_file(Path::new(label));
    let parsed = parse_text(text, label, kind, options, fallback.as_deref());
    let parsed = parsed.map_err(|failure| *failure.error)?;
    #[cfg(feature = "log")]
    interline_text::log_all(&parsed.diagnostics, Some(label), text);
    Ok(parsed)
}

/// An error, and the name of the agent where it was read before.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: Box<Error>,
    pub(crate) name: Option<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            error: Box::new(error),
            name: None,
        }
    }
}

/// Returns the name of a file without its ending; for a file `SKILL.md` the name of its directory.
pub(crate) fn name_of_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    if name == "SKILL.md" {
        let directory = path.parent()?.file_name()?;
        return Some(directory.to_string_lossy().into_owned());
    }
    let stem = name
        .rsplit_once('.')
        .map_or(name.as_ref(), |(stem, _)| stem);
    let inner = [".agent", ".prompt", ".instructions", ".chatmode"];
    let stem = inner
        .iter()
        .find_map(|ending| stem.strip_suffix(ending))
        .unwrap_or(stem);
    Some(stem.to_owned())
}

/// Parses an agent. `fallback` is the name of an agent whose header gives none. Diagnostics are not logged.
pub(crate) fn parse_text(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
    fallback: Option<&str>,
) -> Result<Parsed, Failure> {
    let file_kind = options.file_kind(label);
    if options.dialect == Dialect::Gemini && file_kind == Some(FileKind::Command) {
        return command_in_toml(text, label, kind, options, fallback);
    }
    let block = match block(text, label) {
        Ok(block) => block,
        Err(error) => return without_header(text, label, kind, options, fallback, error),
    };
    let mut storage = None;
    let header = read_header(&block, label, options, &mut storage)?;
    let mut reader = Reader {
        text,
        label,
        options,
        file_kind,
        header: &header,
        diagnostics: Vec::new(),
        extras: Map::new(),
        profile: AgentProfile::read(block.body(), options),
    };
    let name = reader.name(&block, fallback)?;
    if let Err(error) = reader.fields() {
        return Err(Failure {
            name: Some(name),
            ..error.into()
        });
    }
    reader.tags();
    let mut profile = reader.profile;
    if !reader.extras.is_empty() {
        profile.extras = Value::Map(reader.extras);
    }
    let agent = AgentDef {
        profile: Some(profile),
        ..AgentDef::new(name, kind)
    };
    let mut diagnostics = header.diagnostics().to_vec();
    let of_reader = reader.diagnostics.into_iter();
    diagnostics.extend(of_reader.map(|diagnostic| header.locate(diagnostic)));
    if options.dialect != Dialect::Native {
        let path = Path::new(label);
        let directory = (file_kind == Some(FileKind::Skill))
            .then(|| path.parent().and_then(Path::file_name))
            .flatten()
            .map(|name| name.to_string_lossy());
        let context = Context {
            kind: file_kind,
            directory: directory.as_deref(),
            has_name: entries(&header).any(|(key, ..)| key == "name"),
        };
        let opener = block.opener_span().start;
        let findings = findings(&agent, options.dialect, context);
        let spans = FindingSpans::new(&header, &findings);
        for finding in findings {
            let mut diagnostic = finding.diagnostic;
            let span = spans.of(&finding.at).map(|span| header.original(span));
            diagnostic.span = span.unwrap_or(opener..opener + 3);
            diagnostics.push(diagnostic);
        }
    }
    diagnostics.sort();
    Ok(Parsed { agent, diagnostics })
}

/// Commands of the Gemini CLI are files in TOML.
fn command_in_toml(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
    fallback: Option<&str>,
) -> Result<Parsed, Failure> {
    #[cfg(feature = "toml")]
    return Ok(Parsed {
        agent: toml_command::read_toml(text, label, kind, options, fallback)?,
        diagnostics: Vec::new(),
    });
    #[cfg(not(feature = "toml"))]
    {
        let _ = (kind, options, fallback);
        Err(Failure::from(Error::Toml {
            message: "commands of the Gemini CLI are files in TOML: build with the feature `toml`"
                .to_owned(),
            at: locate(text, label, 0..0),
        }))
    }
}

/// Parses a text without a header. A command or rule needs none; anything else does.
fn without_header(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
    fallback: Option<&str>,
    error: Error,
) -> Result<Parsed, Failure> {
    let file_kind = options.file_kind(label);
    let is_text = match &error {
        Error::NoFrontmatter { .. } => true,
        Error::Unterminated { .. } => !looks_like_header(text),
        _ => false,
    };
    let name = fallback.filter(|name| !name.trim().is_empty());
    match name {
        Some(name) if is_text && matches!(file_kind, Some(FileKind::Command | FileKind::Rule)) => {
            let body = text.strip_prefix('\u{feff}').unwrap_or(text);
            let agent = AgentDef {
                profile: Some(AgentProfile::read(body, options)),
                ..AgentDef::new(name, kind)
            };
            Ok(Parsed {
                agent,
                diagnostics: Vec::new(),
            })
        }
        _ => Err(error.into()),
    }
}

struct Reader<'r, 't> {
    text: &'t str,
    label: &'t str,
    options: &'t Options,
    file_kind: Option<FileKind>,
    header: &'r Header<'t>,
    /// Spans are those of the header's source.
    diagnostics: Vec<Diagnostic>,
    extras: Map,
    profile: AgentProfile,
}

impl Reader<'_, '_> {
    fn at(&self, span: Range<usize>) -> Box<Location> {
        locate(self.text, self.label, self.header.original(span))
    }

    fn name(&mut self, block: &Block<'_>, fallback: Option<&str>) -> Result<String, Error> {
        let header = self.header;
        let found = entries(header).find(|(key, ..)| *key == "name");
        if let Some((_, key, node)) = &found {
            let text = scalar(node).filter(|name| !visible(name).trim().is_empty());
            if let Some(name) = text {
                if let Some(space) = name.chars().find_map(invisible_name) {
                    let message = format!("{space} in the name `{}`: remove it", visible(&name));
                    self.report(codes::INVISIBLE_CHARACTER, node.span(), message);
                }
                return Ok(name);
            }
            // The name of the file would hide the error.
            if node.is_sequence() || node.is_mapping() {
                return Err(Error::WrongType {
                    key: "name".to_owned(),
                    expected: "a string",
                    found: describe(&node.value()),
                    at: self.at(value_span(key, node)),
                });
            }
        }
        let fallback = fallback.filter(|name| !name.trim().is_empty());
        match (fallback, self.options.naming) {
            (Some(name), Naming::HeaderOrFile) => {
                if let Some((_, key, node)) = &found {
                    let message = "no usable name; the name of the file is used: write a name or remove the line";
                    self.report(codes::UNUSABLE_NAME, value_span(key, node), message);
                }
                Ok(name.to_owned())
            }
            _ => {
                let opener = block.opener_span().start;
                let (near, at) = match &found {
                    Some((_, key, node)) => (None, self.at(value_span(key, node))),
                    None => {
                        let at = locate(self.text, self.label, opener..opener + 3);
                        (self.near_name(), at)
                    }
                };
                Err(Error::MissingName { near, at })
            }
        }
    }

    /// Returns the key that was probably meant as `name`.
    fn near_name(&self) -> Option<String> {
        entries(self.header).find_map(|(key, ..)| {
            let is_near = visible(key).trim().eq_ignore_ascii_case("name");
            let space = key.chars().find_map(invisible_name);
            match space {
                Some(space) if is_near => Some(format!("`name` with a {space}")),
                None if is_near => Some(format!("`{key}`")),
                _ => None,
            }
        })
    }

    fn fields(&mut self) -> Result<(), Error> {
        let header = self.header;
        let kinds = fields(self.options);
        for (name, key, node) in entries(header) {
            if matches!(kinds(name), Some(FieldKind::Prose | FieldKind::Text)) {
                let cut = text_in_comment(header.source(), name, &node);
                self.diagnostics.extend(cut);
            }
            match name {
                "name" => {}
                "description" => {
                    let text = self.text_field(name, &key, &node);
                    self.profile.description = text.map(|text| text.trim().to_owned());
                }
                "model" => self.profile.model = self.text_field(name, &key, &node),
                "effort" => self.profile.effort = self.text_field(name, &key, &node),
                "worker_binding" => {
                    self.profile.worker_binding = self.text_field(name, &key, &node);
                }
                "tools" => self.tools(&node)?,
                _ => {
                    if name == "<<" {
                        self.report(
                            codes::MERGE_KEY,
                            key.span(),
                            "merge keys are not applied; kept under `extras`: write the keys out",
                        );
                    }
                    let value = values::value(&node, &mut self.diagnostics);
                    self.extras.insert(name, value);
                }
            }
        }
        self.near_tools();
        Ok(())
    }

    /// Reports a key that was probably meant as `tools`, when nothing restricts the agent.
    fn near_tools(&mut self) {
        let is_agent = matches!(self.file_kind, None | Some(FileKind::Agent));
        let restricts = ["tools", "disallowedTools", "permission", "allowed-tools"];
        let header = self.header;
        let Some((name, key, _)) = entries(header).find(|(name, ..)| is_near_tools(name)) else {
            return;
        };
        if is_agent && !entries(header).any(|(key, ..)| restricts.contains(&key)) {
            let message =
                format!("`{name}` is not `tools`, so the agent may use every tool: write `tools`");
            self.report(codes::UNRESTRICTED, key.span(), message);
        }
    }

    /// Returns the value of a string field. Another scalar is read as its source text; a list or mapping is moved to `extras`.
    fn text_field(
        &mut self,
        key: &str,
        key_node: &Node<'_, '_>,
        node: &Node<'_, '_>,
    ) -> Option<String> {
        let value = node.value();
        if let Value::String(text) = value {
            return Some(text);
        }
        let at = value_span(key_node, node);
        let what = describe(&value);
        if let Some(text) = scalar(node) {
            let message = format!(
                "expected a string for `{key}`, found {what}: read as `{text}`; write it in quotes"
            );
            self.report(codes::NOT_A_TEXT, at, message);
            return Some(text);
        }
        let mut diagnostics = Vec::new();
        let kept = values::value(node, &mut diagnostics);
        let is_text = kept.as_str().map(str::to_owned);
        let is_usual = match self.options.dialect {
            Dialect::Copilot => key == "model" && node.is_sequence(),
            // Its editor writes keys without a value.
            Dialect::Cursor => value.is_null(),
            _ => false,
        };
        if is_text.is_none() && !is_usual {
            let message =
                format!("expected a string for `{key}`, found {what}: kept under `extras`");
            self.report(codes::UNUSABLE_VALUE, at, message);
        }
        self.diagnostics.extend(diagnostics);
        // A tag without a value is a string, since it is written as one.
        if is_text.is_none() {
            self.extras.insert(key, kept);
        }
        is_text
    }

    fn tools(&mut self, node: &Node<'_, '_>) -> Result<(), Error> {
        let separator = match self.options.dialect {
            Dialect::AgentSkills => ToolSeparator::CommaOrWhitespace,
            _ => ToolSeparator::Comma,
        };
        let read = tools::read(node, separator).map_err(|(span, message)| Error::Tools {
            message,
            at: self.at(span),
        })?;
        self.profile.tools = read.names;
        self.diagnostics.extend(read.diagnostics);
        if let Some(kept) = read.kept {
            self.extras.insert("tools", kept);
        }
        Ok(())
    }

    /// Reports the tags that are not part of a value that was read.
    fn tags(&mut self) {
        let kept = self
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code == codes::KEPT_AS_TEXT);
        let kept: BTreeMap<usize, usize> = kept
            .map(|diagnostic| (diagnostic.span.start, diagnostic.span.end))
            .collect();
        let is_kept = |tag: &Range<usize>| {
            let before = kept.range(..=tag.start).next_back();
            before.is_some_and(|(_, end)| tag.end <= *end)
        };
        let tags = self.header.document().ignored_tags().into_iter();
        self.diagnostics
            .extend(tags.filter(|diagnostic| !is_kept(&diagnostic.span)));
    }

    fn report(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        let diagnostic = Diagnostic::new(Severity::Warning, code, span, message);
        self.diagnostics.push(diagnostic);
    }
}

/// Returns whether a key was probably meant as `tools`: `Tools`, `tool`, `allowed-tool`.
fn is_near_tools(key: &str) -> bool {
    let mut windows = key.as_bytes().windows(4);
    if !windows.any(|window| window.eq_ignore_ascii_case(b"tool")) || key == "tools" {
        return false;
    }
    let letters = visible(key).replace(['-', '_', ' '], "");
    ["tool", "tools", "allowedtool", "allowedtools", "allowtools"]
        .iter()
        .any(|near| letters.eq_ignore_ascii_case(near))
}

/// Returns the source text of a scalar that is not null.
fn scalar(node: &Node<'_, '_>) -> Option<String> {
    if node.value().is_null() {
        return None;
    }
    node.text().map(str::to_owned)
}
