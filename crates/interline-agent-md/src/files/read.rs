//! Reading one file of a directory.

use interline_files::{Entry, Layer, Outcome, SkipReason, SourceFile};
use interline_frontmatter as frontmatter;
use interline_text::{Diagnostic, Severity};

use super::select::problem;
use crate::agent::AgentDef;
use crate::agent_kind::AgentKind;
use crate::diagnostics::THEMATIC_BREAK;
use crate::dialect::Dialect;
use crate::error::Error;
use crate::file_kind::FileKind;
use crate::options::Options;
use crate::parse::{Failure, looks_like_header, name_of_file, parse_text};

pub(super) fn read(
    entry: &Entry,
    layers: &[Layer],
    kind: AgentKind,
    options: &Options,
) -> Outcome<AgentDef, Error> {
    let path = entry.path();
    let text = entry
        .open(options.file_bytes)
        .and_then(SourceFile::read_text);
    let text = match text {
        Ok(text) => text,
        Err(error) => return problem(error),
    };
    let label = path.display().to_string();
    let fallback = fallback_name(entry, layers, options);
    match parse_text(&text, &label, kind, options, fallback.as_deref()) {
        Ok(parsed) => Outcome::loaded(path, entry.layer(), parsed.agent).with_diagnostics(
            path,
            &text,
            parsed.diagnostics,
        ),
        Err(Failure { error, name }) => match skip_reason(&error, &text) {
            Some(reason) => {
                let is_break = reason == SkipReason::ThematicBreak;
                let found = is_break.then(|| thematic_break(&text));
                Outcome::skipped(path, reason).with_diagnostics(
                    path,
                    &text,
                    found.into_iter().collect(),
                )
            }
            None => Outcome::problem(path, error.in_file(path))
                .with_name(name.or_else(|| name_of_file(path)))
                .with_text(text),
        },
    }
}

/// Returns the name that a file has by its path. For OpenCode, and for commands of the Gemini CLI, the path below the directory of the layer
/// is part of it.
fn fallback_name(entry: &Entry, layers: &[Layer], options: &Options) -> Option<String> {
    let name = name_of_file(entry.path())?;
    let separator = match (options.dialect, options.kind) {
        (Dialect::OpenCode, _) if !entry.path().ends_with("SKILL.md") => "/",
        (Dialect::Gemini, Some(FileKind::Command)) => ":",
        _ => return Some(name),
    };
    let base = layers.get(entry.layer())?.scan_dir();
    let directory = entry.path().parent()?.strip_prefix(base).ok()?;
    let mut parts: Vec<String> = directory
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    parts.push(name);
    Some(parts.join(separator))
}

/// Returns the reason for which a text is an ordinary document; `None` for one whose header is invalid.
fn skip_reason(error: &Error, text: &str) -> Option<SkipReason> {
    let is_break = match error {
        Error::NoFrontmatter { .. } => return Some(SkipReason::NoFrontmatter),
        Error::Unterminated { .. } => !looks_like_header(text),
        Error::Header(frontmatter::Error::NotAMapping { .. }) => true,
        Error::MissingName { .. }
        | Error::Header(frontmatter::Error::Syntax { .. } | frontmatter::Error::Data { .. }) => {
            !looks_like_header(text)
        }
        _ => false,
    };
    is_break.then_some(SkipReason::ThematicBreak)
}

/// Reports a file that begins with a thematic break.
fn thematic_break(text: &str) -> Diagnostic {
    let message = "read as a thematic break, since no header follows: write `name: …` below it if this is an agent";
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    Diagnostic::new(Severity::Warning, THEMATIC_BREAK, start..start + 3, message)
}
