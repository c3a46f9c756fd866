//! Reads responses and documents.

mod assemble_response;
mod boundary;
mod component;
mod document;
mod fence_line;
mod gap;
mod lookahead;
pub(crate) mod messages;
mod parse_document;
mod parse_response;
mod patch_block;
mod response;
mod whole_fence;

pub use boundary::Boundary;
pub use component::Component;
pub use document::Document;
pub(crate) use fence_line::{OPENER_LIMIT, whole_fence_of};
pub use gap::Gap;
pub(crate) use gap::gap_of;
pub(crate) use parse_document::content_of;
pub use parse_response::{parse_patches, parse_patches_with};
pub use patch_block::PatchBlock;
pub use response::Response;
