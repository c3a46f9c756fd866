use crate::diagnostics::diagnostic::Diagnostic;
use crate::locate::positions;
use crate::one_line::OneLine;

/// Logs each of `diagnostics` at the level warning with the target `interline`, as [`Diagnostic::to_line`] writes it. One pass over the
/// text; nothing is done while the log is off.
pub fn log_all(diagnostics: &[Diagnostic], source_name: Option<&str>, text: &str) {
    if diagnostics.is_empty() || !log::log_enabled!(target: "interline", log::Level::Warn) {
        return;
    }
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.span.start);
    let positions = positions(text, sorted.iter().map(|diagnostic| diagnostic.span.start));
    for (diagnostic, position) in sorted.iter().zip(positions) {
        let name = source_name
            .map(|name| format!("{}:", OneLine::new(name)))
            .unwrap_or_default();
        log::warn!(target: "interline", "{name}{position}: {diagnostic}");
    }
}
