//! Positions and edits of the Language Server Protocol.

mod edit;
mod encoding;
mod position;
mod range;

pub use edit::LspEdit;
pub use encoding::PositionEncoding;
pub use position::LspPosition;
pub use range::LspRange;
