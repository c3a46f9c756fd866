//! The codes of diagnostics.

use std::collections::BTreeSet;
use std::fs;

use interline_agent_md::{
    AgentDef, AgentKind, Dialect, Map, Options, SkipReason, Value, diagnostics, load_dir_with,
    to_dialect,
};
use interline_text::Diagnostic;

const KIND: AgentKind = AgentKind::Operator;

/// The constants, as the source gives them.
fn constants() -> BTreeSet<String> {
    let source = include_str!("../../src/diagnostics.rs");
    let (shared, _) = source.split_once("};").unwrap();
    let (_, shared) = shared.split_once("diagnostics::{").unwrap();
    let shared = shared
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    let shared = shared.map(|name| name.to_lowercase().replace('_', "-"));
    let constants = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const "));
    let constants = constants.map(|constant| {
        let (name, value) = constant.split_once(": &str = ").unwrap();
        let code = value.trim_matches(['"', ';']).to_owned();
        assert_eq!(name.to_lowercase().replace('_', "-"), code);
        code
    });
    constants.chain(shared).collect()
}

/// The codes that the case files expect.
fn codes_of_cases() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for entry in fs::read_dir("tests/cases").unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let fields = text
            .lines()
            .filter_map(|line| line.strip_prefix("    ")?.split_once(':'));
        let reports = fields.filter(|(field, _)| matches!(*field, "told" | "lost"));
        for (_, report) in reports {
            let (_, rest) = report.split_once('[').unwrap();
            codes.insert(rest.split_once(']').unwrap().0.to_owned());
        }
    }
    codes
}

/// The diagnostics of an agent that no file has, so that no case can express it.
fn of_an_agent_without_a_text() -> Vec<Diagnostic> {
    let mut agent = AgentDef::new("", KIND);
    let deep = (0..200).fold(Value::Null, |inner, _| Value::List(vec![inner]));
    agent.profile.get_or_insert_default().extras = Map::from([("deep", deep)]).into();
    to_dialect(&agent, Dialect::Native).1
}

/// The diagnostics about a file among others in a directory.
fn of_a_directory() -> Vec<Diagnostic> {
    let dir = tempfile::tempdir().unwrap();
    let agent = "---\nname: reviewer\n---\n";
    for (name, text) in [
        ("reviewer.md", agent),
        ("reviewer copy.md", agent),
        ("break.md", "---\nJust a paragraph.\n---\n"),
    ] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    let report = load_dir_with(dir.path(), KIND, &Options::new());
    let mut found = report.shadowed[0].loaded.diagnostics.clone();
    let SkipReason::ThematicBreak(skipped) = &report.skipped[0].reason else {
        panic!("{:?}", report.skipped);
    };
    found.push(skipped.clone());
    found
}

#[test]
fn every_code_has_a_constant_and_a_case() {
    let mut reported = codes_of_cases();
    let others = [
        (
            of_an_agent_without_a_text(),
            [diagnostics::MISSING_NAME, diagnostics::TOO_DEEP],
        ),
        (
            of_a_directory(),
            [diagnostics::COPY_OF_FILE, diagnostics::THEMATIC_BREAK],
        ),
    ];
    for (found, expected) in others {
        let codes: Vec<&str> = found.iter().map(|found| &*found.code).collect();
        assert_eq!(codes, expected);
        reported.extend(codes.into_iter().map(str::to_owned));
    }
    assert_eq!(reported, constants());
}
