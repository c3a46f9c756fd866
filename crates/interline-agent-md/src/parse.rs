use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::Path;

use interline_frontmatter::{Block, Mapping, Place, Value};
use interline_text::{Diagnostic, Severity, log_all};

use crate::dialect::findings;
use crate::header::{Field, Header};
use crate::tools::{self, ReadTools, ToolSeparator};
use crate::values::{self, KEPT_AS_TEXT, describe};
use crate::{AgentDef, AgentKind, AgentProfile, Dialect, Error, Naming, Options, fence};

/// An agent, and what was seen in reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// The agent.
    pub agent: AgentDef,
    /// What was repaired, kept in another place than expected, or is refused by the dialect, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads an agent from the text of its file, with the defaults of [`Options`].
///
/// `label` is what errors and warnings call the text, such as its path; `kind` is the caller's word, since a file says nothing
/// about it. Diagnostics go to `log::warn!` alone; [`parse_with`] returns them too.
///
/// Linear in the text.
///
/// ```
/// use interline_agent_md::{AgentKind, parse};
///
/// let text = "---\nname: reader\ndescription: Use when: asked\ntools: Read, Bash(git log:*)\n---\nYou read.\n";
/// let agent = parse(text, "reader.md", AgentKind::Operator)?;
/// let profile = agent.profile.unwrap();
/// assert_eq!(profile.description.as_deref(), Some("Use when: asked"));
/// assert_eq!(profile.tools, ["Read", "Bash(git log:*)"]);
/// assert_eq!(profile.system_prompt, "You read.\n");
/// # Ok::<(), interline_agent_md::Error>(())
/// ```
///
/// # Errors
///
/// When there is no header or a broken fence, when the header has no name, when it is not YAML and cannot be read
/// otherwise, when it exceeds a limit, and when `tools` holds what restricts nothing for certain.
pub fn parse(text: &str, label: &str, kind: AgentKind) -> Result<AgentDef, Error> {
    parse_with(text, label, kind, &Options::default()).map(|parsed| parsed.agent)
}

/// [`parse`] with options, and with the diagnostics beside the agent.
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
    let parsed = read(text, label, kind, options, fallback.as_deref());
    let parsed = parsed.map_err(|failure| *failure.error)?;
    log_all(&parsed.diagnostics, Some(label), text);
    Ok(parsed)
}

/// An error, and the name of the agent when it was reached.
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

/// What a file is called without its ending; for a file `SKILL.md` what its directory is called.
pub(crate) fn name_of_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    if name == "SKILL.md" {
        let folder = path.parent()?.file_name()?;
        return Some(folder.to_string_lossy().into_owned());
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

/// Reads an agent without logging anything.
pub(crate) fn read(
    text: &str,
    label: &str,
    kind: AgentKind,
    options: &Options,
    fallback: Option<&str>,
) -> Result<Parsed, Failure> {
    let block = fence::block(text, label)?;
    let header = Header::read(&block, label, options)?;
    let mut reader = Reader {
        text,
        label,
        options,
        told: header.diagnostics().cloned().collect(),
        extras: Mapping::new(),
        profile: AgentProfile::new(block.body()),
    };
    let name = reader.name(&header, &block, fallback)?;
    if let Err(error) = reader.fields(&header) {
        return Err(Failure {
            error: Box::new(error),
            name: Some(name),
        });
    }
    reader.tags(&header);
    let mut profile = reader.profile;
    if !reader.extras.is_empty() {
        profile.extras = Value::Mapping(reader.extras);
    }
    let agent = AgentDef {
        profile: Some(profile),
        ..AgentDef::new(name, kind)
    };
    let mut diagnostics = reader.told;
    if options.dialect != Dialect::Native {
        // There may be as many findings as fields.
        let mut places: HashMap<&str, Range<usize>> = HashMap::new();
        for (name, key, value) in header.entries() {
            places.entry(name).or_insert_with(|| {
                let span = value.span();
                if span.is_empty() { key } else { span }
            });
        }
        let place = |key: &str| places.get(key).cloned();
        for finding in findings(&agent, options.dialect) {
            let span = finding.key.as_deref().and_then(place);
            let mut diagnostic = finding.diagnostic;
            diagnostic.span =
                span.unwrap_or_else(|| block.opener_span().start..block.opener_span().start + 3);
            diagnostics.push(diagnostic);
        }
    }
    diagnostics.sort();
    Ok(Parsed { agent, diagnostics })
}

struct Reader<'t> {
    text: &'t str,
    label: &'t str,
    options: &'t Options,
    told: Vec<Diagnostic>,
    extras: Mapping,
    profile: AgentProfile,
}

impl Reader<'_> {
    fn name(
        &self,
        header: &Header<'_>,
        block: &Block<'_>,
        fallback: Option<&str>,
    ) -> Result<String, Error> {
        let found = header.entries().find(|(key, ..)| *key == "name");
        if let Some(name) = found.as_ref().and_then(|(_, _, field)| scalar(field)) {
            if !name.trim().is_empty() {
                return Ok(name);
            }
        }
        // A list or mapping is a mistake that the name of the file would hide.
        let is_collection = found.as_ref().is_some_and(|(_, _, field)| match field {
            Field::Node(node) => node.is_sequence() || node.is_mapping(),
            Field::Repaired(_) => false,
        });
        let fallback = fallback.filter(|name| !name.trim().is_empty() && !is_collection);
        match (fallback, self.options.naming) {
            (Some(name), Naming::HeaderOrFile) => Ok(name.to_owned()),
            _ => {
                let opener = block.opener_span().start;
                let span = found.map(|(_, key, field)| match field.span() {
                    span if span.is_empty() => key,
                    span => span,
                });
                Err(Error::MissingName {
                    label: self.label.to_owned(),
                    at: Place::new(self.text, span.unwrap_or(opener..opener + 3)),
                })
            }
        }
    }

    fn fields(&mut self, header: &Header<'_>) -> Result<(), Error> {
        for (key, span, field) in header.entries() {
            match key {
                "name" => self.unusable_name(&field),
                "description" => {
                    let text = self.text_field(key, span, &field);
                    self.profile.description = text.map(|text| text.trim().to_owned());
                }
                "model" => self.profile.model = self.text_field(key, span, &field),
                "effort" => self.profile.effort = self.text_field(key, span, &field),
                "worker_binding" => {
                    self.profile.worker_binding = self.text_field(key, span, &field);
                }
                "tools" => self.tools(&field)?,
                _ => {
                    if key == "<<" {
                        self.tell(
                            "merge-key",
                            span,
                            "merge keys are not applied; kept under `extras`: write the keys out",
                        );
                    }
                    let value = values::value(&field, &mut self.told);
                    self.extras.insert(key, value);
                }
            }
        }
        Ok(())
    }

    /// A name that gave way to that of the file.
    fn unusable_name(&mut self, field: &Field<'_, '_>) {
        if scalar(field).is_none_or(|name| name.trim().is_empty()) {
            let message =
                "no usable name; the name of the file is taken: write a name or remove the line";
            self.tell("unusable-name", field.span(), message);
        }
    }

    /// The text of a field that holds one. Any other scalar is taken as it is written; what is no scalar goes to `extras`.
    fn text_field(
        &mut self,
        key: &str,
        span: Range<usize>,
        field: &Field<'_, '_>,
    ) -> Option<String> {
        let value = match field {
            Field::Node(node) => node.value(),
            Field::Repaired(repair) => repair.value.value.clone(),
        };
        if let Value::String(text) = value {
            return Some(text);
        }
        let at = Some(field.span())
            .filter(|at| !at.is_empty())
            .unwrap_or(span);
        let what = describe(&value);
        if let Some(text) = scalar(field) {
            let message = format!(
                "expected a text for `{key}`, found {what}: read as `{text}`, put it in quotes"
            );
            self.tell("not-a-text", at, message);
            return Some(text);
        }
        let mut told = Vec::new();
        let kept = values::value(field, &mut told);
        let is_text = kept.as_str().map(str::to_owned);
        if is_text.is_none() && !(self.options.dialect == Dialect::Copilot && key == "model") {
            let message = format!("expected a text for `{key}`, found {what}: kept under `extras`");
            self.tell("unusable-value", at, message);
        }
        self.told.extend(told);
        // A tag without a value is text, as it will be when it is written.
        if is_text.is_none() {
            self.extras.insert(key, kept);
        }
        is_text
    }

    fn tools(&mut self, field: &Field<'_, '_>) -> Result<(), Error> {
        let separator = match self.options.dialect {
            Dialect::AgentSkills => ToolSeparator::CommaOrBlank,
            _ => ToolSeparator::Comma,
        };
        let read = tools::read(field, separator).map_err(|(span, message)| Error::Tools {
            label: self.label.to_owned(),
            message,
            at: Place::new(self.text, span),
        })?;
        let ReadTools { names, kept, told } = read;
        self.profile.tools = names;
        self.told.extend(told);
        if let Some(kept) = kept {
            self.extras.insert("tools", kept);
        }
        Ok(())
    }

    /// Tells the tags that are nowhere in what was read.
    fn tags(&mut self, header: &Header<'_>) {
        let kept = self.told.iter().filter(|told| told.code == KEPT_AS_TEXT);
        let kept: BTreeMap<usize, usize> =
            kept.map(|told| (told.span.start, told.span.end)).collect();
        let is_kept = |tag: &Range<usize>| {
            let before = kept.range(..=tag.start).next_back();
            before.is_some_and(|(_, end)| tag.end <= *end)
        };
        let tags = header.ignored_tags();
        self.told.extend(tags.filter(|told| !is_kept(&told.span)));
    }

    fn tell(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        let diagnostic = Diagnostic::new(Severity::Warning, code, span, message);
        self.told.push(diagnostic);
    }
}

/// The text of a scalar that is not null, as it is written.
fn scalar(field: &Field<'_, '_>) -> Option<String> {
    match field {
        Field::Node(node) if node.value().is_null() => None,
        Field::Node(node) => node.text().map(str::to_owned),
        Field::Repaired(repair) => repair.value.text.clone(),
    }
}
