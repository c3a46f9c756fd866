//! Reads the case files of `tests/cases`: Markdown with prose, in which a heading of level three names a case and the
//! indented lines below it are its fields, `name: value`.
//!
//! A value in double quotes has escapes: `\n`, `\r`, `\t`, `\"`, `\\`, `\xHH` for a byte below 0x80, `\u{…}` for a character. Any
//! other value stands for itself. A field may be given several times.

use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) struct Case {
    pub(crate) name: String,
    fields: Vec<(String, String)>,
}

impl Case {
    pub(crate) fn get(&self, field: &str) -> Option<&str> {
        self.all(field).first().copied()
    }

    pub(crate) fn all(&self, field: &str) -> Vec<&str> {
        let fields = self.fields.iter().filter(|(name, _)| name == field);
        fields.map(|(_, value)| value.as_str()).collect()
    }
}

/// Runs `check` on every case of a file and names all that failed.
pub(crate) fn run(text: &str, known: &[&str], check: impl Fn(&Case)) {
    let cases = cases(text, known);
    let failed: Vec<&str> = cases
        .iter()
        .filter(|case| {
            let failed = catch_unwind(AssertUnwindSafe(|| check(case))).is_err();
            if failed {
                eprintln!("    in the case `{}`", case.name);
            }
            failed
        })
        .map(|case| case.name.as_str())
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} failed: {failed:#?}",
        failed.len(),
        cases.len()
    );
}

fn cases(text: &str, known: &[&str]) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            cases.push(Case {
                name: name.to_owned(),
                fields: Vec::new(),
            });
        } else if let Some(field) = line.strip_prefix("    ") {
            let case = cases.last_mut().expect("a heading before the first field");
            let (name, value) = field.split_once(':').expect("`name: value`");
            let name = name.trim().to_owned();
            assert!(
                known.contains(&name.as_str()),
                "`{}`: unknown field `{name}`",
                case.name
            );
            case.fields.push((name, unescape(value.trim())));
        }
    }
    assert!(!cases.is_empty());
    for case in &cases {
        assert!(!case.fields.is_empty(), "`{}` is empty", case.name);
    }
    cases
}

fn unescape(value: &str) -> String {
    let inner = value
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let Some(inner) = inner else {
        return value.to_owned();
    };
    let mut text = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next().expect("a character after `\\`") {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'x' => {
                let code: String = rest.by_ref().take(2).collect();
                text.push(char::from(u8::from_str_radix(&code, 16).unwrap()));
            }
            'u' => {
                let code: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                text.push(char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap());
            }
            c => text.push(c),
        }
    }
    text
}
