//! The links and paths in the pages lead somewhere.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use interline_api::project;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// What a page refers to, and what others can refer to in it.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    /// Code spans outside of headings, without those of commands and patterns.
    code: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading = None::<String>;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors
                        .extend(heading.take().map(|text| anchor(&text)));
                }
                Event::Text(text) => heading.iter_mut().for_each(|all| all.push_str(&text)),
                Event::Code(text) => match &mut heading {
                    Some(all) => all.push_str(&text),
                    None if text.contains([' ', '*']) => {}
                    None => page.code.push(text.into_string()),
                },
                _ => {}
            }
        }
        page
    }
}

/// Returns the anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Adds the files of the project to `files`, by their paths from its root.
fn walk(directory: &Path, files: &mut BTreeSet<PathBuf>) {
    // What tools write, and the suites of others.
    const LEFT_OUT: [&str; 5] = ["artifacts", "corpus", "node_modules", "suites", "target"];
    for entry in std::fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !entry.file_type().unwrap().is_dir() {
            files.insert(entry.path().strip_prefix(project()).unwrap().to_owned());
            continue;
        }
        let is_hidden = name.starts_with('.') && name != ".github";
        if !is_hidden && !name.starts_with("dist") && !LEFT_OUT.contains(&name.as_str()) {
            walk(&entry.path(), files);
        }
    }
}

/// Joins a relative link to the directory of its page, without `..`.
fn target(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap().to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path
}

#[test]
fn links_and_paths_lead_somewhere() {
    let mut files = BTreeSet::new();
    walk(&project(), &mut files);
    let is_page = |path: &&PathBuf| {
        // The inputs of tests and examples are not pages.
        path.extension().is_some_and(|extension| extension == "md")
            && !path.iter().any(|part| part == "tests" || part == "data")
    };
    let pages: BTreeMap<&PathBuf, Page> = files
        .iter()
        .filter(is_page)
        .map(|path| {
            (
                path,
                Page::parse(&std::fs::read_to_string(project().join(path)).unwrap()),
            )
        })
        .collect();
    assert!(pages.len() > 30, "{} pages", pages.len());

    let mut problems = Vec::new();
    for (path, page) in &pages {
        for link in &page.links {
            // The compiler of the documentation checks links to items.
            if link.contains(':') {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() {
                (*path).clone()
            } else {
                target(path, file)
            };
            let has_anchor = || {
                pages
                    .get(&to)
                    .is_some_and(|page| page.anchors.contains(anchor))
            };
            if !project().join(&to).exists() || !(anchor.is_empty() || has_anchor()) {
                problems.push(format!(
                    "{}: the link `{link}` leads nowhere",
                    path.display()
                ));
            }
        }
        // Sources are named by the end of their path.
        for code in page
            .code
            .iter()
            .filter(|code| code.contains('/') && code.ends_with(".rs"))
        {
            if !files.iter().any(|file| file.ends_with(code)) {
                problems.push(format!("{}: there is no `{code}`", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
