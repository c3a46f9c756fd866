//! What is told is logged, once.

use interline_fragments::{DiscoveryOptions, FragmentManifest, discover_fragments, discover_with};
use interline_testing::logged;

use crate::tree::Tree;

#[test]
fn what_is_told_is_logged_once() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.directory("l/b/FRAGMENT.md");
    let text =
        "---\nname: c\ndescription: d\narguments: [{name: a, required: true, default: x}]\n---\n";
    let path = tree.write("l/c/FRAGMENT.md", text);
    let layers = [tree.layer("l", 0)];
    let diagnostic = "WARN l/c/FRAGMENT.md:4:12: warning[required-with-default]: argument `a` is required and has a default: the default applies; remove one of the two";
    let options = DiscoveryOptions::new();
    let lines = [
        logged(|| assert_eq!(discover_fragments(&layers).resources.len(), 2)),
        logged(|| assert_eq!(discover_with(&layers, &options).resources.len(), 2)),
    ];
    for lines in lines {
        let lines: Vec<String> = lines.iter().map(|line| tree.short(line)).collect();
        assert_eq!(
            lines,
            [
                "WARN l/b/FRAGMENT.md: expected a file, found a directory",
                diagnostic
            ]
        );
    }
    let lines = logged(|| drop(FragmentManifest::from_fragment_md(text, &path).unwrap()));
    assert_eq!(tree.short(lines.join("\n")), diagnostic);
}
