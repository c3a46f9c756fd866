//! Valid expressions, and the errors of invalid ones.

use interline_content::{Category, Collection, Project};

use crate::docroot::{Docroot, locations};

fn docroot() -> Docroot {
    Docroot::of(&[
        ("docs/a.md", "a"),
        ("docs/deep/b.md.mustache", "b"),
        ("docs/c,d.md", "c"),
        ("notes/n.md", "n"),
        ("notes/n.txt", "n"),
    ])
}

fn project() -> Project {
    Project::new("p")
        .category(Category::new("docs", "docs"))
        .category(Category::new("notes", "notes"))
        .collection(Collection::new("all", ["notes", "docs"]))
        .collection(Collection::new("none", [""; 0]))
}

const ALL: [&str; 5] = [
    "docs/a.md",
    "docs/c,d.md",
    "docs/deep/b.md.mustache",
    "notes/n.md",
    "notes/n.txt",
];

#[test]
fn names_and_patterns() {
    let docroot = docroot();
    let library = docroot.library(project());
    for (expression, pattern, expected) in [
        ("docs", None, &ALL[..3]),
        (" notes ", None, &ALL[3..]),
        ("docs,notes", None, &ALL[..]),
        ("docs,\n\tnotes\n", None, &ALL[..]),
        ("all", None, &[ALL[3], ALL[4], ALL[0], ALL[1], ALL[2]]),
        ("none", None, &[]),
        // Content that is reached again is not served again.
        ("docs,docs/a*,all,notes", None, &ALL[..]),
        ("docs/a*,docs", None, &ALL[..3]),
        ("docs/deep/*,all/*.txt", None, &[ALL[2], ALL[4]]),
        ("all/*.md", None, &[ALL[3], ALL[0], ALL[1]]),
        ("docs/{a,c\\,d}.md", None, &ALL[..2]),
        ("docs/c[,]d.md , notes", None, &[ALL[1], ALL[3], ALL[4]]),
        // The pattern beside the expression is for names without one.
        ("docs,notes", Some("*.txt"), &ALL[4..]),
        ("docs/a*,notes", Some("*.txt"), &[ALL[0], ALL[4]]),
        ("docs", Some("nothing*"), &[]),
    ] {
        let content = library.content(expression, pattern).unwrap();
        assert_eq!(locations(&content), expected, "{expression}");
        assert!(content.problems.is_empty());
        assert_eq!(content.is_empty(), expected.is_empty());
    }
    assert_eq!(
        locations(&library.category_content("docs", Some("a*")).unwrap()),
        ALL[..1]
    );
    assert_eq!(
        locations(&library.collection_content("all", Some("*.txt")).unwrap()),
        ALL[4..]
    );
    let empty = library.content("none", None).unwrap();
    assert_eq!(
        (
            empty.to_text().unwrap().as_str(),
            empty.content_type().as_str()
        ),
        ("", "text/plain; charset=utf-8")
    );
}

#[test]
fn errors_have_their_place() {
    let docroot = docroot();
    let library = docroot.library(project());
    let many = "docs,".repeat(300);
    let long = "x".repeat(70_000);
    for (expression, expected) in [
        (
            "",
            "expression:1:1: expected a name of a category or collection",
        ),
        (
            "docs, ,notes",
            "expression:1:6: ` `: expected a name of a category or collection",
        ),
        (
            "docs,",
            "expression:1:6: expected a name of a category or collection",
        ),
        (
            "/a*",
            "expression:1:1: `/a*`: expected a name of a category or collection before `/`",
        ),
        (
            "docs notes",
            "expression:1:5: ` `: not of a name: expected `,` between names and `/` before a pattern",
        ),
        (
            "docs,\n é\u{7}",
            "expression:2:3: `\\u{7}`: not of a name: expected `,` between names and `/` before a pattern",
        ),
        (
            "docs/ ",
            "expression:1:1: `docs/`: expected a pattern after `/`, such as `*.md`",
        ),
        (
            "docs,\n né, notes",
            "expression:2:2: `né`: no category or collection has this name: expected `docs`, `notes`, `all`, `none`",
        ),
        (
            "docs, notes/[a",
            "expression:1:13: `[a`: invalid glob pattern: missing `]`; write `\\[` for a literal bracket",
        ),
        (
            "docs/../x",
            "expression:1:6: `../x`: invalid glob pattern: write parts with single `/` between them, none of them `.` or `..`",
        ),
        (
            "docs//etc/*",
            "expression:1:6: `/etc/*`: invalid glob pattern: absolute: write a path relative to the directory of the category",
        ),
        (
            &many,
            "expression:1:1281: `docs`: more than 256 names: expected fewer; use a collection for several categories",
        ),
        (
            &long,
            "expression:1:1: longer than 65536 bytes: expected a shorter expression",
        ),
    ] {
        let error = library.content(expression, None).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.error_type(), "expression_error");
        assert!(
            error
                .report()
                .unwrap()
                .to_string()
                .contains("--> expression:")
        );
    }
    let error = library.content("docs,nope/*", None).unwrap_err();
    assert_eq!(error.location().unwrap().to_string(), "expression:1:6");
    assert_eq!(
        error.report().unwrap().to_string(),
        "error: no category or collection has this name: expected `docs`, `notes`, `all`, `none`\n --> expression:1:6\n  |\n\
         1 | docs,nope/*\n  |      ^^^^"
    );
}

#[test]
fn names_that_there_are_not() {
    let docroot = docroot();
    let library = docroot.library(project());
    let error = library.category_content("all", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no category `all`: expected `docs`, `notes`"
    );
    let error = library.collection_content("docs", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no collection `docs`: expected `all`, `none`"
    );
    let error = library.category_content("a\nb", Some("/x")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no category `a\\nb`: expected `docs`, `notes`"
    );
    let bare = docroot.library(Project::new("p"));
    let error = bare.category_content("docs", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no category `docs`: expected one, but none is defined"
    );
    let many = (0..15).fold(Project::new("p"), |project, number| {
        project.category(Category::new(format!("c{number}"), "docs"))
    });
    let error = docroot
        .library(many)
        .category_content("docs", None)
        .unwrap_err();
    assert!(
        error.to_string().ends_with("`c9` or one of 5 others"),
        "{error}"
    );
}

#[test]
fn nothing_is_read_for_an_expression_that_is_wrong_further_on() {
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{#broken}}")]);
    let library = docroot.library(project());
    let error = library.content("docs,nope", None).unwrap_err();
    assert_eq!(error.error_type(), "expression_error");
}
