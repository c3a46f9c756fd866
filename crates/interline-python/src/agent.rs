//! Agent files, and directories of them.

use std::path::{Path, PathBuf};

use interline::agent_md::{
    self, AgentDef, AgentKind, ConvertOptions, Dialect, FileKind, Layer, LayerKind, LoadReport,
    Options, Recovery, SkipReason, ToolNames,
};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyString};

use crate::diagnostic::{Diagnostic, Edit, diagnostics, edits, file_diagnostics};
use crate::error::{self, Raised};
use crate::file;
use crate::option::{choose, keyword};
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

const KINDS: [(&str, FileKind); 4] = [
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

const LAYERS: [(&str, LayerKind); 4] = [
    ("user", LayerKind::User),
    ("project", LayerKind::Project),
    ("explicit", LayerKind::Explicit),
    ("package", LayerKind::Package),
];

/// A definition of an agent.
#[pyclass(frozen, module = "interline.agents")]
#[derive(Debug)]
pub(crate) struct Agent {
    agent: AgentDef,
    /// The file that it was read from.
    #[pyo3(get)]
    path: Option<String>,
    /// The problems of the file.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
    dialect: Dialect,
    kind: FileKind,
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

    /// What the agent is for.
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
    /// What the other tool writes differently or does not have.
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

/// A file that cannot be used.
#[pyclass(frozen, module = "interline.agents")]
#[derive(Debug)]
pub(crate) struct Problem {
    /// The file or directory.
    #[pyo3(get)]
    path: String,
    /// The name that the file gives, where it is known.
    #[pyo3(get)]
    name: Option<String>,
    /// The exception.
    #[pyo3(get)]
    error: Py<PyAny>,
}

#[pymethods]
impl Problem {
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.error.bind(py).str()?.extract()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Problem {}>", self.__str__(py)?))
    }
}

impl Problem {
    pub(crate) fn new(
        py: Python<'_>,
        path: &Path,
        name: Option<String>,
        raised: Raised,
    ) -> PyResult<Py<Self>> {
        Py::new(
            py,
            Self {
                path: path.to_string_lossy().into_owned(),
                name,
                error: raised.into_exception(py).into_value(py).into_any(),
            },
        )
    }
}

/// The agents of a directory or of layers, by name.
#[pyclass(frozen, mapping, module = "interline.agents")]
#[derive(Debug)]
pub(crate) struct Team {
    agents: Vec<Py<Agent>>,
    /// The files that cannot be used.
    #[pyo3(get)]
    problems: Vec<Py<Problem>>,
    /// The files that another of the same name takes precedence over: its path, and the path of the other.
    #[pyo3(get)]
    shadowed: Vec<(String, String)>,
    /// The files that are not agents: the path and the reason.
    #[pyo3(get)]
    skipped: Vec<(String, String)>,
    /// The problems of all files.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Team {
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<Agent>> {
        if let Some(agent) = self
            .agents
            .iter()
            .find(|agent| agent.get().agent.name == name)
        {
            return Ok(agent.clone_ref(py));
        }
        // The reason is more useful than the name.
        let problem = self
            .problems
            .iter()
            .find(|problem| problem.get().name.as_deref() == Some(name));
        if let Some(problem) = problem {
            return Err(PyErr::from_value(problem.get().error.bind(py).clone()));
        }
        let names = self
            .agents
            .iter()
            .map(|agent| agent.get().agent.name.as_str());
        let near = interline::text::nearest(name, names)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        Err(PyKeyError::new_err(format!("no agent `{name}`{near}")))
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<PyBackedStr>().is_ok_and(|name| {
            self.agents
                .iter()
                .any(|agent| *agent.get().agent.name == *name)
        })
    }

    fn __len__(&self) -> usize {
        self.agents.len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .keys()
            .into_pyobject(py)?
            .try_iter()?
            .into_any()
            .unbind())
    }

    /// Returns the names.
    fn keys(&self) -> Vec<String> {
        self.agents
            .iter()
            .map(|agent| agent.get().agent.name.clone())
            .collect()
    }

    /// Returns the agents.
    fn values(&self, py: Python<'_>) -> Vec<Py<Agent>> {
        self.agents
            .iter()
            .map(|agent| agent.clone_ref(py))
            .collect()
    }

    /// Returns the names with their agents.
    fn items(&self, py: Python<'_>) -> Vec<(String, Py<Agent>)> {
        self.keys().into_iter().zip(self.values(py)).collect()
    }

    /// Returns the agent of a name, or `default`.
    #[pyo3(signature = (name, default=None))]
    fn get(&self, py: Python<'_>, name: &str, default: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
        let found = self
            .agents
            .iter()
            .find(|agent| agent.get().agent.name == name);
        found
            .map(|agent| agent.clone_ref(py).into_any())
            .or(default)
    }

    fn __repr__(&self) -> String {
        format!("<Team {:?} problems={}>", self.keys(), self.problems.len())
    }
}

/// Directories that are searched together: the one of the highest precedence has the agent of a name.
#[pyclass(frozen, eq, module = "interline.agents", from_py_object)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchLayer {
    pub(crate) layer: Layer,
}

#[pymethods]
impl SearchLayer {
    /// Makes a layer of a directory. `kind` is `"user"`, `"project"`, `"explicit"` or `"package"`, in ascending precedence but for the
    /// last; `precedence` sets it.
    #[new]
    #[pyo3(signature = (root, kind="explicit", *, precedence=None))]
    fn new(root: PathBuf, kind: &str, precedence: Option<u32>) -> PyResult<Self> {
        let kind = choose("kind", kind, &LAYERS)?;
        let mut layer = match kind {
            LayerKind::User => Layer::user(root),
            LayerKind::Project => Layer::project(root),
            LayerKind::Package => Layer::package(root, 0),
            _ => Layer::explicit(root),
        };
        if let Some(precedence) = precedence {
            layer.precedence = precedence;
        }
        Ok(Self { layer })
    }

    /// The directory that is searched.
    #[getter]
    fn path(&self) -> String {
        self.layer.scan_dir().to_string_lossy().into_owned()
    }

    /// `"user"`, `"project"`, `"explicit"` or `"package"`.
    #[getter]
    fn kind(&self) -> &'static str {
        keyword(&self.layer.kind, &LAYERS)
    }

    /// The precedence.
    #[getter]
    fn precedence(&self) -> u32 {
        self.layer.precedence
    }

    fn __repr__(&self) -> String {
        format!(
            "<Layer {} {:?} precedence={}>",
            self.kind(),
            self.path(),
            self.layer.precedence
        )
    }
}

/// The keyword arguments of reading.
struct Settings {
    options: Options,
    agent_kind: AgentKind,
    dialect: Dialect,
    kind: FileKind,
}

fn settings(dialect: &str, kind: &str, agent_kind: &str, strict: bool) -> PyResult<Settings> {
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

/// Directories to search: one, or several in layers.
#[derive(FromPyObject)]
pub(crate) enum Roots {
    Layer(SearchLayer),
    Path(PathBuf),
    Layers(Vec<LayerOrPath>),
}

#[derive(FromPyObject)]
pub(crate) enum LayerOrPath {
    Layer(SearchLayer),
    Path(PathBuf),
}

impl Roots {
    /// Returns the layers. Of paths the last one has the highest precedence.
    pub(crate) fn layers(self) -> Vec<Layer> {
        match self {
            Self::Layer(layer) => vec![layer.layer],
            Self::Path(path) => vec![Layer::explicit(path)],
            Self::Layers(layers) => layers
                .into_iter()
                .zip(0..)
                .map(|(layer, index)| match layer {
                    LayerOrPath::Layer(layer) => layer.layer,
                    LayerOrPath::Path(path) => Layer::new(LayerKind::Explicit, path, index),
                })
                .collect(),
        }
    }
}

/// Reads the agents of a directory, or of several: paths in ascending precedence, or layers.
///
/// Never raises for what files hold: those that cannot be read are in `problems`, and the others are not affected.
#[pyfunction]
#[pyo3(signature = (roots, *, dialect="native", kind="agent", agent_kind="subprocess", strict=false))]
pub(crate) fn load_agents(
    py: Python<'_>,
    roots: Roots,
    dialect: &str,
    kind: &str,
    agent_kind: &str,
    strict: bool,
) -> PyResult<Team> {
    let settings = settings(dialect, kind, agent_kind, strict)?;
    let layers = roots.layers();
    let report =
        py.detach(|| agent_md::load_layers(&layers, settings.agent_kind, &settings.options));
    team(py, report, &settings)
}

fn team(py: Python<'_>, report: LoadReport, settings: &Settings) -> PyResult<Team> {
    let shown = |path: &Path| path.to_string_lossy().into_owned();
    let all = file_diagnostics(&report.diagnostics);
    let mut agents = Vec::with_capacity(report.loaded.len());
    for loaded in report.loaded {
        let path = shown(&loaded.path);
        agents.push(Py::new(
            py,
            Agent {
                diagnostics: all
                    .iter()
                    .filter(|found| found.is_in(&path))
                    .cloned()
                    .collect(),
                agent: loaded.value,
                path: Some(path),
                dialect: settings.dialect,
                kind: settings.kind,
            },
        )?);
    }
    let problems = report
        .problems
        .into_iter()
        .map(|problem| {
            let raised = error::agent(&problem.error, problem.text.as_deref().unwrap_or_default());
            Problem::new(py, &problem.path, problem.name, raised)
        })
        .collect::<PyResult<_>>()?;
    Ok(Team {
        agents,
        problems,
        shadowed: report
            .shadowed
            .iter()
            .map(|shadowed| (shown(&shadowed.loaded.path), shown(&shadowed.by)))
            .collect(),
        skipped: report
            .skipped
            .iter()
            .map(|skipped| (shown(&skipped.path), reason(&skipped.reason)))
            .collect(),
        diagnostics: all,
    })
}

fn reason(reason: &SkipReason) -> String {
    match reason {
        SkipReason::NoFrontmatter => "no frontmatter".to_owned(),
        SkipReason::ThematicBreak => "begins with a thematic break".to_owned(),
        SkipReason::WrongName { expected } => format!("expected a file named `{expected}`"),
        _ => "skipped".to_owned(),
    }
}

/// Returns the layers in which a tool looks for its files: in the workspace, the current directory by default, and in the home directory.
#[pyfunction]
#[pyo3(signature = (dialect, kind="agent", *, workspace=None, home=None))]
pub(crate) fn layers(
    py: Python<'_>,
    dialect: &str,
    kind: &str,
    workspace: Option<PathBuf>,
    home: Option<PathBuf>,
) -> PyResult<Vec<SearchLayer>> {
    let home = match home {
        Some(home) => home,
        None => py
            .import("os.path")?
            .call_method1("expanduser", ("~",))?
            .extract()?,
    };
    let workspace = workspace.unwrap_or_else(|| PathBuf::from("."));
    let dialect = choose("dialect", dialect, &DIALECTS)?;
    let found = agent_md::layers_for(dialect, choose("kind", kind, &KINDS)?, &workspace, &home);
    Ok(found
        .into_iter()
        .map(|layer| SearchLayer { layer })
        .collect())
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
        .map_err(|error| Raised::new(error::Class::Agent, "edit", error.to_string()).into())
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

/// A command of an agent tool: a prompt with placeholders.
#[pyclass(frozen, module = "interline.prompts")]
#[derive(Debug)]
pub(crate) struct Command {
    command: agent_md::Command,
    /// The problems of the file.
    #[pyo3(get)]
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Command {
    /// Parses the text of a command file. `name` is its path, from which it has its name.
    #[new]
    #[pyo3(signature = (text, name="command.md", *, dialect="claude_code"))]
    fn new(text: &str, name: &str, dialect: &str) -> PyResult<Self> {
        let dialect = choose("dialect", dialect, &DIALECTS)?;
        let parsed = agent_md::Command::parse(text, name, dialect)
            .map_err(|error| error::agent(&error, text))?;
        Ok(Self {
            diagnostics: diagnostics(&parsed.diagnostics, text, Some(Path::new(name))),
            command: parsed.command,
        })
    }

    /// Reads a command file.
    #[staticmethod]
    #[pyo3(signature = (path, *, dialect="claude_code"))]
    fn load(py: Python<'_>, path: PathBuf, dialect: &str) -> PyResult<Self> {
        let text = py
            .detach(|| file::read(&path))
            .map_err(|raised| raised.into_exception(py))?;
        Self::new(&text, &path.to_string_lossy(), dialect)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.command.name
    }

    /// What the command does.
    #[getter]
    fn description(&self) -> Option<&str> {
        self.command.description.as_deref()
    }

    /// The hint about its arguments.
    #[getter]
    fn argument_hint(&self) -> Option<&str> {
        self.command.argument_hint.as_deref()
    }

    /// The names of its arguments.
    #[getter]
    fn arguments(&self) -> Vec<String> {
        self.command.arguments.clone()
    }

    /// The prompt, with its placeholders.
    #[getter]
    fn body(&self) -> &str {
        &self.command.body
    }

    /// Returns the prompt with the arguments of a user in place of the placeholders.
    #[pyo3(signature = (arguments=""))]
    fn expand(&self, arguments: &str) -> PyResult<String> {
        self.command
            .expand(arguments)
            .map(|expanded| expanded.text)
            .map_err(|error| error::agent(&error, "").into())
    }

    fn __repr__(&self) -> String {
        format!("<Command {:?}>", self.command.name)
    }
}
