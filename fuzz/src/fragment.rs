//! Input: file, body, two values, choices. A manifest is valid or an error with a location; a body is expanded in one
//! pass.

use std::collections::BTreeMap;

use interline_fragments::{FragmentArgument, FragmentManifest, expand};

use crate::assert_diagnostics;
use crate::input::Input;
use crate::pieces::FRAGMENT;

/// Expands a body as the documentation describes it, one run of equal characters at a time.
fn oracle(body: &str, values: &BTreeMap<String, String>) -> String {
    let run = |from: usize, c: char| body[from..].len() - body[from..].trim_start_matches(c).len();
    let placeholder = |from: usize| {
        let end = from + body[from..].find("}}")?;
        let value = values.get(body[from..end].trim_matches([' ', '\t']))?;
        Some((value, end + 2))
    };
    let mut text = String::new();
    let mut at = 0;
    while at < body.len() {
        let backslashes = run(at, '\\');
        let braces = run(at + backslashes, '{');
        let inner = at + backslashes + braces;
        let is_other_syntax = backslashes == 0 && braces == 2 && body[..at].ends_with('$');
        let mut end = inner;
        if braces < 2 {
            if inner == at {
                end = at + body[at..].chars().next().map_or(1, char::len_utf8);
            }
            text.push_str(&body[at..end]);
        } else if backslashes % 2 == 1 {
            text.push_str(&"\\".repeat(backslashes / 2));
            text.push_str(&"{".repeat(braces));
        } else if let Some((value, after)) = placeholder(inner).filter(|_| !is_other_syntax) {
            text.push_str(&"\\".repeat(backslashes / 2));
            text.push_str(&"{".repeat(braces - 2));
            text.push_str(value);
            end = after;
        } else {
            text.push_str(&body[at..inner]);
        }
        at = end;
    }
    text
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, FRAGMENT);
    let (file, body, a, b) = (input.text(), input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let mut arguments = ["a", "b"].map(FragmentArgument::required).to_vec();
    match FragmentManifest::parse(&file, "p".as_ref()) {
        Ok(parsed) => {
            assert_diagnostics(&parsed.diagnostics, &file);
            let manifest = parsed.manifest;
            let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!((1..=64).contains(&manifest.name.len()) && manifest.name.chars().all(is_name));
            assert!((1..=1024).contains(&manifest.description.chars().count()));
            assert!(!manifest.description.trim().is_empty());
            let mut names: Vec<_> = manifest
                .arguments
                .iter()
                .map(|argument| argument.name.as_str())
                .collect();
            assert!(names.iter().all(|name| {
                !name.is_empty()
                    && name
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            }));
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
            if choices.flag() {
                arguments = manifest.arguments;
            }
        }
        Err(error) => {
            assert!(file.get(error.location().unwrap().span.clone()).is_some());
            assert!(!error.report(&file).unwrap().to_string().is_empty());
        }
    }

    let given = |name: &str| match name {
        "a" => Some(a.clone()),
        "b" => Some(b.clone()),
        _ => None,
    };
    let pairs = [("a", a.as_str()), ("b", b.as_str()), ("unknown", "u")];
    let values: Option<BTreeMap<String, String>> = arguments
        .iter()
        .map(|argument| {
            Some((
                argument.name.clone(),
                given(&argument.name).or_else(|| argument.default.clone())?,
            ))
        })
        .collect();
    let expansion = expand(&body, &arguments, &pairs);
    let Some(values) = values else {
        assert!(expansion.is_err());
        return;
    };
    let expansion = expansion.unwrap();
    assert_eq!(expansion.text, oracle(&body, &values));
    assert_eq!(
        expand(&body, &arguments, &values).unwrap().text,
        expansion.text
    );
    let unused: Vec<_> = pairs
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !values.contains_key(*name))
        .collect();
    assert_eq!(expansion.unused, unused);
    if !body.contains("\\{{") {
        assert_eq!(expand(&body, &[], ()).unwrap().text, body);
    }
}
