//! Apply the patch blocks of an agent's response to the components of a Markdown document.

mod attribute;
mod marker;
mod scan;

pub use attribute::{Attribute, Attributes};
