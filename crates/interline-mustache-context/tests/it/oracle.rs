//! Another engine, `mustache` 0.9, over templates within what it supports: it takes loose braces for broken tags, treats lines
//! in its own way, and has other ideas of what is false, so names go by kind and there are no line breaks.

use interline_mustache_context::Template;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

fn source() -> impl Strategy<Value = String> {
    let texts = prop::sample::select(vec![
        "{{t}}",
        "{{{t}}}",
        "{{&t}}",
        "{{u}}",
        "{{m.t}}",
        "{{m.m.u}}",
        "{{nope}}",
    ]);
    let leaf = prop_oneof![
        "[x é]{0,4}",
        texts.prop_map(str::to_owned),
        Just("{{! c }}".to_owned())
    ];
    let source = leaf.prop_recursive(4, 40, 6, |inner| {
        let body = prop::collection::vec(inner, 0..6).prop_map(|parts| parts.concat());
        let names = prop::sample::select(vec!["yes", "no", "l", "m", "m.m", "m.l", "nope", "e"]);
        let sigil = prop::sample::select(vec!["#", "^"]);
        prop_oneof![
            body.clone(),
            (sigil, names, body).prop_map(|(sigil, name, body)| format!(
                "{{{{{sigil}{name}}}}}{body}{{{{/{name}}}}}"
            )),
        ]
    });
    // A text before all tags, so that none is alone on the line.
    source.prop_map(|source| format!(".{source}"))
}

/// A map that has some of the names, each of its kind.
fn map(depth: u32) -> BoxedStrategy<Json> {
    let text = || prop::option::of(prop::sample::select(vec!["x", "<b>", "a & b", "{{t}}"]));
    let simple = (
        text(),
        text(),
        prop::option::of(Just(true)),
        prop::option::of(Just(false)),
    );
    let simple = simple.prop_map(|(t, u, yes, no)| {
        let fields = [
            ("t", json!(t)),
            ("u", json!(u)),
            ("yes", json!(yes)),
            ("no", json!(no)),
            ("e", json!([])),
        ];
        let there = fields.into_iter().filter(|(_, value)| !value.is_null());
        Json::Object(there.map(|(key, value)| (key.to_owned(), value)).collect())
    });
    if depth == 0 {
        return simple.boxed();
    }
    (
        simple,
        prop::option::of(map(depth - 1)),
        prop::option::of(prop::collection::vec(map(depth - 1), 0..3)),
    )
        .prop_map(|(mut map, inner, list)| {
            if let Some(inner) = inner {
                map["m"] = inner;
            }
            if let Some(list) = list {
                map["l"] = Json::from(list);
            }
            map
        })
        .boxed()
}

proptest! {
    #![proptest_config(crate::proptest_cases(500))]

    #[test]
    fn another_engine_agrees(source in source(), data in map(3)) {
        let theirs = mustache::compile_str(&source).unwrap();
        let theirs = theirs.render_to_string(&data).unwrap();
        prop_assert_eq!(Template::parse(source).unwrap().render(&data).unwrap(), theirs);
    }
}
