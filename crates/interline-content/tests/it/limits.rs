//! Bounds, and docroots of many files.

use interline_content::ContentOptions;

use crate::docroot::{Docroot, docs, locations, notary};

#[test]
fn ten_thousand_files() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    for number in 0..9_999 {
        let directory = docroot.path("docs").join(format!("{:02}", number / 100));
        if number % 100 == 0 {
            std::fs::create_dir(&directory).unwrap();
        }
        let name = if number % 10 == 0 {
            "md.mustache"
        } else {
            "md"
        };
        std::fs::write(
            directory.join(format!("{:02}.{name}", number % 100)),
            "{{file.path}}",
        )
        .unwrap();
    }
    let library = docroot.library(docs());
    let content = library.content_with("docs", None, &notary()).unwrap();
    assert_eq!(content.files.len(), 10_000);
    assert!(content.problems.is_empty());
    for file in content.files.iter().take(9_999) {
        let expected = if file.path.ends_with("0.md.mustache") {
            &file.path
        } else {
            "{{file.path}}"
        };
        assert_eq!(file.content.as_str(), Some(expected));
    }
    assert_eq!(library.cache_stats().misses, 1_000);
    // One of them, from the cache.
    let one = library.content("docs/42/20*", None).unwrap();
    assert_eq!(one.to_text().unwrap(), "42/20.md.mustache");
    assert_eq!(library.cache_stats().hits, 1);
    // One more is too many.
    docroot.write("docs/b.md", "b");
    let error = library.content("docs", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "more than 10000 files: ask for fewer or raise the limit"
    );
    assert_eq!(error.error_type(), "limit_error");
}

#[test]
fn files_and_bytes_are_bounded() {
    let docroot = Docroot::of(&[
        ("docs/a.md", "12345"),
        ("docs/b.md", "12345"),
        ("docs/c.md.mustache", "{{#l}}123{{/l}}"),
    ]);
    let serve = |options: ContentOptions, pattern: Option<&str>| {
        let library = docroot.library_with(options);
        library
            .content_with("docs", pattern, &notary())
            .map(|content| content.files.len())
    };
    let options = ContentOptions::new;
    assert_eq!(serve(options().max_files(3), None).unwrap(), 3);
    let error = serve(options().max_files(2), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "more than 2 files: ask for fewer or raise the limit"
    );
    assert_eq!(serve(options().max_files(2), Some("[ab]*")).unwrap(), 2);
    assert_eq!(serve(options().max_total_bytes(10), None).unwrap(), 3);
    let error = serve(options().max_total_bytes(9), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "more than 9 bytes in all files together: ask for fewer or raise the limit"
    );
    // Text that is rendered into frontmatter counts too.
    docroot.write(
        "docs/d.md.mustache",
        "---\na: ['{{agent.name}}', {b: '{{agent.name}}!'}]\n---\n12",
    );
    assert_eq!(serve(options().max_total_bytes(15), Some("d*")).unwrap(), 1);
    for limit in [1, 2, 8, 14] {
        let error = serve(options().max_total_bytes(limit), Some("d*")).unwrap_err();
        assert_eq!(error.error_type(), "limit_error");
    }
    std::fs::remove_file(docroot.path("docs/d.md.mustache")).unwrap();
    let error = serve(options().max_file_bytes(14), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/c.md.mustache: larger than 14 bytes: make the file smaller or raise the limit"
    );
    assert_eq!(serve(options().max_file_bytes(15), None).unwrap(), 3);
}

#[test]
fn reports_directories_that_are_not_searched() {
    let docroot = Docroot::of(&[
        ("docs/a.md", "a"),
        ("docs/x/b.md", "b"),
        ("docs/x/y/c.md", "c"),
    ]);
    let library = docroot.library_with(ContentOptions::new().max_depth(1));
    let content = library.content("docs", None).unwrap();
    assert_eq!(locations(&content), ["docs/a.md", "docs/x/b.md"]);
    let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["docs/x/y: more than 1 levels deep, not searched: raise the limit to search it"]
    );

    let library = docroot.library_with(ContentOptions::new().max_entries(3));
    let content = library.content("docs", None).unwrap();
    assert_eq!(locations(&content), ["docs/a.md"]);
    assert_eq!(
        content.problems[0].to_string(),
        "docs/x: more than 3 entries in this category, not searched: raise the limit to search it"
    );
    // When it is the directory of the category itself, there is nothing to serve.
    let library = docroot.library_with(ContentOptions::new().max_entries(1));
    let error = library.content("docs", None).unwrap_err();
    assert!(
        error.to_string().starts_with("docs: more than 1 entries"),
        "{error}"
    );
}

#[test]
fn problems_are_returned_once_and_not_logged() {
    let docroot = Docroot::of(&[("docs/x/y/c.md", "c")]);
    let library = docroot.library_with(ContentOptions::new().max_depth(0));
    let lines = interline_testing::captured_logs(|| {
        let content = library.content("docs,docs", None).unwrap();
        let problems: Vec<_> = content.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            ["docs/x: more than 0 levels deep, not searched: raise the limit to search it"]
        );
    });
    assert!(lines.is_empty(), "{lines:?}");
}
