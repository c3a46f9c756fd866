//! Looking for `components.toml`.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};
use std::{fs, io, path};

use interline_text::{Diagnostic, Report, Severity, log_all};
use serde::{Deserialize, Serialize};

use crate::config::ComponentsConfig;
use crate::diagnostics;

use super::read_file::{NotRead, read_text};

/// The folder that makes its parent a project.
const FOLDER: &str = ".agent-doc";
/// The file in it.
const FILE: &str = "components.toml";

/// What [`ComponentsConfig::discover`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Discovered {
    /// What could be read. Says nothing where there is no file; where there is one that cannot be read, nothing is overwritten that is
    /// not said to be elsewhere.
    pub config: ComponentsConfig,
    /// The file, or the place where it was looked for in vain for another reason than that it is not there; `None`
    /// where there is none.
    pub path: Option<PathBuf>,
    /// The text of the file, which spans are about. Of one that is not UTF-8, what stands before the first wrong byte.
    pub text: String,
    /// What is to be told of the file, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Discovered {
    /// Whether anything is told at error level: part of the file could not be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Each diagnostic in one line with path, line and column. Each is linear in the text.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let name = self.name();
        self.diagnostics
            .iter()
            .map(move |diagnostic| diagnostic.to_line(name.as_deref(), &self.text))
    }

    /// Each diagnostic with an excerpt of the file and carets. Each is linear in the text when displayed.
    pub fn reports(&self) -> impl Iterator<Item = Report<'_>> {
        let name = self.name();
        self.diagnostics.iter().map(move |diagnostic| {
            let report = diagnostic.report(&self.text);
            match &name {
                Some(name) => report.name(name.clone()),
                None => report,
            }
        })
    }

    fn name(&self) -> Option<String> {
        let path = self.path.as_deref()?;
        Some(path.display().to_string())
    }

    /// Nothing was read, and `message` says why.
    fn failed(path: PathBuf, code: &'static str, text: String, message: String) -> Self {
        let at = text.len();
        Self {
            config: ComponentsConfig::unread(),
            diagnostics: vec![Diagnostic::new(Severity::Error, code, at..at, message)],
            path: Some(path),
            text,
        }
    }
}

impl ComponentsConfig {
    /// Looks for the configuration of a document and reads it: the file `components.toml` in the folder `.agent-doc` of
    /// the nearest folder above the document that has one.
    ///
    /// The document itself need not be there. Folders are taken as `path` names them, symbolic links included, except
    /// that `..` is resolved first. Where there is no such folder or no file in it, nothing is said and nothing told.
    /// A file that cannot be read, is not UTF-8 or is not TOML is told, and so is whatever in it cannot be used, as
    /// [`from_toml`](Self::from_toml) has it. Where nothing of it could be read, patches append that would replace only because nothing is
    /// said. What is told is also given to `log::warn!`.
    ///
    /// One look-up for each folder above the document; linear in the file.
    #[must_use]
    pub fn discover(path: impl AsRef<Path>) -> Discovered {
        let discovered = match folder(path.as_ref()) {
            Ok(None) => Discovered::default(),
            Ok(Some(folder)) => read(folder.join(FILE)),
            Err((place, error)) => Discovered::failed(
                place,
                diagnostics::UNREADABLE_CONFIG,
                String::new(),
                format!("cannot look for the configuration here: {error}"),
            ),
        };
        let name = discovered.name();
        log_all(&discovered.diagnostics, name.as_deref(), &discovered.text);
        discovered
    }
}

/// The nearest folder of that name above `document`, or where the search failed.
fn folder(document: &Path) -> Result<Option<PathBuf>, (PathBuf, io::Error)> {
    let failed = |error| (document.to_owned(), error);
    let mut document = path::absolute(document).map_err(failed)?;
    let goes_up = |path: &Path| path.components().any(|part| part == Component::ParentDir);
    if goes_up(&document) {
        // Taking off a `..` does not lead up, and what lies above it depends on links.
        let parent = document.parent().unwrap_or(&document);
        let parent = match fs::canonicalize(parent) {
            Ok(parent) => parent,
            Err(error) if is_not_there(&error) => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        document = parent.join(document.file_name().unwrap_or_default());
    }
    for ancestor in document.ancestors().skip(1) {
        let folder = ancestor.join(FOLDER);
        match fs::metadata(&folder) {
            Ok(found) if found.is_dir() => return Ok(Some(folder)),
            Ok(_) => {}
            Err(error) if is_not_there(&error) => {}
            Err(error) => return Err((folder, error)),
        }
    }
    Ok(None)
}

fn is_not_there(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn read(path: PathBuf) -> Discovered {
    // A link that leads nowhere is there, and is told.
    if fs::symlink_metadata(&path).is_err_and(|error| is_not_there(&error)) {
        return Discovered::default();
    }
    match read_text(&path) {
        Ok(text) => {
            let (config, diagnostics) = ComponentsConfig::from_toml(&text);
            Discovered {
                config,
                path: Some(path),
                text,
                diagnostics,
            }
        }
        Err(why) => {
            let message = format!("nothing of the file is used: {why}");
            let before = match why {
                NotRead::NotUtf8 { before } => before,
                NotRead::Failed(_) | NotRead::NotAFile => String::new(),
            };
            Discovered::failed(path, diagnostics::UNREADABLE_CONFIG, before, message)
        }
    }
}
