//! Directories that change while they are searched, and what a killed program leaves in them.

use std::fs;

use interline_fragments::{DiscoveryOptions, discover_with};
use interline_testing::{race, write_stray_files};

use crate::tree::{Tree, without_problems};

/// `apply_to_file` of `interline-patch-template` writes beside the file first, and may be killed then; editors do alike.
#[test]
fn files_of_other_programs_are_not_fragments() {
    let tree = Tree::of(&[("l/a", "a")]);
    let text = fs::read_to_string(tree.path("l/a/FRAGMENT.md")).unwrap();
    tree.directory("l/empty");
    for directory in ["l", "l/a", "l/empty"] {
        write_stray_files(&tree.path(directory), "FRAGMENT.md", &text);
    }
    assert_eq!(tree.found(&[tree.layer("l", 0)]), ["a l/a"]);
    // A layer that is a fragment itself.
    assert_eq!(tree.found(&[tree.layer("l/a", 0)]), ["a l/a"]);
    // A file that another program is writing is no problem.
    assert_eq!(without_problems(&[tree.layer("l", 0)]).len(), 1);
}

#[test]
fn a_directory_that_changes_gives_fragments_or_problems() {
    let tree = Tree::new();
    let mut found = 0;
    race(
        300..60_000,
        |_| {
            for name in ["a", "b", "c"] {
                tree.fragment(&format!("l/{name}"), name);
            }
            std::thread::sleep(std::time::Duration::from_micros(500));
            let _ = fs::remove_file(tree.path("l/b/FRAGMENT.md"));
            tree.directory("l/b/FRAGMENT.md");
            let _ = fs::remove_dir_all(tree.path("l"));
        },
        |_| {
            let layers = [tree.layer("l", 0)];
            let result = discover_with(&layers, &DiscoveryOptions::new());
            found += result.loaded.len();
            for problem in &result.problems {
                assert!(problem.path.starts_with(tree.path("l")), "{problem}");
            }
            for resource in result.values() {
                // It may have been removed by now.
                if let Ok(body) = resource.load_body() {
                    assert_eq!(body, format!("body of l/{}\n", resource.name()));
                }
            }
            found > 0
        },
    );
    assert!(found > 0);
}
