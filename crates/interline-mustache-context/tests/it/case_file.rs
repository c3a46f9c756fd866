//! Reads the case files of `tests/cases`: Markdown with prose, in which every heading of level three names a case and the
//! indented lines below it give its fields.
//!
//! ```text
//! ### the name of the case
//! Why it is one.
//!
//!     template: "{{x}}\n"
//!     data:     {"x": 1}
//!     out:      "1\n"
//! ```
//!
//! A value in quotes is read as a JSON string, any other stands for itself. `<N*text>` in quotes is `text` N times.

use std::path::Path;

/// One case: its fields in the order in which they stand.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, String)>,
}

impl Case {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(field, _)| field == name);
        field.map(|(_, value)| value.as_str())
    }
}

/// The cases of `tests/cases/{file}`, of which each has only `known` fields, and at least one of `asserting`.
fn read(file: &str, known: &[&str], asserting: &[&str]) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            cases.push(Case {
                name: name.to_owned(),
                fields: Vec::new(),
            });
        } else if let Some(field) = line.strip_prefix("    ") {
            let case = cases.last_mut().expect("a case begins with a heading");
            let (name, value) = field.split_once(':').expect(field);
            let value = unquote(value.trim());
            case.fields.push((name.trim().to_owned(), value));
        }
    }
    assert!(!cases.is_empty(), "{file} has no case");
    for case in &cases {
        for (field, _) in &case.fields {
            assert!(
                known.contains(&field.as_str()),
                "case `{}`: unknown field `{field}`",
                case.name
            );
        }
        assert!(
            asserting.iter().any(|field| case.get(field).is_some()),
            "case `{}` checks nothing",
            case.name
        );
    }
    cases
}

/// Runs `check` on every case and names all that failed.
pub(crate) fn run(file: &str, known: &[&str], asserting: &[&str], check: impl Fn(&Case)) {
    let mut failed = Vec::new();
    for case in &read(file, known, asserting) {
        let run = std::panic::AssertUnwindSafe(|| check(case));
        if std::panic::catch_unwind(run).is_err() {
            failed.push(case.name.clone());
        }
    }
    assert!(failed.is_empty(), "{file}: these failed: {failed:#?}");
}

fn unquote(value: &str) -> String {
    let is_quoted = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
    if !is_quoted {
        return value.to_owned();
    }
    let text: String = serde_json::from_str(value).expect(value);
    let mut result = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('<') {
        result.push_str(before);
        let repeat = after.split_once('>').and_then(|(inside, after)| {
            let (count, text) = inside.split_once('*')?;
            Some((text.repeat(count.parse().ok()?), after))
        });
        match repeat {
            Some((text, after)) => {
                result.push_str(&text);
                rest = after;
            }
            None => {
                result.push('<');
                rest = after;
            }
        }
    }
    result + rest
}
