//! Applying a response to a document.
//!
//! Four steps with four types, each made from the one before: [`Parts`](parts::Parts), the parts of the response; a
//! [`Plan`](plan::Plan) with the status and mode of each; the [`Rendered`](render::Rendered) changes and new text; and a
//! [`Verified`](verify::Verified) result, whose text was read again and compared with the plan. If it does not read back, a
//! [`repair`] makes new parts, and the steps start again. A result that is not verified is never returned.

mod applied;
mod apply_patches;
mod boundary_id;
mod boundary_line;
mod context;
mod decision;
mod options;
mod outcome;
mod parts;
mod plan;
mod policies;
mod render;
mod repair;
mod replay;
mod report;
mod reposition;
mod set_component;
mod verify;

pub use applied::Applied;
pub use apply_patches::apply_patches;
pub use boundary_id::{BoundaryId, boundary_slug};
pub(crate) use boundary_line::own_line;
pub use options::ApplyOptions;
pub use outcome::{Outcome, Part, Status};
pub use policies::{BoundaryPolicy, InvalidContent, NearNames, Prefix, Replay, Unmatched};
pub(crate) use render::{joint, outline_in};
pub use reposition::{reposition_boundary_to_end, reposition_boundary_to_end_with_summary};
pub use set_component::set_component;
