//! The native half of the Python package `interline`. The modules in `python/interline` name what is in it.

use pyo3::prelude::*;

mod agent;
mod apply;
mod characters;
mod command;
mod content;
mod context;
mod date;
mod diagnostic;
mod document;
mod error;
mod expansion;
mod file;
mod fragment;
mod frontmatter;
mod lambda;
mod live;
mod mustache;
mod name;
mod node;
mod option;
mod post;
mod response;
mod steps;
mod team;
mod value;

#[pymodule(gil_used = false)]
#[pyo3(name = "_interline")]
mod native {
    #[allow(unused_imports, reason = "the macro uses it")]
    use super::*;

    #[pymodule_export]
    use crate::agent::{
        Agent, Converted, load_agent, parse_agent, remove_field, repair, set_field,
    };
    #[pymodule_export]
    use crate::apply::{Applied, Outcome, apply, apply_text, set_component};
    #[pymodule_export]
    use crate::command::Command;
    #[pymodule_export]
    use crate::content::{Content, File, Library};
    #[pymodule_export]
    use crate::context::Context;
    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, Edit, Related, edits_between, report};
    #[pymodule_export]
    use crate::document::{Component, ComponentsConfig, Document, parse_document};
    #[pymodule_export]
    use crate::fragment::{Fragment, Fragments, discover, expand};
    #[pymodule_export]
    use crate::frontmatter::{check, dumps, parse};
    #[pymodule_export]
    use crate::live::Live;
    #[pymodule_export]
    use crate::mustache::{Template, render};
    #[pymodule_export]
    use crate::name::{Check, MissingName, Name};
    #[pymodule_export]
    use crate::post::{Post, load, loads};
    #[pymodule_export]
    use crate::response::{Patch, Response, parse_response};
    #[pymodule_export]
    use crate::team::{Problem, SearchLayer, Team, layers, load_agents};
}
