//! Which files of a directory are meant.

use interline_content::{Category, Project};
use proptest::prelude::*;

use crate::docroot::{Docroot, docs, locations};

fn select(docroot: &Docroot, patterns: &[&str], narrowing: Option<&str>) -> Vec<String> {
    let category = Category::new("docs", "docs").patterns(patterns.iter().copied());
    let library = docroot.library(Project::new("p").category(category));
    let content = library.category_content("docs", narrowing).unwrap();
    let locations = locations(&content);
    let relative = locations
        .iter()
        .map(|location| location.trim_start_matches("docs/"));
    relative.map(str::to_owned).collect()
}

#[test]
fn patterns() {
    let docroot = Docroot::of(&[
        ("docs/a.md", ""),
        ("docs/b.md.mustache", ""),
        ("docs/b.txt", ""),
        ("docs/x/c.md", ""),
        ("docs/x/y/d.md.mustache", ""),
        ("docs/é [1].md", ""),
    ]);
    let all = [
        "a.md",
        "b.md.mustache",
        "b.txt",
        "x/c.md",
        "x/y/d.md.mustache",
        "é [1].md",
    ];
    for (patterns, narrowing, expected) in [
        (&[][..], None, &all[..]),
        (&["**"], None, &all),
        (&["*"], None, &[all[0], all[1], all[2], all[5]]),
        (&["*.md"], None, &[all[0], all[1], all[5]]),
        (
            &["**/*.md"],
            None,
            &[all[0], all[1], all[3], all[4], all[5]],
        ),
        (&["*.mustache"], None, &[all[1]]),
        (&["b.md", "x/c.md"], None, &[all[1], all[3]]),
        (&["b.{txt,md}"], None, &[all[1], all[2]]),
        (&["x/**"], None, &[all[3], all[4]]),
        (&["?.md"], None, &[all[0], all[1]]),
        (&["[!a].md"], None, &[all[1]]),
        (&["é \\[1\\].md"], None, &[all[5]]),
        (&["A.md"], None, &[]),
        // A caller's pattern narrows, and never widens.
        (&["**/*.md"], Some("b.*"), &[all[1]]),
        (&["**/*.md"], Some("*.txt"), &[]),
        (&[], Some("x/*"), &[all[3]]),
    ] {
        assert_eq!(
            select(&docroot, patterns, narrowing),
            expected,
            "{patterns:?} {narrowing:?}"
        );
    }
}

#[test]
fn hidden_files_are_not_content() {
    let docroot = Docroot::of(&[
        ("docs/.env", ""),
        ("docs/.git/a.md", ""),
        ("docs/x/.hidden.md", ""),
        ("docs/x/a.md", ""),
        ("docs/.mustache", ""),
        (".notes/n.md", ""),
    ]);
    assert_eq!(select(&docroot, &[], None), ["x/a.md"]);
    assert_eq!(
        select(&docroot, &["**/.*", ".git/*", "**/*.md"], None),
        ["x/a.md"]
    );
    // A directory that the category names is not hidden from it.
    let project = Project::new("p").category(Category::new("notes", ".notes"));
    let content = docroot.library(project).content("notes", None).unwrap();
    assert_eq!(locations(&content), [".notes/n.md"]);
}

#[test]
fn the_docroot_itself_may_be_a_category() {
    let docroot = Docroot::of(&[
        ("a.md", ""),
        ("docs/b.md.mustache", "{{category.dir}} {{file.path}}"),
    ]);
    for dir in ["", ".", "./", "./."] {
        let project = Project::new("p").category(Category::new("all", dir));
        let content = docroot.library(project).content("all", None).unwrap();
        assert_eq!(locations(&content), ["a.md", "docs/b.md.mustache"]);
        assert_eq!(
            content.files[1].content.as_str(),
            Some(". docs/b.md.mustache")
        );
    }
}

#[test]
fn reports_a_missing_directory() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    let project = docs().category(Category::new("later", "x/later"));
    let content = docroot
        .library(project)
        .content("docs,later", None)
        .unwrap();
    assert_eq!(locations(&content), ["docs/a.md"]);
    let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["x/later: no such directory: make it or name another one"]
    );
}

#[test]
fn files_come_in_the_order_of_their_names() {
    let names = [
        "b/1.md", "a/z.md", "a.md", "B.md", "é.md", "a/b/c.md", "10.md", "9.md",
    ];
    let files: Vec<_> = names
        .iter()
        .map(|name| (format!("docs/{name}"), ""))
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    let expected = [
        "10.md", "9.md", "B.md", "a/b/c.md", "a/z.md", "a.md", "b/1.md", "é.md",
    ];
    assert_eq!(select(&Docroot::of(&files), &[], None), expected);
}

#[cfg(unix)]
#[test]
fn a_file_with_several_names_is_served_once_under_one_that_fits() {
    let docroot = Docroot::of(&[("docs/b.md", "b"), ("docs/in/c.md", "c")]);
    docroot.link("docs/a.md", "b.md");
    docroot.link("docs/z.txt", "b.md");
    docroot.link("docs/again", "in");
    docroot.link("docs/in/up", "..");
    assert_eq!(select(&docroot, &["*.txt"], None), ["z.txt"]);
    assert_eq!(select(&docroot, &["b*"], None), ["b.md"]);
    assert_eq!(select(&docroot, &["in/*"], None), ["in/c.md"]);
    assert_eq!(select(&docroot, &[], None), ["a.md", "again/c.md"]);
    // Circles are reported.
    let content = docroot.docs(None).unwrap();
    let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "docs/again/up: this link leads in a circle: remove it",
            "docs/in/up: this link leads in a circle: remove it",
        ]
    );
}

proptest! {
    #![proptest_config(crate::proptest_cases(60))]

    /// A pattern of a category selects the files that match it, and no others, in one order.
    #[test]
    fn narrowing_is_a_choice(files in proptest::collection::btree_set("[ab]{1,2}(/[ab]{1,2})?\\.(md|txt)", 1..8), pattern in "(\\*\\*/)?[ab*?]{1,3}\\.(md|\\*)") {
        let files: Vec<_> = files.iter().map(|name| (format!("docs/{name}"), "")).collect();
        let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
        let docroot = Docroot::of(&files);
        let all = select(&docroot, &[], None);
        prop_assert_eq!(all.len(), files.len());
        let chosen = select(&docroot, &[], Some(&pattern));
        prop_assert_eq!(&select(&docroot, &[&pattern], None), &chosen);
        let glob = globset::GlobBuilder::new(&pattern).literal_separator(true).build().unwrap().compile_matcher();
        let naive: Vec<_> = all.into_iter().filter(|path| glob.is_match(path)).collect();
        prop_assert_eq!(chosen, naive);
    }
}
