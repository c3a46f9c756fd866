//! `interline get`, `put`, `unset` and `rename`: the header of a document.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use interline::frontmatter::{self, Document, FrontmatterFormat, NewValue, ReadOptions, Value};
use interline::text::{Diagnostic, Severity, nearest};

use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, of_header_error};
use crate::input;
use crate::key_path::KeyPath;
use crate::output::Outcome;
use crate::scalar::{self, Scalar};
use crate::usage::{looks_like_option, unknown_option};
use crate::write::{Change, change};

/// Print a value of the header: a string as it is, a list or mapping as JSON
#[derive(Debug, Args)]
pub(crate) struct Get {
    /// The document; `-` for standard input
    file: PathBuf,
    /// The path of the value, such as `author.name`, `tags.1`, `"a.b".c`; the whole header when it is missing
    path: Option<KeyPath>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Set a value of the header; comments, order, quotes and all other bytes stay
#[derive(Debug, Args)]
pub(crate) struct Put {
    /// The document; `-` for standard input, and the new document is printed
    file: PathBuf,
    /// The path of the value, such as `author.name`, `tags.1`, `"a.b".c`
    path: KeyPath,
    /// The value: a YAML scalar
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// The value is a string, whatever it looks like
    #[arg(long, conflicts_with = "json")]
    string: bool,
    /// The value is JSON, such as `["a", "b"]`
    #[arg(long)]
    json: bool,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// How the result is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// How the result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One object for programs
    Json,
}

/// Remove a value of the header; all other bytes stay
#[derive(Debug, Args)]
pub(crate) struct Unset {
    /// The document; `-` for standard input, and the new document is printed
    file: PathBuf,
    /// The path of the value
    path: KeyPath,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Rename a key of the header; its value and all other bytes stay
#[derive(Debug, Args)]
pub(crate) struct Rename {
    /// The document; `-` for standard input, and the new document is printed
    file: PathBuf,
    /// The path of the key
    path: KeyPath,
    /// The new name of the key
    name: String,
    /// Print the difference instead of writing
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Get {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let source = input::read(&self.file)?;
        let read = match FrontmatterFormat::of(&source.text) {
            Some(FrontmatterFormat::Toml) => {
                Document::parse_toml(&source.text, &ReadOptions::new())
            }
            _ => Document::parse(&source.text),
        };
        let document = match read {
            Ok(document) => document,
            Err(error) => {
                return Ok(Outcome {
                    findings: vec![Finding::one(&source, of_header_error(&error))],
                    ..Outcome::default()
                });
            }
        };
        let value = match &self.path {
            None => Some(Value::Map(document.mapping())),
            Some(path) => path.find(&document),
        };
        let mut outcome = Outcome {
            findings: Finding::all(&source, document.diagnostics()),
            ..Outcome::default()
        };
        match value {
            Some(value) => {
                outcome.text = text_of(&value).map_err(Failure::usage)?;
                outcome.answer = outcome.answer.with("value", &value);
            }
            None => {
                let path = self.path.as_ref().map_or("", KeyPath::source);
                let diagnostic = missing(path, &document);
                outcome
                    .findings
                    .push(Finding::without_text(Some(source.name.clone()), diagnostic));
            }
        }
        Ok(outcome)
    }
}

impl Put {
    /// Returns whether the result is printed as JSON. `--json` is about the value.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        if looks_like_option(&self.value) && !self.string {
            return Err(unknown_option(&self.value));
        }
        let value = if self.string {
            Scalar::string(&self.value)
        } else if self.json {
            scalar::json(&self.value).map_err(Failure::usage)?
        } else {
            scalar::scalar(&self.value).map_err(Failure::usage)?
        };
        change(&self.file, self.dry_run, |text| {
            edit(text, &self.path, |path, is_present| {
                let value: NewValue = match is_present {
                    true => value.clone().for_old_key(),
                    false => value.clone().for_new_key(),
                };
                frontmatter::set_path(text, path, value)
            })
        })
    }
}

impl Unset {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        change(&self.file, self.dry_run, |text| {
            edit(text, &self.path, |path, _| {
                frontmatter::remove_path(text, path)
            })
        })
    }
}

impl Rename {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        change(&self.file, self.dry_run, |text| {
            edit(text, &self.path, |path, _| {
                frontmatter::rename_path(text, path, &self.name)
            })
        })
    }
}

/// Makes edits of a header, with the path in it and whether a value is there.
fn edit(
    text: &str,
    path: &KeyPath,
    make: impl FnOnce(
        frontmatter::ValuePath,
        bool,
    ) -> Result<interline::text::Edits, frontmatter::Error>,
) -> Result<Change, Diagnostic> {
    let refused = |error: frontmatter::Error| of_header_error(&error);
    let document = Document::parse(text).map_err(refused)?;
    let is_present = path.find(&document).is_some();
    let edits = make(path.resolve(&document), is_present).map_err(refused)?;
    Change::of_edits(text, edits)
}

/// Returns a value as text: a string as it is, everything else as JSON.
fn text_of(value: &Value) -> Result<String, String> {
    let mut text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.source() {
            Some(source) => source.to_owned(),
            None => json(value)?,
        },
        value => json(value)?,
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn json(value: &Value) -> Result<String, String> {
    serde_json::to_string_pretty(value)
        .map_err(|error| format!("the value cannot be written as JSON: {error}"))
}

fn missing(path: &str, document: &Document<'_>) -> Diagnostic {
    let near = nearest(path, document.keys());
    let message = match near {
        Some(near) => format!("the header has no `{path}`; did you mean `{near}`?"),
        None => format!("the header has no `{path}`"),
    };
    Diagnostic::new(Severity::Error, codes::MISSING_KEY, 0..0, message)
}
