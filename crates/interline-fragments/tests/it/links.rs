#![cfg(unix)]

use interline_fragments::{Containment, DiscoveryOptions, Layer};

use crate::tree::{Tree, first_problem, without_problems};

#[test]
fn a_layer_through_a_link() {
    let tree = Tree::of(&[("one/x", "x"), ("one/y", "y")]);
    tree.link("two", "one");
    for (first, second) in [(0, 0), (0, 1), (1, 0)] {
        let layers = [tree.layer("one", first), tree.layer("two", second)];
        let through = if second > first { "two" } else { "one" };
        let expected = [format!("x {through}/x"), format!("y {through}/y")];
        assert_eq!(tree.found(&layers), expected);
        assert_eq!(without_problems(&layers).len(), 2);
    }
    // Paths are those that were walked.
    assert_eq!(tree.found(&[tree.layer("two", 0)]), ["x two/x", "y two/y"]);
}

#[test]
fn a_fragment_reached_twice() {
    let tree = Tree::of(&[("l/x", "x"), ("m/other", "other")]);
    tree.link("l/again", "x");
    tree.link("l/far", "../m/other");
    tree.link("m/near", "../l/x");
    tree.directory("l/file");
    tree.link("l/file/FRAGMENT.md", "../x/FRAGMENT.md");
    let layers = [tree.layer("l", 0), tree.layer("m", 0)];
    assert_eq!(tree.found(&layers), ["other l/far", "x l/again"]);
    assert_eq!(without_problems(&layers).len(), 2);
    // A broken file is reported once as well.
    tree.write("l/x/FRAGMENT.md", "broken");
    let found = tree.found(&layers);
    assert!(
        found.len() == 2 && found[1].starts_with("problem: l/again/FRAGMENT.md:1:1: "),
        "{found:?}"
    );
}

#[test]
fn broken_links_cost_only_themselves() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.link("l/gone", "nowhere");
    tree.link("l/ring", "ring");
    tree.link("l/self", ".");
    tree.directory("l/x");
    tree.link("l/x/FRAGMENT.md", "nowhere.md");
    tree.directory("l/y");
    tree.link("l/y/FRAGMENT.md", "FRAGMENT.md");
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.found(&layers),
        [
            "a l/a",
            "problem: l/gone: dangling symlink; restore its target or remove it",
            "problem: l/ring: symlink loop; remove it",
            "problem: l/x/FRAGMENT.md: dangling symlink; restore its target or remove it",
            "problem: l/y/FRAGMENT.md: symlink loop; remove it",
        ]
    );
    let error = first_problem(&layers);
    assert_eq!(error.path(), Some(tree.path("l/gone").as_path()));
}

#[test]
fn links_out_of_the_root() {
    let tree = Tree::of(&[
        ("secret/x", "x"),
        ("w/shared/y", "y"),
        ("w/fragments/z", "z"),
    ]);
    tree.link("w/fragments/out", "../../secret/x");
    tree.link("w/fragments/in", "../shared/y");
    tree.directory("w/fragments/file");
    tree.link(
        "w/fragments/file/FRAGMENT.md",
        "../../../secret/x/FRAGMENT.md",
    );
    let layers = [Layer::project(tree.path("w")).within("fragments")];
    assert_eq!(
        tree.found(&layers),
        ["x w/fragments/file", "y w/fragments/in", "z w/fragments/z"]
    );

    let options = DiscoveryOptions::new().containment(Containment::WithinRoot);
    let found = tree.found_with(&layers, &options);
    assert_eq!(found[..2], ["y w/fragments/in", "z w/fragments/z"]);
    assert_eq!(found.len(), 4);
    assert!(
        found[2].starts_with("problem: w/fragments/file/FRAGMENT.md: leads out of"),
        "{found:?}"
    );
    assert!(
        found[3].starts_with("problem: w/fragments/out: leads out of"),
        "{found:?}"
    );
}

#[test]
fn a_pipe_does_not_block() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.directory("l/pipe");
    let pipe = tree.path("l/pipe/FRAGMENT.md");
    if !std::process::Command::new("mkfifo")
        .arg(pipe)
        .status()
        .is_ok_and(|status| status.success())
    {
        println!("skipped: there is no mkfifo");
        return;
    }
    assert_eq!(
        tree.found(&[tree.layer("l", 0)]),
        [
            "a l/a",
            "problem: l/pipe/FRAGMENT.md: expected a regular file, found a pipe, socket or device"
        ]
    );
}
