//! Mustache templates and their data.

use std::fmt::Write;

use serde_json::{Value, json};

/// Returns a prompt of 4.7 KB with about 40 tags.
#[must_use]
pub fn prompt() -> String {
    let mut text = String::from(
        "# {{agent}}\n\nYou are {{agent}}, an assistant of {{team}}, and answer in {{language}}. The project is {{project}}.\n",
    );
    for part in 1..=7 {
        let _ = write!(
            text,
            "\n## Rule {part}: {{{{rule}}}}\n\nRead the whole document before you write. Answer where the question stands, \
             in the component that holds it, and leave every byte outside of it as it is. When {{{{user}}}} asks for a plan, \
             write one with at most {{{{steps}}}} steps, name the files of {{{{project}}}} that it touches, and say what \
             could go wrong. Do not repeat the question; do not thank; do not promise. A command stands in a code block, \
             alone, so that it can be copied.{{{{#strict}}}} This rule has no exception for {{{{user}}}}.{{{{/strict}}}}\n"
        );
    }
    text += "\nFiles:{{#files}} {{path}} ({{size}} bytes){{#stale}}, read it again{{/stale}};{{/files}}\n\
             Tools: {{^tools}}There are no tools.{{/tools}}{{#closing}} {{closing}}{{/closing}}\n";
    while text.len() < 4_700 {
        text += "Keep lines short. ";
    }
    text.truncate(4_700);
    text
}

/// Returns the data of the prompt.
#[must_use]
pub fn prompt_data() -> Value {
    let files: Vec<Value> = (0..8)
        .map(
            |at| json!({"path": format!("part_{at}.rs"), "size": 1_000 + at, "stale": at % 3 == 0}),
        )
        .collect();
    json!({
        "agent": "Notary", "team": "parsers", "language": "English", "project": "interline", "rule": "answer in place",
        "user": "Ada", "steps": "7", "strict": true, "files": files, "tools": [], "closing": "Begin now."
    })
}

/// A table of lists of numbers.
pub const TABLE: &str = "<table>{{#rows}}<tr>{{#.}}<td>{{.}}</td>{{/.}}</tr>{{/rows}}</table>";

/// Returns 100 rows of 100 numbers.
#[must_use]
pub fn table_data() -> Value {
    let rows: Vec<Vec<usize>> = (0..100)
        .map(|row| (0..100).map(|cell| row * cell).collect())
        .collect();
    json!({"rows": rows})
}

/// A page that lists four teams.
pub const TEAMS: &str = "<html><head><title>{{year}}</title></head><body><h1>CSL {{year}}</h1><ul>{{#teams}}\
    <li class=\"{{#champion}}champion{{/champion}}\"><b>{{name}}</b>: {{score}}</li>{{/teams}}</ul></body></html>";

/// Returns the data of the page.
#[must_use]
pub fn teams_data() -> Value {
    json!({"year": 2015, "teams": [
        {"name": "Jiangsu", "score": 43, "champion": true},
        {"name": "Beijing", "score": 27, "champion": false},
        {"name": "Guangzhou", "score": 22, "champion": false},
        {"name": "Shandong", "score": 12, "champion": false},
    ]})
}

/// Returns a template of about the given number of parts.
pub type Hostile = fn(usize) -> String;

/// Templates that grow, each with data for it.
#[must_use]
pub fn hostile() -> Vec<(&'static str, Hostile, Value)> {
    vec![
        (
            "flat sections",
            |n| "{{#a}}x{{/a}}".repeat(n),
            json!({"a": true}),
        ),
        (
            "nested sections",
            |n| "{{#a}}".repeat(n) + "x" + &"{{/a}}".repeat(n),
            json!({"a": true}),
        ),
        (
            "nested sections over two maps",
            |n| "{{#a}}{{#b}}".repeat(n / 2) + "{{x}}" + &"{{/b}}{{/a}}".repeat(n / 2),
            json!({"a": {"k": 1}, "b": {"k": 2}, "x": "x"}),
        ),
        (
            "one tag with a long name",
            |n| format!("{{{{{}}}}}", "ab.".repeat(n) + "c"),
            json!({"ab": 1}),
        ),
        (
            "delimiters that change",
            |n| "{{=<% %>=}}<%={{ }}=%>".repeat(n / 2) + "{{x}}",
            json!({"x": "x"}),
        ),
        (
            "loose braces",
            |n| "{ } }} { ".repeat(n) + "{{x}}",
            json!({"x": "x"}),
        ),
    ]
}
