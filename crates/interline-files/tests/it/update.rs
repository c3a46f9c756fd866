//! One program that updates a file: what is written, what is kept, what is refused.

use std::fs;

use interline_files::{Error, UpdateOptions, Updated, replace, update};

use crate::tree::Tree;

fn options() -> UpdateOptions {
    UpdateOptions::new()
}

/// Adds a line.
fn append(path: impl AsRef<std::path::Path>) -> Result<Updated, Error> {
    update(path, &options(), |old| Ok(Some(format!("{old}more\n"))))
}

#[test]
fn gives_what_the_file_holds() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "text\n").unwrap();
    let updated = append(&path).unwrap();
    assert_eq!(updated.text, "text\nmore\n");
    assert!(updated.is_written && updated.diagnostics.is_empty());
    assert_eq!(fs::read_to_string(&path).unwrap(), updated.text);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn writes_nothing_where_nothing_changes() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "text\n").unwrap();
    // A file that may not be written does for that.
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    for new in [None, Some("text\n".to_owned())] {
        let updated = update(&path, &options(), |_| Ok::<_, Error>(new.clone())).unwrap();
        assert_eq!(updated.text, "text\n");
        assert!(!updated.is_written && updated.diagnostics.is_empty());
    }
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
}

#[test]
fn passes_the_error_of_the_caller_on() {
    #[derive(Debug)]
    enum Mine {
        Files(Error),
        Refused(String),
    }

    impl From<Error> for Mine {
        fn from(error: Error) -> Self {
            Self::Files(error)
        }
    }

    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "text\n").unwrap();
    let error = update(&path, &options(), |old| Err(Mine::Refused(old.to_owned()))).unwrap_err();
    assert!(matches!(error, Mine::Refused(old) if old == "text\n"));
    let missing = tree.path("missing.md");
    let error = update(&missing, &options(), |_| Err(Mine::Refused(String::new()))).unwrap_err();
    assert!(matches!(&error, Mine::Files(error) if error.path() == Some(&missing)));
    assert_eq!(fs::read_to_string(&path).unwrap(), "text\n");
    // Nothing is locked afterwards.
    assert!(append(&path).is_ok());
}

#[test]
fn replaces_only_the_expected_text() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "old\n").unwrap();
    let error = replace(&path, "other\n", "new\n", &options()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: changed or removed by another program since it was read, and not replaced; read it again",
            path.display()
        )
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "old\n");
    let updated = replace(&path, "old\n", "new\n", &options()).unwrap();
    assert_eq!((updated.text.as_str(), updated.is_written), ("new\n", true));
    assert_eq!(fs::read_to_string(&path).unwrap(), "new\n");
    assert!(
        !replace(&path, "new\n", "new\n", &options())
            .unwrap()
            .is_written
    );
}

#[test]
fn rejects_files_that_are_not_text() {
    let tree = Tree::of(&["a.md", "d/"]);
    let path = tree.path("a.md");
    fs::write(&path, b"one\ntw\xff\n").unwrap();
    let Error::NotUtf8 { offset, at, .. } = append(&path).unwrap_err() else {
        panic!("it is not UTF-8");
    };
    assert_eq!((offset, at.position.line, at.position.column), (6, 2, 3));
    assert!(matches!(
        append(tree.path("d")).unwrap_err(),
        Error::NotAFile { .. }
    ));
    let limit = options().max_bytes(3);
    let error = update(&path, &limit, |_| Ok::<_, Error>(None)).unwrap_err();
    assert!(matches!(error, Error::FileTooLarge { limit: 3, .. }));
    assert_eq!(fs::read(&path).unwrap(), b"one\ntw\xff\n");
}

#[test]
fn leaves_a_read_only_file_alone() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "text\n").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = append(&path).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: cannot be replaced, and is unchanged: it is read-only; make it writable",
            path.display()
        )
    );
    assert_eq!(error.io_kind(), Some(std::io::ErrorKind::PermissionDenied));
    assert_eq!(fs::read_to_string(&path).unwrap(), "text\n");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_new_empty_file_is_filled() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "").unwrap();
    assert_eq!(append(&path).unwrap().text, "more\n");
}

#[cfg(unix)]
#[test]
fn an_update_within_an_update_of_the_same_file_ends() {
    let tree = Tree::of(&["a.md"]);
    let path = tree.path("a.md");
    fs::write(&path, "text\n").unwrap();
    let short = options().wait(std::time::Duration::from_millis(20));
    let error = update(&path, &short, |_| {
        update(&path, &short, |_| Ok::<_, Error>(None))?;
        Ok::<_, Error>(None)
    });
    assert!(matches!(error, Err(Error::Locked { .. })));
}

#[cfg(unix)]
#[test]
fn replaces_the_target_of_a_symlink() {
    let tree = Tree::of(&["d/a.md"]);
    let path = tree.path("d/a.md");
    fs::write(&path, "text\n").unwrap();
    let (first, second) = (tree.path("first.md"), tree.path("second.md"));
    std::os::unix::fs::symlink("d/a.md", &first).unwrap();
    std::os::unix::fs::symlink(&first, &second).unwrap();
    append(&second).unwrap();
    assert_eq!(
        fs::read_link(&first).unwrap(),
        std::path::Path::new("d/a.md")
    );
    assert_eq!(fs::read_link(&second).unwrap(), first);
    assert_eq!(fs::read_to_string(&path).unwrap(), "text\nmore\n");
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        append(&second).unwrap_err(),
        Error::DanglingLink { .. }
    ));
}

#[cfg(unix)]
#[test]
fn synchronises_the_directory_on_request() {
    use interline_files::diagnostics::DIRECTORY_NOT_SYNCED;
    use interline_testing::{as_unprivileged_user, set_mode};

    as_unprivileged_user(
        "update::synchronises_the_directory_on_request",
        |directory| {
            let path = directory.join("a.md");
            fs::write(&path, "text\n").unwrap();
            let synced = options().sync_directory(true);
            let append = || {
                update(&path, &synced, |old| {
                    Ok::<_, Error>(Some(format!("{old}more\n")))
                })
            };
            let updated = append().unwrap();
            assert!(updated.diagnostics.is_empty(), "{updated:?}");
            // A directory that may be written and searched, and not be opened.
            set_mode(directory, 0o300);
            let updated = append().unwrap();
            set_mode(directory, 0o700);
            let codes: Vec<_> = updated
                .diagnostics
                .iter()
                .map(|found| &*found.code)
                .collect();
            assert_eq!(codes, [DIRECTORY_NOT_SYNCED]);
            assert_eq!(fs::read_to_string(&path).unwrap(), "text\nmore\nmore\n");
        },
    );
}

/// A write that fails in the middle, as when no space is left.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_file_and_nothing_else() {
    use std::process::Command;

    /// Names the file, in a child under a limit on the size of files.
    const FILE: &str = "INTERLINE_FULL_DISK_AT";

    let old = "x".repeat(30_000);
    let hard_links = interline_files::HardLinks::InPlace;
    if let Some(path) = std::env::var_os(FILE) {
        let error = update(&path, &options().hard_links(hard_links), |old| {
            Ok::<_, Error>(Some(old.repeat(4)))
        });
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Write { .. }), "{error}");
        assert_eq!(error.io_kind(), Some(std::io::ErrorKind::FileTooLarge));
        return;
    }
    for has_other_name in [false, true] {
        let tree = Tree::of(&["a.md"]);
        let path = tree.path("a.md");
        fs::write(&path, &old).unwrap();
        if has_other_name {
            fs::hard_link(&path, tree.path("b.md")).unwrap();
        }
        let status = Command::new("sh")
            // 512 bytes or a kibibyte each, as the shell has it: the text does not fit either way.
            .args(["-c", "trap '' XFSZ; ulimit -f 80; exec \"$@\"; exit 99", "sh"])
            .arg(std::env::current_exe().unwrap())
            .args(["update::a_full_disk_leaves_the_file_and_nothing_else", "--exact"])
            .env(FILE, &path)
            .stdout(std::process::Stdio::null())
            .status()
            .unwrap();
        assert!(status.success(), "{status}");
        assert!(fs::read_to_string(&path).unwrap() == old);
        let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(names, 1 + usize::from(has_other_name));
    }
}
