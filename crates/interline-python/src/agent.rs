//! Agent files, and directories of them.

use std::path::{Path, PathBuf};

use interline::agent_md::{
    self, AgentDef, AgentKind, ConvertOptions, Dialect, FileKind, Options, Recovery, ToolNames,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::diagnostic::{Diagnostic, Edit, diagnostics, edits};
use crate::error::{self, Raised};
use crate::file;
use crate::option::choose;
use crate::value::{Dates, Reader, map_to_python, to_python};

pub(crate) const DIALECTS: [(&str, Dialect); 9] = [
    ("claude_code", Dialect::ClaudeCode),
    ("agent_skills", Dialect::AgentSkills),
    ("opencode", Dialect::OpenCode),
    ("copilot", Dialect::Copilot),
    ("gemini", Dialect::Gemini),
    ("cursor", Dialect::Cursor),
    ("codex", Dialect::Codex),
    ("goose", Dialect::Goose),
    ("native", Dialect::Native),
];

pub(crate) const KINDS: [(&str, FileKind); 4] = [
    ("agent", FileKind::Agent),
    ("skill", FileKind::Skill),
    ("command", FileKind::Command),
    ("rule", FileKind::Rule),
];

const AGENT_KINDS: [(&str, AgentKind); 5] = [
    ("lua", AgentKind::Lua),
    ("rust_fn", AgentKind::RustFn),
    ("agent_block", AgentKind::AgentBlock),
    ("subprocess", AgentKind::Subprocess),
    ("operator", AgentKind::Operator),
];

/// A definition of an agent.
#[pyclass(frozen, module = "interline.agents")]
#[derive(Debug)]
pub(crate) struct Agent {
    pub(crate) agent: AgentDef,
    /// The file that it was read from.
    #[pyo3(get)]
    pub(crate) path: Option<String>,
    /// The problems of the file.
    #[pyo3(get)]
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) dialect: Dialect,
    pub(crate) kind: FileKind,
}

#[pymethods]
impl Agent {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.agent.name
    }

    /// The text after the header.
    #[getter]
    fn prompt(&self) -> &str {
        self.agent
            .profile
            .as_ref()
            .map_or("", |profile| &profile.system_prompt)
    }

    /// The purpose of the agent.
    #[getter]
    fn description(&self) -> Option<&str> {
        let of_profile = self
            .agent
            .profile
            .as_ref()
            .and_then(|profile| profile.description.as_deref());
        of_profile.or_else(|| {
            self.agent
                .meta
                .as_ref()
                .and_then(|meta| meta.description.as_deref())
        })
    }

    /// The model.
    #[getter]
    fn model(&self) -> Option<&str> {
        self.agent
            .profile
            .as_ref()
            .and_then(|profile| profile.model.as_deref())
    }

    /// The effort.
    #[getter]
    fn effort(&self) -> Option<&str> {
        self.agent
            .profile
            .as_ref()
            .and_then(|profile| profile.effort.as_deref())
    }

    /// The tools that the header lists; empty also where it has no list: see `tool_policy`.
    #[getter]
    fn tools(&self) -> Vec<String> {
        self.agent
            .profile
            .as_ref()
            .map_or_else(Vec::new, |profile| profile.tools.clone())
    }

    /// The tools that the agent may use: `"unspecified"`, `"all"`, `"none"` or `"only"`, the names of the last, and the denied names.
    #[getter]
    fn tool_policy(&self) -> (&'static str, Vec<String>, Vec<String>) {
        let Some(profile) = &self.agent.profile else {
            return ("unspecified", Vec::new(), Vec::new());
        };
        let policy = profile.tool_policy();
        let (keyword, names) = match policy.tools {
            agent_md::Tools::All => ("all", Vec::new()),
            agent_md::Tools::None => ("none", Vec::new()),
            agent_md::Tools::Only(names) => ("only", names),
            _ => ("unspecified", Vec::new()),
        };
        (keyword, names, policy.denied)
    }

    /// Every other field of the header.
    #[getter]
    fn extras<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.agent.profile {
            Some(profile) if !profile.extras.is_null() => to_python(py, &profile.extras),
            _ => Ok(PyDict::new(py).into_any()),
        }
    }

    /// The version, the tags and further fields about the file.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Some(meta) = &self.agent.meta else {
            return Ok(PyDict::new(py));
        };
        let dict = map_to_python(py, &meta.extra)?;
        if let Some(version) = &meta.version {
            dict.set_item("version", version)?;
        }
        if !meta.tags.is_empty() {
            dict.set_item("tags", meta.tags.clone())?;
        }
        Ok(dict)
    }

    /// Returns the problems that a tool would have with the agent.
    #[pyo3(signature = (dialect=None))]
    fn check(&self, dialect: Option<&str>) -> PyResult<Vec<Diagnostic>> {
        let dialect = match dialect {
            Some(dialect) => choose("dialect", dialect, &DIALECTS)?,
            None => self.dialect,
        };
        let found = agent_md::validate_as(&self.agent, dialect, self.kind);
        Ok(diagnostics(&found, "", self.path.as_deref().map(Path::new)))
    }

    /// Returns the file of another tool, and what it cannot say. `tools="keep"` keeps the names of tools.
    #[pyo3(signature = (dialect, *, tools="translate"))]
    fn convert(&self, dialect: &str, tools: &str) -> PyResult<Converted> {
        let dialect = choose("dialect", dialect, &DIALECTS)?;
        let tools = choose(
            "tools",
            tools,
            &[
                ("translate", ToolNames::Translate),
                ("keep", ToolNames::Keep),
            ],
        )?;
        let options = ConvertOptions::new()
            .from(self.dialect)
            .kind(self.kind)
            .tools(tools);
        let converted = agent_md::to_dialect_with(&self.agent, dialect, &options);
        Ok(Converted {
            diagnostics: diagnostics(
                &converted.diagnostics,
                "",
                self.path.as_deref().map(Path::new),
            ),
            text: converted.text,
        })
    }

    /// Returns the agent as a file in the native form.
    fn to_markdown(&self) -> PyResult<String> {
        self.agent
            .to_markdown()
            .map_err(|error| error::agent(&error, "").into())
    }

    fn __repr__(&self) -> String {
        format!("<Agent {:?}>", self.agent.name)
    }
}

/// A file that was converted.
#[pyclass(frozen, module = "interline.agents")]
#[derive(Debug)]
pub(crate) struct Converted {
    /// The text of the file.
    #[pyo3(get)]
    text: String,
    /// The fields that the other tool writes differently or does not have.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Converted {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Converted diagnostics={}>", self.diagnostics.len())
    }
}

/// The keyword arguments of reading.
pub(crate) struct Settings {
    pub(crate) options: Options,
    pub(crate) agent_kind: AgentKind,
    pub(crate) dialect: Dialect,
    pub(crate) kind: FileKind,
}

pub(crate) fn settings(
    dialect: &str,
    kind: &str,
    agent_kind: &str,
    strict: bool,
) -> PyResult<Settings> {
    let dialect = choose("dialect", dialect, &DIALECTS)?;
    let kind = choose("kind", kind, &KINDS)?;
    let mut options = match (dialect, kind) {
        (Dialect::Native, FileKind::Agent) => Options::new(),
        _ => Options::for_dialect(dialect, kind),
    };
    if strict {
        options = options.recovery(Recovery::Strict);
    }
    Ok(Settings {
        options,
        agent_kind: choose("agent_kind", agent_kind, &AGENT_KINDS)?,
        dialect,
        kind,
    })
}

/// Parses the text of an agent file. `name` is what errors show, and the name of an agent that its file gives.
#[pyfunction]
#[pyo3(signature = (text, name="agent.md", *, dialect="native", kind="agent", agent_kind="subprocess", strict=false))]
pub(crate) fn parse_agent(
    text: String,
    name: &str,
    dialect: &str,
    kind: &str,
    agent_kind: &str,
    strict: bool,
) -> PyResult<Agent> {
    let settings = settings(dialect, kind, agent_kind, strict)?;
    let parsed = agent_md::parse_with(&text, name, settings.agent_kind, &settings.options)
        .map_err(|error| error::agent(&error, &text))?;
    Ok(Agent {
        diagnostics: diagnostics(&parsed.diagnostics, &text, Some(Path::new(name))),
        agent: parsed.agent,
        path: None,
        dialect: settings.dialect,
        kind: settings.kind,
    })
}

/// Reads one agent file.
#[pyfunction]
#[pyo3(signature = (path, *, dialect="native", kind="agent", agent_kind="subprocess", strict=false))]
pub(crate) fn load_agent(
    py: Python<'_>,
    path: PathBuf,
    dialect: &str,
    kind: &str,
    agent_kind: &str,
    strict: bool,
) -> PyResult<Agent> {
    let settings = settings(dialect, kind, agent_kind, strict)?;
    py.detach(|| {
        let parsed = agent_md::load_file_with(&path, settings.agent_kind, &settings.options)
            .map_err(|error| error::agent(&error, &file::read(&path).unwrap_or_default()))?;
        let text = match parsed.diagnostics.as_slice() {
            [] => String::new(),
            _ => file::read(&path)?,
        };
        Ok(Agent {
            diagnostics: diagnostics(&parsed.diagnostics, &text, Some(&path)),
            agent: parsed.agent,
            path: Some(path.to_string_lossy().into_owned()),
            dialect: settings.dialect,
            kind: settings.kind,
        })
    })
    .map_err(|raised: Raised| raised.into_exception(py))
}

/// Returns the text of an agent file with its header repaired, so that every reader of YAML can read it, and the changes.
#[pyfunction]
#[pyo3(signature = (text, *, dialect="native", kind="agent"))]
pub(crate) fn repair(text: &str, dialect: &str, kind: &str) -> PyResult<(String, Vec<Edit>)> {
    let settings = settings(dialect, kind, "subprocess", false)?;
    let found = agent_md::edit::repair_with(text, &settings.options)
        .map_err(|error| error::agent(&error, text))?;
    Ok((applied(&found, text)?, edits(&found, text)))
}

fn applied(edits: &agent_md::Edits, text: &str) -> PyResult<String> {
    edits
        .apply(text)
        .map_err(|error| Raised::new(error::Class::Agent, "edit-refused", error.to_string()).into())
}

/// Returns the text of an agent file with a field set. Comments and all other bytes stay.
#[pyfunction]
pub(crate) fn set_field(text: &str, key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let value = Reader::new(Dates::Iso).value(value)?;
    let found =
        agent_md::edit::set(text, key, value).map_err(|error| error::agent(&error, text))?;
    applied(&found, text)
}

/// Returns the text of an agent file without a field.
#[pyfunction]
pub(crate) fn remove_field(text: &str, key: &Bound<'_, PyString>) -> PyResult<String> {
    let key = key.to_cow()?;
    let found = agent_md::edit::remove(text, &key).map_err(|error| error::agent(&error, text))?;
    applied(&found, text)
}
