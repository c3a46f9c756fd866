//! Files and directories that the user may not read, list or search.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::Path;

use interline_files::{
    Containment, DiscoveryLayer, Entry, Error, Hidden, Recursion, ScanOptions, SourceFile,
    misspelled, scan,
};
use interline_testing::{DENIED, as_ordinary_user, litter, lock_link, set_modes, write_litter};

use crate::tree::Tree;

/// Directories with a file `f.md` each: `closed`, `unlisted` (may be searched), `unsearched` (may be listed); files `a.md`, `closed.md`
/// and `z.md`, of which the second may not be read; a link into the closed directory.
fn tree(root: &Path) {
    for directory in ["closed", "unlisted", "unsearched"] {
        fs::create_dir(root.join(directory)).unwrap();
        fs::write(root.join(directory).join("f.md"), directory).unwrap();
    }
    for file in ["a.md", "closed.md", "z.md"] {
        fs::write(root.join(file), file).unwrap();
    }
    symlink("closed/f.md", root.join("link.md")).unwrap();
    set_modes(
        root,
        &[
            ("closed", 0o000),
            ("unlisted", 0o311),
            ("unsearched", 0o644),
            ("closed.md", 0o000),
        ],
    );
}

/// Paths below `root`, directories with `/` behind; errors with their words.
fn seen(root: &Path, layers: &[DiscoveryLayer], options: &ScanOptions) -> Vec<String> {
    let line = |item: Result<Entry, Error>| match item {
        Ok(entry) if entry.is_dir() => format!("{}/", entry.path().display()),
        Ok(entry) => entry.path().display().to_string(),
        Err(error) => {
            assert_eq!(error.io_kind(), Some(ErrorKind::PermissionDenied));
            error.to_string()
        }
    };
    let prefix = format!("{}/", root.display());
    let items = scan(layers, options).map(line);
    items.map(|item| item.replace(&prefix, "")).collect()
}

#[test]
fn a_scan_tells_what_it_may_not_look_at_and_goes_on() {
    let name = "refused::a_scan_tells_what_it_may_not_look_at_and_goes_on";
    as_ordinary_user(name, |folder| {
        let root = folder.join("l");
        fs::create_dir(&root).unwrap();
        tree(&root);
        let layers = [DiscoveryLayer::explicit(&root)];
        for containment in [Containment::Anywhere, Containment::WithinRoot] {
            let options = ScanOptions::new()
                .recursion(Recursion::Descend)
                .containment(containment);
            assert_eq!(
                seen(folder, &layers, &options),
                [
                    "l/",
                    "l/a.md",
                    "l/closed/",
                    &format!("l/closed: {DENIED}"),
                    "l/closed.md",
                    &format!("l/link.md: {DENIED}"),
                    "l/unlisted/",
                    &format!("l/unlisted: {DENIED}"),
                    "l/unsearched/",
                    "l/unsearched/f.md",
                    "l/z.md",
                ]
            );
        }
    });
}

#[test]
fn layers_that_may_not_be_reached_cost_themselves() {
    let name = "refused::layers_that_may_not_be_reached_cost_themselves";
    as_ordinary_user(name, |folder| {
        tree(folder);
        fs::create_dir(folder.join("open")).unwrap();
        fs::write(folder.join("open/f.md"), "x").unwrap();
        let layer =
            |path: &str, precedence| DiscoveryLayer::package(folder, precedence).within(path);
        let layers = [
            layer("closed/below", 5),
            layer("closed", 4),
            layer("unlisted", 3),
            layer("unsearched/below", 2),
            layer("open", 1),
        ];
        assert_eq!(
            seen(folder, &layers, &ScanOptions::new()),
            [
                format!("closed/below: {DENIED}"),
                "closed/".to_owned(),
                format!("closed: {DENIED}"),
                "unlisted/".to_owned(),
                format!("unlisted: {DENIED}"),
                format!("unsearched/below: {DENIED}"),
                "open/".to_owned(),
                "open/f.md".to_owned(),
            ]
        );
        // A root that cannot be reached keeps nothing in.
        let outside = [DiscoveryLayer::explicit(folder.join("closed/top")).within("x")];
        let options = ScanOptions::new().containment(Containment::WithinRoot);
        assert_eq!(
            seen(folder, &outside, &options),
            [format!("closed/top/x: {DENIED}")]
        );
    });
}

#[test]
fn files_that_may_not_be_read_are_errors_with_their_path() {
    let name = "refused::files_that_may_not_be_read_are_errors_with_their_path";
    as_ordinary_user(name, |folder| {
        tree(folder);
        let is_refused = |result: Result<String, Error>, path: &str| {
            let error = result.unwrap_err();
            assert_eq!(
                error.io_kind(),
                Some(ErrorKind::PermissionDenied),
                "{error}"
            );
            assert_eq!(error.path(), folder.join(path));
        };
        for path in ["closed.md", "closed/f.md", "unsearched/f.md", "link.md"] {
            let opened = SourceFile::open(folder.join(path), 99);
            is_refused(opened.and_then(SourceFile::read_text), path);
        }
        let text = SourceFile::open(folder.join("unlisted/f.md"), 99);
        assert_eq!(text.and_then(SourceFile::read_text).unwrap(), "unlisted");

        let layers = [DiscoveryLayer::explicit(folder)];
        let mut open = Vec::new();
        for entry in scan(&layers, &ScanOptions::new()).filter_map(Result::ok) {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap();
            if entry.is_file() {
                match entry.open(99).and_then(SourceFile::read_text) {
                    Ok(text) => open.push(text),
                    refused => is_refused(refused, path),
                }
            } else if entry.depth() == 1 {
                assert_eq!(misspelled(&entry, "F.MD").is_some(), path == "unsearched");
                match entry.open_in("f.md", 99) {
                    Ok(Some(file)) => open.push(file.read_text().unwrap()),
                    Ok(None) => panic!("`f.md` in {path} is dropped"),
                    Err(error) => is_refused(Err(error), &format!("{path}/f.md")),
                }
            }
        }
        assert_eq!(open, ["a.md", "unlisted", "z.md"]);
    });
}

/// Which of the names without a dot before them count is for the caller to say.
#[test]
fn a_scan_passes_over_what_is_hidden_unless_it_is_asked_for() {
    let tree = Tree::new();
    write_litter(&tree.path(""), "a.md", "text");
    let layers = [tree.layer("", 0)];
    let seen = |hidden| {
        let mut seen = tree.seen(&layers, &ScanOptions::new().hidden(hidden));
        seen.remove(0);
        seen
    };
    let mut expected = litter("a.md");
    let lock = lock_link("a.md");
    expected.push(format!(
        "{lock}: this link leads to nothing: restore what it points to or remove it"
    ));
    expected.sort();
    assert_eq!(seen(Hidden::Keep), expected);
    expected.retain(|line| !line.starts_with('.'));
    assert_eq!(seen(Hidden::Skip), expected);
}
