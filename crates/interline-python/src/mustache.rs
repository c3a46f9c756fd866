//! Templates, their environments, and contexts in layers.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use interline::mustache_context::{
    self as mustache, DirPartials, Environment, Escape, Limits, Missing, Partials, Sections, Value,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyMapping};

use crate::context::Context;
use crate::error;
use crate::lambda::{CAUGHT, data_reader, lambda, thrown};
use crate::name::{Check, MissingName, Name};
use crate::option::{choose, release, unknown_option};

const MISSING: [(&str, Missing); 3] = [
    ("empty", Missing::Empty),
    ("error", Missing::Error),
    ("keep", Missing::Keep),
];

const ESCAPES: [(&str, Escape); 2] = [("html", Escape::Html), ("none", Escape::None)];

/// The compiled partials that an environment of Python keeps.
const CACHED: usize = 256;

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
