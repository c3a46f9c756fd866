//! Formats of diagnostics for services.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use interline::text::Severity;
use serde_json::{Value as Json, json};

use super::explanation::{explain, uri as uri_of};
use crate::failure::Failure;
use crate::finding::Finding;

/// Writes annotations of GitHub Actions: a workflow command for each diagnostic.
pub(super) fn github(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let command = match finding.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
            _ => "notice",
        };
        let mut properties = Vec::new();
        if let Some(path) = finding.path() {
            properties.push(format!("file={}", escaped(path, true)));
        }
        if let Some((start, end)) = finding.range() {
            properties.push(format!("line={},endLine={}", start.line, end.line));
            // Columns are only allowed within one line.
            if start.line == end.line {
                let last = end.column.max(start.column);
                properties.push(format!("col={},endColumn={last}", start.column));
            }
        }
        properties.push(format!("title={}", escaped(&finding.diagnostic.code, true)));
        let message = escaped(&finding.diagnostic.message, false);
        let _ = writeln!(text, "::{command} {}::{message}", properties.join(","));
    }
    text
}

/// Escapes text for a workflow command. Properties end at `:` and `,` too.
fn escaped(text: &str, is_property: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => escaped.push_str("%25"),
            '\r' => escaped.push_str("%0D"),
            '\n' => escaped.push_str("%0A"),
            ':' if is_property => escaped.push_str("%3A"),
            ',' if is_property => escaped.push_str("%2C"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Writes a log in SARIF 2.1.0.
pub(super) fn sarif(findings: &[Finding]) -> Result<String, Failure> {
    let codes: BTreeSet<&str> = findings
        .iter()
        .map(|f| f.diagnostic.code.as_ref())
        .collect();
    let rules: Vec<Json> = codes.into_iter().map(sarif_rule).collect();
    let results: Vec<Json> = findings.iter().map(sarif_result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "interline",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            // Columns are counted in characters, as elsewhere.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    let mut text =
        serde_json::to_string_pretty(&log).map_err(|error| Failure::usage(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

/// Writes what a code means, with the section of its page, so that a service shows it where it cannot follow a link.
fn sarif_rule(code: &str) -> Json {
    let mut rule = json!({ "id": code });
    if let Some(found) = explain(code) {
        rule["shortDescription"] = json!({ "text": found.meaning });
        rule["help"] = json!({ "text": found.section, "markdown": found.section });
    }
    if let Some(uri) = uri_of(code) {
        rule["helpUri"] = uri.into();
    }
    rule
}

fn sarif_result(finding: &Finding) -> Json {
    let level = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        _ => "note",
    };
    let mut result = json!({
        "ruleId": finding.diagnostic.code,
        "level": level,
        "message": { "text": finding.diagnostic.message },
    });
    if let Some(path) = finding.path() {
        let mut location = json!({ "artifactLocation": { "uri": uri(path) } });
        if let Some((start, end)) = finding.range() {
            location["region"] = json!({
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            });
        }
        result["locations"] = json!([{ "physicalLocation": location }]);
    }
    result
}

/// Writes a path as a relative reference of RFC 3986, or as a `file` URI when it is absolute.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    let path = path.strip_prefix("./").unwrap_or(path);
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
