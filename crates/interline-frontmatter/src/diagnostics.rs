//! The diagnostic codes of this crate.

/// A header that is not read: it is TOML or JSON, or something is before its opening `---`.
///
/// The text counts as one without a header. Functions that write refuse it, so that it does not get a second header.
///
/// ```text
/// +++
/// title = "x"
/// +++
/// ```
///
/// Write the header as YAML between lines of `---`, or remove what is before its first line.
pub const UNREAD_HEADER: &str = "unread-header";
