//! A complete mustache engine for prompts, with contexts in layers.
//!
//! ```
//! use std::collections::HashMap;
//!
//! use interline_mustache_context::{Environment, Escape, Map, Missing, Template, TemplateContext};
//! use serde_json::json;
//!
//! // Parse once, render many times, with any data that serializes.
//! let template = Template::parse("Read {{#files}}{{path}}{{^last}}, {{/last}}{{/files}} ({{files.length}}).")?;
//! let data = json!({"files": [{"path": "a.md"}, {"path": "b.md"}]});
//! assert_eq!(template.render(&data)?, "Read a.md, b.md (2).");
//!
//! // Borrowed JSON and contexts are rendered as they are, without a conversion.
//! assert_eq!(template.render_with(&data, &Environment::new())?, "Read a.md, b.md (2).");
//!
//! // An environment has the partials, and decides what is escaped and what happens to undefined names.
//! let environment = Environment::new()
//!     .partials(HashMap::from([("rules", "* Keep <b>.\n* Ask {{user}}.\n")]))
//!     .escape(Escape::None)
//!     .missing(Missing::Error);
//! let prompt = Template::parse_named("prompt", "Rules:\n  {{>rules}}\nBegin, {{agent}}.")?;
//!
//! // Contexts are nested scopes; the innermost takes precedence.
//! let system = TemplateContext::new(Map::from([("agent", "Notary")]))?;
//! let file = system.new_child(Map::from([("user", "Ada & co.")]))?;
//! assert_eq!(
//!     prompt.render_with(&file, &environment)?,
//!     "Rules:\n  * Keep <b>.\n  * Ask Ada & co..\nBegin, Notary."
//! );
//! let error = prompt.render_with(&system, &environment).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "rules:2:7: undefined variable `user` (included from prompt:2:3)"
//! );
//! # Ok::<(), interline_mustache_context::Error>(())
//! ```
//!
//! # Overview
//!
//! * A [`Template`] is parsed source. [`Template::names`] returns its names, [`Template::check`] compares them with data, and
//!   [`Template::render`] renders it.
//! * An [`Environment`] holds what rendering needs besides data: [`Escape`], [`Missing`], [`Sections`], [`Limits`], [`Lambda`]s, a
//!   cache, and [`Partials`]: a map, a closure, or the files of [`DirPartials`].
//! * [`Template::render`] and [`Template::render_serialize`] accept any data that serializes. [`Template::render_with`] borrows
//!   [`Data`] and converts nothing: a `serde_json::Value`, a [`Value`], a [`Map`] or a [`TemplateContext`].
//! * A [`TemplateContext`] is a stack of scopes, in which names can be masked.
//! * An [`Error`] displays in one line with its location; [`Error::report`] shows an excerpt.
//!
//! # Guarantees
//!
//! * The complete mustache specification: its 194 tests pass, including those of the optional lambdas, inheritance and dynamic names.
//! * No template and no data makes a function panic, hang or overflow the stack. Parsing is linear in the source, rendering in the
//!   visited nodes and data, and neither recurses; only lambdas that render do, up to 64 of them. [`Limits`] stop what would not end.
//! * Values are text and are never parsed.
//! * A render returns the complete output or an error. A malformed template is never output.
//! * The cost of a child context does not depend on its parents, and a child never changes them. All methods of a context agree on
//!   its names.
//! * Nothing is logged.
//!
//! # Not in scope
//!
//! * Expressions, filters and helpers: mustache has none. A [`Lambda`] can do their work.
//! * Templates that are compiled with the program.
//! * Async loading of partials.
//!
//! # Features
//!
//! * **`time`** (off by default): `From<SystemTime> for Value`, as RFC 3339 in UTC.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod cache;
mod compiled;
mod context;
mod data;
mod environment;
mod error;
mod escape;
mod inspect;
mod lambda;
mod limits;
mod load;
mod nodes;
mod parse;
mod partials;
mod print;
mod render;
mod template;

pub use cache::CacheStats;
pub use context::TemplateContext;
pub use data::Data;
pub use environment::{Environment, Missing, Sections};
pub use error::{Error, ErrorKind, Limit, MissingKind, MissingName, TemplateError};
pub use escape::Escape;
pub use inspect::{Check, Name, NameKind};
pub use interline_value::{Map, Number, Value};
pub use lambda::{Lambda, LambdaCall, LambdaError};
pub use limits::Limits;
#[doc(hidden)]
pub use nodes::{NodeKind, TemplateNode};
pub use partials::{DirPartials, Partials, Stamp};
pub use template::Template;

/// The parts that `interline-content` shares with this crate. Not for others: they change with any release.
#[doc(hidden)]
pub mod plumbing {
    pub use crate::cache::Cache;
}

#[doc = include_str!("../docs/format.md")]
pub mod _format {}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
