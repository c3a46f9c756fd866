//! A complete mustache engine, contexts in layers, and content rendering for agents.

mod cache;
mod compiled;
mod context;
mod data;
mod dir_partials;
mod environment;
mod error;
mod escape;
mod file;
mod inspect;
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
pub use environment::{Environment, Missing};
pub use error::{Error, ErrorKind, Limit, MissingKind, MissingName, Place, TemplateError};
pub use escape::Escape;
pub use inspect::{Check, Name, NameKind};
pub use lambda::{Lambda, LambdaCall, LambdaError};
pub use limits::Limits;
pub use partials::{Partials, Stamp};
pub use template::Template;
pub use value::{Map, PathPart, Value, ValueError, ValueProblem};
