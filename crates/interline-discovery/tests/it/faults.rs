//! Directories and files that change while they are searched and read.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use interline_discovery::{Recursion, ScanOptions, SourceFile, scan};

use crate::tree::Tree;

/// Rounds of a race: at least `least` of them, and more as long as something has not been seen yet, within reason.
fn goes_on(round: usize, least: usize, all_seen: bool) -> bool {
    round < least || (!all_seen && round < 200 * least)
}

/// Ends the other writer, also when a test fails.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_tree_that_changes_gives_entries_or_errors() {
    let tree = Tree::of(&["l/"]);
    let ends = AtomicBool::new(false);
    let (mut found, mut whole) = (0, 0);
    let text = "whole\n".repeat(2_000);
    std::thread::scope(|scope| {
        let _ends = Ends(&ends);
        scope.spawn(|| {
            while !ends.load(Ordering::Relaxed) {
                let _ = fs::create_dir_all(tree.path("l/d/e"));
                for file in ["l/a", "l/d/b", "l/d/e/c"] {
                    let _ = fs::write(tree.path(file), &text);
                }
                std::thread::sleep(std::time::Duration::from_micros(500));
                let _ = fs::remove_file(tree.path("l/a"));
                #[cfg(unix)]
                let _ = std::os::unix::fs::symlink("d", tree.path("l/a"));
                let _ = fs::remove_dir_all(tree.path("l"));
            }
        });
        let mut round = 0;
        while goes_on(round, 300, found > 0 && whole > 0) {
            round += 1;
            let layers = [tree.layer("l", 0)];
            let options = ScanOptions::new().recursion(Recursion::Descend);
            for item in scan(&layers, &options) {
                match item {
                    Ok(entry) => {
                        found += 1;
                        if let Ok(read) = entry.open(1 << 20).and_then(SourceFile::read_text) {
                            // What was written so far, and nothing that was not.
                            assert!(text.starts_with(&read));
                            whole += usize::from(read == text);
                        }
                    }
                    Err(error) => assert!(error.path().starts_with(tree.path("l")), "{error}"),
                }
            }
        }
    });
    assert!(found > 0 && whole > 0, "{found} {whole}");
}

/// The facts about a process do not say how long they are, and nobody may write or list some of them, the super-user neither.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_is_told_with_its_path() {
    let error = SourceFile::open("/proc/self/mem", 1 << 20).and_then(SourceFile::read_text);
    let error = error.unwrap_err();
    assert_eq!(error.path(), std::path::Path::new("/proc/self/mem"));
    assert!(error.io_kind().is_some(), "{error}");
}
