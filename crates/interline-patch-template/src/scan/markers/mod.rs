//! Reading one marker.

mod attributes;
mod custom;
mod keyword;
mod marker;
mod near_miss;

pub use attributes::{Attribute, Attributes};
pub use custom::Markers;
pub(crate) use keyword::Keyword;
pub(crate) use marker::{
    Lexed, MARKER_LIMIT, Marker, MarkerKind, Until, comment_close, is_boundary_id, is_name, lex,
};
pub(crate) use near_miss::NearMiss;
