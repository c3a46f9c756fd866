use std::path::{Path, PathBuf};

use interline_files::SourceFile;
use serde::{Deserialize, Serialize};

use crate::manifest::header_block;
use crate::{Error, FragmentManifest};

/// A fragment that was found: what its header says, and where it is.
///
/// The text itself is read when it is asked for, and each time anew.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentResource {
    /// What the header says.
    pub manifest: FragmentManifest,
    /// The directory of the fragment, as it was reached: links in it are not followed.
    pub path: PathBuf,
    /// The file `FRAGMENT.md` in it.
    pub fragment_md_path: PathBuf,
    /// The precedence of the layer that it was found in.
    pub layer_precedence: u32,
}

impl FragmentResource {
    /// The name that the header gives; that of the directory does not matter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// Reads the whole file.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn load_text(&self) -> Result<String, Error> {
        Ok(SourceFile::open(&self.fragment_md_path, u64::MAX)?.read_text()?)
    }

    /// Reads the file and gives what follows the header, without the blank lines right after it. The rest is verbatim:
    /// indentation, line endings, and the lines at the end.
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::InvalidFrontmatter`] when the header is gone or nothing closes it.
    pub fn load_body(&self) -> Result<String, Error> {
        let mut text = self.load_text()?;
        let start = body_start(&text, &self.fragment_md_path)?;
        text.drain(..start);
        Ok(text)
    }
}

/// Where the text of a fragment begins.
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
