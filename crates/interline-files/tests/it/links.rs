#![cfg(unix)]

use interline_files::{Containment, Layer, Recursion, ScanOptions, SourceFile, scan};

use crate::tree::Tree;

fn descend() -> ScanOptions {
    ScanOptions::new().recursion(Recursion::Descend)
}

#[test]
fn dangling_symlinks_are_reported_and_other_files_found() {
    let tree = Tree::of(&["l/b"]);
    tree.link("l/a", "nowhere");
    tree.link("l/c", "c");
    tree.link("l/d", "e");
    tree.link("l/e", "d");
    assert_eq!(
        tree.seen(&[tree.layer("l", 0)], &ScanOptions::new()),
        [
            "l/",
            "l/a: dangling symlink; restore its target or remove it",
            "l/b",
            "l/c: symlink loop; remove it",
            "l/d: symlink loop; remove it",
            "l/e: symlink loop; remove it",
        ]
    );
}

#[test]
fn a_layer_may_be_a_broken_link() {
    let tree = Tree::of(&["x/"]);
    tree.link("l", "nowhere");
    tree.link("m", "m");
    let layers = [tree.layer("l", 1), tree.layer("m", 0)];
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new()),
        [
            "l: dangling symlink; restore its target or remove it",
            "m: symlink loop; remove it",
        ]
    );
}

#[test]
fn circles_of_directories_end() {
    let tree = Tree::of(&["l/a/x"]);
    tree.link("l/a/up", "..");
    tree.link("l/self", ".");
    tree.link("l/out", "../..");
    let seen = tree.seen(&[tree.layer("l", 0)], &ScanOptions::new());
    // Nothing is read twice where nothing is read below.
    assert!(seen.iter().all(|line| !line.contains("circle")), "{seen:?}");

    let tree = Tree::of(&["l/a/x"]);
    tree.link("l/a/up", "..");
    tree.link("l/self", ".");
    assert_eq!(
        tree.seen(&[tree.layer("l", 0)], &descend()),
        [
            "l/",
            "l/a/",
            "l/a/up: symlink loop; remove it",
            "l/a/x",
            "l/self: symlink loop; remove it",
        ]
    );
}

#[test]
fn what_is_reached_twice_is_given_once() {
    let tree = Tree::of(&["l/b.md", "l/d/x", "m/"]);
    tree.link("l/c.md", "b.md");
    tree.link("l/a.md", "b.md");
    tree.link("l/e", "d");
    tree.link("m/z.md", "../l/b.md");
    tree.link("n", "l");
    let layers = [tree.layer("l", 2), tree.layer("m", 1), tree.layer("n", 0)];
    assert_eq!(
        tree.seen(&layers, &descend()),
        ["l/", "l/a.md", "l/d/", "l/d/x", "m/"]
    );
}

#[test]
fn paths_are_those_that_were_walked() {
    let tree = Tree::of(&["real/x"]);
    tree.link("l", "real");
    let layers = [tree.layer("l", 0)];
    let entry = scan(&layers, &ScanOptions::new()).nth(1).unwrap().unwrap();
    assert_eq!(entry.path(), tree.path("l/x"));
    assert_eq!(entry.canonical(), tree.path("real/x"));
    assert_eq!(entry.open(9).unwrap().path(), tree.path("l/x"));
}

#[test]
fn links_out_of_the_root_are_refused_on_request() {
    let tree = Tree::of(&["secret/x", "ws/shared/y", "ws/.t/notes/z", "ws/.t/notes/d/"]);
    tree.link("ws/.t/notes/in", "../../shared");
    tree.link("ws/.t/notes/out", "../../../secret");
    tree.link("ws/.t/notes/out.md", "../../../secret/x");
    tree.link("ws/.t/notes/d/NOTE", "../../../../secret/x");
    let layers = [Layer::project(tree.path("ws")).within(".t").within("notes")];
    assert_eq!(tree.seen(&layers, &descend()).len(), 7);

    let options = descend().containment(Containment::WithinRoot);
    let root = tree.path("ws").display().to_string();
    let refused = |path: &str| {
        let fix = "move its target there or allow symlinks that leave";
        format!("ws/.t/notes/{path}: leads out of {root}; {fix}").replace(
            &format!("{}/", tree.path("").display()).replace("//", "/"),
            "",
        )
    };
    assert_eq!(
        tree.seen(&layers, &options),
        [
            "ws/.t/notes/".to_owned(),
            "ws/.t/notes/d/".to_owned(),
            refused("d/NOTE"),
            "ws/.t/notes/in/".to_owned(),
            "ws/.t/notes/in/y".to_owned(),
            refused("out"),
            refused("out.md"),
            "ws/.t/notes/z".to_owned(),
        ]
    );

    // The same for a file that is opened by name.
    let options = ScanOptions::new().containment(Containment::WithinRoot);
    let mut entries = scan(&layers, &options);
    let directory = entries
        .find_map(|e| e.ok().filter(|e| e.path().ends_with("d")))
        .unwrap();
    let error = directory.open_in("NOTE", 99).unwrap_err();
    assert!(error.to_string().contains("leads out of"), "{error}");
}

#[test]
fn a_layer_that_leaves_its_root_is_refused_on_request() {
    let tree = Tree::of(&["ws/", "other/x"]);
    tree.link("ws/notes", "../other");
    let options = ScanOptions::new().containment(Containment::WithinRoot);
    for subdirectory in ["notes", "../other"] {
        let layers = [Layer::project(tree.path("ws")).within(subdirectory)];
        assert_eq!(tree.seen(&layers, &ScanOptions::new()).len(), 2);
        let seen = tree.seen(&layers, &options);
        assert!(
            seen.len() == 1 && seen[0].contains("leads out of"),
            "{seen:?}"
        );
    }
    // A root that is a link is no way out.
    tree.link("ws2", "ws");
    tree.write("ws/own/x", "");
    let layers = [Layer::project(tree.path("ws2")).within("own")];
    assert_eq!(tree.seen(&layers, &options), ["ws2/own/", "ws2/own/x"]);
}

#[test]
fn a_file_opened_by_name_may_be_a_link() {
    let tree = Tree::of(&["l/a/", "l/b/", "l/c/", "l/d/NOTE", "real"]);
    tree.link("l/a/NOTE", "../../real");
    tree.link("l/b/NOTE", "../../gone");
    tree.link("l/c/NOTE", "../d/NOTE");
    let layers = [tree.layer("l", 0)];
    let mut found = Vec::new();
    for entry in scan(&layers, &ScanOptions::new()) {
        let entry = entry.unwrap();
        found.push(match entry.open_in("NOTE", 99) {
            Ok(Some(file)) => {
                assert_eq!(file.path(), entry.path().join("NOTE"));
                let canonical = file
                    .canonical()
                    .strip_prefix(tree.path(""))
                    .unwrap()
                    .to_owned();
                format!("{}: {}", canonical.display(), file.read_text().unwrap())
            }
            Ok(None) => "absent".to_owned(),
            Err(error) => error.to_string().rsplit('/').next().unwrap().to_owned(),
        });
    }
    assert_eq!(
        found,
        [
            "absent",
            "real: real",
            "NOTE: dangling symlink; restore its target or remove it",
            "l/d/NOTE: l/d/NOTE",
            "l/d/NOTE: l/d/NOTE"
        ]
    );
}

#[test]
fn pipes_and_sockets_do_not_block() {
    let tree = Tree::of(&["l/a/"]);
    let made = std::process::Command::new("mkfifo")
        .arg(tree.path("l/a/NOTE"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo");
        return;
    }
    let _socket = std::os::unix::net::UnixListener::bind(tree.path("l/s")).unwrap();
    let error = SourceFile::open(tree.path("l/a/NOTE"), 10).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("expected a regular file, found a pipe, socket or device")
    );
    let error = SourceFile::open(tree.path("l/s"), 10).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("expected a regular file, found a pipe, socket or device")
    );
    let error = SourceFile::open("/dev/zero", 10).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("expected a regular file, found a pipe, socket or device")
    );

    let layers = [tree.layer("l", 0)];
    let options = ScanOptions::new();
    let mut entries = scan(&layers, &options);
    let directory = entries.nth(1).unwrap().unwrap();
    let error = directory.open_in("NOTE", 99).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("expected a regular file, found a pipe, socket or device")
    );
}

#[test]
fn each_name_is_given_on_request() {
    let tree = Tree::of(&["l/b.md", "l/d/x"]);
    tree.link("l/a.md", "b.md");
    tree.link("l/again", "d");
    tree.link("l/d/up", "..");
    tree.link("m", "l");
    let options = descend().duplicates(interline_files::Duplicates::Each);
    let layers = [tree.layer("l", 1), tree.layer("m", 0)];
    assert_eq!(
        tree.seen(&layers, &options),
        [
            "l/",
            "l/a.md",
            "l/again/",
            "l/again/up: symlink loop; remove it",
            "l/again/x",
            "l/b.md",
            "l/d/",
            "l/d/up: symlink loop; remove it",
            "l/d/x",
        ]
    );
}

#[test]
fn many_names_of_directories_stay_within_the_bound() {
    // Each directory is reached through ten links from the one above: 10^8 paths.
    let tree = Tree::of(&["l/8/"]);
    for level in 0..8 {
        std::fs::create_dir_all(tree.path(&format!("l/{level}"))).unwrap();
        for link in 0..10 {
            tree.link(
                &format!("l/{level}/{link}"),
                format!("../../l/{}", level + 1),
            );
        }
    }
    let options = descend()
        .duplicates(interline_files::Duplicates::Each)
        .max_entries(500);
    let seen = tree.seen(&[tree.layer("l", 0)], &options);
    let too_many = |line: &&String| line.contains("more than 500 entries");
    assert!(seen.iter().any(|line| too_many(&line)));
    // A directory that does not fit any more is reported once for each name that was reached.
    assert!(seen.len() < 1100, "{}", seen.len());
}
