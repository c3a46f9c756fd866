//! Directories and files that change while they are searched and read.

use std::fs;

use interline_files::{Recursion, ScanOptions, SourceFile, scan};
use interline_testing::race;

use crate::tree::Tree;

#[test]
fn a_tree_that_changes_gives_entries_or_errors() {
    let tree = Tree::of(&["l/"]);
    let (mut found, mut whole) = (0, 0);
    let text = "whole\n".repeat(2_000);
    race(
        300..60_000,
        |_| {
            let _ = fs::create_dir_all(tree.path("l/d/e"));
            for file in ["l/a", "l/d/b", "l/d/e/c"] {
                let _ = fs::write(tree.path(file), &text);
            }
            std::thread::sleep(std::time::Duration::from_micros(500));
            let _ = fs::remove_file(tree.path("l/a"));
            #[cfg(unix)]
            let _ = std::os::unix::fs::symlink("d", tree.path("l/a"));
            let _ = fs::remove_dir_all(tree.path("l"));
        },
        |_| {
            let layers = [tree.layer("l", 0)];
            let options = ScanOptions::new().recursion(Recursion::Descend);
            for item in scan(&layers, &options) {
                match item {
                    Ok(entry) => {
                        found += 1;
                        if let Ok(read) = entry.open(1 << 20).and_then(SourceFile::read_text) {
                            // Returns the text written so far, and nothing else.
                            assert!(text.starts_with(&read));
                            whole += usize::from(read == text);
                        }
                    }
                    Err(error) => {
                        assert!(error.path().unwrap().starts_with(tree.path("l")), "{error}");
                    }
                }
            }
            found > 0 && whole > 0
        },
    );
    assert!(found > 0 && whole > 0, "{found} {whole}");
}

/// The facts about a process do not give their length, and no user may write or list some of them, the super-user neither.
#[cfg(target_os = "linux")]
#[test]
fn errors_of_the_system_have_their_path() {
    let error = SourceFile::open("/proc/self/mem", 1 << 20).and_then(SourceFile::read_text);
    let error = error.unwrap_err();
    assert_eq!(error.path(), Some(std::path::Path::new("/proc/self/mem")));
    assert!(error.io_kind().is_some(), "{error}");
}

/// A file and a symlink to another take turns at one path: each opening finds one of the two.
#[cfg(unix)]
#[test]
fn a_symlink_that_is_swapped_in_is_followed() {
    let tree = Tree::of(&["target"]);
    fs::write(tree.path("target"), "target").unwrap();
    fs::write(tree.path("a"), "file").unwrap();
    let (path, other) = (tree.path("a"), tree.path("other"));
    let (mut files, mut targets) = (0, 0);
    race(
        20_000..200_000,
        |round| {
            if round % 2 == 0 {
                std::os::unix::fs::symlink("target", &other).unwrap();
            } else {
                fs::write(&other, "file").unwrap();
            }
            fs::rename(&other, &path).unwrap();
        },
        |_| {
            let text = SourceFile::open(&path, 100).and_then(SourceFile::read_text);
            match text.unwrap().as_str() {
                "file" => files += 1,
                "target" => targets += 1,
                other => panic!("{other}"),
            }
            files > 0 && targets > 0
        },
    );
    assert!(files > 0 && targets > 0, "{files} {targets}");
}
