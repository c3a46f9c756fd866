//! Diagnostics are logged once, and errors are not logged.

use interline_fragments::{DiscoveryOptions, FragmentManifest, discover, discover_with};
use interline_testing::captured_logs;

use crate::tree::Tree;

#[test]
fn logs_each_diagnostic_once() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.directory("l/b/FRAGMENT.md");
    let text =
        "---\nname: c\ndescription: d\narguments: [{name: a, required: true, default: x}]\n---\n";
    let path = tree.write("l/c/FRAGMENT.md", text);
    let layers = [tree.layer("l", 0)];
    let diagnostic = "WARN l/c/FRAGMENT.md:4:12: warning[required-with-default]: argument `a` is required and has a default: the default applies; remove one of the two";
    let options = DiscoveryOptions::new();
    let lines = [
        captured_logs(|| assert_eq!(discover(&layers).problems.len(), 1)),
        captured_logs(|| assert_eq!(discover_with(&layers, &options).problems.len(), 1)),
        captured_logs(|| drop(FragmentManifest::parse(text, &path).unwrap())),
    ];
    for lines in lines {
        let lines: Vec<String> = lines.iter().map(|line| tree.short(line)).collect();
        assert_eq!(lines, [diagnostic]);
    }
}
