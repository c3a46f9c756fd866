//! Reading responses and documents into what they hold.

mod component;
mod document;
mod gap;
mod lookahead;
pub(crate) mod messages;
mod response;
mod whole_fence;

pub use component::{Boundary, Component};
pub use document::Document;
pub use gap::Gap;
pub(crate) use gap::gap_of;
pub use response::{PatchBlock, Response, parse_patches, parse_patches_with};
pub(crate) use whole_fence::FenceWatch;
