//! Several processes and threads that write one file.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use interline_files::{Error, UpdateOptions, update};

use crate::child::{Role, Writer, append, beside, document};

/// The number of lines that each of several processes adds.
const APPENDS: usize = 200;

/// Multiplies the rounds of the tests in which programs without a lock take part.
const MORE: &str = "INTERLINE_MORE_ROUNDS";

/// The numbers of each writer follow each other from 0, and end below what `counts` says of it.
fn assert_complete(text: &str, counts: &HashMap<String, usize>) {
    let mut next: HashMap<String, usize> = HashMap::new();
    for line in text.lines() {
        let (name, number) = line.split_once(' ').unwrap();
        let expected = next.entry(name.to_owned()).or_default();
        assert_eq!(number.parse(), Ok(*expected), "{line}");
        *expected += 1;
    }
    assert_eq!(&next, counts);
}

fn append_at_once(writers: usize) {
    let (_directory, path) = document("");
    let names: Vec<String> = (0..writers).map(|writer| format!("w{writer}")).collect();
    let children: Vec<_> = names
        .iter()
        .map(|name| Writer::start(&path, name, Role::Append(APPENDS)))
        .collect();
    for child in children {
        child.ends_well();
    }
    let counts = names.into_iter().map(|name| (name, APPENDS)).collect();
    assert_complete(&std::fs::read_to_string(&path).unwrap(), &counts);
    assert_eq!(beside(&path), [""; 0]);
}

#[test]
fn two_processes_lose_nothing() {
    append_at_once(2);
}

#[test]
fn three_processes_lose_nothing() {
    append_at_once(3);
}

#[test]
fn eight_processes_lose_nothing() {
    append_at_once(8);
}

#[test]
fn threads_of_one_process_lose_nothing() {
    let (_directory, path) = document("");
    std::thread::scope(|scope| {
        for name in ["a", "b", "c", "d"] {
            let path = &path;
            scope.spawn(move || {
                for number in 0..50 {
                    append(path, &format!("{name} {number}\n"));
                }
            });
        }
    });
    let counts = ["a", "b", "c", "d"].map(|name| (name.to_owned(), 50));
    assert_complete(&std::fs::read_to_string(&path).unwrap(), &counts.into());
}

/// Three processes add lines while another, without a lock, writes texts; it makes sure that none of them is lost.
#[cfg(target_os = "linux")]
fn beside_a_program_without_a_lock(role: fn(usize) -> Role, rounds: usize) {
    let more = std::env::var(MORE).map_or(1, |more| more.parse().unwrap());
    let (_directory, path) = document("# start\n");
    let names = ["a", "b", "c"];
    let mut appending: Vec<_> = names
        .map(|name| Writer::start(&path, name, Role::AppendBeside))
        .into();
    Writer::start(&path, "other", role(rounds * more)).ends_well();
    // None of them has failed until now.
    for child in &mut appending {
        assert_eq!(child.0.try_wait().unwrap(), None);
    }
    drop(appending);
    let text = std::fs::read_to_string(&path).unwrap();
    let last = format!("# other {}\n", rounds * more - 1);
    let lines = text.strip_prefix(&last).unwrap();
    // The lines that were added to the last text are all there.
    let mut last: HashMap<&str, usize> = HashMap::new();
    for line in lines.lines() {
        let (name, number) = line.split_once(' ').unwrap();
        let number = number.parse().unwrap();
        if let Some(before) = last.insert(name, number) {
            assert_eq!(before + 1, number, "{line}");
        }
    }
    let kept: Vec<_> = beside(&path);
    assert!(
        kept.iter()
            .all(|name| name.starts_with(".interline-") || name.starts_with("log.md.kept-")),
        "{kept:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn keeps_the_texts_of_a_program_that_renames() {
    beside_a_program_without_a_lock(Role::Rename, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn keeps_the_texts_of_a_program_that_truncates() {
    beside_a_program_without_a_lock(Role::Truncate, 60);
}

/// Waits until a child holds the lock.
fn hold(path: &Path) -> Writer {
    let holder = Writer::start(path, "holder", Role::Hold);
    let sign = path.with_file_name("held");
    while !sign.exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    holder
}

#[test]
fn a_lock_that_is_not_released_is_an_error() {
    let (_directory, path) = document("text\n");
    let holder = hold(&path);
    let options = UpdateOptions::new().wait(Duration::from_millis(80));
    let error = update(&path, &options, |_| -> Result<_, Error> { unreachable!() });
    let error = error.unwrap_err();
    let Error::Locked { waited, .. } = error else {
        panic!("{error}");
    };
    assert!(waited >= Duration::from_millis(80) && waited < Duration::from_secs(5));
    assert_eq!(
        error.to_string(),
        format!(
            "{}: locked by another program for {} ms; let that program finish, or wait longer",
            path.display(),
            waited.as_millis()
        )
    );
    assert_eq!(error.path(), Some(path.as_path()));
    // The lock ends with the process.
    drop(holder);
    append(&path, "more\n");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "text\nmore\n");
}

/// The lock is on the file, not on its name.
#[test]
fn a_lock_on_a_renamed_file_blocks_no_other() {
    let (directory, path) = document("text\n");
    let _holder = hold(&path);
    let begin = Instant::now();
    std::fs::rename(&path, directory.path().join("old.md")).unwrap();
    std::fs::write(&path, "new\n").unwrap();
    append(&path, "more\n");
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "new\nmore\n");
}

/// The same, where the call waits already.
#[test]
fn waits_for_the_file_that_the_path_leads_to() {
    let (directory, path) = document("text\n");
    let _holder = hold(&path);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| append(&path, "more\n"));
        std::thread::sleep(Duration::from_millis(30));
        assert!(!waiting.is_finished());
        let new = directory.path().join("new.md");
        std::fs::write(&new, "new\n").unwrap();
        std::fs::rename(&new, &path).unwrap();
    });
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "new\nmore\n");
}
