//! Files and directories that fail, change or go away while a response is applied.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Error, FileError, apply_to_file, parse_patches,
};

use crate::file_error;
use interline_testing::race;
use tempfile::TempDir;

/// Names the file that a run of this binary is to work on.
const FILE: &str = "INTERLINE_FAULT_AT";

/// How often a response is applied while another program writes: at least, and until every outcome was seen.
const ROUNDS: Range<usize> = 100..3_000;

fn document(word: &str, size: usize) -> String {
    let rest = "This text is not changed\n".repeat(size / 25);
    format!("<!-- agent:status -->\n{word}\n<!-- /agent:status -->\n{rest}")
}

fn patch(word: &str) -> String {
    format!("<!-- patch:status -->\n{word}\n<!-- /patch:status -->\n")
}

fn options() -> ApplyOptions {
    ApplyOptions::new().boundary(BoundaryPolicy::Keep)
}

fn apply(path: &Path, word: &str) -> Result<String, Error> {
    let applied = apply_to_file(path, &parse_patches(&patch(word)), &options())?;
    Ok(applied.text().to_owned())
}

fn directory_with(text: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, text).unwrap();
    (directory, path)
}

/// Names and contents.
fn found(directory: &Path) -> BTreeMap<String, String> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap_or_default())
    };
    fs::read_dir(directory).unwrap().map(entry).collect()
}

/// In a child this is the work, which ends with 3 when the file cannot be written. Otherwise it is a child for which nothing
/// fails.
#[test]
fn the_child_does_its_work() {
    if let Some(path) = std::env::var_os(FILE) {
        let code = match apply(Path::new(&path), "new") {
            Ok(_) => 0,
            Err(error) => {
                let kind = file_error(&error).io_kind();
                assert_eq!(kind, Some(std::io::ErrorKind::FileTooLarge), "{error}");
                assert!(matches!(file_error(&error), FileError::Write { .. }));
                3
            }
        };
        std::process::exit(code);
    }
    let (directory, path) = directory_with(&document("old", 100_000));
    assert_eq!(child("true", &path).code(), Some(0));
    assert!(found(directory.path())["plan.md"] == document("new", 100_000));
}

/// A child for which `prepare`, a line of the shell, holds.
fn child(prepare: &str, path: &Path) -> std::process::ExitStatus {
    Command::new("sh")
        .args(["-c", &format!("{prepare}; exec \"$@\"; exit 99"), "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["faults::the_child_does_its_work", "--exact", "--nocapture"])
        .env(FILE, path)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap()
}

/// A write that fails in the middle, as when no space is left: the limit of a process on the size of files does so for
/// everybody, the super-user too.
#[test]
fn a_write_that_fails_leaves_the_file_and_nothing_else() {
    let old = document("old", 100_000);
    let (directory, path) = directory_with(&old);
    // 512 bytes or a kibibyte each, as the shell has it: the file does not fit either way.
    let status = child("trap '' XFSZ; ulimit -f 20", &path);
    assert_eq!(status.code(), Some(3), "{status}");
    let now = found(directory.path());
    assert_eq!(now.len(), 1, "{:?}", now.keys());
    assert!(now["plan.md"] == old);
}

/// The same limit, where it ends the process.
#[test]
fn a_process_that_dies_of_a_write_leaves_the_file() {
    use std::os::unix::process::ExitStatusExt;

    let old = document("old", 100_000);
    let (directory, path) = directory_with(&old);
    let status = child("ulimit -c 0; ulimit -f 20", &path);
    assert!(status.signal().is_some(), "{status}");
    let now = found(directory.path());
    assert!(now["plan.md"] == old);
    let leftovers: Vec<_> = now.keys().filter(|name| *name != "plan.md").collect();
    assert_eq!(leftovers.len(), 1, "{leftovers:?}");
    assert!(leftovers[0].starts_with(".interline-"));
    // It does not disturb later calls.
    assert!(apply(&path, "new").unwrap() == document("new", 100_000));
}

/// The pauses of another writer in a round, in microseconds: from none to this.
const PAUSE: usize = 12_000;

/// Applies responses again and again while another writer works on the file. Each time the result is an error or what applying gives
/// for a whole text of that writer, and no temporary file stays. Returns the number of results and of errors; continues until there are
/// both where `fails`.
fn beside(writer: impl Fn(&Path, usize) + Sync, fails: bool) -> (usize, usize) {
    const SIZE: usize = 4_000;
    let (directory, path) = directory_with(&document("w0", SIZE));
    let (mut done, mut refused) = (0, 0);
    race(
        ROUNDS,
        |round| {
            writer(&path, round);
            // A program pauses between two writes, so that both sides have their turn.
            std::thread::sleep(std::time::Duration::from_micros(
                (round * 3_701 % PAUSE) as u64,
            ));
        },
        |round| {
            let word = format!("a{round}");
            match apply(&path, &word) {
                Ok(text) => {
                    done += 1;
                    let is_whole = text == document(&word, SIZE);
                    assert!(is_whole, "{} bytes: {:.200}", text.len(), text);
                }
                Err(error) => match file_error(&error) {
                    FileError::Conflict { .. } | FileError::Io { .. } => refused += 1,
                    _ => panic!("{error}"),
                },
            }
            done > 0 && (refused > 0 || !fails)
        },
    );
    let names = found(directory.path());
    assert!(
        names.keys().all(|name| !name.starts_with(".interline-")),
        "{:?}",
        names.keys()
    );
    (done, refused)
}

#[test]
fn applies_beside_a_writer_that_replaces_the_file() {
    let (done, refused) = beside(
        |path, round| {
            let other = path.with_extension("other");
            fs::write(&other, document(&format!("w{round}"), 4_000)).unwrap();
            fs::rename(other, path).unwrap();
        },
        false,
    );
    assert_eq!((done, refused), (ROUNDS.start, 0));
}

#[test]
fn applies_beside_a_writer_that_truncates_the_file() {
    let (done, refused) = beside(
        |path, round| {
            fs::write(path, document(&format!("w{round}"), 4_000)).unwrap();
        },
        false,
    );
    assert_eq!((done, refused), (ROUNDS.start, 0));
}

/// An editor truncates the document, and writes 2 ms later, while answers are applied.
#[test]
fn applies_to_the_text_of_an_editor_that_truncates_and_writes_later() {
    let (done, refused) = beside(
        |path, round| {
            let mut file = fs::File::create(path).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(2));
            let text = document(&format!("w{round}"), 4_000);
            std::io::Write::write_all(&mut file, text.as_bytes()).unwrap();
        },
        false,
    );
    assert_eq!((done, refused), (ROUNDS.start, 0));
}

#[test]
fn a_writer_beside_that_removes_the_file() {
    let (done, refused) = beside(
        |path, round| {
            let _ = fs::remove_file(path);
            if round % 2 == 0 {
                fs::write(path, document("w", 4_000)).unwrap();
            }
        },
        true,
    );
    assert!(done > 0 && refused > 0, "{done} {refused}");
}

/// A link is swapped in. Its target is a document too, which gets answers where the link was there when the file was looked up,
/// and never the text of the file that the link took the place of.
#[test]
fn survives_a_writer_that_swaps_a_symlink_in() {
    let elsewhere = tempfile::tempdir().unwrap();
    let target = elsewhere.path().join("target.md");
    let is_of_target = |text: &str| text.starts_with("<!-- agent:target -->\n");
    let text = document("old", 3_940);
    fs::write(
        &target,
        format!("<!-- agent:target -->\n<!-- /agent:target -->\n{text}"),
    )
    .unwrap();
    let (directory, path) = directory_with(&document("w", 4_000));
    let other = path.with_extension("other");
    race(
        ROUNDS,
        |round| {
            if round % 2 == 0 {
                std::os::unix::fs::symlink(&target, &other).unwrap();
            } else {
                fs::write(&other, document("w", 4_000)).unwrap();
            }
            fs::rename(&other, &path).unwrap();
            std::thread::sleep(std::time::Duration::from_micros(round as u64 * 37 % 3_000));
        },
        |round| {
            match apply(&path, &format!("a{round}")) {
                Ok(_) => {}
                Err(error) => match file_error(&error) {
                    FileError::Conflict { .. } => {}
                    _ => panic!("{error}"),
                },
            }
            let text = fs::read_to_string(&target).unwrap();
            assert!(is_of_target(&text), "{text}");
            true
        },
    );
    if !path.is_symlink() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(!is_of_target(&text), "{text}");
    }
    assert_eq!(found(elsewhere.path()).len(), 1);
    assert_eq!(found(directory.path()).len(), 1);
}

#[test]
fn survives_a_directory_that_vanishes() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("inner");
    let path = inner.join("plan.md");
    let (mut done, mut refused) = (0, 0);
    race(
        ROUNDS,
        |round| {
            let _ = fs::create_dir(&inner);
            let _ = fs::write(&path, document("old", 4_000));
            std::thread::sleep(std::time::Duration::from_micros(
                (round * 3_701 % PAUSE) as u64,
            ));
            let _ = fs::remove_dir_all(&inner);
        },
        |_| {
            match apply(&path, "new") {
                Ok(_) => done += 1,
                Err(error) => match file_error(&error) {
                    FileError::Conflict { .. } | FileError::Io { .. } | FileError::Write { .. } => {
                        refused += 1;
                    }
                    _ => panic!("{error}"),
                },
            }
            done > 0 && refused > 0
        },
    );
    assert!(done > 0 && refused > 0, "{done} {refused}");
}
