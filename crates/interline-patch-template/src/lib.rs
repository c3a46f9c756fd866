//! Apply the patch blocks of an agent's response to the components of a Markdown document.

mod attribute;
mod diagnose;
mod gap;
mod marker;
mod options;
mod reader;
mod response;
mod scan;
mod wrap;

pub use attribute::{Attribute, Attributes};
pub use gap::Gap;
pub use options::{DocumentOptions, FenceRecovery, ResponseOptions, Unterminated, WholeFence};
pub use response::{PatchBlock, Response, parse_patches, parse_patches_with};
pub use scan::LOOKAHEAD_LIMIT;
