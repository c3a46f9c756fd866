//! Edits of a document while a response arrives.

mod inserted;
mod live_apply;
mod offsets;
mod pending;

pub use live_apply::LiveApply;
pub use offsets::Offsets;
