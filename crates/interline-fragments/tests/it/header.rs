use std::collections::BTreeSet;
use std::path::Path;

use interline_fragments::{FragmentManifest, discover};

use crate::tree::Tree;
use interline_testing::cases::{self, Case};

const KEYS: [&str; 8] = [
    "text",
    "line",
    "name",
    "description",
    "arguments",
    "body",
    "reports",
    "error",
];

/// The text of a case: given, or a small file with one line of its own.
fn text(case: &Case) -> String {
    if let Some(text) = case.get("text") {
        return text.to_owned();
    }
    let line = case.required("line");
    let key = line.split(':').next().unwrap().trim().trim_matches('"');
    let mut lines = vec!["name: x".to_owned(), "description: d".to_owned()];
    match lines
        .iter_mut()
        .find(|old| old.starts_with(&format!("{key}:")))
    {
        Some(old) => *old = line.to_owned(),
        None => lines.push(line.to_owned()),
    }
    format!("---\n{}\n---\nb\n", lines.join("\n"))
}

#[test]
fn cases() {
    cases::run("header.md", &KEYS, |case| {
        let text = text(case);
        let tree = Tree::new();
        let path = tree.write("l/x/FRAGMENT.md", &text);
        let read = FragmentManifest::parse(&text, &path);
        let found = discover(&[tree.layer("l", 0)]);
        if let Some(expected) = case.get("error") {
            let error = read.unwrap_err();
            assert_eq!(error.path(), Some(path.as_path()));
            let location = error.location().unwrap().clone();
            let at = location.position;
            let whole = error.to_string();
            let message = whole
                .strip_prefix(&format!("{}:{at}: ", path.display()))
                .unwrap();
            assert_eq!(
                format!("{at}: {}: {message}", error.field().unwrap_or("-")),
                expected
            );
            // The disk holds the start of the same text.
            assert_eq!(found.problems[0].to_string(), whole);
            assert!(text.get(location.span).is_some());
            assert!(error.report(&text).unwrap().to_string().contains(message));
            return;
        }
        let parsed = read.unwrap();
        let (manifest, diagnostics) = (parsed.manifest, parsed.diagnostics);
        assert!(found.problems.is_empty());
        let resource = &found.loaded[0].value;
        let reported: Vec<_> = found
            .diagnostics
            .into_iter()
            .map(|seen| seen.diagnostic)
            .collect();
        assert_eq!(reported, diagnostics);
        assert_eq!(resource.manifest, manifest);
        let reports: Vec<_> = diagnostics.iter().map(|d| d.to_line(None, &text)).collect();
        assert_eq!(reports, case.all("reports"));
        if let Some(name) = case.get("name") {
            assert_eq!(manifest.name, name);
        }
        if let Some(description) = case.get("description") {
            assert_eq!(manifest.description, description);
        }
        if let Some(arguments) = case.get("arguments") {
            assert_eq!(
                serde_json::to_string(&manifest.arguments).unwrap(),
                arguments
            );
        }
        if let Some(body) = case.get("body") {
            assert_eq!(resource.load_body().unwrap(), body);
        }
        assert_eq!(resource.load_text().unwrap(), text);
    });
}

#[test]
fn lines_end_in_lf_or_crlf() {
    for case in cases::read("header.md", &KEYS) {
        let lf = text(&case);
        if lf.contains('\r') {
            continue;
        }
        let crlf = lf.replace('\n', "\r\n");
        let read = [lf, crlf].map(
            |text| match FragmentManifest::parse(&text, Path::new("p")) {
                Ok(parsed) => format!("{:?}", parsed.manifest),
                Err(error) => error.to_string(),
            },
        );
        assert_eq!(read[0], read[1], "{}", case.name);
    }
}

/// The codes of diagnostics about a text. Each has a case, and each case a code with documentation.
#[test]
fn every_code_has_a_constant() {
    let source = include_str!("../../src/diagnostics.rs");
    let (_, imported) = source.split_once("::diagnostics::{").unwrap();
    let (imported, _) = imported.split_once('}').unwrap();
    let declared = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(": &str = "));
    let known: BTreeSet<String> = imported
        .split(',')
        .map(str::trim)
        .chain(declared.map(|(name, _)| name))
        .filter(|name| !matches!(*name, "" | "NOT_A_FRAGMENT"))
        .map(|name| name.to_lowercase().replace('_', "-"))
        .collect();
    let cases = cases::read("header.md", &KEYS);
    let reports: Vec<&str> = cases.iter().flat_map(|case| case.all("reports")).collect();
    let code = |report: &'_ str| {
        report[report.find('[').unwrap() + 1..report.find(']').unwrap()].to_owned()
    };
    let reported: BTreeSet<String> = reports.iter().map(|report| code(report)).collect();
    assert_eq!(reported, known);
}
