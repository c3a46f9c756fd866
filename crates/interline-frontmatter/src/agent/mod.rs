//! The frontmatter of agent documents: which session answers in a document, and how.
//!
//! [`parse`] reads it, [`to_document`] writes a document with it, and the other functions change single fields in place. Names
//! of former versions (`session`, `mode`, `related_docs`, …) are read and never written: where such a key is
//! changed, it gets its name of today.
//!
//! ```
//! use interline_frontmatter::agent;
//!
//! let text = "---\ntitle: Plan  # ours\nsession: s1\n---\nText.\n";
//! let (frontmatter, body) = agent::parse(text)?;
//! assert_eq!(frontmatter.session.as_deref(), Some("s1"));
//! assert_eq!(body, "Text.\n");
//!
//! let text = agent::set_session_id(text, "s2")?;
//! assert_eq!(text, "---\ntitle: Plan  # ours\nagent_doc_session: s2\n---\nText.\n");
//! # Ok::<(), interline_frontmatter::Error>(())
//! ```

mod fields;
mod frontmatter;
mod merge;
mod names;
mod read;
mod session;
mod words;

pub use fields::{
    set_format_and_write, set_format_and_write_edits, set_resume_id, set_resume_id_edits,
    set_tmux_session, set_tmux_session_edits,
};
pub use frontmatter::{Frontmatter, StreamConfig};
pub use merge::{Merged, merge_fields, merge_fields_edits};
pub use read::{Parsed, parse, read, read_with, to_document};
#[cfg(feature = "session-id")]
pub use session::{ensure_session, ensure_session_edits};
pub use session::{set_session_id, set_session_id_edits};
pub use words::{Format, ResolvedMode, WriteStrategy};
