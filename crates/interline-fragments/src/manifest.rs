use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::argument::FragmentArgument;

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
