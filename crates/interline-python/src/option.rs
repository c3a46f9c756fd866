//! Keywords of options.

use interline::text::nearest;
use pyo3::prelude::*;

use crate::error::{Class, Raised};

/// Returns the value that `known` has for the keyword `given` of `option`.
pub(crate) fn choose<T: Copy>(option: &str, given: &str, known: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, value)) = known.iter().find(|(keyword, _)| *keyword == given) {
        return Ok(*value);
    }
    let keywords = known.iter().map(|(keyword, _)| *keyword);
    let near = nearest(given, keywords.clone())
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    let list: Vec<String> = keywords.map(|keyword| format!("`{keyword}`")).collect();
    Err(Raised::new(
        Class::Option,
        "unknown-keyword",
        format!(
            "invalid {option} `{given}`: expected one of {}{near}",
            list.join(", ")
        ),
    )
    .into())
}

/// Makes the exception of an option that does not exist.
pub(crate) fn unknown_option(name: &str, known: &[&str]) -> PyErr {
    let near = nearest(name, known.iter().copied())
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    Raised::new(
        Class::Conversion,
        "unknown-option",
        format!(
            "unknown option `{name}`: expected one of `{}`{near}",
            known.join("`, `")
        ),
    )
    .into()
}

/// Returns the keyword that `known` has for a value.
pub(crate) fn keyword<T: PartialEq>(value: &T, known: &[(&'static str, T)]) -> &'static str {
    known
        .iter()
        .find(|(_, other)| other == value)
        .map_or("other", |(keyword, _)| keyword)
}

/// The bytes from which on a call releases the interpreter: below that, releasing costs more than it gives.
const LONG: usize = 16 * 1024;

/// Runs `work` over `bytes` of text, without the interpreter when it takes long.
pub(crate) fn release<T: Send>(py: Python<'_>, bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    if bytes < LONG {
        work()
    } else {
        py.detach(work)
    }
}
