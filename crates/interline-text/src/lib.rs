//! Text edits, locations and diagnostics: the types that the interline crates share.
//!
//! You probably want one of the crates that use it, such as `interline-frontmatter` or
//! `interline-patch-template`, which return these types. The [guide](_guide) shows what to do with
//! them.
//!
//! ```
//! use interline_text::{Edits, TextEdit};
//!
//! let text = "---\nname: a\nmodel: opus\n---\n";
//! let edits = Edits::new(text, vec![TextEdit::replace(19..23, "haiku")])?;
//! assert_eq!(edits.apply(text)?, "---\nname: a\nmodel: haiku\n---\n");
//! # Ok::<(), interline_text::EditError>(())
//! ```
//!
//! A diagnostic shows where the problem is:
//!
//! ```
//! use interline_text::{Diagnostic, Severity};
//!
//! let text = "---\nname: a\nmodel: opus\n---\n";
//! let diagnostic = Diagnostic::new(Severity::Warning, "unknown-model", 19..23, "no model `opus`");
//! assert_eq!(
//!     diagnostic.to_line(Some("a.md"), text),
//!     "a.md:3:8: warning[unknown-model]: no model `opus`"
//! );
//! assert_eq!(diagnostic.report(text).name("a.md").to_string(), "\
//! warning[unknown-model]: no model `opus`
//!  --> a.md:3:8
//!   |
//! 3 | model: opus
//!   |        ^^^^");
//! ```
//!
//! # Overview
//!
//! * [`Edits`] is a checked list of [`TextEdit`]s over one document: sorted, without overlap, on
//!   `char` boundaries. It is [applied](Edits::apply), [inverted](Edits::invert),
//!   [composed](Edits::then) and [trimmed](Edits::trim), and it [maps offsets](Edits::map_offset)
//!   such as carets.
//! * Editors take [`LspEdit`], [`LspPosition`] and [`LspRange`]; JavaScript strings take
//!   [`Utf16Edit`].
//! * A [`Position`] is a line and a column. [`position()`] finds one, [`positions`] those of a sorted
//!   list in one pass, and [`LineIndex`] any number in any order.
//! * A [`Location`] is a span, its position, and the path or name of the text. The errors of the other
//!   crates hold one.
//! * A [`Diagnostic`] is a problem or remark about a span. A [`Report`] shows a message with the lines
//!   it is about.
//! * [`nearest`] finds the known name to suggest for an unknown one.
//!
//! # Units
//!
//! Offsets, ranges and spans count bytes. Lines and columns count from 1, columns in characters
//! (`char`). Lines end at LF and CRLF. Only the types of the Language Server Protocol follow that
//! protocol: they count from 0, in UTF-16 code units by default, and lines end at LF, CRLF and a
//! lone CR.
//!
//! # Guarantees
//!
//! * Bytes outside the ranges of [`Edits`] are the same before and after. Edits that do not fit a
//!   document give an [`EditError`], never another document.
//! * Nothing panics, whatever the text, the offsets and the deserialized data are. An offset outside
//!   of the text or inside a character is an error in an edit; everywhere else it is moved to the
//!   nearest valid offset.
//! * Every function is linear in its input or better, apart from sorting, and its documentation says
//!   so. Reports are bounded.
//! * Finding positions and converting offsets allocates nothing. A [`LineIndex`] holds at most 24
//!   bytes for each line ending, [`Edits`] 40 bytes for each edit and its text. `Edits::between`
//!   and `Edits::minimise` hold at most 200 bytes for each byte of input.
//!
//! # Not in scope
//!
//! Grapheme clusters, ropes, edit histories, merging of concurrent edits, colours.
//!
//! # Features
//!
//! All are off by default.
//!
//! * **`diff`**: `Edits::between` and `Edits::minimise`, which compare texts.
//! * **`serde`**: `Serialize` and `Deserialize` for the types that hold data.
//! * **`log`**: `log_all`, which logs diagnostics. The features `log` of the other crates use it.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod diagnostics;
mod edit;
mod error;
mod locate;
mod lsp;
mod nearest;
mod one_line;

#[cfg(feature = "log")]
pub use diagnostics::log_all;
pub use diagnostics::{Diagnostic, Related, Report, Severity};
pub use edit::{Bias, Edits, TextEdit, Utf16Edit};
pub use error::EditError;
pub use locate::{
    LineIndex, Location, Position, position, positions, utf16_len, utf16_offsets, utf16_to_byte,
};
pub use lsp::{LspEdit, LspPosition, LspRange, PositionEncoding};
pub use nearest::{is_near, is_same_name, nearest};

#[doc = include_str!("../docs/guide.md")]
pub mod _guide {}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
