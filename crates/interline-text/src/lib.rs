//! Text edits, positions and diagnostics: the vocabulary that the interline crates share.
//!
//! You probably want one of the crates that use it, such as `interline-frontmatter` or
//! `interline-patch-template`: what they return are the types of this one.
//!
//! ```
//! use interline_text::{Bias, Diagnostic, Edits, Severity, TextEdit};
//!
//! let text = "---\nname: a\nmodel: opus\n---\n";
//!
//! // Changes to a document are lists of edits over it; an empty list would change nothing.
//! let edits = Edits::new(text, vec![TextEdit::replace(19..23, "haiku")])?;
//! let new = edits.apply(text)?;
//! assert_eq!(new, "---\nname: a\nmodel: haiku\n---\n");
//! assert_eq!(edits.invert(text)?.apply(&new)?, text);
//! assert_eq!(edits.map_offset(23, Bias::After), 24);
//! assert_eq!(edits.to_lsp(text)?[0].range.start.line, 2);
//!
//! // What was seen in a document is told with its place.
//! let seen = Diagnostic::new(Severity::Warning, "unknown-model", 19..23, "no model `opus`");
//! assert_eq!(
//!     seen.to_line(Some("a.md"), text),
//!     "a.md:3:8: warning[unknown-model]: no model `opus`"
//! );
//! assert_eq!(seen.report(text).name("a.md").to_string(), "\
//! warning[unknown-model]: no model `opus`
//!  --> a.md:3:8
//!   |
//! 3 | model: opus
//!   |        ^^^^");
//! # Ok::<(), interline_text::EditError>(())
//! ```
//!
//! # Overview
//!
//! * [`Edits`] are [`TextEdit`]s that fit a text: sorted, without overlap, on `char` boundaries.
//!   They are [applied](Edits::apply), [undone](Edits::invert), [joined](Edits::then),
//!   [narrowed](Edits::trim), made [one after another](Edits::descending), and tell [where a caret
//!   goes](Edits::map_offset).
//! * For editors there are [`LspEdit`], [`LspPosition`], [`LspRange`] and, for strings of
//!   JavaScript, [`Utf16Edit`].
//! * A [`Position`] is a line and a column: [`position()`] finds one, [`positions`] those of a
//!   sorted list in one pass, [`LineIndex`] any number in any order.
//! * A [`Diagnostic`] says what was seen and where. A [`Report`] shows a message with the lines it
//!   is about and carets.
//!
//! # Units
//!
//! Offsets, ranges and spans count bytes. Lines and columns count from 1, columns in characters
//! (`char`). Lines end at LF and CRLF. Only the types of the Language Server Protocol count as that
//! protocol does: from 0, in UTF-16 code units unless told otherwise, lines ended by LF, CRLF or a
//! lone CR.
//!
//! # Guarantees
//!
//! * Bytes outside the ranges of [`Edits`] are the same before and after. Edits that do not fit a
//!   text are an [`EditError`], never another text.
//! * Nothing panics, whatever the text, the offsets and the deserialized data are. Offsets that
//!   leave the text or cut a character are errors in edits, and are brought to the nearest that
//!   fits everywhere else.
//! * Every function is linear in its input or better, sorting edits aside; each says so. Reports
//!   are bounded.
//! * Positions and units are found without memory. A [`LineIndex`] holds at most 24 bytes for each line
//!   ending, edits 40 bytes each and their text. Finding what stays (`diff`) holds at most 200 bytes for each
//!   byte of input.
//!
//! # Not in scope
//!
//! Grapheme clusters, a rope, a history of edits, merging of edits that were made side by side,
//! colours.
//!
//! # Features
//!
//! * **`diff`** (off by default): `Edits::minimise` and `Edits::between`, which find what is equal within a replacement.
//! * **`serde`** (off by default): `Serialize` and `Deserialize` for the types of this crate.
//! * **`log`** (off by default): `log_all`, with which the other crates log their diagnostics when their own feature `log` is on.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod caret;
mod compose;
mod diagnostic;
mod edit;
mod edits;
mod error;
mod line_index;
mod location;
mod lsp;
#[cfg(feature = "diff")]
mod minimise;
mod nearest;
mod one_line;
mod position;
mod report;
mod trim;
mod utf16;
mod window;

pub use caret::Bias;
#[cfg(feature = "log")]
pub use diagnostic::log_all;
pub use diagnostic::{Diagnostic, Related, Severity};
pub use edit::TextEdit;
pub use edits::Edits;
pub use error::EditError;
pub use line_index::LineIndex;
pub use location::Location;
pub use lsp::{LspEdit, LspPosition, LspRange, PositionEncoding};
pub use nearest::{is_near, is_same_name, nearest};
pub use position::{Position, position, positions};
pub use report::Report;
pub use utf16::{Utf16Edit, utf16_len, utf16_offsets, utf16_to_byte};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
