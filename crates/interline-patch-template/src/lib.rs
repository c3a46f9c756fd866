//! Apply the patch blocks of an agent's response to the components of a Markdown document.

mod apply;
mod attribute;
mod boundary;
mod component;
mod config;
mod diagnose;
mod document;
mod error;
mod event;
mod fold;
mod gap;
mod marker;
mod mode;
mod options;
mod queue;
mod reader;
mod response;
mod scan;
mod stream;
mod wrap;

pub use apply::{
    Applied, ApplyOptions, BoundaryId, BoundaryPolicy, Outcome, Part, Status, Unmatched, Unsafe,
    apply_patches,
};
pub use attribute::{Attribute, Attributes};
pub use boundary::{
    boundary_slug, reposition_boundary_to_end, reposition_boundary_to_end_with_summary,
};
pub use component::{Boundary, Component};
pub use config::{ComponentConfig, ComponentsConfig};
pub use document::Document;
pub use error::Error;
pub use event::Event;
pub use fold::{fold, fold_with};
pub use gap::Gap;
pub use mode::{Mode, ParseModeError};
pub use options::{DocumentOptions, FenceRecovery, ResponseOptions, Unterminated, WholeFence};
pub use response::{PatchBlock, Response, parse_patches, parse_patches_with};
pub use scan::LOOKAHEAD_LIMIT;
pub use stream::{Events, ResponseParser};
