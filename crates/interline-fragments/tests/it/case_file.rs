//! Reads the case files of `tests/cases`: Markdown with prose, in which every heading of level three
//! names a case and the indented lines below it give its fields.
//!
//! ```text
//! ### the name of the case
//! Why it is one.
//!
//!     text:  "---\na: 1\n---\n"
//!     body:  ""
//! ```
//!
//! A value in quotes uses the escapes of a Rust string; any other value stands for itself.

use std::path::Path;

/// One case: its fields in the order in which they stand.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    fields: Vec<(String, String)>,
}

impl Case {
    /// The first field of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(field, _)| field == name)
            .map(|(_, value)| value.as_str())
    }

    /// The first field of this name, which must be there.
    pub(crate) fn need(&self, name: &str) -> &str {
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
pub(crate) fn read(file: &str, known: &[&str]) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(file);
    let text = std::fs::read_to_string(&path).unwrap();
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
pub(crate) fn run(file: &str, known: &[&str], check: impl Fn(&Case) + std::panic::RefUnwindSafe) {
    let failed: Vec<String> = read(file, known)
        .iter()
        .filter(|case| {
            let case = std::panic::AssertUnwindSafe(case);
            std::panic::catch_unwind(|| check(case.0)).is_err()
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
