//! Generated templates and data of unusual shapes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json};

/// Text that has much of what templates are made of.
pub(crate) fn hostile_source() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "{{",
        "}}",
        "{{{",
        "}}}",
        "{",
        "}",
        "#",
        "^",
        "/",
        ">",
        "<",
        "$",
        "&",
        "!",
        "=",
        "*",
        ".",
        "..",
        " ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "a",
        "b",
        "first",
        "length",
        "value",
        "0",
        "é",
        "{{a}}",
        "{{#a}}",
        "{{/a}}",
        "{{^a}}",
        "{{>p}}",
        "{{>*a}}",
        "{{<p}}",
        "{{/p}}",
        "{{$b}}",
        "{{/b}}",
        "{{=<% %>=}}",
        "<%a%>",
        "<%={{ }}=%>",
        "{{#.}}",
        "{{/.}}",
        "{{.}}",
        "{{!",
        "{{a.b.0}}",
        "\n  {{>p}}\n",
        "\n  {{$b}}\n    x\n  {{/b}}\n",
        "{{λ}}",
        "{{#λ}}",
        "{{/λ}}",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

fn tag_names() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a", "b", "c", "a.b", "b.a", "c.0", ".", "a.b.c", "index", "last", "a.length", "b.value",
        "value",
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", "x", "\n", "  ", " y\n", "\r\n", "}} ", "\t"])
        .prop_map(str::to_owned)
}

/// A template without errors. Partials are named `p` and `q`, blocks `b` and `d`.
pub(crate) fn valid_source() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => text(),
        4 => tag_names().prop_map(|name| format!("{{{{{name}}}}}")),
        1 => tag_names().prop_map(|name| format!("{{{{{{{name}}}}}}}")),
        1 => Just("{{! note }}".to_owned()),
        1 => Just("{{>p}}".to_owned()),
        1 => Just("{{>q}}".to_owned()),
        1 => Just("\n  {{>q}}\n".to_owned()),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let body = prop::collection::vec(inner, 0..6).prop_map(|parts| parts.concat());
        let line = prop::sample::select(vec!["", "\n", "\r\n", "\n  "]);
        let sigil = prop::sample::select(vec!["#", "^"]);
        prop_oneof![
            4 => body.clone(),
            4 => (sigil, tag_names(), line.clone(), body.clone()).prop_map(|(sigil, name, line, body)| {
                format!("{{{{{sigil}{name}}}}}{line}{body}{line}{{{{/{name}}}}}{line}")
            }),
            1 => (line.clone(), body.clone()).prop_map(|(line, body)| format!("{line}{{{{$d}}}}{line}{body}{line}{{{{/d}}}}{line}")),
            1 => (line, body).prop_map(|(line, body)| {
                format!("{line}{{{{<q}}}}{line}{{{{$b}}}}{line}{body}{line}{{{{/b}}}}{{{{/q}}}}{line}")
            }),
        ]
    })
}

/// Sources of the partials `p` and `q`; `p` may go on to `q`.
pub(crate) fn partials() -> impl Strategy<Value = Vec<(String, String)>> {
    let q = prop::sample::select(vec![
        "",
        "q",
        "{{a}}\n{{b}}\n",
        "[\n  {{$b}}\n    none\n  {{/b}}\n]\n",
        "{{#c}}\n{{.}}{{^last}},{{/last}}\n{{/c}}",
        "{{=| |=}}|a||$b||/b|",
    ]);
    let p = prop::sample::select(vec![
        "{{>q}}",
        "  {{>q}}\nx",
        "{{<q}}{{$b}}\n  {{c}}\n{{/b}}{{/q}}",
        "{{#a}}{{>q}}{{/a}}",
    ]);
    (p, q).prop_map(|(p, q)| {
        vec![
            ("p".to_owned(), p.to_owned()),
            ("q".to_owned(), q.to_owned()),
        ]
    })
}

pub(crate) fn scalar() -> impl Strategy<Value = Json> {
    prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        prop::sample::select(vec!["", "x", "<&>\"'", "{{a}}", "{{#a}}", "é\n", "p"])
            .prop_map(Json::from),
    ]
}

fn value() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            map(inner),
        ]
    })
}

fn map(value: impl Strategy<Value = Json>) -> impl Strategy<Value = Json> {
    let key = prop::sample::select(vec!["a", "b", "c", "0", "index", "value"]);
    prop::collection::vec((key, value), 0..5).prop_map(|entries| {
        let entries = entries
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Json::Object(entries.collect::<Map<_, _>>())
    })
}

/// Data for the templates above.
pub(crate) fn data() -> impl Strategy<Value = Json> {
    prop_oneof![9 => map(value()), 1 => value()]
}

/// The types in which programs keep their data, with the names that the templates above look up.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Record {
    a: Option<Inner>,
    b: Vec<Inner>,
    c: Choice,
    #[serde(flatten)]
    rest: BTreeMap<String, Json>,
}

#[derive(Clone, Debug, Serialize)]
struct Inner {
    b: (i8, u64, f32),
    c: Vec<String>,
    value: Option<char>,
}

#[derive(Clone, Debug, Serialize)]
enum Choice {
    Nothing,
    #[serde(rename = "a")]
    One(f64),
    #[serde(rename = "b")]
    Two(bool, String),
    Named {
        a: Box<str>,
        index: i64,
    },
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    let inner = (
        any::<(i8, u64)>(),
        // Whose shortest form is that of the double that JSON makes of it.
        (-1000_i16..1000).prop_map(|number| f32::from(number) / 8.0),
        prop::collection::vec("[a<&]{0,2}", 0..3),
        any::<Option<char>>(),
    )
        .prop_map(|((small, large), float, c, value)| Inner {
            b: (small, large, float),
            c,
            value,
        });
    let choice = prop_oneof![
        Just(Choice::Nothing),
        prop::num::f64::NORMAL.prop_map(Choice::One),
        (any::<bool>(), "[a{]{0,2}").prop_map(|(flag, text)| Choice::Two(flag, text)),
        ("\\PC{0,3}", any::<i64>()).prop_map(|(text, index)| Choice::Named {
            a: text.into(),
            index
        }),
    ];
    let rest = prop::collection::btree_map("d|value|length", value(), 0..3);
    (
        prop::option::of(inner.clone()),
        prop::collection::vec(inner, 0..3),
        choice,
        rest,
    )
        .prop_map(|(a, b, c, rest)| Record { a, b, c, rest })
}
