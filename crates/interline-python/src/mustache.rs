//! Templates, their environments, and contexts in layers.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use interline::mustache_context::{
    self as mustache, DirPartials, Environment, Escape, Lambda, LambdaCall, LambdaError, Limits,
    Map, Missing, NameKind, Partials, Sections, TemplateContext, Value,
};
use pyo3::exceptions::{PyException, PyKeyError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyMapping};

use crate::error;
use crate::option::{choose, keyword, release, unknown_option};
use crate::value::{Dates, MakeLambda, Reader, map_to_python, to_python};

const MISSING: [(&str, Missing); 3] = [
    ("empty", Missing::Empty),
    ("error", Missing::Error),
    ("keep", Missing::Keep),
];

const ESCAPES: [(&str, Escape); 2] = [("html", Escape::Html), ("none", Escape::None)];

/// The compiled partials that an environment of Python keeps.
const CACHED: usize = 256;

thread_local! {
    /// The first exception that a callable raised in the render that runs. The engine has its message.
    static CAUGHT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// What a lambda may ask of the render that calls it.
trait Calling {
    fn render(&mut self, text: &str) -> Result<String, mustache::Error>;
    fn get(&mut self, name: &str) -> Option<Value>;
}

impl Calling for LambdaCall<'_, '_> {
    fn render(&mut self, text: &str) -> Result<String, mustache::Error> {
        LambdaCall::render(self, text)
    }

    fn get(&mut self, name: &str) -> Option<Value> {
        LambdaCall::get(self, name)
    }
}

scoped_tls_hkt::scoped_thread_local! {
    /// The call of the lambda that runs. A Python object cannot hold it, since it is borrowed.
    static mut CALLING: for<'a> &'a mut (dyn Calling + 'a)
}

/// The calls of lambdas so far, so that a `render` knows whether its own call runs.
static CALLS: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static CURRENT: Cell<u64> = const { Cell::new(0) };
}

/// The function `render` of a lambda.
#[pyclass(frozen, module = "interline.mustache")]
#[derive(Debug)]
struct Render {
    call: u64,
    environment: Environment,
}

#[pymethods]
impl Render {
    /// Renders a text with the scopes of the section, and with those of `data` inside.
    #[pyo3(signature = (text, data=None))]
    fn __call__(&self, text: &str, data: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        if CURRENT.get() != self.call || !CALLING.is_set() {
            return Err(PyRuntimeError::new_err(
                "`render` was called after its lambda returned",
            ));
        }
        let rendered = match data {
            None => CALLING.with(|calling| calling.render(text)),
            Some(data) => {
                let make = |function: &Bound<'_, PyAny>| lambda(function, &self.environment);
                self.render_with(text, data_reader(&make).map(data)?)
            }
        };
        rendered.map_err(|error| thrown(&error))
    }
}

impl Render {
    /// Renders a text with more data. The names that it uses are looked up in the current scopes.
    fn render_with(&self, text: &str, data: Map) -> Result<String, mustache::Error> {
        let template = mustache::Template::parse(text)?;
        let mut all = data;
        for name in template.names_with(&self.environment)? {
            let first = name.path.split('.').next().unwrap_or_default();
            if first.is_empty() || all.contains_key(first) {
                continue;
            }
            if let Some(value) = CALLING.with(|calling| calling.get(first)) {
                all.insert(first, value);
            }
        }
        template.render_with(&all, &self.environment)
    }
}

/// Makes a lambda of a callable: `function(text)`, whose result is a template, or `function(text, render)`, whose result is output as
/// it is.
fn lambda(function: &Bound<'_, PyAny>, environment: &Environment) -> Lambda {
    let takes_render = parameters(function) >= 2;
    let environment = environment.clone();
    let function = function.clone().unbind();
    let call = move |call: &mut LambdaCall<'_, '_>| -> Result<String, LambdaError> {
        Python::attach(|py| {
            call_lambda(py, &function, call, takes_render.then_some(&environment)).map_err(
                |error| {
                    let message = error.to_string();
                    CAUGHT.with_borrow_mut(|caught| {
                        caught.get_or_insert(error);
                    });
                    message.into()
                },
            )
        })
    };
    if takes_render {
        Lambda::with_render(call)
    } else {
        Lambda::spec(call)
    }
}

fn call_lambda(
    py: Python<'_>,
    function: &Py<PyAny>,
    call: &mut LambdaCall<'_, '_>,
    environment: Option<&Environment>,
) -> PyResult<String> {
    let source = call.source();
    let result = match environment {
        None => function.bind(py).call1((source,)),
        Some(environment) => {
            let number = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
            let render = Render {
                call: number,
                environment: environment.clone(),
            };
            let outer = CURRENT.replace(number);
            let result = CALLING.set(call, || function.bind(py).call1((source, render)));
            CURRENT.set(outer);
            result
        }
    }?;
    if result.is_none() {
        return Ok(String::new());
    }
    result.str()?.extract()
}

/// Returns how many positional arguments a callable takes, at most two.
fn parameters(function: &Bound<'_, PyAny>) -> usize {
    let count = || -> PyResult<usize> {
        let py = function.py();
        let signature = py
            .import("inspect")?
            .call_method1("signature", (function,))?;
        let mut count = 0;
        for parameter in signature
            .getattr("parameters")?
            .call_method0("values")?
            .try_iter()?
        {
            match parameter?.getattr("kind")?.extract::<u8>()? {
                0 | 1 => count += 1,
                2 => return Ok(2),
                _ => {}
            }
        }
        Ok(count)
    };
    count().unwrap_or(1)
}

/// Makes the exception of an error of a render. That of a callable is its cause; one that ends the program is raised itself.
fn thrown(error: &mustache::Error) -> PyErr {
    Python::attach(|py| {
        let raised = error::template(error).into_exception(py);
        if let Some(cause) = CAUGHT.take() {
            if !cause.is_instance_of::<PyException>(py) {
                return cause;
            }
            raised.set_cause(py, Some(cause));
        }
        raised
    })
}

/// Partials of a mapping or callable of Python.
struct PythonPartials {
    object: Py<PyAny>,
    is_callable: bool,
}

impl Partials for PythonPartials {
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        Python::attach(|py| {
            let object = self.object.bind(py);
            let found = if self.is_callable {
                object.call1((name,))
            } else {
                object.call_method1("get", (name,))
            };
            found
                .and_then(|found| found.extract::<Option<String>>())
                .map_err(|error| {
                    let message = error.to_string();
                    CAUGHT.with_borrow_mut(|caught| {
                        caught.get_or_insert(error);
                    });
                    io::Error::other(message)
                })
        })
        .map(|found| found.map(Cow::Owned))
    }
}

/// The options of an environment.
const OPTIONS: [&str; 8] = [
    "partials",
    "extensions",
    "escape",
    "missing",
    "strict",
    "strict_sections",
    "lambdas",
    "max_output",
];

/// Makes an environment of keyword arguments.
fn environment(options: Option<&Bound<'_, PyDict>>) -> PyResult<Environment> {
    let mut environment = Environment::new();
    let Some(options) = options else {
        return Ok(environment);
    };
    for name in options.keys() {
        let name = name.extract::<PyBackedStr>()?;
        if !OPTIONS.contains(&&*name) {
            return Err(unknown_option(&name, &OPTIONS));
        }
    }
    let given = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        Ok(options.get_item(name)?.filter(|value| !value.is_none()))
    };
    if let Some(escape) = given("escape")? {
        environment = environment.escape(choose(
            "escape",
            &escape.extract::<PyBackedStr>()?,
            &ESCAPES,
        )?);
    }
    if let Some(missing) = given("missing")? {
        let missing = missing.extract::<PyBackedStr>()?;
        environment = environment.missing(choose("missing", &missing, &MISSING)?);
    }
    if is_set(given("strict")?)? {
        environment = environment.missing(Missing::Error);
    }
    if is_set(given("strict_sections")?)? {
        environment = environment.sections(Sections::Strict);
    }
    if let Some(max) = given("max_output")? {
        environment = environment.limits(Limits::new().output_bytes(max.extract()?));
    }
    if let Some(partials) = given("partials")? {
        environment = with_partials(environment, &partials, given("extensions")?)?;
    }
    if let Some(lambdas) = given("lambdas")? {
        let inner = environment.clone();
        for item in lambdas.cast::<PyMapping>()?.items()? {
            let (name, function) = item.extract::<(String, Bound<'_, PyAny>)>()?;
            environment = environment.lambda(name, lambda(&function, &inner));
        }
    }
    Ok(environment)
}

fn is_set(given: Option<Bound<'_, PyAny>>) -> PyResult<bool> {
    given.map_or(Ok(false), |given| given.is_truthy())
}

fn with_partials(
    environment: Environment,
    partials: &Bound<'_, PyAny>,
    extensions: Option<Bound<'_, PyAny>>,
) -> PyResult<Environment> {
    let is_mapping = partials.cast::<PyMapping>().is_ok();
    if is_mapping || partials.is_callable() {
        return Ok(environment.partials(PythonPartials {
            object: partials.clone().unbind(),
            is_callable: !is_mapping,
        }));
    }
    let directory = partials.extract::<PathBuf>()?;
    let mut found =
        DirPartials::new(directory).map_err(|error| PyErr::from(error::template(&error)))?;
    if let Some(extensions) = extensions {
        found = found.extensions(extensions.extract::<Vec<String>>()?);
    }
    Ok(environment.partials(found).cache(CACHED))
}

/// Makes a reader of the data of a render.
fn data_reader<'a>(make: &'a MakeLambda<'a>) -> Reader<'a> {
    Reader::new(Dates::Printed).callables(make)
}

/// Renders a template with the data of a Python object.
fn render_template(
    template: &mustache::Template,
    data: Option<&Bound<'_, PyAny>>,
    environment: &Environment,
    py: Python<'_>,
) -> PyResult<String> {
    let rendered = match data {
        None => template.render_with(&Value::Null, environment),
        Some(data) => match data.cast::<Context>() {
            Ok(context) => {
                let context = context.borrow().context.clone();
                release(py, template.source().len(), || {
                    template.render_with(&context, environment)
                })
            }
            Err(_) => {
                let make = |function: &Bound<'_, PyAny>| lambda(function, environment);
                let value = data_reader(&make).value(data)?;
                release(py, template.source().len(), || {
                    template.render_with(&value, environment)
                })
            }
        },
    };
    rendered.map_err(|error| thrown(&error))
}

fn parse(source: &str, name: Option<&str>) -> PyResult<mustache::Template> {
    match name {
        Some(name) => mustache::Template::parse_named(name, source),
        None => mustache::Template::parse(source),
    }
    .map_err(|error| error::template(&error).into())
}

/// Renders a template.
///
/// Options: `partials` (a mapping, a function of the name, or a directory with `extensions`), `escape` (`"html"` or `"none"`),
/// `missing` (`"empty"`, `"error"` or `"keep"`), `strict` (as `missing="error"`), `strict_sections`, `lambdas`, `max_output` in bytes.
///
/// A callable in the data is a lambda: `function(text)` returns a template, `function(text, render)` returns output.
#[pyfunction]
#[pyo3(signature = (template, data=None, **options))]
pub(crate) fn render(
    py: Python<'_>,
    template: &str,
    data: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let environment = environment(options)?;
    render_template(&parse(template, None)?, data, &environment, py)
}

/// A compiled template. May be rendered from several threads at once.
#[pyclass(frozen, module = "interline.mustache")]
#[derive(Debug)]
pub(crate) struct Template {
    template: mustache::Template,
    environment: Environment,
}

#[pymethods]
impl Template {
    /// Compiles a template. The options are those of `render`.
    #[new]
    #[pyo3(signature = (source, *, name=None, **options))]
    fn new(
        source: &str,
        name: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self {
            template: parse(source, name)?,
            environment: environment(options)?,
        })
    }

    /// Compiles the template in a file.
    #[staticmethod]
    #[pyo3(signature = (path, **options))]
    fn load(path: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let environment = environment(options)?;
        Ok(Self {
            template: environment.load(path).map_err(|error| thrown(&error))?,
            environment,
        })
    }

    /// Renders the template.
    #[pyo3(signature = (data=None))]
    fn render(&self, py: Python<'_>, data: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        render_template(&self.template, data, &self.environment, py)
    }

    /// The source text.
    #[getter]
    fn source(&self) -> &str {
        self.template.source()
    }

    /// The name that errors show.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.template.name()
    }

    /// Returns the names that the template uses, with those of its partials.
    fn names(&self) -> PyResult<Vec<Name>> {
        let names = self
            .template
            .names_with(&self.environment)
            .map_err(|error| thrown(&error))?;
        Ok(names.into_iter().map(Name::of).collect())
    }

    /// Compares the names of the template with those of the data, without rendering.
    fn check(&self, data: &Bound<'_, PyAny>) -> PyResult<Check> {
        let checked = match data.cast::<Context>() {
            Ok(context) => self
                .template
                .check_with(&context.borrow().context, &self.environment),
            Err(_) => {
                let make = |function: &Bound<'_, PyAny>| lambda(function, &self.environment);
                let value = data_reader(&make).value(data)?;
                self.template.check_with(&value, &self.environment)
            }
        };
        let checked = checked.map_err(|error| thrown(&error))?;
        let names = |found: &[mustache::MissingName]| found.iter().map(MissingName::of).collect();
        Ok(Check {
            missing: names(&checked.missing),
            absent_sections: names(&checked.absent_sections),
            unknown_partials: names(&checked.unknown_partials),
            unused: checked.unused.clone(),
        })
    }

    fn __repr__(&self) -> String {
        let name = self
            .template
            .name()
            .map(|name| format!(" {name:?}"))
            .unwrap_or_default();
        format!(
            "<Template{name} {} characters>",
            self.template.source().chars().count()
        )
    }
}

/// A name that a template uses.
#[pyclass(frozen, eq, module = "interline.mustache")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// `"variable"`, `"section"`, `"inverted"`, `"partial"` or `"block"`.
    #[pyo3(get)]
    kind: &'static str,
    /// The dotted name.
    #[pyo3(get)]
    path: String,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
}

const KINDS: [(&str, NameKind); 5] = [
    ("variable", NameKind::Variable),
    ("section", NameKind::Section),
    ("inverted", NameKind::Inverted),
    ("partial", NameKind::Partial),
    ("block", NameKind::Block),
];

impl Name {
    fn of(name: mustache::Name) -> Self {
        Self {
            kind: keyword(&name.kind, &KINDS),
            path: name.path,
            line: name.location.position.line,
            column: name.location.position.column,
        }
    }
}

#[pymethods]
impl Name {
    fn __repr__(&self) -> String {
        format!(
            "<Name {} {:?} {}:{}>",
            self.kind, self.path, self.line, self.column
        )
    }
}

/// A name that is missing. `str()` gives the message with its location.
#[pyclass(frozen, eq, module = "interline.mustache")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissingName {
    /// The dotted name.
    #[pyo3(get)]
    path: String,
    /// The nearest known name.
    #[pyo3(get)]
    near: Option<String>,
    /// The name of the template or partial.
    #[pyo3(get)]
    template: Option<String>,
    /// The line, from 1.
    #[pyo3(get)]
    line: usize,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: usize,
    message: String,
}

impl MissingName {
    fn of(found: &mustache::MissingName) -> Self {
        Self {
            path: found.name.clone(),
            near: found.near.clone(),
            template: found.location.name.clone(),
            line: found.location.position.line,
            column: found.location.position.column,
            message: found.to_string(),
        }
    }
}

#[pymethods]
impl MissingName {
    fn __str__(&self) -> &str {
        &self.message
    }

    fn __repr__(&self) -> String {
        format!("<MissingName {}>", self.message)
    }
}

/// The names of a template compared with those of its data.
#[pyclass(frozen, module = "interline.mustache")]
#[derive(Debug)]
pub(crate) struct Check {
    /// Undefined variables.
    #[pyo3(get)]
    missing: Vec<MissingName>,
    /// Undefined sections.
    #[pyo3(get)]
    absent_sections: Vec<MissingName>,
    /// Partials that do not exist.
    #[pyo3(get)]
    unknown_partials: Vec<MissingName>,
    /// Names of the data that the template does not use.
    #[pyo3(get)]
    unused: Vec<String>,
}

#[pymethods]
impl Check {
    /// Whether nothing is missing.
    #[getter]
    fn is_clean(&self) -> bool {
        self.missing.is_empty()
            && self.absent_sections.is_empty()
            && self.unknown_partials.is_empty()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Check missing={} unused={}>",
            self.missing.len(),
            self.unused.len()
        )
    }
}

/// Names and values in nested scopes: the innermost scope that has a name takes precedence.
#[pyclass(mapping, module = "interline.mustache")]
#[derive(Debug)]
pub(crate) struct Context {
    context: TemplateContext,
}

fn context_map(data: Option<&Bound<'_, PyAny>>) -> PyResult<Map> {
    let Some(data) = data else {
        return Ok(Map::new());
    };
    let environment = Environment::new();
    let make = |function: &Bound<'_, PyAny>| lambda(function, &environment);
    data_reader(&make).map(data)
}

fn context_value(data: &Bound<'_, PyAny>) -> PyResult<Value> {
    let environment = Environment::new();
    let make = |function: &Bound<'_, PyAny>| lambda(function, &environment);
    data_reader(&make).value(data)
}

#[pymethods]
impl Context {
    /// Makes a context of one scope.
    #[new]
    #[pyo3(signature = (data=None))]
    fn new(data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let context = TemplateContext::new(context_map(data)?).map_err(|error| thrown(&error))?;
        Ok(Self { context })
    }

    /// Returns a context with one more scope inside this one, which it does not change.
    #[pyo3(signature = (data=None))]
    fn child(&self, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let context = self
            .context
            .new_child(context_map(data)?)
            .map_err(|error| thrown(&error))?;
        Ok(Self { context })
    }

    /// The context without its innermost scope; `None` for the outermost.
    #[getter]
    fn parent(&self) -> Option<Self> {
        self.context.parents().map(|context| Self { context })
    }

    /// Hides a name of the outer scopes.
    fn hide(&mut self, key: &str) {
        self.context.soft_delete(key);
    }

    /// Returns one dict with the names that are visible.
    fn flatten<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        map_to_python(py, &self.context.flatten())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.context.get(key) {
            Some(value) => to_python(py, value),
            None => Err(PyKeyError::new_err(key.to_owned())),
        }
    }

    fn __setitem__(&mut self, key: String, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = context_value(value)?;
        self.context.set(key, value).map_err(|error| thrown(&error))
    }

    fn __delitem__(&mut self, key: &str) -> PyResult<()> {
        match self.context.del(key) {
            Ok(_) => Ok(()),
            Err(mustache::Error::NoSuchKey { key }) => Err(PyKeyError::new_err(key)),
            Err(error) => Err(thrown(&error)),
        }
    }

    fn __contains__(&self, key: &str) -> bool {
        self.context.contains(key)
    }

    fn __len__(&self) -> usize {
        self.context.len()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self
            .keys()
            .into_pyobject(py)?
            .try_iter()?
            .into_any()
            .unbind())
    }

    /// Returns the names that are visible.
    fn keys(&self) -> Vec<String> {
        self.context.keys().map(ToOwned::to_owned).collect()
    }

    /// Returns the value of a name, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get(
        &self,
        py: Python<'_>,
        key: &str,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        match self.context.get(key) {
            Some(value) => Ok(Some(to_python(py, value)?.unbind())),
            None => Ok(default),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Context {:?}>", self.keys())
    }
}
