//! Case files, in the folder `tests/cases` of a crate: Markdown with prose, in which every heading of level three names a case
//! and the indented lines below it give its fields.
//!
//! ```text
//! ### the name of the case
//! Why it is one.
//!
//!     text:  "---\na: 1\n---\n"
//!     body:  ""
//! ```
//!
//! A value in quotes uses the escapes of a Rust string; any other value stands for itself. A field may be given several times.

// A file that is none of cases fails the test that reads it.
#![allow(clippy::expect_used)]

use std::path::Path;

/// One case: its fields in the order in which they stand.
#[derive(Debug)]
pub struct Case {
    /// Its heading.
    pub name: String,
    fields: Vec<(String, String)>,
}

impl Case {
    /// The first field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).first().copied()
    }

    /// All fields of this name.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<&str> {
        let fields = self.fields.iter().filter(|(field, _)| field == name);
        fields.map(|(_, value)| value.as_str()).collect()
    }

    /// The first field of this name.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn need(&self, name: &str) -> &str {
        self.get(name)
            .unwrap_or_else(|| panic!("case `{}` has no field `{name}`", self.name))
    }

    /// Panics when a field stands there that the reader of the file does not know, since a slip
    /// of the pen would otherwise check nothing.
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

/// The cases of `tests/cases/{file}`, of which each has only `known` fields.
///
/// # Panics
///
/// When the file is none of cases.
#[must_use]
pub fn read(file: &str, known: &[&str]) -> Vec<Case> {
    // Cargo runs tests in the folder of their crate.
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
    assert!(!cases.is_empty(), "{file} has no case");
    for case in &cases {
        assert!(!case.fields.is_empty(), "case `{}` is empty", case.name);
        case.check_names(known);
    }
    cases
}

/// Runs `check` on every case, goes on after a failure and names all that failed.
///
/// # Panics
///
/// When one has failed, or the file is none of cases.
pub fn run(file: &str, known: &[&str], check: impl Fn(&Case)) {
    let failed: Vec<String> = read(file, known)
        .iter()
        .filter(|case| {
            let run = std::panic::AssertUnwindSafe(|| check(case));
            std::panic::catch_unwind(run).is_err()
        })
        .map(|case| case.name.clone())
        .collect();
    assert!(failed.is_empty(), "{file}: these failed: {failed:#?}");
}

/// What a value stands for. In quotes: `\n`, `\r`, `\t`, `\\`, `\"`, `\0`, `\xHH`, `\u{H…}`, and
/// `\{N*text}` for `text` N times.
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
        match chars.next().expect("something follows a backslash") {
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
                let repeat: String = chars.by_ref().take_while(|&c| c != '}').collect();
                let (count, text) = repeat.split_once('*').expect("N*text");
                result.push_str(&text.repeat(count.parse().expect("a count")));
            }
            other => result.push(other),
        }
    }
    result
}
