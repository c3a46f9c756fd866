//! Apply the patch blocks of an agent's response to the components of a Markdown document.

mod apply;
mod attribute;
mod boundary;
mod component;
mod config;
#[cfg(feature = "config")]
mod config_toml;
mod diagnose;
#[cfg(all(feature = "config", feature = "fs"))]
mod discover;
mod document;
mod error;
#[cfg(feature = "fs")]
mod file;
mod gap;
mod marker;
mod mode;
mod options;
#[cfg(feature = "fs")]
mod read_file;
mod reader;
mod response;
mod scan;
#[cfg(feature = "frontmatter")]
mod template_info;
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
#[cfg(all(feature = "config", feature = "fs"))]
pub use discover::Discovered;
pub use document::Document;
pub use error::Error;
#[cfg(feature = "fs")]
pub use file::apply_to_file;
pub use gap::Gap;
pub use mode::{Mode, ParseModeError};
pub use options::{DocumentOptions, FenceRecovery, ResponseOptions, Unterminated, WholeFence};
pub use response::{PatchBlock, Response, parse_patches, parse_patches_with};
pub use scan::LOOKAHEAD_LIMIT;
#[cfg(all(feature = "frontmatter", feature = "fs"))]
pub use template_info::template_info;
#[cfg(feature = "frontmatter")]
pub use template_info::{ComponentInfo, TemplateInfo, is_template_mode, template_info_of};
