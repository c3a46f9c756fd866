//! Each code of a diagnostic is a documented constant, and `docs/diagnostics.md` has all of them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use interline_api::{Codes, UPDATE, diagnostics_page, diagnostics_paths, project, with_codes};

#[test]
fn every_code_is_a_documented_constant() {
    let mut problems = Vec::new();
    for name in with_codes() {
        let codes = Codes::of(&project().join("crates").join(name)).unwrap();
        let literals = codes.literals.iter();
        problems.extend(literals.map(|code| format!("{code} is a literal: make it a constant")));
        for (constant, code, documentation) in &codes.documented {
            let is_kebab = !code.is_empty()
                && code
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            if !is_kebab || constant.to_lowercase().replace('_', "-") != *code {
                problems.push(format!("{name}: {constant} has the code `{code}`"));
            }
            for heading in ["**Example**", "**Fix**"] {
                if !documentation.contains(heading) {
                    problems.push(format!("{name}: {constant} has no `{heading}`"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_page_has_every_code() {
    for path in diagnostics_paths() {
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            page == diagnostics_page().unwrap(),
            "{} is not as the sources are: run `{UPDATE}`",
            path.display()
        );
    }
}

#[test]
fn a_code_means_the_same_in_every_crate() {
    let mut meanings: BTreeMap<String, (String, String)> = BTreeMap::new();
    for name in with_codes() {
        for (_, code, documentation) in Codes::of(&project().join("crates").join(name))
            .unwrap()
            .documented
        {
            let first = documentation.lines().next().unwrap_or_default().to_owned();
            let (other, meaning) = meanings
                .entry(code.clone())
                .or_insert_with(|| (name.to_owned(), first.clone()));
            assert_eq!(*meaning, first, "`{code}` in {other} and in {name}");
        }
    }
}
