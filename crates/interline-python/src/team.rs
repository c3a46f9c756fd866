//! Directories of agent files.

use std::path::{Path, PathBuf};

use interline::agent_md::{self, Layer, LayerKind, LoadReport, SkipReason};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::agent::{Agent, DIALECTS, KINDS, Settings, settings};
use crate::diagnostic::{Diagnostic, file_diagnostics};
use crate::error::{self, Raised};
use crate::option::{choose, keyword};
use crate::value::iterator;

const LAYERS: [(&str, LayerKind); 4] = [
    ("user", LayerKind::User),
    ("project", LayerKind::Project),
    ("explicit", LayerKind::Explicit),
    ("package", LayerKind::Package),
];

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
        iterator(py, self.keys())
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
