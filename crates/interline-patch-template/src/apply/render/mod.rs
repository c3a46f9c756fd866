//! The plan as changes of the text.

mod boundaries;
mod changes;
mod content;
mod inline_text;
mod joined;
mod joint;
mod new_exchange;
mod open_blocks;
mod rendered;
mod renderer;

pub(super) use changes::{Cause, Changes};
pub(super) use joined::Joined;
pub(crate) use joint::joint;
pub(super) use new_exchange::{NEW_CLOSER, NEW_OPENER};
pub(crate) use open_blocks::outline_in;
pub(super) use rendered::{BoundaryChanges, Rendered};
