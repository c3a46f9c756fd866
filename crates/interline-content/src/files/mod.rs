//! The files of a docroot: found by categories, and partials for the engine.

mod partials;
mod search;

pub(crate) use partials::DocrootPartials;
pub(crate) use search::{Found, Search, search};
