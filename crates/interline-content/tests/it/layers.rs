//! The variables of each layer, and which layer takes precedence.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use interline_content::{
    Agent, Category, Clock, Collection, ContextBuilder, Error, FileInfo, Layer, Project,
};
use interline_mustache_context::{
    Environment, Error as EngineError, Escape, Map, Missing, Template, TemplateContext, Value,
};
use proptest::prelude::*;
use serde_json::json;

use crate::docroot::{SECONDS, notary, time};

fn file() -> FileInfo {
    serde_json::from_value(json!({
        "path": "guide/intro.md.mustache",
        "location": "docs/guide/intro.md.mustache",
        "basename": "intro.md",
        "size": 42,
        "mtime": "2024-01-02T03:04:05.5Z",
        "category": "docs",
        "content": "",
    }))
    .unwrap()
}

fn project() -> Project {
    Project::new("interline")
        .created_at(time())
        .category(Category::new("docs", "./docs/").description("what is written"))
        .category(Category::new("notes", "notes"))
        .collection(Collection::new("all", ["docs", "notes"]))
}

fn full() -> ContextBuilder {
    let project = project();
    notary()
        .project(&project)
        .collection(project.collections.first())
        .category(&project.categories[0])
        .file(&file())
}

fn render(source: &str, context: &TemplateContext) -> String {
    let environment = Environment::new().escape(Escape::None);
    Template::parse(source)
        .unwrap()
        .render_with(context, &environment)
        .unwrap()
}

#[track_caller]
fn check(builder: &ContextBuilder, expected: &[(&str, &str)]) {
    let context = builder.build().unwrap();
    for (source, text) in expected {
        assert_eq!(render(source, &context), *text, "{source}");
    }
}

#[test]
fn every_variable() {
    let agent = Agent::new()
        .name("Notary")
        .version("1.2")
        .prompt_prefix(">")
        .prompt_character("@")
        .field("tags", vec!["a", "b"])
        .field("name", "of the fields");
    check(
        &full().agent(&agent),
        &[
            ("{{now}} {{timestamp}}", "2023-12-25T01:02:03.5Z 1703466123"),
            ("{{@}}guide", "@guide"),
            (
                "{{agent.name}} {{agent.version}} {{agent.prompt_prefix}}",
                "Notary 1.2 >",
            ),
            ("{{#agent.tags}}{{.}};{{/agent.tags}}", "a;b;"),
            (
                "{{project.name}} {{project.created_at}}",
                "interline 2023-12-25T01:02:03.5Z",
            ),
            ("[{{project.updated_at}}]", "[]"),
            (
                "{{#project.categories}}{{.}}{{^last}}, {{/last}}{{/project.categories}}",
                "docs, notes",
            ),
            ("{{project.collections}}", "[\"all\"]"),
            (
                "{{collection.name}} {{collection.categories.1}} [{{collection.description}}]",
                "all notes []",
            ),
            (
                "{{category.name}} {{category.dir}} {{category.description}}",
                "docs docs what is written",
            ),
            (
                "{{file.path}} {{file.basename}}",
                "guide/intro.md.mustache intro.md",
            ),
            (
                "{{file.category}} [{{file.collection}}] {{file.size}}",
                "docs [] 42",
            ),
            (
                "{{file.mtime}} [{{file.ctime}}]",
                "2024-01-02T03:04:05.5Z []",
            ),
        ],
    );
}

#[test]
fn a_file_of_ones_own() {
    let category = Category::new("docs", "./docs/");
    let path = "guide/intro.md.mustache";
    let mut mine = FileInfo::new(&category, path, "x".repeat(42), file().mtime);
    mine.content = String::new().into();
    assert_eq!(mine, file());
    let bytes = FileInfo::new(&Category::new("all", "."), "a", vec![0xff], time());
    assert_eq!((bytes.location.as_str(), bytes.size), ("a", 1));
    assert_eq!(bytes.content.as_str(), None);
}

#[test]
fn what_is_absent_renders_empty() {
    let strict = Environment::new().missing(Missing::Error);
    let known = [
        "{{@}}{{agent.name}}{{agent.version}}{{agent.prompt_prefix}}",
        "{{project.created_at}}{{project.updated_at}}{{collection}}{{category.description}}{{file.ctime}}",
    ];
    let builder = full().agent(&Agent::new()).project(&Project::default());
    let context = builder
        .collection(None)
        .category(&Category::new("docs", ""))
        .build()
        .unwrap();
    for source in known {
        // They are known to be empty, so even a strict render does not miss them.
        let template = Template::parse(source).unwrap();
        assert_eq!(template.render_with(&context, &strict).unwrap(), "");
    }
    assert_eq!(render("{{category.dir}}", &context), ".");
    assert_eq!(
        render("{{^collection}}none{{/collection}}", &context),
        "none"
    );
    // Without an agent there is no name.
    let nobody = ContextBuilder::new().build().unwrap();
    assert_eq!(
        render(
            "{{@}}guide [{{agent.name}}{{project.name}}{{file.path}}]",
            &nobody
        ),
        "guide []"
    );
    assert_eq!(nobody.keys().collect::<Vec<_>>(), ["now", "timestamp"]);
}

#[test]
fn the_layers_win_in_their_order() {
    for top in 0..Layer::ALL.len() {
        let mut builder = full();
        for layer in &Layer::ALL[..=top] {
            let name = serde_json::to_value(layer).unwrap();
            let variables = Map::from([("k", name.as_str().unwrap())]);
            builder = builder.variables(*layer, variables);
        }
        let expected = [
            "system",
            "agent",
            "project",
            "collection",
            "category",
            "file",
            "extras",
        ];
        check(
            &builder,
            &[("{{k}}", expected[top]), ("{{project.name}}", "interline")],
        );
    }
}

#[test]
fn variables_of_a_layer_hide_its_own() {
    let extras = Map::from([("file", "mine"), ("now", "never")]);
    check(
        &full().extras(extras),
        &[("{{file}} {{now}} {{category.name}}", "mine never docs")],
    );
    let system = Map::from([("now", "then")]);
    check(
        &full().variables(Layer::System, system),
        &[("{{now}} {{timestamp}}", "then 1703466123")],
    );
    let twice = full()
        .extras(Map::from([("a", 1), ("b", 1)]))
        .extras(Map::from([("a", 2)]));
    check(&twice, &[("{{a}}{{b}}", "21")]);
}

#[test]
fn what_cannot_be_represented_is_named() {
    for layer in Layer::ALL {
        let list = vec![Value::from(1), f64::NAN.into()];
        let builder = full().variables(layer, Map::from([("k", list)]));
        let error = builder.build().unwrap_err();
        assert!(matches!(&error, Error::Engine(EngineError::Value(_))));
        assert!(error.to_string().starts_with("k[1]: NaN"), "{error}");
    }
}

#[test]
fn the_clock_is_read_once() {
    let ticks = Arc::new(AtomicU64::new(0));
    let clock = {
        let ticks = Arc::clone(&ticks);
        Clock::custom(move || {
            UNIX_EPOCH + Duration::from_secs(ticks.fetch_add(1, Ordering::Relaxed))
        })
    };
    let builder = ContextBuilder::new().clock(clock);
    check(
        &builder,
        &[(
            "{{now}} {{timestamp}} {{now}}",
            "1970-01-01T00:00:00Z 0 1970-01-01T00:00:00Z",
        )],
    );
    check(
        &builder,
        &[("{{timestamp}} {{now}}", "1 1970-01-01T00:00:01Z")],
    );
    assert_eq!(ticks.load(Ordering::Relaxed), 2);
    let before = SystemTime::now();
    let now = Clock::default().now();
    assert!(before <= now && now <= SystemTime::now());
}

#[test]
fn the_time_stamp_is_the_second_of_now() {
    for (millis, expected) in [
        (0, "0 1970-01-01T00:00:00Z"),
        (1_999, "1 1970-01-01T00:00:01.999Z"),
        (-1, "-1 1969-12-31T23:59:59.999Z"),
        (-1_000, "-1 1969-12-31T23:59:59Z"),
        (-1_001, "-2 1969-12-31T23:59:58.999Z"),
    ] {
        let distance = Duration::from_millis(i64::unsigned_abs(millis));
        let time = if millis < 0 {
            UNIX_EPOCH - distance
        } else {
            UNIX_EPOCH + distance
        };
        let builder = ContextBuilder::new().clock(Clock::Fixed(time));
        check(&builder, &[("{{timestamp}} {{now}}", expected)]);
    }
    let context = notary().build().unwrap();
    assert_eq!(context.get("timestamp"), Some(&Value::from(SECONDS)));
}

#[test]
fn data_types_are_stored_and_read() {
    let project = project();
    let text = serde_json::to_string(&project).unwrap();
    assert!(
        text.contains("\"created_at\":\"2023-12-25T01:02:03.5Z\""),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Project>(&text).unwrap(), project);
    let agent = Agent::new().name("Notary").field("x", 1);
    let text = serde_json::to_string(&agent).unwrap();
    assert_eq!(serde_json::from_str::<Agent>(&text).unwrap(), agent);
    let file = file();
    let text = serde_json::to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<FileInfo>(&text).unwrap(), file);
    let wrong = json!({"name": "p", "updated_at": "yesterday"});
    let error = serde_json::from_value::<Project>(wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid timestamp `yesterday`: expected RFC 3339 in UTC, such as `2023-12-25T01:02:03Z`"
    );
}

proptest! {
    #![proptest_config(crate::proptest_cases(200))]

    /// Whatever the layers set, the innermost layer with a name takes precedence.
    #[test]
    fn same_as_one_map_filled_layer_by_layer(
        set in proptest::collection::vec((0..7_usize, "[a-d@]", 0..100_i64), 0..20),
    ) {
        let mut builder = ContextBuilder::new().clock(Clock::Fixed(time()));
        for (layer, name, value) in &set {
            builder = builder.variables(Layer::ALL[*layer], Map::from([(name.as_str(), *value)]));
        }
        let mut naive = Map::from([("now", Value::from("2023-12-25T01:02:03.5Z")), ("timestamp", SECONDS.into())]);
        for layer in 0..7 {
            let of_layer = set.iter().filter(|(of, ..)| *of == layer);
            naive.extend(of_layer.map(|(_, name, value)| (name.as_str(), *value)));
        }
        prop_assert_eq!(builder.build().unwrap().flatten(), naive);
    }
}
