//! From a file to its content.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use interline_content::{
    Category, Clock, Collection, ContentOptions, ContextBuilder, Error, FileContent, Layer,
};
use interline_mustache_context::{
    Environment, Error as EngineError, ErrorKind, Lambda, Limits, Map, Missing,
};
use proptest::prelude::*;

use crate::docroot::{Docroot, docs, locations, notary};
use interline_testing::captured_logs;

#[test]
fn the_file_does_not_hide_the_category() {
    let template = "{{file.path}}|{{file.basename}}|{{file.category}}|{{category.name}}|{{category.dir}}|[{{collection.name}}]\
                    {{^collection}}none{{/collection}}|{{#file.ctime}}{{.}}{{/file.ctime}}";
    let docroot = Docroot::of(&[("docs/guide/intro.md.mustache", template)]);
    let library = docroot.library(docs());
    let content = library.category_content("docs", None).unwrap();
    let file = &content.files[0];
    let created = std::fs::metadata(docroot.path("docs/guide/intro.md.mustache"))
        .unwrap()
        .created()
        .ok();
    assert_eq!(file.ctime, created);
    let text = content.to_text().unwrap();
    let (text, shown) = text.rsplit_once('|').unwrap();
    assert_eq!(
        text,
        "guide/intro.md.mustache|intro.md|docs|docs|docs|[]none"
    );
    assert_eq!(shown.is_empty(), created.is_none());
    assert_eq!(
        (file.path.as_str(), file.basename.as_str()),
        ("guide/intro.md.mustache", "intro.md")
    );
    assert_eq!((file.category.as_str(), &file.collection), ("docs", &None));
    assert_eq!(file.content_type(), "text/markdown; charset=utf-8");
}

#[test]
fn through_a_collection_and_an_agent() {
    let docroot = Docroot::of(&[
        (
            "docs/a.md.mustache",
            "{{@}}guide {{agent.name}} {{collection.name}} {{collection.description}} {{file.collection}}",
        ),
        (
            "notes/n.txt.mustache",
            "{{#collection.categories}}{{.}};{{/collection.categories}}{{category.dir}}",
        ),
    ]);
    let project = docs()
        .category(Category::new("notes", "./notes/."))
        .collection(Collection::new("all", ["notes", "docs"]).description("both"));
    let library = docroot.library(project);
    let content = library
        .collection_content_with("all", None, &notary())
        .unwrap();
    assert_eq!(
        locations(&content),
        ["notes/n.txt.mustache", "docs/a.md.mustache"]
    );
    let texts: Vec<_> = content
        .files
        .iter()
        .map(|file| file.content.as_str().unwrap())
        .collect();
    assert_eq!(texts, ["notes;docs;notes", "/guide Notary all both all"]);
    assert_eq!(content.files[0].content_type(), "text/plain; charset=utf-8");
    // The same file through its category, and without a user.
    let alone = library.content("docs", None).unwrap().to_text().unwrap();
    assert_eq!(alone, "guide    ");
}

#[test]
fn sizes_are_those_of_what_is_rendered() {
    for (source, expected) in [
        ("Size: {{file.size}}\n", "Size: 8\n"),
        ("ß{{file.size}}", "ß3"),
        ("{{file.size}}", "1"),
        ("{{#file}}{{size}}{{/file}}!", "2!"),
        ("{{#file}}{{size.value}}{{/file}}!", "2!"),
        ("{{>docs/part.md}}.", "2."),
        ("1234567{{file.size}}", "12345678"),
        ("{{name}}", ""),
        ("12345678901234567890", "12345678901234567890"),
    ] {
        let docroot = Docroot::of(&[
            ("docs/a.md.mustache", source),
            ("docs/part.md.mustache", "{{file.size}}"),
        ]);
        let content = docroot.docs(Some("a.*")).unwrap();
        assert_eq!(content.to_text().unwrap(), expected);
        assert_eq!(content.files[0].size, expected.len() as u64, "{source}");
    }
}

#[test]
fn a_size_with_two_answers_is_one_of_them() {
    for length in [8_usize, 97, 996] {
        let source = "x".repeat(length) + "{{file.size}}";
        let docroot = Docroot::of(&[("docs/a.md.mustache", source)]);
        let content = docroot.docs(None).unwrap();
        let text = content.to_text().unwrap();
        assert_eq!(text[length..], text.len().to_string());
        assert_eq!(content.files[0].size, text.len() as u64);
    }
}

#[test]
fn a_size_that_always_changes_is_an_error() {
    // One byte more each time.
    let shy = |call: &mut interline_mustache_context::LambdaCall<'_, '_>| {
        let size = call.render("{{file.size}}")?;
        Ok("x".repeat(size.parse::<usize>()? + 1))
    };
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{#grow}}{{/grow}}")]);
    let environment = Environment::new().lambda("grow", Lambda::with_render(shy));
    let library = docroot.library_with(ContentOptions::new().environment(environment));
    let error = library.category_content("docs", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/a.md.mustache: the template prints its size, and has another one after each of 4 renders: expected a length that \
         does not depend on it"
    );
    assert_eq!(error.error_type(), "template_error");
    // As an extra of the caller it is the same.
    let extras = Map::from([("grow", Lambda::with_render(shy))]);
    let error = docroot
        .library(docs())
        .content_with("docs", None, &ContextBuilder::new().extras(extras))
        .unwrap_err();
    assert!(matches!(error, Error::UnstableSize { renders: 4, .. }));
}

#[test]
fn without_its_size_a_template_is_rendered_once() {
    let count = Arc::new(AtomicU64::new(0));
    let clock = {
        let count = Arc::clone(&count);
        Clock::custom(move || {
            UNIX_EPOCH + Duration::from_secs(count.fetch_add(1, Ordering::Relaxed))
        })
    };
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", "{{now}} {{timestamp}} {{file.size}}"),
        ("docs/b.md.mustache", "{{now}} {{timestamp}}"),
    ]);
    let library = docroot.library(docs());
    let builder = ContextBuilder::new().clock(clock);
    // One reading for all files and all renders of a request.
    for expected in ["1970-01-01T00:00:00Z 0", "1970-01-01T00:00:01Z 1"] {
        let content = library.content_with("docs", None, &builder).unwrap();
        for file in &content.files {
            assert!(file.content.as_str().unwrap().starts_with(expected));
        }
    }
    assert_eq!(count.load(Ordering::Relaxed), 2);
}

#[test]
fn other_files_come_out_byte_for_byte() {
    let binary: Vec<u8> = (0..=255).collect();
    let files: [(&str, &[u8]); 7] = [
        ("docs/a.md", b"{{x}}\r\n"),
        ("docs/b.bin", &binary),
        ("docs/c.md", b""),
        ("docs/d.md", b"---\ntitle: {{x}}\n---\nbody"),
        ("docs/e.mustache.md", b"\xef\xbb\xbf{{#x}}"),
        ("docs/f.MUSTACHE", b"{{#x}}"),
        ("docs/g.md", b"\xff{{x}}"),
    ];
    let docroot = Docroot::of(&files);
    let content = docroot.docs(None).unwrap();
    for (file, (location, bytes)) in content.files.iter().zip(files) {
        assert_eq!(
            (file.location.as_str(), file.content.as_bytes()),
            (location, bytes)
        );
        assert_eq!(file.size, bytes.len() as u64);
        assert!(file.metadata.is_none());
        let is_text = std::str::from_utf8(bytes).is_ok();
        assert_eq!(matches!(file.content, FileContent::Text(_)), is_text);
        assert_eq!(file.content_type() == "application/octet-stream", !is_text);
        // One of them alone is its bytes.
        let alone = docroot.docs(Some(&file.path)).unwrap();
        assert_eq!(alone.to_bytes(), bytes);
        match alone.to_text() {
            Ok(text) => assert_eq!(text.as_bytes(), bytes),
            Err(error) => assert_eq!(
                error.to_string(),
                format!("{location}: not a text: ask for bytes, or leave it out")
            ),
        }
    }
    assert_eq!(content.files.len(), files.len());
}

#[test]
fn html_alone_is_escaped() {
    let files = [
        ("docs/a.md.mustache", "{{x}} {{{x}}}"),
        ("docs/b.html.mustache", "{{x}} {{{x}}}{{>docs/part}}"),
        ("docs/c.xhtml.mustache", "{{x}}{{>docs/part}}"),
        ("docs/d.html", "{{x}}"),
        ("docs/html.mustache", "{{x}}"),
        ("docs/part.mustache", "{{x}}"),
    ];
    let docroot = Docroot::of(&files);
    // The caller's escaping is not asked for.
    let library = docroot.library_with(ContentOptions::new().environment(Environment::new()));
    let extras = ContextBuilder::new().extras(Map::from([("x", "<")]));
    let content = library.content_with("docs", None, &extras).unwrap();
    let texts: Vec<_> = content
        .files
        .iter()
        .map(|file| file.content.as_str().unwrap())
        .collect();
    assert_eq!(texts, ["< <", "&lt; <&lt;", "<<", "{{x}}", "<", "<"]);
    assert_eq!(content.files[1].content_type(), "text/html; charset=utf-8");
}

#[test]
fn a_broken_template_fails_the_request() {
    let docroot = Docroot::of(&[
        ("docs/a.md", "fine"),
        ("docs/b.md.mustache", "SECRET\n{{#x}}\n"),
        ("docs/c.md.mustache", "fine"),
    ]);
    let mut error = None;
    let lines = captured_logs(|| error = docroot.docs(None).err());
    assert!(lines.is_empty(), "{lines:?}");
    let error = error.unwrap();
    assert_eq!(error.error_type(), "template_error");
    assert_eq!(
        error.instruction(),
        "Fix the template syntax or provide missing context variables"
    );
    assert_eq!(
        error.to_string(),
        "docs/b.md.mustache:2:1: `x` is opened and never closed: expected `/x` before the end of the text"
    );
    assert_eq!(error.location().unwrap().position.to_string(), "2:1");
    assert!(!format!("{error:?} {error}").contains("SECRET"));
    // The others can be had.
    assert_eq!(locations(&docroot.docs(Some("[ac]*")).unwrap()).len(), 2);
}

#[test]
fn missing_names_are_listed_when_asked_for() {
    let docroot = Docroot::of(&[
        (
            "docs/a.md.mustache",
            "---\nt: 'a {{no}}'\n---\n{{agent.nmae}}\n{{>docs/p}}",
        ),
        ("docs/p.mustache", "---\nx: 1\n---\n{{nope}}"),
    ]);
    let environment = Environment::new().missing(Missing::Error);
    let library = docroot.library_with(ContentOptions::new().environment(environment));
    let error = library
        .content_with("docs/a*", None, &notary())
        .unwrap_err();
    let missing = error.template().unwrap().missing();
    let missing: Vec<_> = missing.iter().map(ToString::to_string).collect();
    assert_eq!(
        missing,
        [
            "docs/a.md.mustache:4:1: undefined variable `agent.nmae` (did you mean `agent.name`?)",
            "docs/p:4:1: undefined variable `nope`"
        ]
    );
    // Once the body is fine, the frontmatter is looked at.
    docroot.write("docs/a.md.mustache", "---\nt: 'a {{no}}'\n---\n");
    let error = library
        .content_with("docs/a*", None, &notary())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/a.md.mustache:2:7: undefined variable `no` (did you mean `now`?)"
    );
}

#[test]
fn limits_and_lambdas_are_those_of_the_environment() {
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{#up}}{{file.basename}}{{/up}}")]);
    let up = Lambda::with_render(|call| {
        let source = call.source();
        Ok(call.render(source)?.to_uppercase())
    });
    let environment = Environment::new().lambda("up", up);
    let library = docroot.library_with(ContentOptions::new().environment(environment.clone()));
    assert_eq!(
        library.content("docs", None).unwrap().to_text().unwrap(),
        "A.MD"
    );
    let tight = environment.limits(Limits::new().output_bytes(2));
    let library = docroot.library_with(ContentOptions::new().environment(tight));
    let error = library.content("docs", None).unwrap_err();
    assert!(matches!(
        error.template().unwrap().kind(),
        ErrorKind::Limit { .. }
    ));
}

#[test]
fn variables_that_cannot_be_represented() {
    let docroot = Docroot::of(&[("docs/a.md.mustache", "{{x}}")]);
    for layer in Layer::ALL {
        let builder = notary().variables(layer, Map::from([("x", f64::INFINITY)]));
        let error = docroot
            .library(docs())
            .content_with("docs", None, &builder)
            .unwrap_err();
        assert!(
            matches!(error, Error::Engine(EngineError::Value(_))),
            "{layer:?}"
        );
    }
}

#[test]
fn the_layers_hold_in_a_library_too() {
    let docroot = Docroot::of(&[(
        "docs/a.md.mustache",
        "{{k}} {{file.path}} {{category.name}}",
    )]);
    let library = docroot.library(docs());
    let names = [
        "system",
        "agent",
        "project",
        "collection",
        "category",
        "file",
        "extras",
    ];
    let mut builder = ContextBuilder::new();
    for (layer, name) in Layer::ALL.into_iter().zip(names) {
        builder = builder.variables(layer, Map::from([("k", name)]));
        let text = library
            .content_with("docs", None, &builder)
            .unwrap()
            .to_text()
            .unwrap();
        assert_eq!(text, format!("{name} a.md.mustache docs"));
    }
    // Extras hide the file's own, and the library's layers hide those that the caller's builder has.
    let extras = builder
        .clone()
        .extras(Map::from([("file", Map::from([("path", "mine")]))]));
    let text = library
        .content_with("docs", None, &extras)
        .unwrap()
        .to_text()
        .unwrap();
    assert_eq!(text, "extras mine docs");
    let other = builder.category(&Category::new("other", "other"));
    let text = library
        .content_with("docs", None, &other)
        .unwrap()
        .to_text()
        .unwrap();
    assert_eq!(text, "extras a.md.mustache docs");
}

proptest! {
    #![proptest_config(crate::proptest_cases(60))]

    /// Whatever a template prints, the reported size is correct.
    #[test]
    fn sizes_agree(parts in proptest::collection::vec(
        prop_oneof![
            "[a-zß]{0,60}",
            Just("{{file.size}}".to_owned()),
            Just("{{#file}}{{size}}{{/file}}".to_owned()),
            Just("{{>docs/p}}".to_owned()),
        ], 0..5))
    {
        let docroot = Docroot::of(&[("docs/a.md.mustache", parts.concat()), ("docs/p.mustache", "<{{file.size}}>".to_owned())]);
        match docroot.docs(Some("a*")) {
            Ok(content) => {
                let text = content.to_text().unwrap();
                prop_assert_eq!(content.files[0].size, text.len() as u64);
                let printed = parts.concat().replace("{{>docs/p}}", "<{{file.size}}>")
                    .replace("{{#file}}{{size}}{{/file}}", "{{file.size}}")
                    .replace("{{file.size}}", &text.len().to_string());
                prop_assert_eq!(text, printed);
            }
            Err(error) => {
                let is_unstable = matches!(error, Error::UnstableSize { .. });
                prop_assert!(is_unstable, "{error}");
            }
        }
    }
}

#[test]
fn templates_end_as_the_options_say() {
    let docroot = Docroot::of(&[
        (
            "docs/a.md.mustache",
            "{{agent.name}} {{>parts/p}} {{>parts/q}}\n",
        ),
        ("docs/b.hbs", "{{agent.name}}\n"),
        ("docs/c.html.handlebars", "{{x}}{{{x}}}\n"),
        ("docs/d.mustache", "{{agent.name}}\n"),
        ("docs/e.md", "{{agent.name}}\n"),
        ("parts/p.md.mustache", "---\na: 1\n---\np"),
        ("parts/q.hbs", "q"),
        ("parts/q.handlebars", "later"),
    ]);
    let options = ContentOptions::new().extensions([".md.mustache", "hbs", ".handlebars", "", "."]);
    let library = docroot.library_with(options);
    let context = notary().extras(Map::from([("x", "<")]));
    let content = library.content_with("docs", None, &context).unwrap();
    let shown: Vec<_> = content
        .files
        .iter()
        .map(|file| {
            let text = file.content.as_str().unwrap();
            (file.basename.as_str(), text, file.content_type())
        })
        .collect();
    let (markdown, plain) = ("text/markdown; charset=utf-8", "text/plain; charset=utf-8");
    assert_eq!(
        shown,
        [
            ("a.md", "Notary p q\n", markdown),
            ("b", "Notary\n", plain),
            ("c.html", "&lt;<\n", "text/html; charset=utf-8"),
            ("d.mustache", "{{agent.name}}\n", plain),
            ("e.md", "{{agent.name}}\n", markdown),
        ]
    );
    let some = library
        .content_with("docs", Some("{a.md,b,d}"), &context)
        .unwrap();
    assert_eq!(some.files.len(), 2);
}
