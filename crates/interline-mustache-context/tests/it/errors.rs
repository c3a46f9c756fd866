//! The accessors of errors.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::path::Path;

use interline_mustache_context::{
    DirPartials, Environment, Error, ErrorKind, Lambda, LambdaCall, Limit, Limits, Missing,
    Partials, Template, TemplateContext, Value,
};
use serde_json::json;

#[test]
fn each_class_has_its_word_and_its_sentence() {
    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let template = Template::parse("x").unwrap();
    let environment = Environment::new();
    let errors = [
        (
            Template::parse("{{}}").unwrap_err(),
            "template_error",
            "Fix the template syntax or provide missing context variables",
        ),
        (
            template.render(&f64::NAN).unwrap_err(),
            "context_error",
            "Fix the value or key that is named",
        ),
        (
            TemplateContext::default().del("x").unwrap_err(),
            "context_error",
            "Fix the value or key that is named",
        ),
        (
            environment.load("no/such/file").unwrap_err(),
            "file_error",
            "Make the file readable, or name another one",
        ),
        (
            template
                .render_to(&json!({}), &environment, &mut Full)
                .unwrap_err(),
            "write_error",
            "Make room for the output",
        ),
    ];
    for (error, word, sentence) in errors {
        assert_eq!((error.error_type(), error.instruction()), (word, sentence));
        let is_placed = matches!(error, Error::Template(_));
        assert_eq!(error.template().is_some(), is_placed, "{error}");
        assert_eq!(error.report().is_some(), is_placed, "{error}");
        let position = error.location().map(|location| location.position);
        assert_eq!(position.is_some(), is_placed, "{error}");
        assert!(position.is_none_or(|at| at.to_string() == "1:1"), "{error}");
        let is_file = matches!(error, Error::File(_));
        let file = is_file.then_some(Path::new("no/such/file"));
        assert_eq!(error.path(), file, "{error}");
    }
}

#[test]
fn an_error_in_a_template_by_its_parts() {
    let error = Template::parse_named("a.md", "é\n  {{#x}}\n").unwrap_err();
    let error = error.template().unwrap();
    let name = "x".to_owned();
    assert_eq!(error.kind(), &ErrorKind::UnclosedSection { name });
    assert_eq!(error.location().name.as_deref(), Some("a.md"));
    assert_eq!(error.location().span, 5..11);
    assert_eq!(error.location().to_string(), "a.md:2:3");
    assert_eq!(
        error.message(),
        "`x` is opened and never closed: expected `/x` before the end of the text"
    );
    let related: Vec<_> = error
        .related()
        .map(|location| (location.span, location.position.line))
        .collect();
    assert_eq!(related, [(12..12, 3)]);
    assert!(error.chain().is_empty() && error.missing().is_empty() && error.source().is_none());
    let shown = format!("{error:?}");
    assert!(
        shown.starts_with("TemplateError { kind: UnclosedSection"),
        "{shown}"
    );
}

#[test]
fn the_bytes_of_a_malformed_tag() {
    for (source, span) in [
        ("ok\n é {{x\nmore\nand more", "{{x"),
        ("ok\n é {{{x\nmore\nand more", "{{{x"),
        ("ok {{=<= =>=}} x", "{{=<= =>=}}"),
        ("ok {{=a=b c=}} x", "{{=a=b c=}}"),
        ("ok {{ = a = }} x", "{{ = a = }} x"),
        ("ok {{}} x", "{{}}"),
        ("ok {{{ }}} x", "{{{ }}}"),
        ("ok {{a..b}} x", "{{a..b}}"),
        ("ok {{/a}} x", "{{/a}}"),
        ("ok {{> a b }} x", "{{> a b }}"),
        ("ok\n{{#a }}x", "{{#a }}"),
    ] {
        let error = Template::parse(source).unwrap_err();
        assert_eq!(
            &source[error.location().unwrap().span.clone()],
            span,
            "{source}"
        );
    }
}

#[test]
fn a_report_of_missing_names_is_about_one_template() {
    let partials = BTreeMap::from([("p", "{{x}}\n{{y}}")]);
    let strict = Environment::new()
        .partials(partials)
        .missing(Missing::Error);
    let template = Template::parse_named("t", "{{>p}}{{z}}").unwrap();
    let error = template.render_with(&json!({}), &strict).unwrap_err();
    assert_eq!(
        error.report().unwrap().to_string(),
        "error: undefined variable `x`; p:2:1: undefined variable `y`; t:1:7: undefined variable `z`\n --> p:1:1\n  |\n1 | {{x}}\n  | ^^^^^\n2 | \
         {{y}}\n  | ----- undefined"
    );
}

#[test]
fn a_long_chain_keeps_both_ends() {
    // Partial n includes n + 1, and the last one includes what is malformed.
    for (last, kept) in [(31, 32), (32, 33), (62, 63), (63, 64), (64, 64), (80, 64)] {
        let environment = Environment::new()
            .partials(move |name: &str| {
                let number: usize = name.parse().ok()?;
                let next = number + 1;
                Some(if number > last {
                    "{{".to_owned()
                } else {
                    format!("{{{{>{next}}}}}")
                })
            })
            .limits(Limits::new().partial_depth(1_000));
        let template = Template::parse_named("t", "{{>1}}").unwrap();
        let error = template.render_with(&json!({}), &environment).unwrap_err();
        let error = error.template().unwrap();
        let chain: Vec<String> = error.chain().iter().map(ToString::to_string).collect();
        let all = |at: usize| match at {
            0 => "t:1:1".to_owned(),
            at => format!("{at}:1:1"),
        };
        let (head, tail) = (0..kept.min(32), last + 1 - (kept - kept.min(32))..last + 1);
        let expected: Vec<String> = head.chain(tail).map(all).collect();
        assert_eq!(chain.len(), kept.min(last + 1), "{last}");
        assert_eq!(chain, expected, "{last}");
        let more = last - 1;
        assert_eq!(
            error.to_string(),
            format!(
                "{}:1:1: tag is never closed: expected `}}}}` (included from {last}:1:1, {more} more, from t:1:1)",
                last + 1
            )
        );
    }
}

#[test]
fn each_limit_is_named() {
    let environment = |limits: Limits| {
        Environment::new()
            .limits(limits)
            .partials(|_: &str| Some("x".to_owned()))
    };
    let none = Limits::new();
    for (limits, source, limit, shown) in [
        (
            none.partial_depth(0),
            "{{>p}}",
            Limit::PartialDepth,
            "nested partials",
        ),
        (
            none.section_depth(0),
            "{{#a}}{{/a}}",
            Limit::SectionDepth,
            "nested sections",
        ),
        (
            none.output_bytes(0),
            "x",
            Limit::OutputBytes,
            "bytes of output",
        ),
        (none.steps(0), "x", Limit::Steps, "steps"),
    ] {
        let template = Template::parse(source).unwrap();
        let error = template
            .render_with(&json!({"a": 1}), &environment(limits))
            .unwrap_err();
        let kind = error.template().unwrap().kind();
        assert_eq!(kind, &ErrorKind::Limit { limit, value: 0 });
        assert_eq!(kind.to_string(), format!("more than 0 {shown}"));
    }
}

#[test]
fn a_file_is_read_up_to_64_mebibytes() {
    let directory = tempfile::tempdir().unwrap();
    let file = std::fs::File::create(directory.path().join("p.mustache")).unwrap();
    let partials = DirPartials::new(directory.path()).unwrap();
    let length = || {
        partials
            .source("p")
            .map(|source| source.map(|source| source.len()))
    };
    file.set_len(64 << 20).unwrap();
    assert_eq!(length().unwrap(), Some(64 << 20));
    file.set_len((64 << 20) + 1).unwrap();
    assert_eq!(length().unwrap_err().to_string(), "larger than 64 MiB");
    // A file of another length has another stamp.
    file.set_len(3).unwrap();
    let stamp = partials.stamp("p").unwrap().unwrap();
    assert_eq!(stamp.length, 3);
    assert!(stamp.path.ends_with("p.mustache") && partials.stamp("q").unwrap().is_none());
}

#[test]
fn a_lambda_that_fails_with_another_error_is_the_place() {
    let fail =
        |_: &mut LambdaCall<'_, '_>| Err(Value::from(f64::NAN).check_finite().unwrap_err().into());
    let environment = Environment::new().lambda("f", Lambda::spec(fail));
    let template = Template::parse("ok {{f}}").unwrap();
    let error = template.render_with(&json!({}), &environment).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:4: lambda failed: NaN is not a finite number"
    );
}

#[test]
fn each_kind_has_a_code() {
    for (template, code) in [
        ("{{a", "unclosed-tag"),
        ("{{#a}}", "unclosed-section"),
        ("{{#a}}{{/b}}", "mismatched-close"),
        ("{{/a}}", "stray-close"),
        ("{{}}", "empty-tag"),
        ("{{a b c}}", "bad-name"),
        ("{{=<%=}}", "bad-delimiters"),
    ] {
        let error = Template::parse(template).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    let strict = Environment::new().missing(Missing::Error);
    let render = |text: &str, environment: &Environment| {
        let template = Template::parse(text).unwrap();
        template
            .render_with(&json!({"l": [1, 2]}), environment)
            .unwrap_err()
    };
    assert_eq!(render("{{a}}", &strict).code(), "undefined-name");
    let small = Environment::new().limits(Limits::new().output_bytes(1));
    assert_eq!(render("long", &small).code(), "limit-exceeded");
    let error = TemplateContext::default().del("x").unwrap_err();
    assert_eq!(error.code(), "missing-key");
    let error = Environment::new().load("no/such/file").unwrap_err();
    assert_eq!(error.code(), "not-found");
}
