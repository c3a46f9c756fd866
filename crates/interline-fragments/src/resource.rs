use std::borrow::Cow;
use std::path::{Path, PathBuf};

use interline_files::{Named, SourceFile};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::manifest::FragmentManifest;
use crate::parse::header_block;

/// A fragment: its header, and the path of its file.
///
/// The text is read by each call of [`load_text`](Self::load_text) and [`load_body`](Self::load_body).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentResource {
    /// The header.
    pub manifest: FragmentManifest,
    /// The directory of the fragment, symlinks not resolved. `<builtin>/NAME` for a built-in fragment.
    pub path: PathBuf,
    /// The file `FRAGMENT.md` in it.
    pub fragment_md_path: PathBuf,
    /// The precedence of its layer; 0 for a built-in fragment.
    pub layer_precedence: u32,
    /// The text of a [built-in](crate::FragmentSource::Builtin) fragment; `None` for one in a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builtin: Option<Cow<'static, str>>,
}

impl FragmentResource {
    /// Returns the name in the header. The name of the directory does not matter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Returns the precedence among fragments of one name. Built-in fragments are below all others.
    pub(crate) fn level(&self) -> (bool, u32) {
        (self.builtin.is_none(), self.layer_precedence)
    }

    /// Reads the whole file, or returns the text of a built-in fragment.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn load_text(&self) -> Result<String, Error> {
        if let Some(text) = &self.builtin {
            return Ok(text.clone().into_owned());
        }
        Ok(SourceFile::open(&self.fragment_md_path, u64::MAX)?.read_text()?)
    }

    /// Reads the file and returns the text after the header, without the empty lines right after it. The rest is verbatim: indentation,
    /// line endings, and the lines at the end.
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::InvalidFrontmatter`] when the header is missing or not closed.
    pub fn load_body(&self) -> Result<String, Error> {
        let mut text = self.load_text()?;
        let start = body_start(&text, &self.fragment_md_path)?;
        text.drain(..start);
        Ok(text)
    }
}

impl Named for FragmentResource {
    fn name(&self) -> &str {
        &self.manifest.name
    }
}

/// Returns the offset of the body, after the header and the empty lines that follow it.
fn body_start(content: &str, path: &Path) -> Result<usize, Error> {
    let mut start = header_block(content, path)?.body_span().start;
    let body = content.get(start..).unwrap_or_default();
    for line in body.split_inclusive('\n') {
        if !line
            .trim_end_matches(['\r', '\n'])
            .chars()
            .all(|c| matches!(c, ' ' | '\t'))
        {
            break;
        }
        start += line.len();
    }
    Ok(start)
}
