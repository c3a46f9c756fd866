//! Loading files from layers: search, reading on threads, and the choice among files of one name.

use interline_files::{
    Entry, Error, Layer, LoadReport, Loaded, Lookup, Named, Outcome, ScanOptions, Selection,
    SkipReason, SourceFile, read_candidates, search,
};
use interline_text::{Diagnostic, Severity};

use crate::tree::Tree;

/// A file whose first line is its name.
#[derive(Debug, PartialEq)]
struct Note {
    name: String,
}

impl Named for Note {
    fn name(&self) -> &str {
        &self.name
    }
}

fn select(entry: &Entry) -> Selection<Note, Error> {
    let name = entry.path().to_string_lossy();
    if entry.is_dir() {
        Selection::Ignore
    } else if name.ends_with(".note") {
        Selection::Read
    } else {
        let expected = ".note".to_owned();
        Selection::Done(Outcome::skipped(
            entry.path(),
            SkipReason::WrongName { expected },
        ))
    }
}

fn problem(error: Error) -> Outcome<Note, Error> {
    Outcome::problem(error.path().unwrap().to_owned(), error)
}

fn read(entry: &Entry, _: &mut String) -> Outcome<Note, Error> {
    let text = match entry.open(99).and_then(SourceFile::read_text) {
        Ok(text) => text,
        Err(error) => return problem(error),
    };
    let path = entry.path();
    if text == "ignored" {
        return Outcome::ignored();
    }
    let name = text.lines().next().unwrap_or_default().to_owned();
    let found = text
        .find('!')
        .map(|at| Diagnostic::new(Severity::Warning, "mark", at..at + 1, "a mark"));
    Outcome::loaded(path, entry.layer(), Note { name }).with_diagnostics(
        path,
        &text,
        found.into_iter().collect(),
    )
}

fn load(layers: &[Layer], threads: usize) -> LoadReport<Note, Error> {
    let candidates = search(layers, &ScanOptions::new(), select, problem);
    let outcomes = read_candidates(candidates, threads, read);
    LoadReport::resolve(outcomes, |loaded: &Loaded<Note>| {
        layers[loaded.layer].precedence
    })
}

#[test]
fn reports_loaded_shadowed_skipped_problems_and_diagnostics() {
    let tree = Tree::new();
    tree.write("low/1.note", "a");
    tree.write("low/2.note", "a\n");
    tree.write("low/3.note", "b\n  !");
    tree.write("high/4.note", "a");
    tree.write("high/5.note", b"\xff");
    tree.write("high/6.txt", "c");
    tree.write("high/7.note", "ignored");
    let layers = [tree.layer("low", 0), tree.layer("high", 1)];
    let report = load(&layers, 1);
    let names: Vec<_> = report.values().map(Note::name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(report.loaded[0].path, tree.path("high/4.note"));
    assert_eq!(report.loaded[0].layer, 1);
    let shadowed: Vec<_> = report
        .shadowed
        .iter()
        .map(|found| (found.loaded.path.clone(), found.duplicate_of.clone()))
        .collect();
    let first = tree.path("low/1.note");
    assert_eq!(
        shadowed,
        [
            (first.clone(), None),
            (tree.path("low/2.note"), Some(first))
        ]
    );
    let winner = tree.path("high/4.note");
    assert!(report.shadowed.iter().all(|found| found.by == winner));
    assert_eq!(report.skipped[0].path, tree.path("high/6.txt"));
    assert_eq!(report.skipped.len(), 1);
    assert_eq!(report.problems[0].path, tree.path("high/5.note"));
    let [found] = report.diagnostics.as_slice() else {
        panic!("{:?}", report.diagnostics);
    };
    let path = tree.path("low/3.note");
    assert_eq!(
        found.to_string(),
        format!("{}:2:3: warning[mark]: a mark", path.display())
    );
    assert!(found.report().unwrap().to_string().contains("2 |   !"));

    assert!(matches!(report.find("b"), Some(Lookup::Loaded(found)) if found.path == path));
    assert!(report.find("c").is_none());
    let message = report.problems[0].to_string();
    assert_eq!(report.into_result().unwrap_err().to_string(), message);
}

#[test]
fn a_problem_is_found_by_its_name() {
    let named = |name: &str| {
        let error = Error::Changed { path: name.into() };
        Outcome::<Note, Error>::problem(name, error).with_name(Some(name.to_owned()))
    };
    let loaded = Outcome::loaded("x", 0, Note { name: "b".into() });
    let report = LoadReport::resolve(vec![named("a"), named("b"), loaded], |_| 0);
    assert!(matches!(report.find("a"), Some(Lookup::Problem(_))));
    assert!(matches!(report.find("b"), Some(Lookup::Loaded(_))));
}

#[test]
fn one_file_counts_once() {
    let note = |path: &str, name: &str| Outcome::loaded(path, 0, Note { name: name.into() });
    let outcomes = vec![
        note("l/a", "a").with_identity(None),
        note("k/link", "b").with_identity(Some("l/a".into())),
        note("l/c", "c").with_identity(Some("m/c".into())),
        // Without an identity files are not compared.
        note("l/a", "d"),
    ];
    let report: LoadReport<Note, Error> = LoadReport::resolve(outcomes, |_| 0);
    let names: Vec<_> = report.into_values().map(|note| note.name).collect();
    assert_eq!(names, ["a", "c", "d"]);
}

#[test]
fn threads_do_not_change_the_report() {
    let tree = Tree::new();
    for number in 0..600 {
        let text = format!("n{}\n{}", number % 450, "!".repeat(number % 3));
        tree.write(&format!("l/{number:03}.note"), text);
    }
    let layers = [tree.layer("l", 0)];
    let one = format!("{:?}", load(&layers, 1));
    for threads in [0, 2, 7] {
        assert_eq!(format!("{:?}", load(&layers, threads)), one, "{threads}");
    }
}
