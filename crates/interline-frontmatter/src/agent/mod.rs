//! The frontmatter of agent documents: which session answers in a document, and how.
//!
//! [`parse`] reads it, [`to_document`] writes a document with it, and the other functions give the edits that change single fields in
//! place. Former names (`session`, `mode`, `related_docs`, …) are read and never written: where such a field is changed, its key is
//! renamed.
//!
//! # Examples
//!
//! ```
//! use interline_frontmatter::agent;
//!
//! let text = "---\ntitle: Plan  # ours\nsession: s1\n---\nText.\n";
//! let parsed = agent::parse(text)?;
//! assert_eq!(parsed.value.session.as_deref(), Some("s1"));
//! assert_eq!(parsed.body, "Text.\n");
//!
//! let text = agent::set_session_id(text, "s2")?.apply(text)?;
//! assert_eq!(text, "---\ntitle: Plan  # ours\nagent_doc_session: s2\n---\nText.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod field;
mod frontmatter;
mod merge;
mod mode;
mod parse;
#[cfg(feature = "session-id")]
mod session;
mod set;

pub use frontmatter::{Frontmatter, StreamConfig};
pub use merge::{Merged, merge_fields};
pub use mode::{Format, ResolvedMode, WriteStrategy};
pub use parse::{parse, parse_with, to_document};
#[cfg(feature = "session-id")]
pub use session::{EnsuredSession, ensure_session};
pub use set::{set_format_and_write, set_resume_id, set_session_id, set_tmux_session};
