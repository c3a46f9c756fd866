//! Reading, checking, converting and repairing agent files.

use interline::agent_md::{
    AgentKind, ConvertOptions, Dialect, Error, FileKind, Naming, Options, Parsed, Recovery,
    ToolNames, edit, parse_with, to_dialect_with,
};
use serde::Serialize;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::spans::{JsDiagnostic, js_diagnostics, js_edits};
use crate::values::{Special, specials};

fn failure(error: &Error, text: &str) -> Failure {
    let code = match error {
        Error::NoFrontmatter { .. } => "no-frontmatter",
        Error::Fence { .. } => "invalid-fence",
        Error::Unterminated { .. } => "unterminated-frontmatter",
        Error::MissingName { .. } => "missing-name",
        Error::WrongType { .. } => "wrong-type",
        Error::Header { .. } => "invalid-yaml",
        Error::Tools { .. } => "invalid-tools",
        Error::Toml { .. } => "invalid-toml",
        Error::Arguments { .. } => "invalid-arguments",
        Error::Unwritable { .. } => "edit-refused",
        _ => "invalid-agent",
    };
    Failure::at(error, code, error.location(), Some(text))
}

#[derive(Default)]
struct Given {
    path: Option<String>,
    dialect: Option<String>,
    from: Option<String>,
    to: Option<String>,
    kind: Option<FileKind>,
    strict: bool,
    keep_tools: bool,
}

impl Given {
    fn parse(json: &str) -> Result<Self, Failure> {
        Arguments::parse(json, "options", |given| {
            Ok(Self {
                path: given.string("path")?,
                dialect: given.string("dialect")?,
                from: given.string("from")?,
                to: given.string("to")?,
                kind: given.choice("kind")?,
                strict: given.bool("strict")?,
                keep_tools: given.bool("keepTools")?,
            })
        })
    }

    /// The name of the text in messages. Without one the location has no name.
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or_default()
    }

    /// Parses an agent file with the rules of a tool.
    fn parse_text(&self, text: &str, dialect: Option<&str>) -> Result<Parsed, Failure> {
        let options = self.options(dialect)?;
        parse_with(text, self.path(), AgentKind::Operator, &options)
            .map_err(|error| failure(&error, text))
    }

    fn options(&self, dialect: Option<&str>) -> Result<Options, Failure> {
        let mut options = match (dialect, self.kind) {
            (Some(dialect), Some(kind)) => Options::for_dialect(parse_dialect(dialect)?, kind),
            (Some(dialect), None) => Options::new().dialect(parse_dialect(dialect)?),
            (None, Some(kind)) => Options::new().kind(kind),
            (None, None) => Options::new(),
        };
        // The caller who gives a path lets it name the agent.
        if self.path.is_some() {
            options = options.naming(Naming::HeaderOrFile);
        }
        if self.strict {
            options = options.recovery(Recovery::Strict);
        }
        Ok(options)
    }
}

fn parse_dialect(word: &str) -> Result<Dialect, Failure> {
    word.parse()
        .map_err(|error: interline::agent_md::ParseDialectError| {
            Failure::argument(error.to_string())
        })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AgentReply<'a> {
    name: &'a str,
    description: Option<&'a str>,
    model: Option<&'a str>,
    effort: Option<&'a str>,
    tools: &'a [String],
    tool_policy: Option<interline::agent_md::ToolPolicy>,
    extras: Option<&'a interline::agent_md::Value>,
    specials: Vec<Special>,
    body: &'a str,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

/// Parses an agent file.
///
/// # Errors
///
/// When the file cannot be read, and when the options are invalid.
pub fn parse_agent(text: &str, options: &str) -> Result<String, Failure> {
    let given = Given::parse(options)?;
    let parsed = given.parse_text(text, given.dialect.as_deref())?;
    let profile = parsed.agent.profile.as_ref();
    let reply = AgentReply {
        name: &parsed.agent.name,
        description: profile.and_then(|profile| profile.description.as_deref()),
        model: profile.and_then(|profile| profile.model.as_deref()),
        effort: profile.and_then(|profile| profile.effort.as_deref()),
        tools: profile.map_or(&[], |profile| &profile.tools),
        tool_policy: profile.map(interline::agent_md::AgentProfile::tool_policy),
        extras: profile.map(|profile| &profile.extras),
        specials: profile.map_or_else(Vec::new, |profile| specials(&profile.extras)),
        body: profile.map_or("", |profile| &profile.system_prompt),
        diagnostics: js_diagnostics(&parsed.diagnostics, text, None),
    };
    Ok(serde_json::to_string(&reply)?)
}

#[derive(Serialize)]
struct Diagnostics<'a> {
    diagnostics: Vec<JsDiagnostic<'a>>,
}

/// Checks an agent file by the rules of a tool.
///
/// # Errors
///
/// When the file cannot be read, and when the options are invalid.
pub fn check_agent(text: &str, options: &str) -> Result<String, Failure> {
    let given = Given::parse(options)?;
    let parsed = given.parse_text(text, given.dialect.as_deref())?;
    let reply = Diagnostics {
        diagnostics: js_diagnostics(&parsed.diagnostics, text, None),
    };
    Ok(serde_json::to_string(&reply)?)
}

#[derive(Serialize)]
struct ConvertedReply<'a> {
    text: &'a str,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

/// Converts an agent file to the format of another tool. Diagnostics of reading are about the given text (`source`), those of converting
/// about no location in it.
///
/// # Errors
///
/// When the file cannot be read, and when the options are invalid.
pub fn convert_agent(text: &str, options: &str) -> Result<String, Failure> {
    let given = Given::parse(options)?;
    let Some(to) = given.to.as_deref() else {
        return Err(Failure::argument(
            "missing option `to`: the dialect to convert to, such as `opencode`",
        ));
    };
    let to = parse_dialect(to)?;
    let from = given.from.as_deref().map(parse_dialect).transpose()?;
    let parsed = given.parse_text(text, given.from.as_deref())?;
    let mut options = ConvertOptions::new();
    if let Some(from) = from {
        options = options.from(from);
    }
    if let Some(kind) = given.kind {
        options = options.kind(kind);
    }
    if given.keep_tools {
        options = options.tools(ToolNames::Keep);
    }
    let converted = to_dialect_with(&parsed.agent, to, &options);
    let mut diagnostics = js_diagnostics(&parsed.diagnostics, text, Some("input"));
    diagnostics.extend(js_diagnostics(
        &converted.diagnostics,
        &converted.text,
        Some("output"),
    ));
    let reply = ConvertedReply {
        text: &converted.text,
        diagnostics,
    };
    Ok(serde_json::to_string(&reply)?)
}

/// Makes YAML of the header of an agent file that is not: returns the edits.
///
/// # Errors
///
/// When the file cannot be read, and when the options are invalid.
pub fn repair_agent(text: &str, options: &str) -> Result<String, Failure> {
    let given = Given::parse(options)?;
    let options = given.options(given.dialect.as_deref())?;
    let edits = edit::repair_with(text, &options).map_err(|error| failure(&error, text))?;
    let edits = js_edits(&edits, text)?;
    Ok(format!(r#"{{"edits":{}}}"#, serde_json::to_string(&edits)?))
}
