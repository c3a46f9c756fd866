//! Nothing outside of the docroot is read, and no message contains its path.

use std::path::Path;

use interline_content::{Category, Project};

use crate::docroot::{Docroot, docs, locations};

#[cfg(unix)]
#[test]
fn links_to_files_outside_are_refused() {
    let docroot = Docroot::of(&[("docs/a.md", "a"), ("other/in.md", "in")]);
    std::fs::write(docroot.outside().join("secret.md"), "SECRET").unwrap();
    docroot.link("docs/secret.md", "../../secret.md");
    docroot.link("docs/in.md", "../other/in.md");
    // One that is asked for fails the request.
    for pattern in [None, Some("*.md"), Some("secret.md")] {
        let error = docroot.docs(pattern).unwrap_err();
        assert_eq!(
            error.to_string(),
            "docs/secret.md: leads out of the docroot: move the target there"
        );
        assert_eq!(error.error_type(), "file_error");
    }
    // A document outside of the docroot is reported.
    let content = docroot.docs(Some("[ai]*")).unwrap();
    assert_eq!(locations(&content), ["docs/a.md", "docs/in.md"]);
    assert_eq!(content.problems.len(), 1);
    assert_eq!(
        content.problems[0].path(),
        Some(Path::new("docs/secret.md"))
    );
    assert!(!format!("{content:?}").contains("SECRET"));
}

#[cfg(unix)]
#[test]
fn directories_outside_are_refused() {
    let docroot = Docroot::of(&[
        ("docs/a.md", "a"),
        ("real/r.md.mustache", "{{category.dir}} {{file.path}}"),
    ]);
    std::fs::create_dir(docroot.outside().join("out")).unwrap();
    std::fs::write(docroot.outside().join("out/secret.md"), "SECRET").unwrap();
    docroot.link("docs/out", "../../out");
    docroot.link("leak", docroot.outside().join("out"));
    docroot.link("within", "real");
    docroot.link("broken", "nowhere");
    docroot.link("circle", "circle");
    docroot.write("file", "no directory");
    let content = docroot.docs(Some("*.md")).unwrap();
    assert_eq!(locations(&content), ["docs/a.md"]);
    let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["docs/out: leads out of the docroot: move the target there"]
    );
    for (dir, expected) in [
        (
            "leak",
            "leak: leads out of the docroot: move the target there",
        ),
        (
            "docs/out",
            "docs/out: leads out of the docroot: move the target there",
        ),
        (
            "leak/secret.md",
            "leak/secret.md: expected a directory, found something else",
        ),
        (
            "broken",
            "broken: this link leads to nothing: restore what it points to or remove it",
        ),
        ("circle", "circle: this link leads in a circle: remove it"),
        ("file", "file: expected a directory, found something else"),
        (
            "file/x",
            "file/x: expected a directory, found something else",
        ),
    ] {
        let library = docroot.library(Project::new("p").category(Category::new("c", dir)));
        let error = library.content("c", None).unwrap_err();
        if dir == "leak/secret.md" {
            // Refused for one reason or the other.
            assert!(error.to_string().starts_with("leak/secret.md: "), "{error}");
        } else {
            assert_eq!(error.to_string(), expected);
        }
        docroot.is_silent(&format!("{error} {error:?}"));
    }
    // A directory within the docroot may be reached through a link.
    let library = docroot.library(Project::new("p").category(Category::new("c", "within")));
    let content = library.content("c", None).unwrap();
    assert_eq!(locations(&content), ["within/r.md.mustache"]);
    assert_eq!(content.to_text().unwrap(), "within r.md.mustache");
}

#[test]
fn names_are_names_and_nothing_more() {
    let docroot = Docroot::of(&[
        ("docs/%2e%2e/%2fa%00.md", "percent"),
        ("docs/..a.md", "hidden"),
        ("docs/a..md", "dots"),
        ("docs/a b\t\".md", "blanks"),
        ("docs/~/x.md", "home"),
    ]);
    std::fs::write(docroot.outside().join("a.md"), "SECRET").unwrap();
    let content = docroot.docs(None).unwrap();
    assert_eq!(
        locations(&content),
        [
            "docs/%2e%2e/%2fa%00.md",
            "docs/a b\t\".md",
            "docs/a..md",
            "docs/~/x.md"
        ]
    );
    assert!(
        content
            .to_text()
            .unwrap()
            .contains("Content-Location: docs/%252e%252e/%252fa%2500.md\r\n")
    );
    for pattern in ["%2e%2e/*", "*/%2fa%00.md"] {
        assert_eq!(
            docroot.docs(Some(pattern)).unwrap().to_text().unwrap(),
            "percent"
        );
    }
    for pattern in [
        "../a.md",
        "%2e%2e/../../a.md",
        "/etc/passwd",
        "C:/a",
        "a\0",
        "",
    ] {
        let error = docroot.docs(Some(pattern)).unwrap_err();
        assert_eq!(error.error_type(), "expression_error", "{pattern:?}");
    }
    let long = "x".repeat(1025);
    let error = docroot.docs(Some(&long)).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with(": longer than 1024 bytes: write a shorter pattern")
    );
    // A name that no file system takes.
    let library =
        docroot.library(Project::new("p").category(Category::new("c", "y".repeat(5_000))));
    let error = library.content("c", None).unwrap_err();
    assert_eq!(
        (error.error_type(), error.path().unwrap().as_os_str().len()),
        ("file_error", 5_000)
    );
}

#[test]
fn partials_stay_in_the_docroot() {
    let template = "[{{>../secret}}{{>/secret}}{{>docs/../../secret}}{{>docs\\a}}{{>*agent.name}}{{>leak}}]{{>parts/p}}";
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", template),
        ("parts/p.mustache", "inside"),
    ]);
    std::fs::write(docroot.outside().join("secret.mustache"), "SECRET").unwrap();
    #[cfg(unix)]
    docroot.link("leak.mustache", "../secret.mustache");
    assert_eq!(docroot.text(), "[]inside");
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    let _socket = std::os::unix::net::UnixListener::bind(docroot.path("docs/s.md")).unwrap();
    let error = docroot.docs(Some("s.md")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/s.md: expected a file, found a pipe, socket or device"
    );
    assert_eq!(docroot.docs(Some("a*")).unwrap().to_text().unwrap(), "a");
    docroot.link("docs/d.md", "/dev/zero");
    let error = docroot.docs(Some("d.md")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/d.md: leads out of the docroot: move the target there"
    );
    docroot.link("docs/l.md", "nowhere");
    let error = docroot.docs(Some("l.md")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/l.md: this link leads to nothing: restore what it points to or remove it"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn reports_names_that_are_not_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    std::fs::write(
        docroot.path("docs").join(OsStr::from_bytes(b"b\xff.md")),
        "b",
    )
    .unwrap();
    std::fs::create_dir(docroot.path("docs").join(OsStr::from_bytes(b"c\xff"))).unwrap();
    let content = docroot.docs(None).unwrap();
    assert_eq!(locations(&content), ["docs/a.md"]);
    let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "docs/b\u{fffd}.md: the name is not UTF-8: rename it",
            "docs/c\u{fffd}: the name is not UTF-8: rename it",
        ]
    );
}

#[test]
fn no_path_of_the_machine_is_in_any_variable() {
    let template = "{{.}} {{file}} {{category}} {{project}}";
    let docroot = Docroot::of(&[
        ("docs/x/a.md.mustache", template),
        ("docs/b.md.mustache", "---\na: '{{.}}'\n---\n{{.}}"),
    ]);
    let content = docroot.docs(None).unwrap();
    assert_eq!(content.files.len(), 2);
    docroot.is_silent(&content.to_text().unwrap());
    docroot.is_silent(&serde_json::to_string(&content.files).unwrap());
    assert!(
        content.files[1]
            .content
            .as_str()
            .unwrap()
            .contains("\"path\":\"x/a.md.mustache\"")
    );
}

#[cfg(unix)]
#[test]
fn control_characters_in_a_name_do_not_break_a_line() {
    let docroot = Docroot::of(&[("docs/a\nb\u{1b}.md.mustache", "{{}}")]);
    let error = docroot.error();
    assert_eq!(
        error.to_string(),
        "docs/a\\nb\\u{1b}.md.mustache:1:1: tag without a name: expected a name, or `!` for a comment"
    );
    docroot.write("docs/a\nb\u{1b}.md.mustache", b"\xff");
    assert_eq!(
        docroot.error().to_string(),
        "docs/a\\nb\\u{1b}.md.mustache: expected UTF-8 in a template, found another byte at offset 0"
    );
    let library = docroot.library(docs());
    assert_eq!(library.project().categories.len(), 1);
}
