//! The native half of the Python package `interline`. The modules in `python/interline` name what is in it.

use pyo3::prelude::*;

mod agent;
mod characters;
mod content;
mod date;
mod diagnostic;
mod error;
mod file;
mod fragment;
mod frontmatter;
mod live;
mod mustache;
mod option;
mod patch;
mod value;

#[pymodule(gil_used = false)]
#[pyo3(name = "_interline")]
mod native {
    #[allow(unused_imports, reason = "the macro uses it")]
    use super::*;

    #[pymodule_export]
    use crate::agent::{
        Agent, Command, Converted, Problem, SearchLayer, Team, layers, load_agent, load_agents,
        parse_agent, remove_field, repair, set_field,
    };
    #[pymodule_export]
    use crate::content::{Content, File, Library};
    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, Edit, Related};
    #[pymodule_export]
    use crate::fragment::{Fragment, Fragments, discover, expand};
    #[pymodule_export]
    use crate::frontmatter::{Post, check, dumps, load, loads, parse};
    #[pymodule_export]
    use crate::live::Live;
    #[pymodule_export]
    use crate::mustache::{Check, Context, MissingName, Name, Template, render};
    #[pymodule_export]
    use crate::patch::{
        Applied, Component, ComponentsConfig, Document, Outcome, Patch, Response, apply,
        apply_text, parse_document, parse_response, set_component,
    };
}
