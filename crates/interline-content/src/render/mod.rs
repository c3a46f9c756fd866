//! From files that were found to content.

mod docroot;
mod request;

pub(crate) use docroot::{Docroot, Environments};
pub(crate) use request::Request;
