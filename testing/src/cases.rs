//! Case files in the directory `tests/cases` of a crate: Markdown in which every heading of level three
//! names a case, the indented lines below it are its fields, and all other lines are comments.
//!
//! ```text
//! ### the name of the case
//! A comment.
//!
//!     text:  "---\na: 1\n---\n"
//!     body:  ""
//! ```
//!
//! A quoted value has the escapes of a Rust string; any other value is literal. A field may appear
//! several times.

// An invalid case file fails the test that reads it.
#![allow(clippy::expect_used)]

use std::path::Path;

/// A case: its name, and its fields in their order.
#[derive(Debug)]
pub struct Case {
    /// The heading.
    pub name: String,
    fields: Vec<(String, String)>,
}

impl Case {
    /// Returns the value of the first field with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).first().copied()
    }

    /// Returns the values of all fields with this name.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<&str> {
        let fields = self.fields.iter().filter(|(field, _)| field == name);
        fields.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the value of the first field with this name.
    ///
    /// # Panics
    ///
    /// When the case has no such field.
    #[must_use]
    pub fn required(&self, name: &str) -> &str {
        self.get(name)
            .unwrap_or_else(|| panic!("case `{}` has no field `{name}`", self.name))
    }

    /// Panics when a field is unknown to the reader of the file, since a misspelled field would
    /// otherwise check nothing.
    fn check_names(&self, known: &[&str]) {
        for (field, _) in &self.fields {
            assert!(
                known.contains(&field.as_str()),
                "case `{}`: unknown field `{field}`",
                self.name
            );
        }
    }
}

/// Reads the cases of `tests/cases/{file}`, which may only have `known` fields.
///
/// # Panics
///
/// When the file is not a valid case file.
#[must_use]
pub fn read(file: &str, known: &[&str]) -> Vec<Case> {
    // Cargo runs tests in the directory of their crate.
    let path = Path::new("tests/cases").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            cases.push(Case {
                name: name.to_owned(),
                fields: Vec::new(),
            });
        } else if let Some(field) = line.strip_prefix("    ") {
            let case = cases.last_mut().expect("a case begins with a heading");
            let (name, value) = field
                .split_once(':')
                .unwrap_or_else(|| panic!("case `{}`: `{field}` is not a field", case.name));
            case.fields
                .push((name.trim().to_owned(), unescape(value.trim())));
        }
    }
    assert!(!cases.is_empty(), "{file} has no cases");
    for case in &cases {
        assert!(!case.fields.is_empty(), "case `{}` is empty", case.name);
        case.check_names(known);
    }
    cases
}

/// Runs `check` on every case, continues after a failure, and lists all cases that failed.
///
/// # Panics
///
/// When a case has failed, or the file is not a valid case file.
pub fn run(file: &str, known: &[&str], check: impl Fn(&Case)) {
    let failed: Vec<String> = read(file, known)
        .iter()
        .filter(|case| {
            let run = std::panic::AssertUnwindSafe(|| check(case));
            std::panic::catch_unwind(run).is_err()
        })
        .map(|case| case.name.clone())
        .collect();
    assert!(failed.is_empty(), "{file}: failed cases: {failed:#?}");
}

/// Returns the string that a value denotes. The escapes of quoted values are `\n`, `\r`, `\t`, `\\`,
/// `\"`, `\0`, `\xHH`, `\u{H…}`, and `\{N*text}` for N times `text`.
fn unescape(value: &str) -> String {
    let Some(inner) = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    else {
        return value.to_owned();
    };
    let mut result = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(c);
            continue;
        }
        match chars.next().expect("a character after the backslash") {
            'n' => result.push('\n'),
            'r' => result.push('\r'),
            't' => result.push('\t'),
            '0' => result.push('\0'),
            'x' => {
                let hex: String = chars.by_ref().take(2).collect();
                result.push(char::from(
                    u8::from_str_radix(&hex, 16).expect("two digits"),
                ));
            }
            'u' => {
                let hex: String = chars.by_ref().take_while(|&c| c != '}').skip(1).collect();
                let code = u32::from_str_radix(&hex, 16).expect("hexadecimal digits");
                result.push(char::from_u32(code).expect("a character"));
            }
            '{' => {
                // The text may hold braces of its own, in pairs.
                let mut open = 1;
                let mut is_inside = |&c: &char| {
                    open += i32::from(c == '{') - i32::from(c == '}');
                    open > 0
                };
                let repeat: String = chars.by_ref().take_while(|c| is_inside(c)).collect();
                let (count, text) = repeat.split_once('*').expect("N*text");
                result.push_str(&text.repeat(count.parse().expect("a count")));
            }
            other => result.push(other),
        }
    }
    result
}
