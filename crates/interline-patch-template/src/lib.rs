//! Apply the patch blocks of an agent's response to the components of a Markdown document.

mod attribute;
mod component;
mod diagnose;
mod document;
mod error;
mod gap;
mod marker;
mod mode;
mod options;
mod reader;
mod response;
mod scan;
mod wrap;

pub use attribute::{Attribute, Attributes};
pub use component::{Boundary, Component};
pub use document::Document;
pub use error::Error;
pub use gap::Gap;
pub use mode::{Mode, ParseModeError};
pub use options::{DocumentOptions, FenceRecovery, ResponseOptions, Unterminated, WholeFence};
pub use response::{PatchBlock, Response, parse_patches, parse_patches_with};
pub use scan::LOOKAHEAD_LIMIT;
