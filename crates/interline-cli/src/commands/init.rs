//! `interline init`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use interline::files;
use interline::frontmatter::{self, Document, agent};
use interline::text::Diagnostic;

use crate::failure::Failure;
use crate::finding::of_header_error;
use crate::input;
use crate::output::Outcome;
use crate::write::{Change, change};

/// Former names of keys, and the names of today.
const FORMER: [(&str, &str); 2] = [("session", "agent_doc_session"), ("related_docs", "links")];

/// Prepare a file for agents: ensure a session id, migrate former names of keys
///
/// Prints the session id. A file that does not exist is created.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// The document; `-` for standard input, and the new document is printed
    file: PathBuf,
    /// Ensure a session id; the default without `--migrate`
    #[arg(long)]
    session: bool,
    /// Rename the keys `session` and `related_docs`, and replace `mode` by `agent_doc_format` and `agent_doc_write`
    #[arg(long)]
    migrate: bool,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Init {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let is_file = !input::is_stdin(&self.file);
        let ensures = self.session || !self.migrate;
        if is_file && ensures && !self.dry_run {
            create(&self.file)?;
        }
        let mut session = None;
        let mut outcome = change(&self.file, self.dry_run, |text| {
            let mut new = text.to_owned();
            if self.migrate {
                new = migrate(&new)?;
            }
            if ensures {
                let refused = |error: frontmatter::Error| of_header_error(&error);
                let ensured = agent::ensure_session(&new).map_err(refused)?;
                new = applied(&ensured.edits, &new)?;
                session = Some(ensured.id);
            }
            let edits = edits_between(text, &new)?;
            Ok(Change {
                text: new,
                edits,
                diagnostics: Vec::new(),
            })
        })?;
        if let Some(id) = session {
            if is_file && !self.dry_run {
                outcome.text = format!("{id}\n");
            }
            outcome.answer = outcome.answer.with("session", id);
        }
        Ok(outcome)
    }
}

/// Creates an empty file at `path`, whole, unless there is one.
fn create(path: &Path) -> Result<(), Failure> {
    if path.symlink_metadata().is_ok() {
        return Ok(());
    }
    let created = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.flush());
    match created {
        Ok(()) => Ok(()),
        // Another program has just created it.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(files::Error::io(path, error).into()),
    }
}

/// Renames former keys that have no successor yet, and replaces `mode`.
fn migrate(text: &str) -> Result<String, Diagnostic> {
    let refused = |error: frontmatter::Error| of_header_error(&error);
    let mut new = text.to_owned();
    for (former, name) in FORMER {
        let document = Document::parse(&new).map_err(refused)?;
        if document.has(former) && !document.has(name) {
            let edits = frontmatter::rename(&new, former, name).map_err(refused)?;
            new = applied(&edits, &new)?;
        }
    }
    let fields = agent::parse(&new).map_err(refused)?.value;
    if fields.mode.is_some() {
        let mode = fields.resolve_mode();
        let edits = agent::set_format_and_write(&new, mode.format, mode.write).map_err(refused)?;
        new = applied(&edits, &new)?;
    }
    Ok(new)
}

fn applied(edits: &interline::text::Edits, text: &str) -> Result<String, Diagnostic> {
    edits
        .apply(text)
        .map_err(|error| crate::write::unusable_edits(&error))
}

/// Returns the one edit between two texts, if they differ.
fn edits_between(old: &str, new: &str) -> Result<interline::text::Edits, Diagnostic> {
    let edits = match old == new {
        true => Vec::new(),
        false => vec![crate::diff::difference(old, new)],
    };
    interline::text::Edits::new(old, edits).map_err(|error| crate::write::unusable_edits(&error))
}
