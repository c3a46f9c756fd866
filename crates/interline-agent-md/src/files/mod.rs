//! Files and directories.

mod dir;
mod report;

use std::path::Path;

use interline_files::SourceFile;
use interline_text::log_all;

pub use dir::{load_dir, load_dir_with, load_layers};
pub use report::{Found, LoadReport, LoadedAgent, Problem, Shadowed, SkipReason, Skipped};

use crate::parse::{Failure, Parsed, name_of_file, read};
use crate::{AgentDef, AgentKind, Error, Options};

/// Reads the agent in the file at `path`, with the defaults of [`Options`].
///
/// # Errors
///
/// When the file cannot be read, is no regular file, too large or not UTF-8, and those of [`parse`](crate::parse), with the path as
/// label.
pub fn load_file(path: impl AsRef<Path>, kind: AgentKind) -> Result<AgentDef, Error> {
    load_file_with(path, kind, &Options::default()).map(|parsed| parsed.agent)
}

/// [`load_file`] with options, and with the diagnostics beside the agent.
///
/// # Errors
///
/// Those of [`load_file`].
pub fn load_file_with(
    path: impl AsRef<Path>,
    kind: AgentKind,
    options: &Options,
) -> Result<Parsed, Error> {
    let path = path.as_ref();
    let text = SourceFile::open(path, options.file_bytes)?.read_text()?;
    let label = path.display().to_string();
    let fallback = name_of_file(path);
    let parsed = read(&text, &label, kind, options, fallback.as_deref());
    let parsed = parsed.map_err(|Failure { error, .. }| *error)?;
    log_all(&parsed.diagnostics, Some(&label), &text);
    Ok(parsed)
}
