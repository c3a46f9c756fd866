use crate::diagnostics::diagnostic::Diagnostic;
use crate::locate::positions;

/// Logs each of `diagnostics` as [`Diagnostic::to_line`] writes it, at level `warn` with the target
/// `interline`.
///
/// They are logged in the order of their spans, in one pass over the text. Returns at once while
/// that level is off.
pub fn log_all(diagnostics: &[Diagnostic], source_name: Option<&str>, text: &str) {
    if diagnostics.is_empty() || !log::log_enabled!(target: "interline", log::Level::Warn) {
        return;
    }
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span.start);
    let positions = positions(text, sorted.iter().map(|diagnostic| diagnostic.span.start));
    for (diagnostic, position) in sorted.iter().zip(positions) {
        log::warn!(target: "interline", "{}", diagnostic.to_line_at(source_name, position));
    }
}
