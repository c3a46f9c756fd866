//! Lambdas: Python functions that a template calls.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

use interline::mustache_context::{
    self as mustache, Environment, Lambda, LambdaCall, LambdaError, Map, Value,
};
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

use crate::error;
use crate::value::{Dates, MakeLambda, Reader};

thread_local! {
    /// The first exception that a callable raised in the render that runs. The engine has its message.
    pub(crate) static CAUGHT: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// The functions of the render that a lambda may call.
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
pub(crate) fn lambda(function: &Bound<'_, PyAny>, environment: &Environment) -> Lambda {
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
pub(crate) fn thrown(error: &mustache::Error) -> PyErr {
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

/// Makes a reader of the data of a render.
pub(crate) fn data_reader<'a>(make: &'a MakeLambda<'a>) -> Reader<'a> {
    Reader::new(Dates::Printed).callables(make)
}
