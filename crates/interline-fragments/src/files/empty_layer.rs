//! Layers without fragments that have Markdown files, which were probably meant as fragments.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use interline_files::{FileDiagnostic, Layer, Recursion, ScanOptions, scan};
use interline_text::{Diagnostic, Severity};

use crate::diagnostics::NOT_A_FRAGMENT;
use crate::source::FILE_NAME;

/// The number of entries below a layer that are searched. A layer without fragments may be any directory, such as a whole workspace.
const MAX_ENTRIES: usize = 1000;

/// The number of levels below the directory of a layer that are searched: `group/name/FRAGMENT.md` is in the second.
const MAX_DEPTH: usize = 2;

/// Makes the diagnostic about the first Markdown file of a layer without fragments. `markdown` is the first one directly in its directory.
pub(crate) fn not_a_fragment(
    layer: &Layer,
    markdown: Option<PathBuf>,
    options: &ScanOptions,
) -> Option<FileDiagnostic> {
    let path = markdown.or_else(|| below(layer, options))?;
    let inside = path.strip_prefix(layer.scan_dir()).unwrap_or(&path);
    let message = format!("no fragment is in this layer: {}", fix(inside));
    let diagnostic = Diagnostic::new(Severity::Warning, NOT_A_FRAGMENT, 0..0, message);
    Some(FileDiagnostic::of_file(path, diagnostic))
}

/// Finds the first Markdown file in the directories below that of a layer.
fn below(layer: &Layer, options: &ScanOptions) -> Option<PathBuf> {
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

/// Returns whether a file may have been meant as a fragment. A `README.md` describes its directory.
pub(crate) fn is_markdown(path: &Path) -> bool {
    let is =
        |part: Option<&OsStr>, name: &str| part.is_some_and(|part| part.eq_ignore_ascii_case(name));
    is(path.extension(), "md") && !is(path.file_stem(), "readme")
}

/// Returns the fix that makes a fragment of a file, given by its path in the directory of the layer.
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
            // `review/SKILL.md` has the name of its directory.
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
