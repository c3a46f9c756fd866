use std::fs;

use interline_files::{
    Hidden, Layer, LayerKind, ProjectLayers, Recursion, ScanOptions, misspelled, scan,
};

use crate::tree::Tree;

fn descend() -> ScanOptions {
    ScanOptions::new().recursion(Recursion::Descend)
}

#[test]
fn children_come_in_the_order_of_their_names() {
    let tree = Tree::of(&["l/b.md", "l/a/x.md", "l/B.md", "l/c/", "l/a.md"]);
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new()),
        ["l/", "l/B.md", "l/a/", "l/a.md", "l/b.md", "l/c/"]
    );
    assert_eq!(
        tree.seen(&layers, &descend()),
        [
            "l/", "l/B.md", "l/a/", "l/a/x.md", "l/a.md", "l/b.md", "l/c/"
        ]
    );
}

/// They count all the same: a directory is not read on and on because nothing in it is wanted.
#[test]
fn names_that_begin_with_a_dot_are_skipped() {
    let tree = Tree::of(&[
        ".l/.a.md",
        ".l/.git/x.md",
        ".l/d/..b",
        ".l/d/e/x.md",
        ".l/z.md",
    ]);
    let layers = [tree.layer(".l", 0)];
    assert_eq!(
        tree.seen(&layers, &descend()),
        [".l/", ".l/d/", ".l/d/e/", ".l/d/e/x.md", ".l/z.md"]
    );
    let all = tree.seen(&layers, &descend().hidden(Hidden::Keep));
    assert_eq!(
        all,
        [
            ".l/",
            ".l/.a.md",
            ".l/.git/",
            ".l/.git/x.md",
            ".l/d/",
            ".l/d/..b",
            ".l/d/e/",
            ".l/d/e/x.md",
            ".l/z.md"
        ]
    );
    // Four in the directory of the layer, two in `d`, one in `e`.
    assert_eq!(tree.seen(&layers, &descend().max_entries(7)).len(), 5);
    assert_eq!(
        tree.seen(&layers, &descend().max_entries(3)),
        [
            ".l/",
            ".l: more than 3 entries in this layer, not searched; raise the limit to search it"
        ]
    );
}

#[test]
fn entries_have_their_path_and_depth() {
    let tree = Tree::of(&["l/a/x.md"]);
    let layers = [tree.layer("none", 9), tree.layer("l", 0)];
    let entries: Vec<_> = scan(&layers, &descend()).map(Result::unwrap).collect();
    let places: Vec<_> = entries.iter().map(|e| (e.depth(), e.layer())).collect();
    assert_eq!(places, [(0, 1), (1, 1), (2, 1)]);
    assert_eq!(entries[2].canonical(), tree.path("l/a/x.md"));
}

#[test]
fn a_subtree_is_left_out_on_request() {
    let tree = Tree::of(&["l/a/x.md", "l/b/x.md", "m/y.md"]);
    let layers = [tree.layer("l", 1), tree.layer("m", 0)];
    let options = descend();
    let mut entries = scan(&layers, &options);
    let mut seen = Vec::new();
    while let Some(entry) = entries.next() {
        let entry = entry.unwrap();
        if entry.path().ends_with("a") || entry.path().ends_with("m") {
            entries.skip_subtree();
        }
        seen.push(entry.path().to_owned());
    }
    let expected = ["l", "l/a", "l/b", "l/b/x.md", "m"].map(|path| tree.path(path));
    assert_eq!(seen, expected);
}

#[test]
fn layers_come_by_precedence_and_then_in_the_order_given() {
    let tree = Tree::of(&["a/x", "b/x", "c/x", "d/x"]);
    let [a, b, c, d] = [("a", 0), ("b", 7), ("c", 0), ("d", 7)].map(|(p, n)| tree.layer(p, n));
    let expected = ["b/", "b/x", "d/", "d/x", "a/", "a/x", "c/", "c/x"];
    for layers in [
        [a.clone(), b.clone(), c.clone(), d.clone()],
        [b.clone(), a.clone(), d.clone(), c.clone()],
        [b, d, a, c],
    ] {
        assert_eq!(tree.seen(&layers, &ScanOptions::new()), expected);
    }
}

#[test]
fn missing_directories_are_skipped() {
    let tree = Tree::of(&["l/x"]);
    let layers = [
        tree.layer("no", 2),
        tree.layer("l/x/y", 1),
        tree.layer("l", 0),
    ];
    // A file where a directory on the way is expected is no missing directory.
    let seen = tree.seen(&layers, &ScanOptions::new());
    assert_eq!(
        seen,
        [
            "l/x/y: expected a directory, found something else",
            "l/",
            "l/x"
        ]
    );
    assert!(tree.seen(&layers[..1], &ScanOptions::new()).is_empty());
    assert!(tree.seen(&[], &ScanOptions::new()).is_empty());
}

#[test]
fn a_file_as_a_layer_is_reported() {
    let tree = Tree::of(&["l"]);
    assert_eq!(
        tree.seen(&[tree.layer("l", 0)], &ScanOptions::new()),
        ["l: expected a directory, found something else"]
    );
}

#[test]
fn a_layer_given_twice_is_scanned_once() {
    let tree = Tree::of(&["l/x", "l/d/"]);
    let layers = [
        tree.layer("l", 0),
        tree.layer("l", 3),
        tree.layer("l/d/../../l", 0),
    ];
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new()),
        ["l/", "l/d/", "l/x"]
    );
}

#[test]
fn a_layer_inside_another_adds_what_is_new() {
    let tree = Tree::of(&["l/a/x", "l/a/b/y"]);
    let layers = [tree.layer("l", 1), tree.layer("l/a", 0)];
    // At depth one the outer layer has not read `a`.
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new()),
        ["l/", "l/a/", "l/a/", "l/a/b/", "l/a/x"]
    );
    // All the way down it has given both files.
    let files: Vec<_> = tree
        .seen(&layers, &descend())
        .into_iter()
        .filter(|path| !path.ends_with('/'))
        .collect();
    assert_eq!(files, ["l/a/b/y", "l/a/x"]);
}

#[test]
fn an_untrusted_workspace_is_not_scanned() {
    let tree = Tree::of(&["u/x", "p"]);
    let layers = [Layer::project(tree.path("p")), Layer::user(tree.path("u"))];
    assert_eq!(tree.seen(&layers, &ScanOptions::new()).len(), 3);
    let options = ScanOptions::new().project_layers(ProjectLayers::Drop);
    // `p` is no directory, which nothing has noticed.
    assert_eq!(tree.seen(&layers, &options), ["u/", "u/x"]);
    let kinds: Vec<_> = options
        .in_order(&layers)
        .iter()
        .map(|(i, l)| (*i, l.kind))
        .collect();
    assert_eq!(kinds, [(1, LayerKind::User)]);
}

#[test]
fn depth_is_bounded() {
    let tree = Tree::of(&["l/1/2/3/4/x"]);
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.seen(&layers, &descend().max_depth(2)),
        [
            "l/",
            "l/1/",
            "l/1/2/",
            "l/1/2/3/",
            "l/1/2/3: more than 2 levels deep, not searched; raise the limit to search it"
        ]
    );
    // Directories that are not searched anyway are not too deep.
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new().max_depth(0)),
        ["l/", "l/1/"]
    );
}

#[test]
fn entries_are_bounded_by_whole_directories() {
    let tree = Tree::of(&["l/a/1", "l/a/2", "l/a/3", "l/b/1", "m/1"]);
    let layers = [tree.layer("l", 1), tree.layer("m", 0)];
    assert_eq!(
        tree.seen(&layers, &descend().max_entries(4)),
        [
            "l/",
            "l/a/",
            "l/a: more than 4 entries in this layer, not searched; raise the limit to search it",
            "l/b/",
            "l/b/1",
            "m/",
            "m/1"
        ]
    );
    assert_eq!(tree.seen(&layers, &descend().max_entries(6)).len(), 9);
}

#[test]
fn a_deep_tree_takes_no_stack() {
    let tree = Tree::of(&["l/"]);
    let mut path = tree.path("l");
    for _ in 0..800 {
        path.push("d");
    }
    fs::create_dir_all(&path).unwrap();
    let layers = [tree.layer("l", 0)];
    assert_eq!(scan(&layers, &descend().max_depth(1000)).count(), 801);
}

#[test]
fn a_file_is_opened_under_its_own_name_only() {
    let tree = Tree::of(&[
        "l/a/NOTE.md",
        "l/b/note.md",
        "l/c/NOTE.md",
        "l/c/note.md",
        "l/d/NOTE.md/",
    ]);
    let layers = [tree.layer("l", 0)];
    let mut found = Vec::new();
    for entry in scan(&layers, &ScanOptions::new()) {
        let entry = entry.unwrap();
        found.push(match entry.open_in("NOTE.md", 99) {
            Ok(Some(file)) => {
                assert_eq!(file.path(), entry.path().join("NOTE.md"));
                file.read_text().unwrap()
            }
            Ok(None) => match misspelled(&entry, "NOTE.md") {
                Some(path) => format!("misspelled {}", path.file_name().unwrap().display()),
                None => "absent".to_owned(),
            },
            Err(error) => error
                .to_string()
                .replace(&format!("{}/", entry.path().display()), ""),
        });
    }
    assert_eq!(
        found,
        [
            "absent",
            "l/a/NOTE.md",
            "misspelled note.md",
            "l/c/NOTE.md",
            "NOTE.md: expected a regular file, found a directory"
        ]
    );
}

#[test]
#[cfg(target_os = "linux")]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let tree = Tree::of(&["l/a"]);
    fs::write(
        tree.path("l").join(std::ffi::OsStr::from_bytes(b"\xff.md")),
        "x",
    )
    .unwrap();
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.seen(&layers, &ScanOptions::new()),
        ["l/", "l/a", "l/\u{fffd}.md"]
    );
}
