//! Other programs that write between reading and replacing.

use std::fs;
use std::path::Path;

use interline_files::{Error as FileError, UpdateOptions};

use super::apply_to_file::apply_with_pause;
use crate::apply::{Applied, ApplyOptions, apply_patches};
use crate::error::Error;
use crate::read::parse_patches;

const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";

fn file_error(error: Error) -> FileError {
    match error {
        Error::File(error) => *error,
        other => panic!("{other:?}"),
    }
}

fn result_on(document: &str) -> String {
    let response = parse_patches(RESPONSE);
    let applied = apply_patches(document, &response, &ApplyOptions::new());
    applied.text().to_owned()
}

/// Applies to `path`; `other_writer` writes once, after the first reading.
fn apply_beside(path: &Path, other_writer: impl FnOnce(&Path)) -> Result<Applied, Error> {
    let (options, files) = (ApplyOptions::new(), UpdateOptions::new());
    let mut other_writer = Some(other_writer);
    apply_with_pause(path, &parse_patches(RESPONSE), &options, &files, |times| {
        assert_eq!(times == 0, other_writer.is_some());
        if let Some(other_writer) = other_writer.take() {
            other_writer(path);
        }
    })
}

/// Applies to a file beside another writer; gives the outcome, and the names and contents in the directory then.
fn meanwhile(other_writer: impl FnOnce(&Path)) -> (Result<Applied, Error>, Vec<(String, String)>) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, DOCUMENT).unwrap();
    let applied = apply_beside(&path, other_writer);
    let mut found: Vec<_> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap_or_default())
        })
        .collect();
    found.sort();
    (applied, found)
}

fn is_applied_to(other: &str) {
    let (applied, found) = meanwhile(|path| fs::write(path, other).unwrap());
    assert_eq!(applied.unwrap().text(), result_on(other));
    assert_eq!(found, [("plan.md".to_owned(), result_on(other))]);
}

#[test]
fn applies_to_a_text_of_another_length() {
    is_applied_to("mine\n");
}

#[test]
fn applies_to_other_bytes_of_the_same_length() {
    is_applied_to(&DOCUMENT.replace("old", "mix"));
}

#[test]
fn applies_to_a_file_that_was_renamed_into_place() {
    let other = format!("{DOCUMENT}mine\n");
    let (applied, found) = meanwhile(|path| {
        let beside = path.with_file_name("beside");
        fs::write(&beside, &other).unwrap();
        fs::rename(beside, path).unwrap();
    });
    assert_eq!(applied.unwrap().text(), result_on(&other));
    assert_eq!(found, [("plan.md".to_owned(), result_on(&other))]);
}

#[test]
fn rejects_a_file_that_is_no_longer_text() {
    let (applied, found) = meanwhile(|path| fs::write(path, [0xff; 8]).unwrap());
    let error = file_error(applied.unwrap_err());
    assert!(matches!(error, FileError::NotUtf8 { .. }), "{error:?}");
    assert_eq!(found.len(), 1);
}

#[test]
fn does_not_bring_a_removed_file_back() {
    let (applied, found) = meanwhile(|path| fs::remove_file(path).unwrap());
    let error = applied.unwrap_err();
    assert!(error.to_string().ends_with(
        "plan.md: changed or removed by another program since it was read, and not replaced; read it again"
    ));
    assert_eq!(
        error.path().and_then(Path::file_name),
        Some("plan.md".as_ref())
    );
    assert_eq!(found, []);
}

#[test]
fn leaves_a_directory_alone_that_took_the_place_of_the_file() {
    let (applied, found) = meanwhile(|path| {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
    });
    assert!(matches!(
        file_error(applied.unwrap_err()),
        FileError::NotAFile { .. }
    ));
    assert_eq!(found, [("plan.md".to_owned(), String::new())]);
}

#[test]
fn leaves_a_file_alone_that_became_read_only() {
    let (applied, found) = meanwhile(|path| {
        let mut permissions = fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(path, permissions).unwrap();
    });
    let error = applied.unwrap_err().to_string();
    assert!(
        error.ends_with(
            "plan.md: cannot be replaced, and is unchanged: it is read-only; make it writable"
        ),
        "{error}"
    );
    assert_eq!(found, [("plan.md".to_owned(), DOCUMENT.to_owned())]);
}

#[cfg(unix)]
#[test]
fn follows_a_symlink_that_leads_elsewhere_by_now() {
    let (applied, found) = meanwhile(|path| {
        let kept = path.with_file_name("kept.md");
        let other = path.with_file_name("other.md");
        fs::rename(path, kept).unwrap();
        fs::write(&other, format!("{DOCUMENT}other\n")).unwrap();
        std::os::unix::fs::symlink(other, path).unwrap();
    });
    let result = result_on(&format!("{DOCUMENT}other\n"));
    assert_eq!(applied.unwrap().text(), result);
    let expected = [
        ("kept.md", DOCUMENT),
        ("other.md", result.as_str()),
        ("plan.md", result.as_str()),
    ];
    let found: Vec<_> = found
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    assert_eq!(found, expected);
}

/// Applies through a symlink that `other_writer` changes.
#[cfg(unix)]
fn through_a_symlink(other_writer: impl FnOnce(&Path)) -> Error {
    let directory = tempfile::tempdir().unwrap();
    let (file, link) = (
        directory.path().join("plan.md"),
        directory.path().join("link.md"),
    );
    fs::write(&file, DOCUMENT).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let applied = apply_beside(&link, other_writer);
    assert_eq!(fs::read_to_string(&file).unwrap(), DOCUMENT);
    applied.unwrap_err()
}

#[cfg(unix)]
#[test]
fn leaves_the_target_alone_when_the_symlink_is_removed() {
    let error = through_a_symlink(|link| fs::remove_file(link).unwrap());
    assert!(matches!(file_error(error), FileError::Conflict { .. }));
}

#[cfg(unix)]
#[test]
fn reports_a_symlink_that_leads_in_a_circle_by_now() {
    let error = through_a_symlink(|link| {
        fs::remove_file(link).unwrap();
        std::os::unix::fs::symlink(link, link).unwrap();
    });
    assert!(
        error
            .to_string()
            .ends_with("link.md: symlink loop; remove it"),
        "{error}"
    );
}

#[test]
fn replaces_a_file_that_was_written_with_the_same_text() {
    let (applied, found) = meanwhile(|path| {
        // With its old time, so that its content alone decides.
        let time = fs::metadata(path).unwrap().modified().unwrap();
        let mut file = fs::OpenOptions::new().write(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, DOCUMENT.as_bytes()).unwrap();
        file.set_modified(time).unwrap();
    });
    assert_eq!(applied.unwrap().text(), result_on(DOCUMENT));
    assert_eq!(found, [("plan.md".to_owned(), result_on(DOCUMENT))]);
}
