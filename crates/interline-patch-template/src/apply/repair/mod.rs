//! Makes new parts where the text of a plan does not read back: the content of the part to blame is changed as little as
//! possible.

mod backticks;
mod blame;
mod blocks;
mod ladder;
mod markers;
mod prepare;

pub(super) use blame::repair;
pub(super) use prepare::prepare;
