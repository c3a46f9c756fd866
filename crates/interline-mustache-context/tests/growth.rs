//! Allocations grow no faster than the input, and the memory held at once is bounded for each byte of it. A binary of its own,
//! since it counts allocations and has the log on. The steps of a render are counted in `it/growth.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "growth/files.rs"]
mod files;
#[path = "growth/templates.rs"]
mod templates;

use interline_mustache_context::{
    Environment, Lambda, Limits, Map, Missing, Template, TemplateContext, Value,
};
use interline_testing::{GrowthTable, hostile_texts};
use serde_json::json;
use templates::templates;

fn data() -> serde_json::Value {
    json!({"a": true, "x": "<1>", "m": {"k": 1}})
}

fn environment() -> Environment {
    Environment::new()
        .partials(|name: &str| (name == "p").then(|| "a\n{{$b}}c{{/b}}{{x}}\n".to_owned()))
        .limits(Limits::new().section_depth(usize::MAX / 4))
}

#[test]
fn parsing() {
    let mut table = GrowthTable::new(templates());
    table.entry("Template::parse", 60.0, |source| {
        Template::parse(source).map_err(|error| error.report().map(|report| report.to_string()))
    });
    table.finish();
}

#[test]
fn rendering() {
    let mut table = GrowthTable::new(templates());
    let (data, environment) = (data(), environment());
    let strict = environment.clone().missing(Missing::Error);
    let mut entry = |name: &str, promised: f64, call: &dyn Fn(&Template)| {
        table.entry_with_setup(name, promised, |source, meter| {
            match Template::parse(source) {
                Ok(template) => meter.run(|| call(&template)),
                Err(_) => meter.run(|| ()),
            }
        });
    };
    entry("Template::render_with", 20.0, &|template| {
        drop(template.render_with(&data, &environment));
    });
    entry("Template::render_with, strict", 80.0, &|template| {
        drop(
            template
                .render_with(&data, &strict)
                .map_err(|error| error.to_string()),
        );
    });
    let lambdas = environment
        .clone()
        .lambda(
            "a",
            Lambda::with_render(|call| {
                let source = call.source();
                Ok(call.render(source)?)
            }),
        )
        .lambda("x", Lambda::spec(|_| Ok("x{{m.k}}".to_owned())));
    let map = json!({"m": {"k": 1}});
    entry("Template::render_serialize, lambdas", 20.0, &|template| {
        drop(template.render_serialize(&map, &lambdas));
    });
    entry("Template::names_with", 70.0, &|template| {
        drop(template.names_with(&environment));
    });
    entry("Template::check_with", 80.0, &|template| {
        drop(template.check_with(&data, &environment));
    });
    table.finish();
}

#[test]
fn contexts() {
    let mut table = GrowthTable::new(hostile_texts());
    table.entry_with_setup("TemplateContext", 320.0, |text, meter| {
        let words: Vec<(String, &str)> = text
            .split_inclusive(' ')
            .enumerate()
            .map(|(n, word)| (format!("k{n}"), word))
            .collect();
        meter.run(|| {
            let map: Map = words
                .iter()
                .map(|(key, word)| (key.as_str(), *word))
                .collect();
            let mut context = TemplateContext::new(map).unwrap();
            for (key, _) in words.iter().step_by(2) {
                context.soft_delete(key);
            }
            (context.flatten(), context.len(), context.keys().count())
        });
    });
    table.entry_with_setup("TemplateContext, scopes", 900.0, |text, meter| {
        let words: Vec<&str> = text.split_inclusive(' ').collect();
        meter.run(|| {
            let mut context = TemplateContext::default();
            for (n, word) in words.iter().enumerate() {
                context.set_serialize(format!("k{n}"), word).unwrap();
                context.soft_delete("k0");
                context = context.new_child(Map::new()).unwrap();
            }
            (
                context.contains("k0"),
                context.parents(),
                context.flatten().len(),
            )
        });
    });
    table.entry_with_setup("Value, Map, stored and read", 60.0, |text, meter| {
        let words: Vec<&str> = text.split(' ').collect();
        let json = serde_json::to_string(&words).unwrap();
        let map = format!(r#"{{"a": {json}}}"#);
        meter.length(2 * json.len());
        meter.run(|| {
            let value: Value = serde_json::from_str(&json).unwrap();
            let map: TemplateContext = serde_json::from_str(&map).unwrap();
            serde_json::to_string(&(value, map)).map(|text| text.len())
        });
    });
    table.entry("Value::from_serialize", 250.0, |text| {
        Value::from_serialize(&text.split(' ').collect::<Vec<_>>())
    });
    table.finish();
}
