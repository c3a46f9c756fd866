//! The JSON object that all commands print.

use interline::patch_template::Outcome;
use interline::text::TextEdit;
use serde::Serialize;
use serde_json::Value as Json;

use crate::finding::Finding;

/// The object of `--json`. `docs/cli.schema.json` describes it.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Answer {
    /// Whether the exit status is 0. Set when it is printed.
    pub(crate) ok: bool,
    /// The text that the command prints without `--json`, or the new text of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) edits: Option<Vec<TextEdit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcomes: Option<Vec<Outcome>>,
    /// Whether a file was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) written: Option<bool>,
    /// The members that only some commands have.
    #[serde(flatten)]
    pub(crate) more: serde_json::Map<String, Json>,
    pub(crate) diagnostics: Vec<JsonDiagnostic>,
}

impl Answer {
    /// Adds a value under a name.
    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        // Only maps with keys that are not strings cannot be written as JSON, and there are none.
        let value = serde_json::to_value(value).unwrap_or(Json::Null);
        self.more.insert(name.to_owned(), value);
        self
    }
}

/// A position for people and editors: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct JsonPosition {
    line: usize,
    column: usize,
}

/// A diagnostic in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct JsonDiagnostic {
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<JsonPosition>,
    code: String,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fix: Vec<TextEdit>,
}

impl From<&Finding> for JsonDiagnostic {
    fn from(finding: &Finding) -> Self {
        let range = finding.range();
        Self {
            path: finding.path().map(str::to_owned),
            line: range.map(|(start, _)| start.line),
            column: range.map(|(start, _)| start.column),
            end: range.map(|(_, end)| JsonPosition {
                line: end.line,
                column: end.column,
            }),
            code: finding.diagnostic.code.to_string(),
            severity: finding.severity().as_str(),
            message: finding.diagnostic.message.clone(),
            fix: finding.fix.clone(),
        }
    }
}
