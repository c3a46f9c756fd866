//! Files with several names.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use interline_files::diagnostics::{HARD_LINK_SPLIT, WRITTEN_IN_PLACE};
use interline_files::{Error, HardLinks, UpdateOptions, Updated, update};
use tempfile::TempDir;

const OLD: &str = "a long old text\n";

fn linked() -> (TempDir, PathBuf, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let (path, other) = (directory.path().join("a.md"), directory.path().join("b.md"));
    fs::write(&path, OLD).unwrap();
    fs::hard_link(&path, &other).unwrap();
    (directory, path, other)
}

fn write(path: &PathBuf, new: &str, policy: HardLinks) -> Result<Updated, Error> {
    let options = UpdateOptions::new().hard_links(policy);
    update(path, &options, |_| Ok(Some(new.to_owned())))
}

#[test]
fn are_refused_by_default() {
    let (directory, path, other) = linked();
    let error = update(&path, &UpdateOptions::new(), |_| {
        Ok::<_, Error>(Some(String::new()))
    });
    let error = error.unwrap_err();
    assert!(
        matches!(error, Error::HardLinked { links: 2, .. }),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        format!(
            "{}: has 2 hard links, and is not replaced; allow `HardLinks::InPlace` to change the text under all names, or \
             `HardLinks::Split` to change it under this one",
            path.display()
        )
    );
    assert_eq!(fs::read_to_string(&other).unwrap(), OLD);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    // Nothing is refused where nothing is written.
    let updated = update(&path, &UpdateOptions::new(), |_| Ok::<_, Error>(None));
    assert!(!updated.unwrap().is_written);
}

#[test]
fn are_written_in_place_on_request() {
    for new in ["short\n", "a text that is longer than the old one\n", ""] {
        let (directory, path, other) = linked();
        let before = fs::metadata(&path).unwrap();
        let updated = write(&path, new, HardLinks::InPlace).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), new);
        assert_eq!(fs::read_to_string(&other).unwrap(), new);
        let after = fs::metadata(&path).unwrap();
        assert_eq!((before.ino(), before.mode()), (after.ino(), after.mode()));
        let lines: Vec<_> = updated
            .diagnostics
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = format!(
            "info[{WRITTEN_IN_PLACE}]: the file has 2 hard links and was written in place: all of them lead to the new text"
        );
        assert_eq!(lines, [expected]);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    }
}

#[test]
fn are_split_on_request() {
    let (directory, path, other) = linked();
    let updated = write(&path, "new\n", HardLinks::Split).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new\n");
    assert_eq!(fs::read_to_string(&other).unwrap(), OLD);
    let lines: Vec<_> = updated
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    let expected = format!(
        "warning[{HARD_LINK_SPLIT}]: the file has 2 hard links, and only this one leads to the new text; link the others again, or use \
         `HardLinks::InPlace`"
    );
    assert_eq!(lines, [expected]);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
    // One name each now.
    assert!(write(&path, "newer\n", HardLinks::Refuse).is_ok());
}

/// Threads that write under either name, in place: the lock is on the file and not on a name.
#[test]
fn lose_nothing_when_they_are_written_under_both_names() {
    let (_directory, path, other) = linked();
    fs::write(&path, "").unwrap();
    std::thread::scope(|scope| {
        for (path, name) in [(&path, "a"), (&other, "b")] {
            scope.spawn(move || {
                let options = UpdateOptions::new().hard_links(HardLinks::InPlace);
                for number in 0..20 {
                    update(path, &options, |old| {
                        Ok::<_, Error>(Some(format!("{old}{name} {number}\n")))
                    })
                    .unwrap();
                }
            });
        }
    });
    let text = fs::read_to_string(&path).unwrap();
    for name in ["a", "b"] {
        let lines = text.lines().filter(|line| line.starts_with(name));
        let expected = (0..20).map(|number| format!("{name} {number}"));
        assert!(lines.eq(expected), "{text}");
    }
}

/// A change that another program makes after the reading is seen before the file is written.
#[test]
fn start_again_when_another_program_writes_meanwhile() {
    let (_directory, path, other) = linked();
    let options = UpdateOptions::new().hard_links(HardLinks::InPlace);
    let mut times = 0;
    let updated = update(&path, &options, |old| {
        times += 1;
        if times == 1 {
            fs::write(&other, "mine\n").unwrap();
        }
        Ok::<_, Error>(Some(format!("{old}more\n")))
    });
    assert_eq!(updated.unwrap().text, "mine\nmore\n");
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine\nmore\n");
    assert_eq!(times, 2);
}
