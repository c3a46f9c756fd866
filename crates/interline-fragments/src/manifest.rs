use std::path::Path;

use interline_files::Recovery;
use interline_frontmatter::ReadOptions;
use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::parse::Header;
use crate::{Error, FragmentArgument};

/// The header of a fragment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FragmentManifest {
    /// The name: 1 to 64 characters of `a-z`, `0-9` and `-`.
    pub name: String,
    /// The description: 1 to 1024 characters, without white space at the ends.
    pub description: String,
    /// The arguments, in the order of their declaration.
    #[serde(default)]
    pub arguments: Vec<FragmentArgument>,
}

/// The result of [`FragmentManifest::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedManifest {
    /// The header.
    pub manifest: FragmentManifest,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl FragmentManifest {
    /// Parses the header of `content`, the text of a file `FRAGMENT.md`. `path` appears in errors; no file is read.
    ///
    /// The header is YAML between lines `---`. A value that is not YAML (`description: Translate: from en to fr`) is read as text, with
    /// a diagnostic. Keys other than `name`, `description` and `arguments` are ignored.
    ///
    /// Linear in the header, independent of the body.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use interline_fragments::{FragmentArgument, FragmentManifest};
    ///
    /// let content = "---\nname: translate\ndescription: Translate: text.\narguments: text, to=fr\n---\n…";
    /// let parsed = FragmentManifest::parse(content, Path::new("translate/FRAGMENT.md"))?;
    /// assert_eq!(parsed.manifest.name, "translate");
    /// assert_eq!(parsed.manifest.arguments, [
    ///     FragmentArgument::required("text"),
    ///     FragmentArgument::optional("to", "fr"),
    /// ]);
    /// assert_eq!(parsed.diagnostics[0].code, "repaired-value");
    /// # Ok::<(), interline_fragments::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFrontmatter`], [`Error::MissingField`], [`Error::InvalidName`], [`Error::InvalidDescription`],
    /// [`Error::InvalidArgument`], each with path, line and column.
    pub fn parse(content: &str, path: &Path) -> Result<ParsedManifest, Error> {
        let parsed = Header::read(content, path, &ReadOptions::new(), Recovery::Recover)?;
        #[cfg(feature = "log")]
        interline_text::log_all(&parsed.diagnostics, Some(&path.to_string_lossy()), content);
        Ok(parsed)
    }
}
