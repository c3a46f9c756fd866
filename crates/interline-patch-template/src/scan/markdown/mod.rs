//! The structure of Markdown, as far as it decides what is code and what new text would continue.

mod angle;
mod blocks;
mod containers;
mod cursor;
mod fence_ends;
mod html;
mod inline;
mod line;
mod line_bounds;
mod line_prefix;
mod link;
mod outline;
mod verdict;

pub(crate) use blocks::{Blocks, fence_at_end};
pub(crate) use fence_ends::{FenceEnds, closing_run};
pub(crate) use line::after_blank_lines;
pub(crate) use line_bounds::{
    blank_line_end, indented_line, is_alone_on_line, is_blank_to_line_end, line_end,
    line_ending_end, line_start, mark_len,
};
pub(crate) use line_prefix::{with_prefix, with_prefix_if, without_prefix};
pub(crate) use outline::{Old, Outline};
pub(crate) use verdict::{Fence, Verdict};
