//! Other programs that write at moments which they hit by chance outside of tests.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tempfile::TempDir;

use super::*;

const OLD: &str = "old\n";

fn directory() -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, OLD).unwrap();
    (directory, path)
}

/// Names and contents.
fn found(directory: &TempDir) -> BTreeMap<String, String> {
    let entries = fs::read_dir(directory.path()).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap_or_default())
    });
    entries.collect()
}

fn only(text: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("plan.md".to_owned(), text.to_owned())])
}

/// Adds `line` to the file; `other` is called at each moment with the number of moments of this kind before.
fn append(
    path: &Path,
    support: Support<'_>,
    other: impl Fn(Moment, usize),
) -> Result<Updated, Error> {
    let seen = RefCell::new(Vec::new());
    let watch = |moment| {
        let before = seen.borrow().iter().filter(|&&seen| seen == moment).count();
        seen.borrow_mut().push(moment);
        other(moment, before);
    };
    let support = Support {
        watch: &watch,
        ..support
    };
    update_with(path, &UpdateOptions::new(), support, &mut |old| {
        Ok(Some(format!("{old}line\n")))
    })
}

fn write_by_renaming(path: &Path, text: &str) {
    let beside = path.with_file_name("other");
    fs::write(&beside, text).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn replaces_by_exchange() {
    let (directory, path) = directory();
    let before = fs::metadata(&path).unwrap().ino();
    let moments = RefCell::new(Vec::new());
    let updated = append(&path, Support::FULL, |moment, _| {
        moments.borrow_mut().push(moment);
    });
    let updated = updated.unwrap();
    assert_eq!(updated.text, "old\nline\n");
    assert!(updated.is_written && updated.diagnostics.is_empty());
    assert_eq!(found(&directory), only("old\nline\n"));
    assert_ne!(fs::metadata(&path).unwrap().ino(), before);
    let expected = [Moment::BeforeReplacing, Moment::Exchanged];
    assert_eq!(moments.into_inner(), expected);
}

/// The text that another program writes after the last look is found by the exchange.
#[test]
fn gives_the_path_back_to_a_text_that_came_after_the_last_look() {
    for by_renaming in [false, true] {
        let (directory, path) = directory();
        let updated = append(&path, Support::FULL, |moment, before| {
            if (moment, before) == (Moment::BeforeReplacing, 0) {
                match by_renaming {
                    true => write_by_renaming(&path, "mine\n"),
                    false => fs::write(&path, "mine\n").unwrap(),
                }
            }
        });
        let updated = updated.unwrap();
        assert!(updated.diagnostics.is_empty(), "{updated:?}");
        assert_eq!(found(&directory), only("mine\nline\n"));
    }
}

/// Truncated after the last look, and written some time after the text has its path back.
#[test]
fn waits_for_the_text_of_an_editor_that_truncates_after_the_last_look() {
    let (directory, path) = directory();
    let editor = RefCell::new(None);
    let updated = append(&path, Support::FULL, |moment, before| {
        if (moment, before) == (Moment::BeforeReplacing, 0) {
            let mut file = fs::File::create(&path).unwrap();
            *editor.borrow_mut() = Some(std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(40));
                std::io::Write::write_all(&mut file, b"edited\n").unwrap();
            }));
        }
    });
    editor.into_inner().unwrap().join().unwrap();
    assert_eq!(updated.unwrap().text, "edited\nline\n");
    assert_eq!(found(&directory), only("edited\nline\n"));
}

/// The text of another program comes out of the exchange; before it has its path back, the program writes once more.
#[test]
fn keeps_both_texts_of_a_program_that_writes_twice() {
    for by_renaming in [false, true] {
        let (directory, path) = directory();
        let updated = append(&path, Support::FULL, |moment, before| {
            match (moment, before) {
                (Moment::BeforeReplacing, 0) => write_by_renaming(&path, "first\n"),
                (Moment::BeforeGivingBack, 0) if by_renaming => {
                    write_by_renaming(&path, "second\n");
                }
                // In place: into our own file, which has the path at this time.
                (Moment::BeforeGivingBack, 0) => fs::write(&path, "second\n").unwrap(),
                _ => {}
            }
        });
        let updated = updated.unwrap();
        let mut found = found(&directory);
        assert_eq!(found.remove("plan.md").as_deref(), Some("second\nline\n"));
        let (name, text) = found.pop_first().unwrap();
        assert!(found.is_empty(), "{found:?}");
        assert!(
            name.starts_with("plan.md.kept-") && name.len() == 19,
            "{name}"
        );
        assert_eq!(text, "first\n");
        let [diagnostic] = &updated.diagnostics[..] else {
            panic!("{updated:?}");
        };
        assert_eq!(diagnostic.code, TEXT_KEPT);
        assert_eq!(
            diagnostic.message,
            format!(
                "another program wrote the file twice while it was replaced; its earlier text is in `{}`; compare the two, then remove \
                 that file",
                directory.path().join(name).display()
            )
        );
    }
}

/// It never ends, so that the call does.
#[test]
fn keeps_the_text_of_a_program_that_writes_at_every_moment() {
    let (directory, path) = directory();
    let texts = Cell::new(0);
    let write = |_, _| {
        texts.set(texts.get() + 1);
        write_by_renaming(&path, &format!("{}\n", texts.get()));
    };
    let error = append(&path, Support::FULL, write).unwrap_err();
    let Error::Conflict {
        kept: Some(kept), ..
    } = &error
    else {
        panic!("{error}");
    };
    let found = found(&directory);
    assert_eq!(found.len(), 2, "{found:?}");
    let last = format!("{}\n", texts.get());
    let kept_text = fs::read_to_string(kept).unwrap();
    let text = &found["plan.md"];
    assert!([text, &kept_text].contains(&&last), "{found:?}");
    assert!(![text, &kept_text].iter().any(|text| text.contains("line")));
    assert_eq!(
        error.to_string(),
        format!(
            "{}: changed or removed by another program since it was read, and not replaced; read it again; another text of that \
             program is in {}",
            path.display(),
            kept.display()
        )
    );
}

#[test]
fn keeps_the_text_that_came_out_when_the_path_is_removed_meanwhile() {
    let (directory, path) = directory();
    let error = append(&path, Support::FULL, |moment, _| match moment {
        Moment::BeforeReplacing => write_by_renaming(&path, "mine\n"),
        Moment::BeforeGivingBack => fs::remove_file(&path).unwrap(),
        Moment::Exchanged => {}
    });
    let error = error.unwrap_err();
    assert!(
        matches!(&error, Error::Conflict { kept: Some(_), .. }),
        "{error}"
    );
    let found = found(&directory);
    assert_eq!(found.len(), 1);
    assert!(found.values().all(|text| text == "mine\n"), "{found:?}");
}

/// A directory, a symlink or nothing takes the place after the last look.
#[test]
fn replaces_only_a_regular_file() {
    let (directory, path) = directory();
    let error = append(&path, Support::FULL, |moment, _| {
        if moment == Moment::BeforeReplacing {
            fs::remove_file(&path).unwrap();
        }
    });
    assert!(matches!(error, Err(Error::Conflict { kept: None, .. })));
    assert!(found(&directory).is_empty());

    let (directory, path) = self::directory();
    let error = append(&path, Support::FULL, |moment, _| {
        if moment == Moment::BeforeReplacing {
            fs::remove_file(&path).unwrap();
            fs::create_dir(&path).unwrap();
        }
    });
    assert!(matches!(error, Err(Error::NotAFile { .. })), "{error:?}");
    assert_eq!(found(&directory), only(""));

    let (directory, path) = self::directory();
    let target = directory.path().join("target.md");
    fs::write(&target, "target\n").unwrap();
    let updated = append(&path, Support::FULL, |moment, before| {
        if (moment, before) == (Moment::BeforeReplacing, 0) {
            fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink(&target, &path).unwrap();
        }
    });
    assert_eq!(updated.unwrap().text, "target\nline\n");
    assert!(path.is_symlink());
    assert_eq!(fs::read_to_string(&target).unwrap(), "target\nline\n");
}

/// Rights that were taken over are out of date.
#[test]
fn starts_again_when_the_mode_changes_after_the_last_look() {
    use std::os::unix::fs::PermissionsExt;

    let (directory, path) = directory();
    let set = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    set(0o644);
    let updated = append(&path, Support::FULL, |moment, before| {
        if (moment, before) == (Moment::BeforeReplacing, 0) {
            set(0o600);
        }
    });
    assert!(updated.unwrap().is_written);
    assert_eq!(found(&directory), only("old\nline\n"));
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn reports_what_the_file_system_lacks() {
    for (locks, exchange, lacks) in [
        (false, true, "no locks"),
        (true, false, "no exchange of files"),
        (false, false, "no locks and no exchange of files"),
    ] {
        let (directory, path) = directory();
        let support = Support {
            locks,
            exchange,
            ..Support::FULL
        };
        let updated = append(&path, support, |_, _| ()).unwrap();
        assert_eq!(found(&directory), only("old\nline\n"));
        let lines: Vec<_> = updated
            .diagnostics
            .iter()
            .map(ToString::to_string)
            .collect();
        let expected = format!(
            "info[not-guarded]: the file system has {lacks}, so that a text that another program writes in the instant before the replacement is lost; \
             let one program at a time write the file"
        );
        assert_eq!(lines, [expected]);
        // Nothing is reported where nothing is written.
        let updated = update_with(&path, &UpdateOptions::new(), support, &mut |_| {
            Ok::<_, Error>(None)
        });
        assert!(updated.unwrap().diagnostics.is_empty());
    }
}

/// Without an exchange the content is compared before the renaming.
#[test]
fn compares_before_the_renaming_where_files_cannot_be_exchanged() {
    let support = Support {
        exchange: false,
        ..Support::FULL
    };
    for by_renaming in [false, true] {
        let (directory, path) = directory();
        let updated = append(&path, support, |moment, before| {
            if (moment, before) == (Moment::BeforeReplacing, 0) {
                match by_renaming {
                    true => write_by_renaming(&path, "mine\n"),
                    false => fs::write(&path, "mine\n").unwrap(),
                }
            }
        });
        assert_eq!(updated.unwrap().text, "mine\nline\n");
        assert_eq!(found(&directory), only("mine\nline\n"));
    }
}

#[test]
fn knows_the_errors_of_file_systems_that_lack_something() {
    use rustix::io::Errno;

    for error in [Errno::NOSYS, Errno::INVAL, Errno::NOTSUP, Errno::OPNOTSUPP] {
        assert!(lock::is_unsupported(error));
    }
    for error in [Errno::IO, Errno::ACCESS, Errno::NOENT, Errno::NOSPC] {
        assert!(!lock::is_unsupported(error));
    }
}

/// A program that finds the new text before it is certain that it stays waits for the end of the call.
#[test]
fn holds_the_lock_of_the_new_file_until_the_end() {
    let (_directory, path) = directory();
    let updated = append(&path, Support::FULL, |moment, _| {
        let options = UpdateOptions::new().wait(Duration::from_millis(2));
        let error = update(&path, &options, |_| -> Result<_, Error> { unreachable!() });
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Locked { .. }), "{moment:?} {error}");
    });
    assert!(updated.unwrap().is_written);
    assert!(update(&path, &UpdateOptions::new(), |_| Ok::<_, Error>(None)).is_ok());
}

/// The text of our own calls is complete when it comes, so that none of them waits for more of it.
#[test]
fn reads_a_text_at_once_that_came_by_a_renaming() {
    let (_directory, path) = directory();
    append(&path, Support::FULL, |_, _| ()).unwrap();
    let mut locked = LockedFile::open(&path, 100, &Wait::new(Duration::ZERO), true).unwrap();
    // On systems with coarse times the writing and the renaming may have happened in one tick.
    if !file_id::ends_with_a_write(&locked.source.file().metadata().unwrap()) {
        let start = Instant::now();
        read_complete::read_complete(&mut locked.source).unwrap();
        let took = start.elapsed();
        assert!(took < Duration::from_millis(5), "{took:?}");
    }
    drop(locked);
    fs::write(&path, "in place\n").unwrap();
    let mut locked = LockedFile::open(&path, 100, &Wait::new(Duration::ZERO), true).unwrap();
    assert!(file_id::ends_with_a_write(
        &locked.source.file().metadata().unwrap()
    ));
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    read_complete::read_complete(&mut locked.source).unwrap();
    assert!(written.elapsed().unwrap() >= Duration::from_millis(5));
}
