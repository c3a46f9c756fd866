//! Projects that cannot be used, reported before anything is read.

use interline_content::{Category, Collection, ContentLibrary, Project};

use crate::docroot::Docroot;

fn one(name: &str, dir: &str) -> Project {
    Project::new("p").category(Category::new(name, dir))
}

#[test]
fn what_is_wrong_with_a_project() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    let docs = || one("docs", "docs");
    let outside =
        "`docs`: directory leaves the docroot: expected a relative one without `..` and `\\`";
    let name = "not a name: expected characters other than spaces, control characters, `,` and `/`";
    let twice = "`docs`: given twice: expected another name for each category and collection";
    for (project, expected) in [
        (one("docs", "../x"), outside),
        (one("docs", "docs/../../x"), outside),
        (one("docs", ".."), outside),
        (one("docs", "/etc"), outside),
        (one("docs", "a\\b"), outside),
        (one("docs", "a\0b"), outside),
        (one("", "docs"), &format!("``: {name}")),
        (one("a b", "docs"), &format!("`a b`: {name}")),
        (one("a,b", "docs"), &format!("`a,b`: {name}")),
        (one("a/b", "docs"), &format!("`a/b`: {name}")),
        (one("a\nb", "docs"), &format!("`a\\nb`: {name}")),
        (docs().category(Category::new("docs", "x")), twice),
        (docs().collection(Collection::new("docs", ["docs"])), twice),
        (
            docs().collection(Collection::new("all", ["docs", "nope"])),
            "`all`: a category of this collection does not exist: expected names of categories",
        ),
        (
            Project::new("p").category(Category::new("docs", "docs").patterns(["*.md", "a**["])),
            "invalid glob pattern `a**[`: missing `]`; write `\\[` for a literal bracket",
        ),
        (
            Project::new("p").category(Category::new("docs", "docs").patterns(["/etc/*"])),
            "invalid glob pattern `/etc/*`: absolute: write a path relative to the directory of the category",
        ),
    ] {
        let error = ContentLibrary::new(docroot.path(""), project).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(error.location().is_none() && error.report().is_none());
    }
}

#[test]
fn a_docroot_that_is_none() {
    let docroot = Docroot::of(&[("file", "")]);
    for path in ["nope", "file"] {
        let error = ContentLibrary::new(docroot.path(path), Project::new("p")).unwrap_err();
        assert!(error.to_string().starts_with("docroot: "), "{error}");
        assert_eq!(error.error_type(), "project_error");
        docroot.is_silent(&format!("{error} {error:?}"));
    }
}

#[test]
fn a_project_may_come_from_a_file() {
    let text = r#"{
        "name": "interline",
        "categories": [{"name": "docs", "dir": "docs", "patterns": ["**/*.md"]}],
        "collections": [{"name": "all", "categories": ["docs"], "description": "all of it"}]
    }"#;
    let project: Project = serde_json::from_str(text).unwrap();
    let expected = Project::new("interline")
        .category(Category::new("docs", "docs").patterns(["**/*.md"]))
        .collection(Collection::new("all", ["docs"]).description("all of it"));
    assert_eq!(project, expected);
}

#[test]
fn a_library_keeps_to_itself_where_it_reads() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    let library = docroot.library(one("docs", "docs"));
    docroot.is_silent(&format!("{library:?}"));
    assert_eq!(library.project().name, "p");
}
