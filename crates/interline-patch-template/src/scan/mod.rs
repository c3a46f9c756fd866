//! Finds markers in text and separates those in code from live ones.
//!
//! `markers/` reads one marker, `markdown/` reads the structure of Markdown that decides what is code, and the [`Scanner`]
//! joins the two: it finds the next marker and its verdict, in a whole text or as it arrives.

mod code_spans;
mod item;
mod lone_closers;
mod markdown;
mod markers;
mod patch_in_code;
mod reader;
mod safe_start;
mod scanner;
mod search;
#[cfg(test)]
mod tests;

pub use code_spans::{code_spans, is_code, is_component_name, is_marker};
pub(crate) use item::{Item, Window};
pub(crate) use markdown::{
    Fence, FenceEnds, Old, Outline, Verdict, blank_line_end, fence_at_end, is_alone_on_line,
    is_blank_to_line_end, line_end, line_ending_end, line_start, mark_len, with_prefix,
    with_prefix_if, without_prefix,
};
#[cfg(feature = "config")]
pub(crate) use markers::is_name;
pub use markers::{Attribute, Attributes, Markers};
pub(crate) use markers::{
    Keyword, Lexed, MARKER_LIMIT, Marker, MarkerKind, NearMiss, comment_close, is_boundary_id, lex,
};
pub(crate) use patch_in_code::{PatchInCode, PatchesInCode};
pub(crate) use reader::Reader;
pub(crate) use safe_start::SafeStart;
pub use scanner::LOOKAHEAD_LIMIT;
pub(crate) use scanner::Scanner;
