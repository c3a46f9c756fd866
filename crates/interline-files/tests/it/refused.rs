//! Files and directories that the user may not read, list or search.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::symlink;
use std::path::Path;

use interline_files::{
    Containment, Entry, Error, Hidden, Layer, Recursion, ScanOptions, SourceFile, misspelled, scan,
};
use interline_testing::{
    REFUSED, as_unprivileged_user, below, lock_link, set_modes, stray_files, write_stray_files,
};

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

/// Paths below `root`, directories with a final `/`; errors with their messages.
fn seen(root: &Path, layers: &[Layer], options: &ScanOptions) -> Vec<String> {
    let line = |item: Result<Entry, Error>| match item {
        Ok(entry) if entry.is_dir() => format!("{}/", entry.path().display()),
        Ok(entry) => entry.path().display().to_string(),
        Err(error) => {
            assert_eq!(error.io_kind(), Some(ErrorKind::PermissionDenied));
            error.to_string()
        }
    };
    let items = scan(layers, options).map(line);
    items.map(|item| below(root, item)).collect()
}

#[test]
fn a_scan_returns_errors_about_permissions_and_continues() {
    let name = "refused::a_scan_returns_errors_about_permissions_and_continues";
    as_unprivileged_user(name, |directory| {
        let root = directory.join("l");
        fs::create_dir(&root).unwrap();
        tree(&root);
        let layers = [Layer::explicit(&root)];
        for containment in [Containment::Anywhere, Containment::WithinRoot] {
            let options = ScanOptions::new()
                .recursion(Recursion::Descend)
                .containment(containment);
            assert_eq!(
                seen(directory, &layers, &options),
                [
                    "l/",
                    "l/a.md",
                    "l/closed/",
                    &format!("l/closed: {REFUSED}"),
                    "l/closed.md",
                    &format!("l/link.md: {REFUSED}"),
                    "l/unlisted/",
                    &format!("l/unlisted: {REFUSED}"),
                    "l/unsearched/",
                    "l/unsearched/f.md",
                    "l/z.md",
                ]
            );
        }
    });
}

#[test]
fn a_layer_without_permission_affects_no_other() {
    let name = "refused::a_layer_without_permission_affects_no_other";
    as_unprivileged_user(name, |directory| {
        tree(directory);
        fs::create_dir(directory.join("open")).unwrap();
        fs::write(directory.join("open/f.md"), "x").unwrap();
        let layer = |path: &str, precedence| Layer::package(directory, precedence).within(path);
        let layers = [
            layer("closed/below", 5),
            layer("closed", 4),
            layer("unlisted", 3),
            layer("unsearched/below", 2),
            layer("open", 1),
        ];
        assert_eq!(
            seen(directory, &layers, &ScanOptions::new()),
            [
                format!("closed/below: {REFUSED}"),
                "closed/".to_owned(),
                format!("closed: {REFUSED}"),
                "unlisted/".to_owned(),
                format!("unlisted: {REFUSED}"),
                format!("unsearched/below: {REFUSED}"),
                "open/".to_owned(),
                "open/f.md".to_owned(),
            ]
        );
        // Nothing is inside a root that cannot be reached.
        let outside = [Layer::explicit(directory.join("closed/top")).within("x")];
        let options = ScanOptions::new().containment(Containment::WithinRoot);
        assert_eq!(
            seen(directory, &outside, &options),
            [format!("closed/top/x: {REFUSED}")]
        );
    });
}

#[test]
fn files_without_read_permission_are_errors_with_their_path() {
    let name = "refused::files_without_read_permission_are_errors_with_their_path";
    as_unprivileged_user(name, |directory| {
        tree(directory);
        let is_refused = |result: Result<String, Error>, path: &str| {
            let error = result.unwrap_err();
            assert_eq!(
                error.io_kind(),
                Some(ErrorKind::PermissionDenied),
                "{error}"
            );
            assert_eq!(error.path(), Some(directory.join(path).as_path()));
        };
        for path in ["closed.md", "closed/f.md", "unsearched/f.md", "link.md"] {
            let opened = SourceFile::open(directory.join(path), 99);
            is_refused(opened.and_then(SourceFile::read_text), path);
        }
        let text = SourceFile::open(directory.join("unlisted/f.md"), 99);
        assert_eq!(text.and_then(SourceFile::read_text).unwrap(), "unlisted");

        let layers = [Layer::explicit(directory)];
        let mut open = Vec::new();
        for entry in scan(&layers, &ScanOptions::new()).filter_map(Result::ok) {
            let path = entry
                .path()
                .strip_prefix(directory)
                .unwrap()
                .to_str()
                .unwrap();
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
fn a_scan_skips_hidden_entries_by_default() {
    let tree = Tree::new();
    write_stray_files(&tree.path(""), "a.md", "text");
    let layers = [tree.layer("", 0)];
    let seen = |hidden| {
        let mut seen = tree.seen(&layers, &ScanOptions::new().hidden(hidden));
        seen.remove(0);
        seen
    };
    let mut expected = stray_files("a.md");
    let lock = lock_link("a.md");
    expected.push(format!(
        "{lock}: dangling symlink; restore its target or remove it"
    ));
    expected.sort();
    assert_eq!(seen(Hidden::Keep), expected);
    expected.retain(|line| !line.starts_with('.'));
    assert_eq!(seen(Hidden::Skip), expected);
}
