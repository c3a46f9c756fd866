//! Files that are written, replaced and removed while they are served.

use std::time::{Duration, UNIX_EPOCH};

use interline_content::{ContentOptions, ContextBuilder, Error, FileProblem};
use interline_mustache_context::{Lambda, Map};
use interline_testing::race;

use crate::docroot::{Docroot, docs, notary};

#[test]
fn a_changed_template_is_compiled_again() {
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", "one {{agent.name}}"),
        ("docs/b.md.mustache", "{{>p}}"),
        ("p.mustache", "---\nx: 1\n---\np1"),
    ]);
    let library = docroot.library(docs());
    let text = |pattern| {
        let content = library.content_with("docs", Some(pattern), &notary());
        content.unwrap().to_text().unwrap()
    };
    assert_eq!(
        (text("a*"), text("a*")),
        ("one Notary".to_owned(), "one Notary".to_owned())
    );
    // Another length; the same length at another time; another file in its place.
    docroot.write("docs/a.md.mustache", "three {{agent.name}}");
    assert_eq!(text("a*"), "three Notary");
    docroot.write("docs/a.md.mustache", "seven {{agent.name}}");
    let file = std::fs::File::options()
        .write(true)
        .open(docroot.path("docs/a.md.mustache"))
        .unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_secs(1))
        .unwrap();
    assert_eq!(text("a*"), "seven Notary");
    docroot.write("new", "eight! {{agent.name}}");
    std::fs::rename(docroot.path("new"), docroot.path("docs/a.md.mustache")).unwrap();
    assert_eq!(text("a*"), "eight! Notary");
    let stats = library.cache_stats();
    assert_eq!((stats.hits, stats.misses, stats.len), (1, 4, 1));
    // Partials likewise.
    assert_eq!((text("b*"), text("b*")), ("p1".to_owned(), "p1".to_owned()));
    docroot.write("p.mustache", "---\nx: 12\n---\np2");
    assert_eq!(text("b*"), "p2");
    assert!(library.partials_stats().hits > 0);
}

#[test]
fn a_template_without_room_in_the_cache_is_served() {
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", "{{agent.name}}{{>p}}"),
        ("p.mustache", "!"),
    ]);
    let library = docroot.library_with(ContentOptions::new().cache(0));
    for _ in 0..2 {
        let content = library.content_with("docs", None, &notary()).unwrap();
        assert_eq!(content.to_text().unwrap(), "Notary!");
    }
    assert_eq!(library.cache_stats().hits, 0);
}

/// A lambda of the first file that does something to the second one, which was found by then.
fn meddling(meddle: impl Fn() + Send + Sync + 'static) -> ContextBuilder {
    let lambda = Lambda::with_render(move |_| {
        meddle();
        Ok(String::new())
    });
    notary().extras(Map::from([("meddle", lambda)]))
}

fn two() -> (Docroot, std::path::PathBuf) {
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{meddle}}"), ("docs/b.md", "b")]);
    let path = docroot.path("docs/b.md");
    (docroot, path)
}

#[test]
fn reports_a_file_that_vanishes() {
    let (docroot, path) = two();
    let builder = meddling(move || drop(std::fs::remove_file(&path)));
    let error = docroot
        .library(docs())
        .content_with("docs", None, &builder)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/b.md: vanished while it was served: ask again"
    );
    // A directory in the way of it, too.
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{meddle}}"), ("docs/x/b.md", "b")]);
    let path = docroot.path("docs/x");
    let builder = meddling(move || drop(std::fs::remove_dir_all(&path)));
    let error = docroot
        .library(docs())
        .content_with("docs", None, &builder)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/x/b.md: vanished while it was served: ask again"
    );
}

#[test]
fn reports_a_file_that_becomes_a_directory() {
    let (docroot, path) = two();
    let builder = meddling(move || {
        let _ = std::fs::remove_file(&path);
        let _ = std::fs::create_dir(&path);
    });
    let error = docroot
        .library(docs())
        .content_with("docs", None, &builder)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/b.md: expected a file, found a directory"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_becomes_a_link_is_not_followed() {
    let (docroot, path) = two();
    let secret = docroot.outside().join("secret.md");
    std::fs::write(&secret, "SECRET").unwrap();
    let builder = meddling(move || {
        let _ = std::fs::remove_file(&path);
        let _ = std::os::unix::fs::symlink(&secret, &path);
    });
    let error = docroot
        .library(docs())
        .content_with("docs", None, &builder)
        .unwrap_err();
    assert!(error.to_string().starts_with("docs/b.md: "), "{error}");
    assert_eq!(error.error_type(), "file_error");
    docroot.is_silent(&format!("{error} {error:?}"));
}

#[test]
fn a_file_that_is_replaced_is_served_in_its_new_state() {
    let (docroot, path) = two();
    let builder = meddling(move || drop(std::fs::write(&path, "new and longer")));
    let content = docroot
        .library(docs())
        .content_with("docs", None, &builder)
        .unwrap();
    assert_eq!(content.files[1].content.as_str(), Some("new and longer"));
    assert_eq!(content.files[1].size, 14);
}

/// While another program writes all the time, the served content is always one state, or the request reports that it found none.
#[test]
fn a_file_is_served_in_one_of_its_states() {
    let docroot = Docroot::of(&[("docs/a.md", ""), ("docs/t.md.mustache", "")]);
    let library = docroot.library(docs());
    let path = |name: &str| docroot.path("docs").join(name);
    let names = ["a.md", "t.md.mustache"];
    race(
        300..300,
        |turn| {
            // Each of one letter, of different lengths, replaced as a whole.
            let letter = char::from(b'a' + u8::try_from(turn % 26).unwrap());
            let text = letter.to_string().repeat(1 + turn % 5000);
            for name in names {
                std::fs::write(docroot.path("new"), &text).unwrap();
                std::fs::rename(docroot.path("new"), path(name)).unwrap();
            }
        },
        |_| {
            match library.content("docs", None) {
                Ok(content) => {
                    for file in &content.files {
                        let text = file.content.as_str().unwrap();
                        let first = text.chars().next();
                        assert!(
                            text.chars().all(|c| Some(c) == first),
                            "{} is of two states",
                            file.path
                        );
                        assert_eq!(file.size, text.len() as u64);
                    }
                }
                Err(Error::File { problem, .. }) => {
                    assert!(
                        matches!(problem, FileProblem::Changed | FileProblem::Vanished),
                        "{problem}"
                    );
                }
                Err(other) => panic!("{other}"),
            }
            true
        },
    );
}

#[test]
fn many_threads_share_a_library() {
    let files: Vec<_> = (0..20)
        .map(|number| {
            (
                format!("docs/{number:02}.md.mustache"),
                format!("---\nn: {number}\n---\n{{{{file.basename}}}} {{{{>p}}}}"),
            )
        })
        .chain([(
            "p.mustache".to_owned(),
            "{{agent.name}} {{file.size}}".to_owned(),
        )])
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text))
        .collect();
    let docroot = Docroot::of(&files);
    let library = docroot.library(docs());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let content = library.content_with("docs", None, &notary()).unwrap();
                    for (number, file) in content.files.iter().enumerate() {
                        let text = file.content.as_str().unwrap();
                        assert_eq!(text, format!("{number:02}.md Notary 15"));
                    }
                }
            });
        }
    });
    assert_eq!(library.cache_stats().len, 20);
}
