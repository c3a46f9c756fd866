//! The case files of rendering: each case with every kind of data, with and without a cache.

use std::collections::BTreeMap;

use interline_mustache_context::{
    Environment, Error, Escape, Lambda, Limits, Map, Missing, Sections, Template, TemplateContext,
    Value,
};
use interline_testing::cases::{self, Case};
use serde_json::Value as Json;

const FIELDS: [&str; 13] = [
    "template", "name", "data", "partials", "escape", "missing", "sections", "limits", "out",
    "error", "places", "chain", "names",
];
const ASSERTING: [&str; 3] = ["out", "error", "names"];

/// The lambdas that cases may use, found where the data has no such name.
fn lambdas(environment: Environment) -> Environment {
    let spec = |text: &'static str| Lambda::spec(move |_| Ok(text.to_owned()));
    environment
        .lambda("λecho", Lambda::spec(|call| Ok(call.source().to_owned())))
        .lambda("λtwice", Lambda::spec(|call| Ok(call.source().repeat(2))))
        .lambda("λx", spec("{{x}}"))
        .lambda(
            "λx_left_alone",
            Lambda::with_render(|_| Ok("{{x}}".to_owned())),
        )
        .lambda("λbroken", spec("ok\n{{#x}}"))
        .lambda("λitself", spec("{{λitself}}"))
        .lambda(
            "λup",
            Lambda::with_render(|call| {
                let source = call.source();
                Ok(call.render(source)?.to_uppercase())
            }),
        )
        .lambda(
            "λagain",
            Lambda::with_render(|call| Ok(call.render("<{{#λagain}}{{/λagain}}>")?)),
        )
        .lambda("λboom", Lambda::spec(|_| Err("boom".into())))
        .lambda(
            "λboom_inside",
            Lambda::with_render(|call| Ok(call.render("{{#λboom}}x{{/λboom}}")?)),
        )
        .lambda(
            "λquoted",
            Lambda::with_render(|call| {
                let (open, close) = call.delimiters();
                Ok(format!("[{open}|{}|{close}]", call.source()))
            }),
        )
        .lambda(
            "λjson",
            Lambda::with_render(|call| {
                let value = call.get(call.source());
                Ok(serde_json::to_string(&value)?)
            }),
        )
        .lambda("λpartial", spec("{{x}}"))
}

fn json_text(text: &str, out: &mut String) {
    let quoted = serde_json::to_string(text).unwrap();
    out.push_str(&quoted[1..quoted.len() - 1]);
}

fn environment(case: &Case) -> Environment {
    let partials: BTreeMap<String, String> = case
        .get("partials")
        .map(|partials| serde_json::from_str(partials).expect(partials))
        .unwrap_or_default();
    let escape = match case.get("escape") {
        None | Some("none") => Escape::None,
        Some("html") => Escape::Html,
        Some("json") => Escape::Custom(json_text),
        Some(other) => panic!("unknown mode `{other}`"),
    };
    let missing = match case.get("missing") {
        None | Some("empty") => Missing::Empty,
        Some("error") => Missing::Error,
        Some("keep") => Missing::Keep,
        Some(other) => panic!("unknown policy `{other}`"),
    };
    let sections = match case.get("sections") {
        None | Some("lenient") => Sections::Lenient,
        Some("strict") => Sections::Strict,
        Some(other) => panic!("unknown policy `{other}`"),
    };
    let mut limits = Limits::new();
    for limit in case
        .get("limits")
        .into_iter()
        .flat_map(|limits| limits.split(", "))
    {
        let (name, value) = limit.split_once(' ').expect(limit);
        let value: usize = value.parse().expect(value);
        limits = match name {
            "partials" => limits.partial_depth(value),
            "sections" => limits.section_depth(value),
            "bytes" => limits.output_bytes(value),
            "steps" => limits.steps(value as u64),
            other => panic!("unknown limit `{other}`"),
        };
    }
    let environment = Environment::new().partials(partials).escape(escape);
    lambdas(
        environment
            .missing(missing)
            .sections(sections)
            .limits(limits),
    )
}

fn check(case: &Case) {
    assert!(
        ASSERTING.iter().any(|field| case.get(field).is_some()),
        "case `{}` checks nothing",
        case.name
    );
    let source = case.required("template");
    let data: Json = serde_json::from_str(case.get("data").unwrap_or("{}")).unwrap();
    let template = match case.get("name") {
        Some(name) => Template::parse_named(name, source),
        None => Template::parse(source),
    };
    let environment = environment(case);
    let cached = environment.clone().cache(3);
    let value = Value::from_serialize(&data).unwrap();
    let mut results: Vec<Result<String, Error>> = Vec::new();
    match &template {
        Ok(template) => {
            results.push(template.render_with(&data, &environment));
            results.push(template.render_with(&value, &environment));
            for _ in 0..2 {
                results.push(template.render_with(&data, &cached));
            }
            if let Value::Map(map) = &value {
                results.push(template.render_with(map, &environment));
                let context = TemplateContext::new(map.clone()).unwrap();
                results.push(template.render_with(&context, &environment));
                let child = context.new_child(Map::new()).unwrap();
                results.push(template.render_with(&child, &environment));
            }
            if let Json::Object(map) = &data {
                results.push(template.render_with(map, &environment));
            }
            let mut written = String::new();
            results.push(
                template
                    .render_to(&data, &environment, &mut written)
                    .map(|()| written),
            );
            if let Some(expected) = case.get("names") {
                let names = template.names_with(&environment).unwrap();
                let list: Vec<String> = names
                    .iter()
                    .map(|name| {
                        let star = if name.is_dynamic { "*" } else { "" };
                        format!("{:?} {star}{} {}", name.kind, name.path, name.location)
                    })
                    .collect();
                assert_eq!(list.join(", "), expected, "case `{}`: names", case.name);
            }
        }
        Err(error) => {
            let error = error.to_string();
            assert_eq!(
                Some(error.as_str()),
                case.get("error"),
                "case `{}`",
                case.name
            );
        }
    }
    for result in &results {
        match result {
            Ok(out) if case.get("names").is_none() || case.get("out").is_some() => {
                assert_eq!(Some(out.as_str()), case.get("out"), "case `{}`", case.name);
            }
            Ok(_) => {}
            Err(error) => {
                let shown = error.to_string();
                assert_eq!(
                    Some(shown.as_str()),
                    case.get("error"),
                    "case `{}`",
                    case.name
                );
            }
        }
    }
    let error = match &template {
        Ok(_) => results.into_iter().next().and_then(Result::err),
        Err(_) => template.err(),
    };
    if let Some(error) = error {
        details(case, &error);
    }
}

/// Places beside the first, and the way there.
fn details(case: &Case, error: &Error) {
    let error = error.template().expect("an error in a template");
    if let Some(places) = case.get("places") {
        let related: Vec<String> = error
            .related()
            .map(|location| location.position.to_string())
            .collect();
        assert_eq!(related.join(", "), places, "case `{}`: places", case.name);
    }
    if let Some(chain) = case.get("chain") {
        let calls: Vec<String> = error.chain().iter().map(ToString::to_string).collect();
        assert_eq!(calls.join(", "), chain, "case `{}`: chain", case.name);
    }
    // An excerpt can be had of every error.
    assert!(error.report().to_string().contains(" --> "));
}

fn run(file: &str) {
    cases::run(file, &FIELDS, check);
}

#[test]
fn printing() {
    run("printing.md");
}

#[test]
fn truth_and_lists() {
    run("truth.md");
}

#[test]
fn names() {
    run("names.md");
}

#[test]
fn white_space() {
    run("white_space.md");
}

#[test]
fn delimiters_and_braces() {
    run("delimiters.md");
}

#[test]
fn partials() {
    run("partials.md");
}

#[test]
fn inheritance() {
    run("inheritance.md");
}

#[test]
fn lambdas_in_templates() {
    run("lambdas.md");
}

#[test]
fn missing_names() {
    run("missing.md");
}

#[test]
fn malformed_templates() {
    run("errors.md");
}

#[test]
fn limits() {
    run("limits.md");
}

#[test]
fn inspection() {
    run("inspection.md");
}
