//! The case files in `tests/cases`: prose and examples, each file run by one function.
//!
//! A case is a fenced block with the info string `case`: one `key value` a line, values escaped as in Rust
//! strings. What it holds decides what is run: `document` and `response` together are applied, either alone is read,
//! `reposition` moves a boundary, `summary` alone makes a slug, `live` and `code` are texts with a place for a marker. What a case does not mention must not be there: no
//! `diagnostic` means that none is reported, no `patch` that there is no patch. A block `defaults` gives keys to every case of
//! its file that applies a response.

mod applying;
mod boundary;
mod file;
mod lines;
mod matrix;
mod reading;

use crate::commonmark;
pub(crate) use file::Case;
use file::Kind;
pub(crate) use lines::Report;

/// Runs every case of a file and fails with all that differ.
fn run(name: &str, text: &str) {
    let cases = file::cases(name, text);
    assert!(!cases.is_empty(), "{name} holds no case");
    let failures: Vec<String> = cases.iter().filter_map(failure).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases in {name} differ\n\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n"),
    );
}

/// Returns the differences of a case; `None` when it holds.
fn failure(case: &Case) -> Option<String> {
    let report = match case.kind() {
        Kind::Response => reading::response(case),
        Kind::Document => reading::document(case),
        Kind::Applying => applying::apply(case),
        Kind::Reposition => boundary::reposition(case),
        Kind::Slug => boundary::slug(case),
        Kind::Placed => commonmark::placed(case),
    };
    report
        .failure()
        .map(|what| format!("{}\n{what}", case.title()))
}

#[test]
fn answers() {
    run("answers.md", include_str!("../cases/answers.md"));
}

#[test]
fn markers() {
    run("markers.md", include_str!("../cases/markers.md"));
}

#[test]
fn code() {
    run("code.md", include_str!("../cases/code.md"));
}

#[test]
fn commonmark() {
    run("commonmark.md", include_str!("../cases/commonmark.md"));
}

#[test]
fn responses() {
    run("responses.md", include_str!("../cases/responses.md"));
}

#[test]
fn documents() {
    run("documents.md", include_str!("../cases/documents.md"));
}

#[test]
fn applying() {
    run("applying.md", include_str!("../cases/applying.md"));
}

#[test]
fn invalid_content() {
    run(
        "invalid_content.md",
        include_str!("../cases/invalid_content.md"),
    );
}

#[test]
fn boundaries() {
    run("boundary.md", include_str!("../cases/boundary.md"));
}

/// Every response of the case files.
pub(crate) fn all_responses() -> Vec<String> {
    let files = [
        ("answers.md", include_str!("../cases/answers.md")),
        ("markers.md", include_str!("../cases/markers.md")),
        ("code.md", include_str!("../cases/code.md")),
        ("responses.md", include_str!("../cases/responses.md")),
        ("applying.md", include_str!("../cases/applying.md")),
        (
            "invalid_content.md",
            include_str!("../cases/invalid_content.md"),
        ),
        ("boundary.md", include_str!("../cases/boundary.md")),
    ];
    let cases = files
        .into_iter()
        .flat_map(|(name, text)| file::cases(name, text));
    cases
        .filter_map(|case| case.get("response").map(str::to_owned))
        .collect()
}
