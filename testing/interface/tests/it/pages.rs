//! The links and paths in the pages lead somewhere.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use interline_api::project;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The links, code spans and anchors of a page.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    /// Without those in headings.
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

/// Adds the files below a directory of the project to `files`.
fn walk(directory: &Path, files: &mut BTreeSet<PathBuf>) {
    // The files of tools, and the suites of others.
    const LEFT_OUT: [&str; 5] = ["artifacts", "corpus", "node_modules", "suites", "target"];
    for entry in std::fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !entry.file_type().unwrap().is_dir() {
            files.insert(entry.path());
            continue;
        }
        let is_hidden = name.starts_with('.') && name != ".github";
        if !is_hidden && !name.starts_with("dist") && !LEFT_OUT.contains(&name.as_str()) {
            walk(&entry.path(), files);
        }
    }
}

#[test]
fn links_and_paths_lead_somewhere() {
    let mut files = BTreeSet::new();
    walk(&project().canonicalize().unwrap(), &mut files);
    let is_page = |path: &&PathBuf| {
        // The inputs of tests and examples are not pages.
        path.extension().is_some_and(|extension| extension == "md")
            && !path.iter().any(|part| part == "tests" || part == "data")
    };
    let parsed = |path| (path, Page::parse(&std::fs::read_to_string(path).unwrap()));
    let pages: BTreeMap<&PathBuf, Page> = files.iter().filter(is_page).map(parsed).collect();
    assert!(pages.len() > 30, "{} pages", pages.len());

    let mut problems = Vec::new();
    for (path, page) in &pages {
        // Left out are URLs, and links to items, which rustdoc checks.
        for link in page.links.iter().filter(|link| !link.contains(':')) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = match file {
                "" => Some((*path).clone()),
                file => path.with_file_name(file).canonicalize().ok(),
            };
            let leads = to.is_some_and(|to| {
                anchor.is_empty()
                    || pages
                        .get(&to)
                        .is_some_and(|page| page.anchors.contains(anchor))
            });
            if !leads {
                problems.push(format!("{}: `{link}` leads nowhere", path.display()));
            }
        }
        // Sources are named by the end of their path. Code with a space is a command, with a star a pattern.
        let is_source = |code: &&String| {
            code.contains('/') && code.ends_with(".rs") && !code.contains([' ', '*'])
        };
        for code in page.code.iter().filter(is_source) {
            if !files.iter().any(|file| file.ends_with(code)) {
                problems.push(format!("{}: there is no `{code}`", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
