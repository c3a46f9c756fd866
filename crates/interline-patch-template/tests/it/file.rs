//! Applying to files.

use std::fs;
use std::path::{Path, PathBuf};

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryPolicy, Error, FileError, HardLinks, UpdateOptions,
    apply_patches, apply_to_file, apply_to_file_with, parse_patches,
};
use tempfile::TempDir;

use crate::file_error;

const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";
const RESULT: &str = "<!-- agent:status -->\nnew\n<!-- /agent:status -->\n";

fn directory_with(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    fs::write(&path, content).unwrap();
    (directory, path)
}

fn apply(path: &Path) -> Result<String, Error> {
    apply_to_file(path, &parse_patches(RESPONSE), &ApplyOptions::new())
        .map(|applied| applied.text().to_owned())
}

/// Returns the message without the directory.
fn message(error: &Error, directory: &TempDir) -> String {
    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    error.to_string().replace(&prefix, "")
}

fn names(directory: &TempDir) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn the_file_holds_what_applying_gives() {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let response = parse_patches(RESPONSE);
    let applied = apply_to_file(&path, &response, &ApplyOptions::new()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
    assert_eq!(
        applied,
        apply_patches(DOCUMENT, &response, &ApplyOptions::new())
    );
    assert_eq!(names(&directory), ["plan.md"]);
}

#[test]
fn resolves_a_path_in_the_current_directory() {
    let (directory, _) = directory_with("plan.md", DOCUMENT);
    // The current directory is one for all threads, so that a relative path has to lead from there.
    let here = fs::canonicalize(".").unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    let there = fs::canonicalize(directory.path()).unwrap();
    let relative: PathBuf = up.join(there.components().skip(1).collect::<PathBuf>());
    assert_eq!(apply(&relative.join("plan.md")).unwrap(), RESULT);
}

#[test]
fn bytes_outside_the_edits_stay() {
    let document = format!(
        "\u{feff}# T  \r\n\r\n{}tail",
        DOCUMENT.replace('\n', "\r\n")
    );
    let (_directory, path) = directory_with("plan.md", &document);
    apply(&path).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        document.replace("old", "new")
    );
}

#[test]
fn nothing_is_written_when_nothing_changes() {
    let (directory, path) = directory_with("plan.md", RESULT);
    let before = fs::metadata(&path).unwrap();
    // Even a file that cannot be written is fine then.
    let mut permissions = before.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(apply(&path).unwrap(), RESULT);
    let after = fs::metadata(&path).unwrap();
    assert_eq!(after.modified().unwrap(), before.modified().unwrap());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert_eq!(after.ino(), before.ino());
    }
    assert_eq!(names(&directory), ["plan.md"]);
}

#[test]
fn the_options_are_followed() {
    let document =
        "<!-- agent:exchange -->\nhi\n<!-- agent:boundary:11111111 -->\n<!-- /agent:exchange -->\n";
    let (_directory, path) = directory_with("plan.md", document);
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let applied = apply_to_file(&path, &parse_patches("ok\n"), &options).unwrap();
    assert_eq!(applied.boundary.as_deref(), Some("11111111"));
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        document.replace("hi\n", "hi\n\nok\n")
    );
}

#[test]
fn returns_diagnostics() {
    let (_directory, path) = directory_with("plan.md", format!("{DOCUMENT}<!-- agent:log -->\n"));
    let applied = apply_to_file(&path, &parse_patches(RESPONSE), &ApplyOptions::new()).unwrap();
    assert!(applied.has_errors());
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{RESULT}<!-- agent:log -->\n")
    );
}

#[cfg(unix)]
#[test]
fn mode_bits_stay() {
    use std::os::unix::fs::PermissionsExt;
    for mode in [0o600, 0o640, 0o664, 0o755] {
        let (_directory, path) = directory_with("plan.md", DOCUMENT);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        apply(&path).unwrap();
        let found = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(found & 0o7777, mode, "{found:o}");
    }
}

#[cfg(unix)]
#[test]
fn owner_and_group_stay() {
    use std::os::unix::fs::{MetadataExt, chown};
    for (owner, group) in [
        (Some(12_345), Some(23_456)),
        (Some(12_345), None),
        (None, Some(23_456)),
    ] {
        let (_directory, path) = directory_with("plan.md", DOCUMENT);
        // Only the super-user gives files away; for others this is the file of the one who runs the test.
        let _ = chown(&path, owner, group);
        let before = fs::metadata(&path).unwrap();
        apply(&path).unwrap();
        let found = fs::metadata(&path).unwrap();
        assert_eq!((found.uid(), found.gid()), (before.uid(), before.gid()));
        assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
    }
}

#[cfg(unix)]
#[test]
fn keeps_a_symlink() {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let other = tempfile::tempdir().unwrap();
    let first = other.path().join("first.md");
    let second = other.path().join("second.md");
    std::os::unix::fs::symlink(&path, &first).unwrap();
    std::os::unix::fs::symlink("first.md", &second).unwrap();
    apply(&second).unwrap();
    assert_eq!(fs::read_link(&second).unwrap(), Path::new("first.md"));
    assert_eq!(fs::read_link(&first).unwrap(), path);
    assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
    assert_eq!(names(&directory), ["plan.md"]);
    assert_eq!(names(&other), ["first.md", "second.md"]);
}

#[test]
fn a_file_that_is_not_there_is_not_made() {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let missing = directory.path().join("gone.md");
    let error = apply(&missing).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::Io { .. }),
        "{error:?}"
    );
    assert_eq!(error.path(), Some(missing.as_path()));
    assert_eq!(error.location(), None);
    assert!(error.report(DOCUMENT).is_none());
    #[cfg(unix)]
    assert_eq!(
        message(&error, &directory),
        "gone.md: not found; check the path"
    );
    let error = apply(&path.join("plan.md")).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::Io { .. }),
        "{error:?}"
    );
    assert_eq!(names(&directory), ["plan.md"]);
}

#[test]
fn rejects_a_directory() {
    let (directory, _) = directory_with("plan.md", DOCUMENT);
    let path = directory.path().join("notes");
    fs::create_dir(&path).unwrap();
    let error = apply(&path).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::NotAFile { .. }),
        "{error:?}"
    );
    assert_eq!(error.path(), Some(path.as_path()));
    assert_eq!(
        message(&error, &directory),
        "notes: expected a regular file, found a directory"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_not_read() {
    let error = apply(Path::new("/dev/zero")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/dev/zero: expected a regular file, found a pipe, socket or device"
    );
}

#[test]
fn a_file_that_is_no_text_is_left_alone() {
    let bytes = b"# T\r\n\xc3\xa9 caf\xe9\n<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    let (directory, path) = directory_with("plan.md", bytes);
    let error = apply(&path).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::NotUtf8 { offset: 11, .. }),
        "{error:?}"
    );
    assert_eq!(
        message(&error, &directory),
        "plan.md:2:6: invalid UTF-8; save the file as UTF-8"
    );
    assert_eq!(error.path(), Some(path.as_path()));
    assert!(error.report(DOCUMENT).is_none());
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(names(&directory), ["plan.md"]);
}

#[test]
fn a_read_only_file_is_left_alone() {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = apply(&path).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::Write { .. }),
        "{error:?}"
    );
    assert_eq!(
        message(&error, &directory),
        "plan.md: cannot be replaced, and is unchanged: it is read-only; make it writable"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), DOCUMENT);
    assert_eq!(names(&directory), ["plan.md"]);
}

/// A document in a directory with a second name.
#[cfg(unix)]
fn linked() -> (TempDir, PathBuf, PathBuf) {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let other = directory.path().join("other.md");
    fs::hard_link(&path, &other).unwrap();
    (directory, path, other)
}

#[cfg(unix)]
fn apply_with(path: &Path, files: &UpdateOptions) -> Result<Applied, Error> {
    apply_to_file_with(path, &parse_patches(RESPONSE), &ApplyOptions::new(), files)
}

#[cfg(unix)]
fn codes(applied: &Applied) -> Vec<&str> {
    let codes = applied.diagnostics.iter();
    codes.map(|diagnostic| &*diagnostic.code).collect()
}

#[cfg(unix)]
#[test]
fn leaves_a_file_with_hard_links_alone() {
    let (directory, path, other) = linked();
    let error = apply(&path).unwrap_err();
    assert!(
        matches!(file_error(&error), FileError::HardLinked { links: 2, .. }),
        "{error:?}"
    );
    assert_eq!(error.path(), Some(path.as_path()));
    assert_eq!(
        message(&error, &directory),
        "plan.md: has 2 hard links, and is not replaced; allow `HardLinks::InPlace` to change the text under all names, or \
         `HardLinks::Split` to change it under this one"
    );
    assert_eq!(fs::read_to_string(&other).unwrap(), DOCUMENT);
    assert_eq!(names(&directory), ["other.md", "plan.md"]);
}

#[cfg(unix)]
#[test]
fn writes_or_splits_hard_links_on_request() {
    let (directory, path, other) = linked();
    let files = UpdateOptions::new().hard_links(HardLinks::InPlace);
    let applied = apply_with(&path, &files).unwrap();
    assert_eq!(codes(&applied), ["written-in-place"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
    assert_eq!(fs::read_to_string(&other).unwrap(), RESULT);
    assert_eq!(names(&directory), ["other.md", "plan.md"]);

    let (directory, path, other) = linked();
    let files = UpdateOptions::new().hard_links(HardLinks::Split);
    let applied = apply_with(&path, &files).unwrap();
    assert_eq!(codes(&applied), ["hard-link-split"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
    assert_eq!(fs::read_to_string(&other).unwrap(), DOCUMENT);
    assert_eq!(names(&directory), ["other.md", "plan.md"]);
}

#[cfg(unix)]
#[test]
fn reports_a_lock_that_is_not_released() {
    let (directory, path) = directory_with("plan.md", DOCUMENT);
    let files = UpdateOptions::new().wait(std::time::Duration::from_millis(20));
    let held = interline_files::update(&path, &files, |_| {
        let error = apply_with(&path, &files).unwrap_err();
        let FileError::Locked { waited, .. } = file_error(&error) else {
            panic!("{error}");
        };
        assert_eq!(error.path(), Some(path.as_path()));
        assert_eq!(
            message(&error, &directory),
            format!(
                "plan.md: locked by another program for {} ms; let that program finish, or wait longer",
                waited.as_millis()
            )
        );
        Ok::<_, interline_files::Error>(None)
    });
    assert!(!held.unwrap().is_written);
    assert_eq!(apply(&path).unwrap(), RESULT);
}

/// Each answer is in the document once, in the order of its writer, and none had to be applied again.
#[cfg(unix)]
#[test]
fn writers_at_once_lose_no_answer() {
    const ANSWERS: usize = 60;
    let document = "<!-- agent:log mode=append -->\n<!-- /agent:log -->\n";
    let (directory, path) = directory_with("plan.md", document);
    std::thread::scope(|scope| {
        for writer in ["a", "b", "c"] {
            let path = &path;
            scope.spawn(move || {
                let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
                // On a machine that does much else, all the others may take longer than the default.
                let files = UpdateOptions::new().wait(std::time::Duration::from_secs(120));
                for number in 0..ANSWERS {
                    let answer =
                        format!("<!-- patch:log -->\n- {writer} {number}\n<!-- /patch:log -->\n");
                    apply_to_file_with(path, &parse_patches(&answer), &options, &files).unwrap();
                }
            });
        }
    });
    let text = fs::read_to_string(&path).unwrap();
    for writer in ["a", "b", "c"] {
        let prefix = format!("- {writer} ");
        let numbers = text.lines().filter_map(|line| line.strip_prefix(&prefix));
        assert!(numbers.eq((0..ANSWERS).map(|number| number.to_string())));
    }
    assert_eq!(names(&directory), ["plan.md"]);
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_and_access_lists_are_kept() {
    use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

    // The owner may write, user 12345 may read, all others nothing.
    let list = b"\x02\0\0\0\
        \x01\0\x06\0\xff\xff\xff\xff\
        \x02\0\x04\0\x39\x30\0\0\
        \x04\0\0\0\xff\xff\xff\xff\
        \x10\0\x04\0\xff\xff\xff\xff\
        \x20\0\0\0\xff\xff\xff\xff";
    let (_directory, path) = directory_with("plan.md", DOCUMENT);
    let file = fs::File::open(&path).unwrap();
    let attributes = [
        ("user.origin", b"here".as_slice()),
        ("system.posix_acl_access", list.as_slice()),
    ];
    let kept: Vec<_> = attributes
        .into_iter()
        .filter(|(name, value)| fsetxattr(&file, *name, value, XattrFlags::empty()).is_ok())
        .collect();
    let applied = apply_with(&path, &UpdateOptions::new()).unwrap();
    assert_eq!(codes(&applied), [""; 0]);
    let file = fs::File::open(&path).unwrap();
    for (name, value) in kept {
        let mut found = vec![0; 1_000];
        let length = fgetxattr(&file, name, &mut found[..]).unwrap();
        assert_eq!(&found[..length], value, "{name}");
    }
}
