use std::path::Path;

use interline_frontmatter::ReadOptions;
use interline_text::{Diagnostic, log_all};
use serde::{Deserialize, Serialize};

use crate::parse::Header;
use crate::{Error, FragmentArgument};

/// What the header of a fragment says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentManifest {
    /// 1 to 64 characters of `a-z`, `0-9` and `-`.
    pub name: String,
    /// 1 to 1024 characters, without white space at the ends.
    pub description: String,
    /// In the order in which they are declared.
    #[serde(default)]
    pub arguments: Vec<FragmentArgument>,
}

impl FragmentManifest {
    /// Reads the header of `content`, the text of a file `FRAGMENT.md`; `path` is for errors only, nothing is read
    /// from it.
    ///
    /// The header is YAML between lines `---`. A value that is not YAML (`description: Translate: from en to fr`) is read as the text
    /// that it is, and reported. Keys other than `name`, `description` and `arguments` are ignored. Diagnostics go to `log::warn!`.
    ///
    /// Linear in the header, independent of the body.
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::{FragmentArgument, FragmentManifest};
    ///
    /// let content = "---\nname: translate\ndescription: Translate text.\narguments: text, to=fr\n---\n…";
    /// let manifest = FragmentManifest::from_fragment_md(content, Path::new("translate/FRAGMENT.md"))?;
    /// assert_eq!(manifest.name, "translate");
    /// assert_eq!(manifest.arguments, [
    ///     FragmentArgument::required("text"),
    ///     FragmentArgument::optional("to", "fr"),
    /// ]);
    /// # Ok::<(), interline_fragments::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFrontmatter`], [`Error::MissingField`], [`Error::InvalidName`], [`Error::InvalidDescription`],
    /// [`Error::InvalidArgument`], each with path, line and column.
    pub fn from_fragment_md(content: &str, path: &Path) -> Result<Self, Error> {
        Self::with_diagnostics(content, path).map(|(manifest, _)| manifest)
    }

    /// Reads a header as [`from_fragment_md`](Self::from_fragment_md) does, and returns the diagnostics too, in the order of `content`.
    ///
    /// # Errors
    ///
    /// Those of [`from_fragment_md`](Self::from_fragment_md).
    pub fn with_diagnostics(content: &str, path: &Path) -> Result<(Self, Vec<Diagnostic>), Error> {
        let (manifest, diagnostics) = Header::read(content, path, &ReadOptions::new())?;
        log_all(&diagnostics, Some(&path.display().to_string()), content);
        Ok((manifest, diagnostics))
    }
}
