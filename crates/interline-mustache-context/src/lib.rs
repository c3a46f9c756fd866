//! A complete mustache engine for prompts, and contexts in layers for it.
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
//! // An environment has partials, and says what is escaped and what happens to missing names.
//! let environment = Environment::new()
//!     .partials(HashMap::from([("rules", "* Keep <b>.\n* Ask {{user}}.\n")]))
//!     .escape(Escape::None)
//!     .missing(Missing::Error);
//! let prompt = Template::parse_named("prompt", "Rules:\n  {{>rules}}\nBegin, {{agent}}.")?;
//!
//! // Contexts are scopes inside each other; the innermost wins.
//! let system = TemplateContext::new(Map::from([("agent", "Notary")]))?;
//! let file = system.new_child(Map::from([("user", "Ada & co.")]))?;
//! assert_eq!(
//!     prompt.render_with(&file, &environment)?,
//!     "Rules:\n  * Keep <b>.\n  * Ask Ada & co..\nBegin, Notary."
//! );
//! let error = prompt.render_with(&system, &environment).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "rules:2:7: names are missing from the context: user rules:2:7 (from prompt:2:3)"
//! );
//! # Ok::<(), interline_mustache_context::Error>(())
//! ```
//!
//! # Overview
//!
//! * A [`Template`] is parsed source. [`Template::names`] says what stands in it, [`Template::check`] what is missing from data and
//!   what is not used, [`Template::render`] makes text of it.
//! * An [`Environment`] holds what rendering needs besides data: [`Escape`], [`Missing`], [`Sections`], [`Limits`], [`Lambda`]s, a
//!   cache, and [`Partials`]: a map, a closure, or the files of [`DirPartials`].
//! * [`Template::render`] and [`Template::render_serialize`] take any data that serializes. [`Template::render_with`] takes
//!   borrowed [`Data`] and converts nothing: a `serde_json::Value`, a [`Value`], a [`Map`] or a [`TemplateContext`].
//! * A [`TemplateContext`] is scopes inside each other, from which names can be masked.
//! * An [`Error`] is one line; [`Error::report`] shows the place.
//! * The module `content` is about whole files: a `ContentLibrary` finds them by categories and collections, renders those that are
//!   templates with a context in layers, and gives one Markdown text or a MIME entity of several.
//!
//! # Guarantees
//!
//! * All of mustache: the 194 tests of its specification pass, those of the optional lambdas, inheritance and dynamic names
//!   included.
//! * No template and no data makes a function panic, hang or overflow the stack. Parsing is linear in the source, rendering in what
//!   is gone through, and neither recurses; only lambdas that render do, up to 64 of them. [`Limits`] end what would not.
//! * Parsing holds at most 60 bytes for each byte of a template, and rendering at most 20 beside what it writes; names, checks and
//!   errors about missing names at most 80. An answer of the module `content` holds at most 60 bytes for each byte of a template, 400 for
//!   each of its frontmatter, 3 for each of any other file, and 3,000 for each file; an expression or pattern at most 1,500. A string behind aliases is
//!   compiled once; each of the places that it stands in, up to 10,000, takes at most 1,600 more.
//! * Values are text. What stands in them is never parsed.
//! * A render is all or an error. A malformed template is never output.
//! * A child context costs the same whatever its parents hold, and never changes them. Every method of a context agrees on which
//!   names there are.
//!
//! # Not in scope
//!
//! * Expressions, filters and helpers: mustache has none. A [`Lambda`] is the way out.
//! * Templates that are compiled with the program.
//! * Async loading of partials.
//!
//! # Features
//!
//! * **`content`** (default): the module `content`, which finds the files of a docroot and renders them for an agent. Without it
//!   there are neither globs nor frontmatter nor walking of directories.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod cache;
mod compiled;
#[cfg(feature = "content")]
pub mod content;
mod context;
mod data;
mod dir_partials;
mod environment;
mod error;
mod escape;
mod file;
mod inspect;
mod json_key;
mod lambda;
mod limits;
mod parse;
mod partials;
mod print;
mod render;
mod template;
mod value;

pub use cache::CacheStats;
pub use context::TemplateContext;
pub use data::Data;
pub use dir_partials::DirPartials;
pub use environment::{Environment, Missing, Sections};
pub use error::{Error, ErrorKind, Limit, MissingKind, MissingName, Place, TemplateError};
pub use escape::Escape;
pub use inspect::{Check, Name, NameKind};
pub use lambda::{Lambda, LambdaCall, LambdaError};
pub use limits::Limits;
pub use partials::{Partials, Stamp};
pub use template::Template;
pub use value::{Map, PathPart, Value, ValueError, ValueProblem};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
