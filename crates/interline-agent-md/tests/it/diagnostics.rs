//! The codes of diagnostics.

use std::collections::BTreeSet;
use std::fs;

use interline_agent_md::{
    AgentDef, AgentKind, Dialect, Map, Options, Value, diagnostics, load_dir_with, to_dialect,
};
use interline_text::Diagnostic;

const KIND: AgentKind = AgentKind::Operator;

/// Every code, which is the name of its constant in kebab case: those of this crate, and those that it has from another.
fn constants() -> BTreeSet<String> {
    let source = include_str!("../../src/diagnostics.rs");
    let code_of = |name: &str| name.to_lowercase().replace('_', "-");
    let declared = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": &str = "));
    let declared = declared.map(|(name, value)| {
        let code = value.trim_matches(['"', ';']);
        assert_eq!(code_of(name), code);
        code.to_owned()
    });
    let (_, imported) = source.split_once("::diagnostics::{").unwrap();
    let (imported, _) = imported.split_once('}').unwrap();
    let imported = imported.split(',').map(str::trim);
    let imported = imported.filter(|name| !name.is_empty()).map(code_of);
    declared.chain(imported).collect()
}

/// The codes that the case files expect.
fn codes_of_cases() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for entry in fs::read_dir("tests/cases").unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let fields = text
            .lines()
            .filter_map(|line| line.strip_prefix("    ")?.split_once(':'));
        let reports = fields.filter(|(field, _)| matches!(*field, "reports" | "lost"));
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
    to_dialect(&agent, Dialect::Native).diagnostics
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
    let found = report.diagnostics.into_iter();
    found.map(|found| found.diagnostic).collect()
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
            [diagnostics::THEMATIC_BREAK, diagnostics::COPY_OF_FILE],
        ),
    ];
    for (found, expected) in others {
        let codes: Vec<&str> = found.iter().map(|found| &*found.code).collect();
        assert_eq!(codes, expected);
        reported.extend(codes.into_iter().map(str::to_owned));
    }
    assert_eq!(reported, constants());
}
