//! Layers in which no fragment is, but Markdown files that were probably meant as fragments.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use interline_files::{DiscoveryLayer, Recursion, ScanOptions, scan};
use interline_text::{Diagnostic, Position, Severity};

use crate::FileDiagnostic;
use crate::diagnostics::NOT_A_FRAGMENT;
use crate::source::FILE_NAME;

/// Entries of the directories below a layer that are looked at. A layer without fragments may be any directory, such as a whole
/// workspace.
const MAX_ENTRIES: usize = 1000;

/// Directories below that of the layer that are looked at: `group/name/FRAGMENT.md` is in the second.
const MAX_DEPTH: usize = 2;

/// The content of one layer, as far as a search has seen it.
#[derive(Debug, Default)]
pub(crate) struct LayerContent {
    /// Whether a fragment is in the layer, valid or not.
    pub(crate) has_fragment: bool,
    /// The first Markdown file directly in the directory of the layer.
    pub(crate) markdown: Option<PathBuf>,
}

/// A diagnostic about the first Markdown file of a layer that has no fragment.
pub(crate) fn not_a_fragment(
    layer: &DiscoveryLayer,
    content: LayerContent,
    options: &ScanOptions,
) -> Option<FileDiagnostic> {
    if content.has_fragment {
        return None;
    }
    let path = content.markdown.or_else(|| below(layer, options))?;
    let inside = path.strip_prefix(layer.scan_dir()).unwrap_or(&path);
    let message = format!("no fragment is in this layer: {}", fix(inside));
    Some(FileDiagnostic {
        diagnostic: Diagnostic::new(Severity::Warning, NOT_A_FRAGMENT, 0..0, message),
        position: Position::START,
        path,
    })
}

/// The first Markdown file in the directories below that of a layer.
fn below(layer: &DiscoveryLayer, options: &ScanOptions) -> Option<PathBuf> {
    let options = options
        .clone()
        .recursion(Recursion::Descend)
        .max_depth(MAX_DEPTH)
        .max_entries(MAX_ENTRIES);
    // Errors about other entries, such as directories that are too deep, do not matter here.
    scan(std::slice::from_ref(layer), &options)
        .filter_map(Result::ok)
        .find(|entry| entry.is_file() && is_markdown(entry.path()))
        .map(|entry| entry.path().to_owned())
}

/// Whether a file may have been meant as a fragment. A `README.md` says what is in its directory.
pub(crate) fn is_markdown(path: &Path) -> bool {
    let is =
        |part: Option<&OsStr>, name: &str| part.is_some_and(|part| part.eq_ignore_ascii_case(name));
    is(path.extension(), "md") && !is(path.file_stem(), "readme")
}

/// How a file, given by its path in the directory of the layer, is made a fragment.
fn fix(inside: &Path) -> String {
    let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let directory = inside.parent().filter(|parent| *parent != Path::new(""));
    let name = text(inside.file_name());
    match directory {
        Some(directory) if name.eq_ignore_ascii_case(FILE_NAME) => {
            let group = directory.parent().unwrap_or(directory);
            format!(
                "a fragment is directly in the directory of a layer; make `{}` a layer, or move `{}` out of it",
                group.display(),
                text(directory.file_name())
            )
        }
        _ => {
            // `review/SKILL.md` is called after its directory.
            let called = match directory {
                Some(directory) if name == "SKILL.md" => text(directory.file_name()),
                _ => text(inside.file_stem()),
            };
            format!(
                "a fragment is a directory with a file `{FILE_NAME}`; move this file to `{called}/{FILE_NAME}`"
            )
        }
    }
}
