//! The result of checking a template against its data.

use interline_mustache_context::{
    Check, Environment, Lambda, Map, MissingKind, MissingName, Sections, Template, TemplateContext,
    Value,
};
use serde_json::json;

fn check(source: &str, data: &serde_json::Value) -> Check {
    Template::parse(source).unwrap().check(data).unwrap()
}

#[test]
fn clean_is_what_has_nothing_of_any_kind() {
    assert!(check("{{a}}", &json!({"a": 1})).is_clean());
    for (source, counts) in [
        ("{{a}}{{b}}", (1, 0, 0)),
        ("x", (0, 1, 0)),
        ("{{a}}{{>p}}", (0, 0, 1)),
    ] {
        let check = check(source, &json!({"a": 1}));
        let found = (
            check.missing.len(),
            check.unused.len(),
            check.unknown_partials.len(),
        );
        assert_eq!((found, check.is_clean()), (counts, false), "{source}");
    }
}

#[test]
fn absent_sections_are_listed_with_near_names() {
    let template = Template::parse_named(
        "t",
        "{{#itmes}}{{no}}{{/itmes}}{{^itmes}}{{/itmes}}{{#note}}{{/note}}{{#items}}{{#k}}{{/k}}{{/items}}",
    )
    .unwrap();
    let data = json!({"items": [1, 2], "note": null});
    let strict = Environment::new().sections(Sections::Strict);
    for (environment, is_clean) in [(Environment::new(), true), (strict.clone(), false)] {
        let check = template.check_with(&data, &environment).unwrap();
        let shown: Vec<_> = check
            .absent_sections
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            shown,
            [
                "t:1:1: undefined section `itmes` (did you mean `items`?)",
                "t:1:27: undefined inverted section `itmes` (did you mean `items`?)",
                "t:1:75: undefined section `k`"
            ]
        );
        assert_eq!(check.absent_sections[0].near.as_deref(), Some("items"));
        assert_eq!(check.absent_sections[0].kind, MissingKind::Section);
        assert_eq!(check.absent_sections[1].kind, MissingKind::Inverted);
        assert!(check.missing.is_empty());
        assert_eq!(check.is_clean(), is_clean);
    }
    let error = template.render_with(&data, &strict).unwrap_err();
    let check = template.check(&data).unwrap();
    assert_eq!(error.template().unwrap().missing(), check.absent_sections);
}

#[test]
fn near_names_are_looked_for_within_bounds() {
    let data = json!({"name": 1});
    let source: String = (0..30)
        .map(|at| format!("{{{{nam{at}}}}}{{{{nmae}}}}"))
        .collect();
    let check = check(&source, &data);
    let near = |name: &&MissingName| name.near.is_some();
    assert_eq!(check.missing.len(), 60);
    assert_eq!(check.missing.iter().filter(near).count(), 20);
    assert!(check.missing[..20].iter().all(|name| near(&name)));
}

#[test]
fn keys_are_those_of_any_data() {
    let template = Template::parse("{{a}}").unwrap();
    let json = json!({"a": 1, "b": 2});
    let map = Map::from([("a", 1), ("b", 2)]);
    let value = Value::from(map.clone());
    let context = TemplateContext::new(map.clone()).unwrap();
    for check in [
        template.check(&json),
        template.check(json.as_object().unwrap()),
        template.check(&value),
        template.check(&map),
        template.check(&context),
    ] {
        assert_eq!(check.unwrap().unused, ["b"]);
    }
    assert!(template.check(&Value::from(1)).unwrap().unused.is_empty());
}

#[test]
fn data_that_is_iterated_as_a_whole_is_used() {
    let data = json!({"a": {"x": 1}, "b": 2});
    for (source, unused) in [
        ("{{.}}", vec![]),
        ("{{{.}}}", vec![]),
        ("x{{#.}}{{a}}{{/.}}", vec![]),
        ("{{^.}}{{a}}{{/.}}", vec!["b"]),
        // There it is another scope.
        ("{{#a}}{{.}}{{/a}}", vec!["b"]),
        ("{{#a}}{{.}}{{/a}}{{#b}}{{.}}{{/b}}", vec![]),
        ("{{#a}}{{#x}}{{.}}{{/x}}{{/a}}{{.}}", vec![]),
        ("{{^c}}{{.}}{{/c}}{{a}}", vec![]),
    ] {
        assert_eq!(check(source, &data).unused, unused, "{source}");
    }
}

#[test]
fn names_are_used_wherever_they_occur() {
    for source in [
        "{{a}}",
        "{{{a.b}}}",
        "{{#a}}{{/a}}",
        "{{^a}}{{/a}}",
        "{{>*a}}",
        "{{<*a}}{{/*a}}",
        "{{#no}}{{a}}{{/no}}",
        "{{$b}}{{a}}{{/b}}",
    ] {
        assert!(
            check(source, &json!({"a": "p"})).unused.is_empty(),
            "{source}"
        );
    }
    for source in ["a", "{{! a }}", "{{>a}}", "{{<a}}{{/a}}", "{{$a}}{{/a}}"] {
        assert_eq!(check(source, &json!({"a": "p"})).unused, ["a"], "{source}");
    }
}

#[test]
fn unknown_partials_are_named_at_each_tag() {
    let environment = Environment::new()
        .partials(|name: &str| (name == "p").then(|| "{{>gone}}{{>p}}".to_owned()));
    let template = Template::parse_named("t", "{{>p}}{{>gone}}{{>gone}}{{>p}}").unwrap();
    let check = template.check_with(&json!({}), &environment).unwrap_err();
    // The partial includes itself without an end, which a render would not survive either.
    assert!(
        check.to_string().contains("more than 100 nested partials"),
        "{check}"
    );
    let environment = Environment::new()
        .partials(|name: &str| (name == "p").then(|| "{{#no}}{{>gone}}{{>p}}{{/no}}".to_owned()));
    let check = template.check_with(&json!({}), &environment).unwrap();
    let shown: Vec<_> = check
        .unknown_partials
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        shown,
        [
            "t:1:7: unknown partial `gone`",
            "t:1:16: unknown partial `gone`",
            "p:1:8: unknown partial `gone`"
        ]
    );
}

#[test]
fn no_lambda_is_called() {
    let environment = Environment::new()
        .lambda("f", Lambda::spec(|_| panic!("a check calls no lambda")))
        .partials(|_: &str| None);
    for source in [
        "{{f}}",
        "{{{f}}}",
        "{{#f}}x{{/f}}",
        "{{^f}}x{{/f}}",
        "{{>*f}}",
        "{{<*f}}{{/*f}}",
    ] {
        let template = Template::parse(source).unwrap();
        let check = template.check_with(&json!({}), &environment).unwrap();
        assert!(check.missing.is_empty(), "{source}");
    }
}
