//! The YAML test suite (`testing/suites/yaml-test-suite`): of its 406 cases those that fit a header, which is one document
//! whose root is a mapping. The same cases are read by `yaml_serde` (libyaml), so that the figures have something to be compared with.

use crate::located::location;
use std::path::Path;

use interline_frontmatter::Document;
use serde_json::Value as Json;

struct Suite {
    /// Valid cases whose root is a mapping, each with its JSON.
    valid: Vec<(String, String, Json)>,
    invalid: Vec<(String, String)>,
}

/// Returns whether `yaml` fits between two fences: no line of it starts with a marker of documents or a directive.
fn fits_a_header(yaml: &str) -> bool {
    !yaml.lines().any(|line| {
        ["---", "...", "%"]
            .iter()
            .any(|mark| line.starts_with(mark))
    })
}

fn suite() -> Suite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testing/suites/yaml-test-suite/cases.json");
    let cases: Vec<Json> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(cases.len(), 406);
    let mut suite = Suite {
        valid: Vec::new(),
        invalid: Vec::new(),
    };
    for case in &cases {
        let text = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
        let (id, yaml) = (text("id"), text("yaml"));
        if !fits_a_header(&yaml) {
            continue;
        }
        if case["fail"] == Json::Bool(true) {
            suite.invalid.push((id, yaml));
        } else if let Ok(json @ Json::Object(_)) = serde_json::from_str::<Json>(&text("json")) {
            suite.valid.push((id, yaml, json));
        }
    }
    suite
}

fn header(yaml: &str) -> String {
    let ending = if yaml.ends_with('\n') { "" } else { "\n" };
    format!("---\n{yaml}{ending}---\n")
}

/// Numbers that are equal as numbers are equal: the suite writes `450.00` as `450.00`, others as `450.0`.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[test]
fn reads_valid_headers_as_the_suite_does() {
    let suite = suite();
    assert_eq!(suite.valid.len(), 93);
    let mut by_libyaml = 0;
    for (id, yaml, json) in &suite.valid {
        let text = header(yaml);
        let document =
            Document::parse(&text).unwrap_or_else(|error| panic!("{id}: {error} in {yaml:?}"));
        let found = serde_json::to_value(document.mapping()).unwrap();
        assert!(same(&found, json), "{id}: {found} is not {json}");
        let theirs = serde_yaml::from_str::<Json>(yaml);
        by_libyaml += usize::from(theirs.is_ok_and(|theirs| same(&theirs, json)));
    }
    assert_eq!(
        by_libyaml, 72,
        "the table in docs/testing.md has another figure"
    );
}

#[test]
fn rejects_invalid_headers() {
    let suite = suite();
    assert_eq!(suite.invalid.len(), 51);
    let mut by_libyaml = 0;
    for (id, yaml) in &suite.invalid {
        let text = header(yaml);
        let error = Document::parse(&text).map(|document| document.mapping());
        let error = error.expect_err(&format!("{id} was read: {yaml:?}"));
        assert!(
            text.get(location(&error).span.clone()).is_some(),
            "{id}: {error:?}"
        );
        by_libyaml += usize::from(serde_yaml::from_str::<serde_yaml::Value>(yaml).is_err());
    }
    assert_eq!(
        by_libyaml, 45,
        "the table in docs/testing.md has another figure"
    );
}
