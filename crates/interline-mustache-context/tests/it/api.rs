//! Guarantees of the public types.

use std::collections::BTreeMap;
use std::error::Error as _;

use interline_mustache_context::{
    CacheStats, Check, DirPartials, Environment, Error, Escape, Lambda, Limits, Map, Missing,
    MissingName, Template, TemplateContext, TemplateError, Value,
};
use interline_testing::captured_logs;
use serde::Serialize;
use serde_json::json;

fn is_shared<T: Send + Sync + 'static>() {}

#[test]
fn auto_traits() {
    is_shared::<Template>();
    is_shared::<Environment>();
    is_shared::<TemplateContext>();
    is_shared::<Value>();
    is_shared::<Map>();
    is_shared::<Lambda>();
    is_shared::<Error>();
    is_shared::<TemplateError>();
    is_shared::<DirPartials>();
    is_shared::<Check>();
    is_shared::<CacheStats>();
}

#[test]
fn an_error_says_all_there_is_to_say() {
    let error = Template::parse_named("docs/a.md", "ok\n{{#é}}x\n{{/b}}\n").unwrap_err();
    assert_eq!(error.error_type(), "template_error");
    assert_eq!(
        error.instruction(),
        "Fix the template syntax or provide missing context variables"
    );
    assert_eq!(error.location().unwrap().position.to_string(), "3:1");
    let template = error.template().unwrap();
    assert_eq!(template.location().name.as_deref(), Some("docs/a.md"));
    assert_eq!(template.location().span, 12..18);
    assert_eq!(
        error.report().unwrap().to_string(),
        "error: closing tag `b` does not match `é`: expected `/é`\n --> docs/a.md:3:1\n  |\n2 | {{#é}}x\n  | ------ opened here\n3 | \
         {{/b}}\n  | ^^^^^^"
    );
    // The source stays out of what is logged and shown.
    assert!(!format!("{error:?} {error}").contains("ok"));
}

#[test]
fn a_report_of_missing_names_shows_all_in_the_first_template() {
    let template = Template::parse("{{a}}\n{{b}}").unwrap();
    let strict = Environment::new().missing(Missing::Error);
    let error = template.render_with(&json!({}), &strict).unwrap_err();
    assert_eq!(
        error.report().unwrap().to_string(),
        "error: undefined variable `a`; 2:1: undefined variable `b`\n --> 1:1\n  |\n1 | {{a}}\n  | ^^^^^\n2 | {{b}}\n  | ----- undefined"
    );
}

#[test]
fn a_lambda_error_is_a_source() {
    let environment = Environment::new().lambda("f", Lambda::with_render(|_| Err("boom".into())));
    let template = Template::parse("{{f}}").unwrap();
    let error = template.render_with(&json!({}), &environment).unwrap_err();
    assert_eq!(
        error.template().unwrap().source().unwrap().to_string(),
        "boom"
    );
}

#[test]
fn a_lambda_may_go_on_after_a_failed_render() {
    let try_it = Lambda::with_render(|call| {
        let failed = call
            .render("  {{#l}}{{>p}}{{#boom}}{{/boom}}{{/l}}")
            .is_err();
        let malformed = call.render("{{").is_err();
        let fine = call.render("{{x}}{{^last}},{{/last}}")?;
        Ok(format!("{failed} {malformed} {fine}"))
    });
    let environment = Environment::new()
        .lambda("try", try_it)
        .lambda("boom", Lambda::spec(|_| Err("boom".into())))
        .partials(|name: &str| (name == "p").then(|| "in a partial {{#boom}}{{/boom}}".to_owned()));
    let template = Template::parse("{{#l}}{{#try}}{{/try}};{{x}} {{/l}}").unwrap();
    let data = json!({"l": [{"x": 1}, {"x": 2}]});
    assert_eq!(
        template.render_with(&data, &environment).unwrap(),
        "true true 1,;1 true true 2;2 "
    );
}

#[test]
fn a_swallowed_limit_is_still_exceeded() {
    let swallow = Lambda::with_render(|call| Ok(call.render("{{#l}}x{{/l}}").unwrap_or_default()));
    let environment = Environment::new()
        .lambda("swallow", swallow)
        .limits(Limits::new().steps(50));
    let template = Template::parse("{{swallow}}.").unwrap();
    let data = json!({"l": vec![1; 100]});
    assert!(template.render_with(&data, &environment).is_err());
}

#[test]
fn lambdas_that_render_inside_each_other_end() {
    let environment = Environment::new()
        .lambda("f", Lambda::with_render(|call| Ok(call.render("{{f}}")?)))
        .limits(Limits::new().partial_depth(1_000_000));
    let template = Template::parse("{{f}}").unwrap();
    let error = template.render_with(&json!({}), &environment).unwrap_err();
    assert!(
        error.to_string().contains("more than 64 nested partials"),
        "{error}"
    );
}

#[test]
fn deep_partials_do_not_use_the_stack() {
    let environment = Environment::new()
        .partials(|_: &str| Some("{{#a}}{{<p}}{{$b}}x{{/b}}{{/p}}{{/a}}".to_owned()))
        .limits(Limits::new().partial_depth(50_000));
    let template = Template::parse("{{>p}}").unwrap();
    let error = template
        .render_with(&json!({"a": {"k": 1}}), &environment)
        .unwrap_err();
    let error = error.template().unwrap();
    assert_eq!(error.chain().len(), 64);
    assert!(
        error
            .to_string()
            .contains("more than 50000 nested partials"),
        "{error}"
    );
}

#[derive(Serialize)]
struct Person {
    name: &'static str,
    roles: Vec<&'static str>,
}

#[test]
fn any_type_that_serializes() {
    let person = Person {
        name: "Ada",
        roles: vec!["author", "editor"],
    };
    let template =
        Template::parse("{{name}}: {{#roles}}{{.}}{{^last}}, {{/last}}{{/roles}}").unwrap();
    let expected = "Ada: author, editor";
    assert_eq!(template.render(&person).unwrap(), expected);
    assert_eq!(
        template
            .render_serialize(&person, &Environment::new())
            .unwrap(),
        expected
    );
    let json = serde_json::to_value(&person).unwrap();
    assert_eq!(template.render(&json).unwrap(), expected);
    let context = TemplateContext::from_serialize(&person).unwrap();
    assert_eq!(template.render(&context).unwrap(), expected);
    // Also what is borrowed, and what has no size.
    let names: &[&str] = &["a", "b"];
    let list = Template::parse("{{#.}}{{.}};{{/.}}").unwrap();
    assert_eq!(list.render(names).unwrap(), "a;b;");
    assert_eq!(list.render("a").unwrap(), "a;");
}

#[test]
fn data_that_is_converted_has_no_lambda() {
    let template = Template::parse("{{f}}").unwrap();
    let map = Map::from([("f", Lambda::spec(|_| Ok("x".to_owned())))]);
    let error = template.render(&map).unwrap_err();
    assert_eq!(
        error.to_string(),
        "f: Lambda { returned: Rendered, .. } cannot be serialized"
    );
    assert_eq!(
        template.render_with(&map, &Environment::new()).unwrap(),
        "x"
    );
}

#[test]
fn nothing_is_written_when_a_render_fails() {
    let strict = Environment::new().missing(Missing::Error);
    let template = Template::parse("text {{x}}").unwrap();
    let mut out = String::new();
    assert!(template.render_to(&json!({}), &strict, &mut out).is_err());
    assert_eq!(out, "");
    template
        .render_to(&json!({"x": 1}), &strict, &mut out)
        .unwrap();
    assert_eq!(out, "text 1");

    struct Full;
    impl std::fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    let error = template
        .render_to(&json!({"x": 1}), &strict, &mut Full)
        .unwrap_err();
    assert_eq!(error.error_type(), "write_error");
}

#[test]
fn one_template_in_many_threads() {
    let template = Template::parse("{{#l}}{{.}}{{/l}}").unwrap();
    std::thread::scope(|scope| {
        for n in 0..4 {
            let template = template.clone();
            scope.spawn(move || {
                let data = json!({"l": vec![n; 100]});
                assert_eq!(template.render(&data).unwrap(), n.to_string().repeat(100));
            });
        }
    });
}

#[test]
fn a_check_compares_template_and_data() {
    let environment = Environment::new()
        .partials(|name: &str| (name == "p").then(|| "{{in_p}}{{used_in_p}}{{>gone}}".to_owned()))
        .lambda("f", Lambda::spec(|_| panic!("a check calls no lambda")));
    let template = Template::parse_named(
        "t",
        "{{a}}{{b.c}}{{#no}}{{hidden}}{{>away}}{{/no}}{{^no}}{{shown}}{{/no}}{{>p}}{{>*d}}{{f}}{{#f}}{{in_f}}{{/f}}{{#l}}{{k}}{{/l}}",
    )
    .unwrap();
    let data = json!({
        "a": 1, "b": {}, "d": "nowhere", "l": [{"k": 1}, {}], "used_in_p": 1, "hidden": 1, "unused": 1, "also": 1
    });
    let check = template.check_with(&data, &environment).unwrap();
    let list = |names: &[interline_mustache_context::MissingName]| {
        names
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(
        list(&check.missing),
        "t:1:6: undefined variable `b.c`, t:1:53: undefined variable `shown`, p:1:1: undefined variable `in_p`, \
         t:1:93: undefined variable `in_f`, t:1:113: undefined variable `k`"
    );
    assert_eq!(check.unused, ["also", "unused"]);
    assert_eq!(
        list(&check.unknown_partials),
        "t:1:30: unknown partial `away`, p:1:22: unknown partial `gone`, t:1:75: unknown partial `*d`"
    );
    assert!(!check.is_clean());

    let whole = Template::parse("{{#a}}{{.}}{{/a}}{{{.}}}").unwrap();
    assert!(whole.check(&json!({"a": 1, "b": 2})).unwrap().is_clean());
    let inside = Template::parse("{{#a}}{{.}}{{/a}}").unwrap();
    assert_eq!(
        inside.check(&json!({"a": 1, "b": 2})).unwrap().unused,
        ["b"]
    );
    let context = TemplateContext::new(Map::from([("a", 1)])).unwrap();
    let context = context.new_child(Map::from([("b", 1)])).unwrap();
    assert_eq!(inside.check(&context).unwrap().unused, ["b"]);

    let broken = Environment::new().partials(|_: &str| Some("{{".to_owned()));
    let error = template.check_with(&data, &broken).unwrap_err();
    assert_eq!(
        error.to_string(),
        "away:1:1: tag is never closed: expected `}}` (included from t:1:30)"
    );
    assert!(template.names_with(&broken).is_err());
}

#[test]
fn a_check_of_much_output_keeps_none() {
    let environment = Environment::new().limits(Limits::new().output_bytes(10));
    let template = Template::parse("{{#l}}{{x}}{{/l}}{{y}}").unwrap();
    let data = json!({"l": vec![1; 100], "x": "0123456789"});
    assert_eq!(
        template
            .check_with(&data, &environment)
            .unwrap()
            .missing
            .len(),
        1
    );
    assert!(template.render_with(&data, &environment).is_err());
}

#[test]
fn escaping_is_one_mode_for_all() {
    fn shout(text: &str, out: &mut String) {
        *out += &text.to_uppercase();
    }
    let template = Template::parse("{{x}}{{{x}}}{{n}}{{>p}}{{f}}").unwrap();
    let environment = Environment::new()
        .escape(Escape::Custom(shout))
        .partials(|_: &str| Some("{{x}}".to_owned()))
        .lambda("f", Lambda::spec(|_| Ok("a{{{x}}}".to_owned())));
    let data = json!({"x": "x", "n": 1e22});
    assert_eq!(
        template.render_with(&data, &environment).unwrap(),
        "Xx1E22XAX"
    );
}

#[test]
fn returned_errors_are_not_logged() {
    let lines = captured_logs(|| assert!(Template::parse_named("a.md.mustache", "{{}}").is_err()));
    assert!(lines.is_empty(), "{lines:?}");

    let broken = Environment::new()
        .partials(|name: &str| (name == "p").then(|| "{{".to_owned()))
        .lambda(
            "f",
            Lambda::with_render(|call| Ok(call.render("{{#f}}{{/x}}")?)),
        )
        .missing(Missing::Error);
    for source in ["{{>p}}", "{{f}}", "{{x}}{{y}}"] {
        let template = Template::parse(source).unwrap();
        let lines = captured_logs(|| assert!(template.render_with(&json!({}), &broken).is_err()));
        assert!(lines.is_empty(), "{source}: {lines:?}");
    }
    let lines = captured_logs(|| assert!(Environment::new().load("no/such/file").is_err()));
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn a_check_follows_dynamic_names() {
    let partials = BTreeMap::from([("p", "{{>nope}}{{x}}")]);
    let environment = Environment::new().partials(partials);
    let template = Template::parse("{{>*d}}{{>*e}}").unwrap();
    let check = template
        .check_with(&json!({"d": "p", "e": "none"}), &environment)
        .unwrap();
    let shown = |names: &[MissingName]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(shown(&check.missing), ["p:1:10: undefined variable `x`"]);
    assert_eq!(
        shown(&check.unknown_partials),
        ["p:1:1: unknown partial `nope`", "1:8: unknown partial `*e`"]
    );
}

#[test]
fn what_is_debugged_shows_settings_and_no_functions() {
    let lambda = Lambda::with_render(|call| Ok(format!("{call:?}")));
    assert_eq!(format!("{lambda:?}"), "Lambda { returned: LeftAlone, .. }");
    let environment = Environment::new()
        .escape(Escape::None)
        .missing(Missing::Keep)
        .partials(|_: &str| None)
        .lambda("f", lambda);
    let shown = format!("{environment:?}");
    assert!(
        shown.starts_with(
            "Environment { escape: None, missing: Keep, sections: Lenient, limits: Limits { partial_depth: 100,"
        ),
        "{shown}"
    );
    assert!(shown.contains("partials: true, cache: None"), "{shown}");
    let template = Template::parse("{{#f}}{{x}}{{/f}}").unwrap();
    assert_eq!(
        template.render_with(&json!({}), &environment).unwrap(),
        r#"LambdaCall { source: "{{x}}", delimiters: ("{{", "}}"), .. }"#
    );
}

#[test]
fn a_failed_render_leaves_no_indent() {
    let environment = Environment::new()
        .lambda(
            "try",
            Lambda::with_render(|call| {
                Ok(call.render("{{#o}}\n  {{>q}}\n{{/o}}").unwrap_or_default())
            }),
        )
        .lambda("boom", Lambda::spec(|_| Err("boom".into())))
        .partials(BTreeMap::from([
            ("p", "a\n{{#try}}{{/try}}b\nc\n"),
            ("q", "x{{boom}}\n"),
        ]));
    let template = Template::parse("  {{>p}}\n.").unwrap();
    assert_eq!(
        template
            .render_with(&json!({"o": true}), &environment)
            .unwrap(),
        "  a\n  b\n  c\n."
    );
}
