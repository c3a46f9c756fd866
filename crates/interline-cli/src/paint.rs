//! Colours for messages.
//!
//! Only called where colours are wanted. A stream that removes escape sequences would also remove those of a document.

use anstyle::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const INFO: Style = AnsiColor::Cyan.on_default().bold();
const FRAME: Style = AnsiColor::Blue.on_default().bold();
const ADDED: Style = AnsiColor::Green.on_default();
const REMOVED: Style = AnsiColor::Red.on_default();
const HEADING: Style = Style::new().bold();

/// Colours a report: the severity, the frame with its line numbers, and the marks below a line.
pub(crate) fn paint(report: &str) -> String {
    let severity = severity_of(report);
    let mut lines = report.lines();
    let mut painted = lines
        .next()
        .map(|line| first_line(line, severity))
        .unwrap_or_default();
    for line in lines {
        painted.push('\n');
        painted.push_str(&framed_line(line, severity));
    }
    painted
}

/// Colours a difference in the format of `diff -u`.
pub(crate) fn paint_diff(diff: &str) -> String {
    let mut painted = String::with_capacity(diff.len());
    for line in diff.split_inclusive('\n') {
        let content = line.trim_end_matches(['\r', '\n']);
        let style = match content.bytes().next() {
            _ if content.starts_with("--- ") || content.starts_with("+++ ") => HEADING,
            Some(b'+') => ADDED,
            Some(b'-') => REMOVED,
            Some(b'@') => FRAME,
            _ => Style::new(),
        };
        painted.push_str(&styled(style, content));
        painted.push_str(&line[content.len()..]);
    }
    painted
}

fn severity_of(report: &str) -> Style {
    let first = report.lines().next().unwrap_or_default();
    let is = |word: &str| first.starts_with(word) || first.contains(&format!(": {word}["));
    if is("error") {
        ERROR
    } else if is("warning") {
        WARNING
    } else {
        INFO
    }
}

/// Colours `error[code]` at the start of a report, or after the location in a line without an excerpt.
fn first_line(line: &str, severity: Style) -> String {
    let words = ["error", "warning", "info"];
    let start = words
        .iter()
        .find_map(|word| line.starts_with(*word).then_some(0))
        .or_else(|| {
            words
                .iter()
                .find_map(|word| line.find(&format!(": {word}[")).map(|at| at + 2))
        });
    let Some(start) = start else {
        return line.to_owned();
    };
    let rest = &line[start..];
    let end = rest.find(':').unwrap_or(rest.len());
    format!(
        "{}{}{}",
        &line[..start],
        styled(severity, &rest[..end]),
        &rest[end..]
    )
}

fn framed_line(line: &str, severity: Style) -> String {
    if let Some(at) = line.find("-->") {
        if line[..at].trim().is_empty() {
            return format!("{}{}", styled(FRAME, &line[..at + 3]), &line[at + 3..]);
        }
    }
    let Some(at) = line.find('|') else {
        return styled(FRAME, line);
    };
    let (gutter, rest) = line.split_at(at + 1);
    if gutter.trim_start().starts_with('|') {
        // Below a line: carets for the span, dashes for what is related.
        let mark = rest.trim_start();
        let style = match mark.starts_with('^') {
            true => severity,
            false => FRAME,
        };
        return format!("{}{}", styled(FRAME, gutter), styled(style, rest));
    }
    format!("{}{rest}", styled(FRAME, gutter))
}

fn styled(style: Style, text: &str) -> String {
    if text.is_empty() || style == Style::new() {
        text.to_owned()
    } else {
        format!("{style}{text}{style:#}")
    }
}
