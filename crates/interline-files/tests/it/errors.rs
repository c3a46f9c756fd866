use std::io;

use interline_files::{Error, SourceFile};

use crate::tree::Tree;

#[test]
fn errors_are_portable() {
    fn assert_portable<T: std::error::Error + Send + Sync + Clone + 'static>() {}
    assert_portable::<Error>();
}

#[test]
fn every_error_has_a_path_and_a_fix() {
    let tree = Tree::of(&["d/"]);
    let missing = SourceFile::open(tree.path("no"), 1).unwrap_err();
    assert_eq!(missing.path(), Some(tree.path("no").as_path()));
    assert_eq!(
        missing.to_string(),
        format!("{}: not found; check the path", tree.path("no").display())
    );
    assert_eq!(missing.io_kind(), Some(io::ErrorKind::NotFound));
    assert!(std::error::Error::source(&missing).is_some());
    let directory = SourceFile::open(tree.path("d"), 1).unwrap_err();
    assert_eq!(
        (directory.path(), directory.io_kind()),
        (Some(tree.path("d").as_path()), None)
    );
    assert_eq!(
        directory.to_string(),
        format!(
            "{}: expected a regular file, found a directory",
            tree.path("d").display()
        )
    );
    let spelling = Error::WrongSpelling {
        path: "x/note".into(),
        expected: "NOTE".into(),
    };
    assert_eq!(
        spelling.to_string(),
        "x/note: wrong spelling of the file name; rename it to `NOTE`"
    );
}

#[cfg(feature = "update")]
#[test]
fn every_code_is_the_name_of_its_constant() {
    let source = include_str!("../../src/diagnostics.rs");
    let declared = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const "));
    let codes: Vec<_> = declared
        .filter_map(|line| line.split_once(": &str = "))
        .map(|(name, value)| (name, value.trim_matches(['"', ';'])))
        .collect();
    assert!(!codes.is_empty());
    for (name, code) in codes {
        assert_eq!(name.to_lowercase().replace('_', "-"), code);
    }
}

#[test]
fn locates_the_first_byte_that_is_not_utf8() {
    let tree = Tree::new();
    let path = tree.write("a.md", b"---\nname: \xc3\xa9\xff\n");
    let error = SourceFile::open(&path, 99)
        .unwrap()
        .read_text()
        .unwrap_err();
    let expected = format!(
        "{}:2:8: invalid UTF-8; save the file as UTF-8",
        path.display()
    );
    assert_eq!(error.to_string(), expected);
    let at = error.location().unwrap();
    assert_eq!(
        (at.path.as_deref(), at.span.start),
        (Some(path.as_path()), 12)
    );
    let report = error.report("---\nname: \u{e9}\n").unwrap().to_string();
    assert!(
        report.starts_with("error: invalid UTF-8; save the file as UTF-8\n"),
        "{report}"
    );
    assert!(report.contains("2 | name: \u{e9}"), "{report}");
}

#[test]
fn each_kind_has_a_code() {
    let tree = crate::tree::Tree::of(&["directory/x", "file"]);
    let code = |name: &str, max| {
        interline_files::SourceFile::open(tree.path(name), max)
            .unwrap_err()
            .code()
    };
    assert_eq!(code("directory", 9), "not-a-file");
    assert_eq!(code("file", 2), "file-too-large");
    assert_eq!(code("none", 9), "not-found");
    #[cfg(unix)]
    {
        tree.link("dangling", "nowhere");
        tree.link("loop", "loop");
        assert_eq!(code("dangling", 9), "dangling-link");
        assert_eq!(code("loop", 9), "link-loop");
    }
}
