//! The frontmatter of templates.

use interline_content::ContentOptions;
use interline_mustache_context::{DirPartials, Environment, Lambda, Map, Template, Value};
use proptest::prelude::*;

use crate::docroot::{Docroot, docs, notary};

#[test]
fn it_is_metadata_and_the_body_alone_is_content() {
    let docroot = Docroot::of(&[(
        "docs/a.md.mustache",
        "---\n\
         title: For {{agent.name}}  # a comment with }} and {{\n\
         quoted: '{{file.size}} bytes'\n\
         plain: no tags\n\
         numbers: [1, 2.5, 18446744073709551615, true, null, .inf]\n\
         tags:\n  - '{{@}}x'\n  - {deep: \"{{agent.name}}\\n{{file.basename}}\"}\n\
         text: |\n  {{agent.name}}\n  two\n\
         '{{agent.name}}': a key is no template\n\
         ---\n\nHello {{agent.name}}, {{title}}.\n",
    )]);
    let content = docroot.docs(None).unwrap();
    assert_eq!(content.to_text().unwrap(), "\nHello Notary, .\n");
    let file = &content.files[0];
    assert_eq!(file.size, 17);
    let expected = Map::from([
        ("title", Value::from("For Notary")),
        ("quoted", "17 bytes".into()),
        ("plain", "no tags".into()),
        (
            "numbers",
            vec![
                Value::from(1),
                2.5.into(),
                u64::MAX.into(),
                true.into(),
                Value::Null,
                f64::INFINITY.into(),
            ]
            .into(),
        ),
        (
            "tags",
            vec![
                Value::from("/x"),
                Map::from([("deep", "Notary\na.md")]).into(),
            ]
            .into(),
        ),
        ("text", "Notary\ntwo\n".into()),
        ("{{agent.name}}", "a key is no template".into()),
    ]);
    let metadata = file.metadata.as_ref().unwrap();
    assert_eq!(metadata, &expected);
    assert!(metadata.keys().eq(expected.keys()));
}

#[test]
fn bodies_begin_after_the_closing_line() {
    for (source, body, keys) in [
        ("---\n---\n", "", 0),
        ("---\n---", "", 0),
        ("---\na: 1\n---\nx", "x", 1),
        ("---\r\na: 1\r\n---\r\nx\r\n", "x\r\n", 1),
        ("--- \t\na: '}}'  # {{!\n---  \nx", "x", 1),
        ("\u{feff}---\na: é🦀\n---\n\u{feff}x", "\u{feff}x", 1),
        (
            "---\na: |\n  {{=<% %>=}}\n---\n{{file.basename}}",
            "a.md",
            1,
        ),
        ("---\n# {{! }}\n---\n  {{! alone }}\nx", "x", 0),
    ] {
        let docroot = Docroot::of(&[("docs/a.md.mustache", source)]);
        let content = docroot.docs(None).unwrap();
        assert_eq!(content.to_text().unwrap(), body, "{source:?}");
        assert_eq!(
            content.files[0].metadata.as_ref().unwrap().len(),
            keys,
            "{source:?}"
        );
    }
    for source in ["", "x", "\n---\na: 1\n---\n", "----\n", "\u{feff}x"] {
        let docroot = Docroot::of(&[("docs/a.md.mustache", source)]);
        let content = docroot.docs(None).unwrap();
        assert_eq!(content.to_text().unwrap(), source);
        assert_eq!(content.files[0].metadata, None);
    }
}

#[test]
fn a_cache_that_others_fill_gives_the_body_of_a_partial() {
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", "{{>parts/p}}"),
        ("parts/p.mustache", "---\nx: 1\n---\nBody\n"),
    ]);
    let environment = Environment::new()
        .cache(10)
        .partials(DirPartials::new(docroot.path("")).unwrap());
    let library = docroot.library_with(ContentOptions::new().environment(environment.clone()));
    let template = Template::parse("{{>parts/p}}").unwrap();
    for _ in 0..2 {
        // For the engine alone, frontmatter is text. Whatever the order of requests, neither gets the content meant for the other.
        let whole = template.render_with(&Value::Null, &environment).unwrap();
        assert_eq!(whole, "---\nx: 1\n---\nBody\n");
        let content = library.content("docs", None).unwrap();
        assert_eq!(content.to_text().unwrap(), "Body\n");
    }
    assert_eq!(environment.cache_stats().map(|stats| stats.len), Some(2));
}

#[test]
fn a_partial_is_its_body_too() {
    let docroot = Docroot::of(&[
        ("docs/a.md.mustache", "x\n  {{>parts/p.md}}\ny"),
        (
            "parts/p.md.mustache",
            "---\ntitle: '}}'\n---\none\n{{agent.name}}\n",
        ),
    ]);
    assert_eq!(docroot.text(), "x\n  one\n  Notary\ny");
}

#[test]
fn places_are_those_of_the_whole_file() {
    for (source, expected) in [
        (
            "---\na: 1\nb: 2\n---\nok\n {{#x}}\n",
            "docs/a.md.mustache:6:2: `x` is opened and never closed: expected `/x` before the end of the text",
        ),
        (
            "\u{feff}---\r\na: é\r\n---\r\nß{{/x}}\r\n",
            "docs/a.md.mustache:4:2: closing tag `x` closes nothing: remove it or open `#x` before it",
        ),
        (
            "---\na: 1\nb: ok {{#x}}\n---\n",
            "docs/a.md.mustache:3:7: `x` is opened and never closed: expected `/x` before the end of the text",
        ),
        (
            "---\nb: ['é', \"ok {{}}\"]\n---\n",
            "docs/a.md.mustache:2:14: tag without a name: expected a name, or `!` for a comment",
        ),
        // Where a string has another source text, the location of its start is reported.
        (
            "---\nb: |\n  one\n  {{#x}}\n---\n",
            "docs/a.md.mustache:2:4: `x` is opened and never closed: expected `/x` before the end of the text",
        ),
        (
            "---\na: 1\na: 2\n---\n",
            "docs/a.md.mustache:3:1: key `a` is given twice: remove one of the two",
        ),
        (
            "---\nx\n",
            "docs/a.md.mustache:1:1: unterminated frontmatter: expected a later line that is exactly `---`",
        ),
        (
            "---\n- x\n---\n",
            "docs/a.md.mustache:2:1: frontmatter is not a mapping but a sequence: expected lines of `key: value`",
        ),
    ] {
        let error = Docroot::of(&[("docs/a.md.mustache", source)]).error();
        assert_eq!(error.to_string(), expected, "{source:?}");
        let (line, column) = expected
            .split_once(": ")
            .unwrap()
            .0
            .split_once(':')
            .unwrap()
            .1
            .split_once(':')
            .unwrap();
        assert_eq!(error.location().unwrap().position.line.to_string(), line);
        assert_eq!(
            error.location().unwrap().position.column.to_string(),
            column
        );
    }
}

#[test]
fn values_that_begin_with_a_tag_need_quotes() {
    for (source, place, fix) in [
        (
            "title: {{project.name}}",
            "2:8",
            "title: \"{{project.name}}\"",
        ),
        (
            "a: 1\né:   {{x}} and more\nb: 2",
            "3:6",
            "é: \"{{x}} and more\"",
        ),
        ("a: {{x}}: y", "2:4", "a: \"{{x}}: y\""),
        ("a: {{{x}}}", "2:4", "a: \"{{{x}}}\""),
        ("a: {{#x}}b{{/x}}", "2:4", "a: \"{{#x}}b{{/x}}\""),
        ("a:\n  b: {{x}}", "3:6", "b: \"{{x}}\""),
        ("a:\n  - {{x}}", "3:5", "- \"{{x}}\""),
        ("a:\n  - b: {{x}}\r", "3:8", "- b: \"{{x}}\""),
        ("a: {{x}} # about x", "2:4", "a: \"{{x}}\""),
        ("\"a\": {{ x }}", "2:6", "\"a\": \"{{ x }}\""),
        ("a: {{x}} \"y\"", "2:4", "a: '{{x}} \"y\"'"),
        ("a: {{x}} \"y\" it's \\", "2:4", "a: '{{x}} \"y\" it''s \\'"),
    ] {
        let source = format!("---\n{source}\n---\nbody\n");
        let error = Docroot::of(&[("docs/a.md.mustache", source.as_str())]).error();
        let expected = format!(
            "docs/a.md.mustache:{place}: a value that begins with a tag needs quotes: write `{fix}`"
        );
        assert_eq!(error.to_string(), expected, "{source:?}");
        assert_eq!(error.error_type(), "frontmatter_error");
        let at = (
            error.location().unwrap().position.line,
            error.location().unwrap().position.column,
        );
        assert_eq!(format!("{}:{}", at.0, at.1), place);
        // The expected output is parsed again.
        let line = source.lines().nth(at.0 - 1).unwrap();
        let indent = line.len() - line.trim_start().len();
        let fixed = source.replace(line, &format!("{}{fix}", &line[..indent]));
        let environment = Environment::new().lambda("x", Lambda::spec(|_| Ok(String::new())));
        let docroot = Docroot::of(&[("docs/a.md.mustache", fixed.as_str())]);
        let library = docroot.library_with(ContentOptions::new().environment(environment));
        assert!(library.content("docs", None).is_ok(), "{fixed}");
    }
    let long = format!("---\na: {{{{{}}}}}\n---\n", "x".repeat(200));
    let error = Docroot::of(&[("docs/a.md.mustache", long.as_str())]).error();
    assert_eq!(
        error.to_string(),
        "docs/a.md.mustache:2:4: a value that begins with a tag needs quotes: write it between `\"` and `\"`"
    );
    // Errors of another line, and of lists in brackets.
    for source in ["a: |\n  b: {{x}}\nc: [", "a: [{{x}}]", "b: 1\nb: \"{{x}}\""] {
        let source = format!("---\n{source}\n---\n");
        let error = Docroot::of(&[("docs/a.md.mustache", source.as_str())]).error();
        assert!(!error.to_string().contains("needs quotes"), "{error}");
    }
}

#[test]
fn locations_are_right_after_aliases_and_on_long_lines() {
    let many = "'{{agent.name}}', ".repeat(900);
    for (source, expected) in [
        ("---\na: &x ['é {{#y}}']\nb: *x\n---\n".to_owned(), "2:11"),
        (format!("---\na: [{many}'é{{{{#y}}}}']\n---\n"), "2:16207"),
        (
            format!("---\nk: &k '{{{{@}}}}'\na: [{many}*k, {many}\"é{{{{#y}}}}\"]\n---\n"),
            "3:32411",
        ),
    ] {
        let error = Docroot::of(&[("docs/a.md.mustache", source)]).error();
        let start = format!("docs/a.md.mustache:{expected}: `y` is opened");
        assert!(error.to_string().starts_with(&start), "{error}");
    }
}

#[test]
fn reports_show_the_file_as_it_is() {
    let docroot = Docroot::of(&[(
        "docs/a.md.mustache",
        "---\na: {x: 'ok {{#x}}{{/y}}'}\n---\n",
    )]);
    assert_eq!(
        docroot.error().report().unwrap().to_string(),
        "error: closing tag `y` does not match `x`: expected `/x`\n --> docs/a.md.mustache:2:18\n  |\n\
         2 | a: {x: 'ok {{#x}}{{/y}}'}\n  |                  ^^^^^^\n  |            ------ opened here"
    );
}

/// They could not be in a value, and are not dropped in silence.
#[test]
fn tags_of_yaml_are_reported() {
    let source = "---\nt: !x '{{file.basename}}v'\nn: !!str 1\n---\n";
    let docroot = Docroot::of(&[("docs/a.md.mustache", source), ("docs/b.md", source)]);
    let library = docroot.library(docs());
    // Also of a template that is compiled already.
    for _ in 0..2 {
        let content = library.content("docs", None).unwrap();
        let file = &content.files[0];
        let metadata = file.metadata.as_ref().unwrap();
        assert_eq!(metadata.get("t"), Some(&"a.mdv".into()));
        let lines: Vec<_> = file
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.to_line(Some(&file.location), source))
            .collect();
        assert_eq!(
            lines,
            [
                "docs/a.md.mustache:2:4: warning[tag-left-out]: the tag `!x` has no effect here and is left out: remove it"
            ]
        );
        assert!(content.files[1].diagnostics.is_empty());
    }
}

#[test]
fn a_value_that_begins_with_a_tag_has_to_be_quoted() {
    let error = Docroot::of(&[("docs/a.md.mustache", "---\ntitle: {{agent.name}}\n---\n")]).error();
    assert_eq!(
        (error.error_type(), error.location().unwrap().position.line),
        ("frontmatter_error", 2)
    );
    assert_eq!(
        error.instruction(),
        "Fix the YAML between the `---` lines, with quotes around values that begin with a tag"
    );
}

#[test]
fn it_is_not_escaped_in_html() {
    let docroot = Docroot::of(&[(
        "docs/a.html.mustache",
        "---\nt: 'A & {{agent.name}}'\n---\n{{agent.name}}",
    )]);
    let agent = interline_content::Agent::new().name("<b>");
    let content = docroot
        .library(docs())
        .content_with("docs", None, &notary().agent(&agent))
        .unwrap();
    assert_eq!(content.to_text().unwrap(), "&lt;b&gt;");
    let metadata = content.files[0].metadata.as_ref().unwrap();
    assert_eq!(metadata.get("t"), Some(&Value::from("A & <b>")));
}

#[test]
fn it_is_compiled_once_too() {
    let docroot = Docroot::of(&[(
        "docs/a.md.mustache",
        "---\nt: '{{timestamp}}'\n---\n{{timestamp}}",
    )]);
    let library = docroot.library_with(ContentOptions::new());
    for _ in 0..3 {
        let content = library.content_with("docs", None, &notary()).unwrap();
        assert_eq!(content.to_text().unwrap(), "1703466123");
        let metadata = content.files[0].metadata.as_ref().unwrap();
        assert_eq!(metadata.get("t").unwrap().as_str(), Some("1703466123"));
    }
    let stats = library.cache_stats();
    assert_eq!((stats.hits, stats.misses, stats.len), (2, 1, 1));
}

proptest! {
    #![proptest_config(crate::proptest_cases(100))]

    /// With a frontmatter before it, a body renders as it does alone, and its errors are further down by the lines of it.
    #[test]
    fn a_frontmatter_changes_nothing_below(
        header in "(# [a-z{}!é -]{0,20}\r?\n){0,4}",
        body in "([ab\r\n é]|\\{\\{[#^/! >]?x?\\}\\}|\\{\\{|[{}]){0,12}",
        bom in any::<bool>(),
    ) {
        prop_assume!(!body.starts_with("---") && !body.starts_with('\u{feff}'));
        let header = format!("{}---\n{header}---\n", if bom { "\u{feff}" } else { "" });
        let docroot = Docroot::of(&[("docs/a.md.mustache", format!("{header}{body}"))]);
        let environment = Environment::new().partials(DirPartials::new(docroot.path("")).unwrap());
        let context = notary().build().unwrap();
        let alone = Template::parse_named("docs/a.md.mustache", body.as_str())
            .and_then(|template| template.render_with(&context, &environment));
        match (docroot.docs(None), alone) {
            (Ok(content), Ok(text)) => prop_assert_eq!(content.to_text().unwrap(), text),
            (Err(error), Err(alone)) => {
                let lines = header.matches('\n').count();
                let (ours, theirs) = (error.location().unwrap(), alone.location().unwrap());
                prop_assert_eq!(ours.position.line, theirs.position.line + lines);
                prop_assert_eq!(ours.position.column, theirs.position.column);
                prop_assert_eq!(ours.span.start, theirs.span.start + header.len());
                let (error, alone) = (error.template().unwrap(), alone.template().unwrap());
                prop_assert_eq!(error.kind(), alone.kind());
            }
            (ours, alone) => prop_assert!(false, "{ours:?} {alone:?}"),
        }
    }
}
