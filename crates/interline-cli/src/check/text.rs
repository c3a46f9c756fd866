//! Checking one text.

use std::ops::Range;
use std::path::Path;

use interline::agent_md::{self, AgentKind, Dialect, FileKind, Options};
use interline::fragments::FragmentManifest;
use interline::frontmatter::{self, Document as Header, ReadOptions, agent};
use interline::mustache_context::Template;
use interline::patch_template::{ComponentsConfig, Document};
use interline::text::{Diagnostic, Edits, TextEdit};

use super::kind::Kind;
use crate::diagnostics as codes;
use crate::finding::{of_error, of_header_error};

/// The diagnostics of a text, and the edits that fix it.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The edits of the diagnostics with exactly one fix.
    pub(crate) fix: Edits,
}

/// Checks a text of a file. `label` is its path for messages, from which names are taken.
pub(crate) fn check(text: &str, label: &str, kind: &Kind) -> Checked {
    let mut checked = match kind {
        Kind::Agent(kind, dialects) => agent_file(text, label, *kind, dialects),
        Kind::Fragment => only(fragment(text, label)),
        Kind::Template => only(template(text, label)),
        Kind::Document => only(document(text)),
        Kind::Components => only(ComponentsConfig::from_toml(text).diagnostics),
    };
    checked.diagnostics.sort();
    checked.diagnostics.dedup();
    checked
}

fn only(diagnostics: Vec<Diagnostic>) -> Checked {
    Checked {
        diagnostics,
        fix: Edits::default(),
    }
}

fn agent_file(text: &str, label: &str, kind: FileKind, dialects: &[Dialect]) -> Checked {
    let mut checked = Checked::default();
    for &dialect in dialects {
        let options = Options::for_dialect(dialect, kind).version_hash(false);
        match agent_md::parse_with(text, label, AgentKind::Operator, &options) {
            Ok(parsed) => checked.diagnostics.extend(parsed.diagnostics),
            Err(error) => {
                let message = error.message();
                let found = of_error(codes::INVALID_AGENT, &message, error.location());
                checked.diagnostics.push(found);
            }
        }
        // Only a header that was repaired to be read has a fix.
        if checked.fix.is_empty() && checked.diagnostics.iter().any(is_repaired) {
            checked.fix = agent_md::edit::repair_with(text, &options).unwrap_or_default();
        }
    }
    checked
}

/// Returns whether a diagnostic is about a header that is not YAML.
pub(crate) fn is_repaired(found: &Diagnostic) -> bool {
    use frontmatter::diagnostics::{
        CONTROL_CHARACTER, FLOW_INDENT, INDENTED_KEY, MISSING_SPACE, REPAIRED_VALUE, TAB_INDENT,
    };
    [
        CONTROL_CHARACTER,
        FLOW_INDENT,
        INDENTED_KEY,
        MISSING_SPACE,
        REPAIRED_VALUE,
        TAB_INDENT,
    ]
    .contains(&&*found.code)
}

/// Returns the edits that fix a diagnostic: those on its lines.
pub(crate) fn fix_of(found: &Diagnostic, text: &str, fix: &Edits) -> Vec<TextEdit> {
    if !is_repaired(found) {
        return Vec::new();
    }
    let lines = lines_around(text, &found.span);
    let touches = |edit: &&TextEdit| edit.range.start <= lines.end && edit.range.end >= lines.start;
    fix.iter().filter(touches).cloned().collect()
}

fn lines_around(text: &str, span: &Range<usize>) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = span.end.max(span.start);
    let after = text.get(end..).unwrap_or_default();
    start..end + after.find('\n').unwrap_or(after.len())
}

fn fragment(text: &str, label: &str) -> Vec<Diagnostic> {
    match FragmentManifest::parse(text, Path::new(label)) {
        Ok(parsed) => parsed.diagnostics,
        Err(error) => vec![of_error(
            codes::INVALID_FRAGMENT,
            &error.to_string(),
            error.location(),
        )],
    }
}

fn template(text: &str, label: &str) -> Vec<Diagnostic> {
    match Template::parse_named(label, text) {
        Ok(_) => Vec::new(),
        Err(error) => vec![of_error(
            codes::INVALID_TEMPLATE,
            &error.to_string(),
            error.location(),
        )],
    }
}

/// Checks a Markdown file: its components, and its header.
fn document(text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let has_components = text.contains("agent:");
    if has_components {
        found.extend(Document::parse(text).diagnostics().iter().cloned());
    }
    // A line of dashes at the start of an ordinary text is not a header.
    let options = ReadOptions::new().unterminated(frontmatter::Unterminated::Body);
    match Header::parse_with(text, &options) {
        Ok(header) => {
            if has_components || header.keys().any(|key| key.starts_with("agent_doc_")) {
                match agent::parse_with(text, &options) {
                    Ok(parsed) => found.extend(parsed.diagnostics),
                    Err(error) => found.push(of_header_error(&error)),
                }
            } else {
                found.extend(header.diagnostics());
            }
        }
        Err(frontmatter::Error::NotAMapping { .. }) => {}
        Err(error) => found.push(of_header_error(&error)),
    }
    found
}
