//! Files that a sync tool or file manager made as copies.

use std::path::Path;

use interline_files::{FileDiagnostic, Shadowed};
use interline_text::{Diagnostic, Severity};

use crate::agent::AgentDef;
use crate::diagnostics::COPY_OF_FILE;
use crate::parse::name_of_file;

/// Reports a shadowed file whose name shows that a program made it as a copy of the file that shadows it.
pub(super) fn report(shadowed: &Shadowed<AgentDef>) -> Option<FileDiagnostic> {
    let (path, original) = (&shadowed.loaded.path, &shadowed.by);
    is_copy(path, original).then(|| {
        let message = format!(
            "this looks like a copy that a program made of `{}`: remove one of the two",
            original.file_name().unwrap_or_default().to_string_lossy()
        );
        let diagnostic = Diagnostic::new(Severity::Warning, COPY_OF_FILE, 0..0, message);
        FileDiagnostic::of_file(path, diagnostic)
    })
}

/// Returns whether the name of a file is that of another beside it and a number or word that programs add: `reviewer 2.md`.
fn is_copy(path: &Path, original: &Path) -> bool {
    if path.parent() != original.parent() {
        return false;
    }
    let names = name_of_file(path).zip(name_of_file(original));
    let Some(rest) = names
        .as_ref()
        .and_then(|(stem, of)| stem.strip_prefix(of.as_str()))
    else {
        return false;
    };
    let lower = rest.to_ascii_lowercase();
    let added = lower.trim_start_matches([' ', '-', '_', '.', '(', '~']);
    let number = added.trim_end_matches(')');
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let has_word = ["conflict", "copy", "sync-conflict"]
        .iter()
        .any(|word| added.contains(word));
    added.len() < lower.len() && (is_number || has_word)
}
