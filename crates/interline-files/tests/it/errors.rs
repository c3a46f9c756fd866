use std::io;

use interline_files::{Error, SourceFile};

use crate::tree::Tree;

#[test]
fn an_error_goes_anywhere() {
    fn assert_portable<T: std::error::Error + Send + Sync + Clone + 'static>() {}
    assert_portable::<Error>();
}

#[test]
fn every_error_has_its_path_and_says_what_to_do() {
    let tree = Tree::of(&["d/"]);
    let missing = SourceFile::open(tree.path("no"), 1).unwrap_err();
    assert_eq!(missing.path(), tree.path("no"));
    assert_eq!(missing.io_kind(), Some(io::ErrorKind::NotFound));
    assert!(std::error::Error::source(&missing).is_some());
    let directory = SourceFile::open(tree.path("d"), 1).unwrap_err();
    assert_eq!(
        (directory.path(), directory.io_kind()),
        (tree.path("d").as_path(), None)
    );
    assert_eq!(
        directory.to_string(),
        format!(
            "{}: expected a file, found a directory",
            tree.path("d").display()
        )
    );
    let spelling = Error::WrongSpelling {
        path: "x/note".into(),
        expected: "NOTE".into(),
    };
    assert_eq!(
        spelling.to_string(),
        "x/note: expected the name `NOTE`, in exactly this spelling"
    );
}
