//! The codes that the command itself reports. Those of the crates are listed in `docs/diagnostics.md`.

/// A header cannot be read or changed.
pub(crate) const INVALID_HEADER: &str = "invalid-header";
/// An agent, skill, command or rule cannot be read.
pub(crate) const INVALID_AGENT: &str = "invalid-agent";
/// A fragment cannot be read.
pub(crate) const INVALID_FRAGMENT: &str = "invalid-fragment";
/// A template cannot be parsed or rendered.
pub(crate) const INVALID_TEMPLATE: &str = "invalid-template";
/// A header has no such key, or a list no such item.
pub(crate) const MISSING_KEY: &str = "missing-key";
/// No file gives this name.
pub(crate) const UNKNOWN_NAME: &str = "unknown-name";
/// A file was not read, with the reason.
pub(crate) const SKIPPED: &str = "skipped";
/// A file of the same name takes precedence over this one.
pub(crate) const SHADOWED: &str = "shadowed";
/// A prompt cannot be expanded with these arguments.
pub(crate) const INVALID_ARGUMENTS: &str = "invalid-arguments";
/// Content of a docroot cannot be given.
pub(crate) const INVALID_CONTENT: &str = "invalid-content";
/// Data for a template is not a mapping in JSON or YAML.
pub(crate) const INVALID_DATA: &str = "invalid-data";
/// The data has no such name.
pub(crate) const MISSING_NAME: &str = "missing-name";
