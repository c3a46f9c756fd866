use interline_frontmatter::agent::{self, Format, Frontmatter, StreamConfig, WriteStrategy};
use interline_frontmatter::{Document, Error, Map, Value, parse, to_document};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::laws::same;

pub(crate) fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "[a-z ]{0,8}",
        1 => "[-?:,\\[\\]{}#&*!|>'\"%@`=<~.0-9_ \t\n\r\u{85}\u{2028}\u{feff}\\\\]{0,6}",
        1 => any::<String>(),
    ]
}

pub(crate) fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::List),
            prop::collection::vec((texts(), inner), 0..4)
                .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

pub(crate) fn mappings() -> impl Strategy<Value = Map> {
    prop::collection::vec((texts(), values()), 0..5)
        .prop_map(|entries| entries.into_iter().collect())
}

prop_compose! {
    fn streams()(
        interval: Option<u64>,
        flags: (Option<bool>, Option<bool>),
        targets in prop::array::uniform2(prop::option::of(texts())),
        mut extra in mappings(),
    ) -> StreamConfig {
        for known in ["interval", "strip_ansi", "target", "thinking", "thinking_target"] {
            extra.remove(known);
        }
        let [target, thinking_target] = targets;
        StreamConfig {
            interval,
            strip_ansi: flags.0,
            target,
            thinking: flags.1,
            thinking_target,
            extra,
        }
    }
}

prop_compose! {
    fn frontmatters()(
        strings in prop::array::uniform8(prop::option::of(texts())),
        format in prop::option::of(prop_oneof![Just(Format::Append), Just(Format::Template)]),
        write in prop::option::of(prop_oneof![Just(WriteStrategy::Merge), Just(WriteStrategy::Crdt)]),
        stream in prop::option::of(streams()),
        links in prop::option::of(prop::collection::vec(texts(), 0..3)),
        mut extra in mappings(),
    ) -> Frontmatter {
        for known in ["session", "mode", "model", "links", "agent", "resume", "branch"] {
            extra.remove(known);
        }
        let [session, resume, agent, model, branch, tmux_session, mode, claude_args] = strings;
        Frontmatter {
            session,
            resume,
            agent,
            model,
            branch,
            tmux_session,
            mode,
            format,
            write,
            stream,
            links,
            claude_args,
            extra,
        }
    }
}

fn bodies() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(---|\\.\\.\\.|\n|\r\n| |a: b|\u{feff}){0,6}"
    ]
}

proptest! {
    #![proptest_config(crate::proptest_cases(1000))]

    #[test]
    fn reads_back_what_it_writes(mapping in mappings(), body in bodies()) {
        let text = to_document(&mapping, &body).unwrap();
        let interline_frontmatter::Parsed::<Map> { value: again, body: rest, .. } = parse(&text).unwrap();
        prop_assert_eq!(&again, &mapping);
        prop_assert_eq!(again.keys().collect::<Vec<_>>(), mapping.keys().collect::<Vec<_>>());
        prop_assert_eq!(rest, body.as_str());
        prop_assert_eq!(Document::parse(&text).unwrap().mapping(), mapping);
        prop_assert_eq!(to_document(&again, rest).unwrap(), text);
    }

    #[test]
    fn agrees_with_another_reader(mapping in mappings()) {
        let text = to_document(&mapping, "").unwrap();
        let yaml = text.strip_prefix("---\n").unwrap().strip_suffix("---\n").unwrap();
        let read: serde_yaml::Value = serde_yaml::from_str(yaml)
            .map_err(|error| TestCaseError::fail(format!("{error}: {text:?}")))?;
        let same = if mapping.is_empty() {
            read.is_null()
        } else {
            same(&read, &Value::Map(mapping))
        };
        prop_assert!(same, "{:?}", text);
    }

    #[test]
    fn round_trips_agent_documents(frontmatter in frontmatters(), body in bodies()) {
        let text = agent::to_document(&frontmatter, &body).unwrap();
        prop_assert!(text.starts_with("---\n"));
        let interline_frontmatter::Parsed { value: again, body: rest, .. } = agent::parse(&text).unwrap();
        prop_assert_eq!(&again, &frontmatter);
        prop_assert_eq!(rest, body.as_str());
        prop_assert_eq!(agent::to_document(&again, rest).unwrap(), text);
    }

    #[test]
    fn sets_the_session_and_nothing_else(frontmatter in frontmatters(), body in bodies(), id in texts()) {
        let text = agent::to_document(&frontmatter, &body).unwrap();
        let changed = agent::set_session_id(&text, &id).unwrap().apply(&text).unwrap();
        let interline_frontmatter::Parsed { value: again, body: rest, .. } = agent::parse(&changed).unwrap();
        let mut expected = frontmatter;
        expected.session = Some(id);
        prop_assert_eq!(again, expected);
        prop_assert_eq!(rest, body.as_str());
    }
}

#[test]
fn round_trips_any_type() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Unit,
        New(u8),
        Pair(i8, char),
        Named { x: f32 },
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct All {
        text: String,
        none: Option<String>,
        some: Option<u64>,
        kinds: Vec<Kind>,
        pair: (bool, i16),
        unit: (),
        map: std::collections::BTreeMap<u16, Vec<Vec<u8>>>,
        empty: Vec<String>,
    }
    let all = All {
        text: "no".to_owned(),
        none: None,
        some: Some(u64::MAX),
        kinds: vec![
            Kind::Unit,
            Kind::New(1),
            Kind::Pair(-1, 'y'),
            Kind::Named { x: 0.1 },
        ],
        pair: (true, -5),
        unit: (),
        map: [(7, vec![vec![1, 2], vec![]])].into(),
        empty: Vec::new(),
    };
    let text = to_document(&all, "body").unwrap();
    assert_eq!(
        text,
        "---\ntext: 'no'\nnone: null\nsome: 18446744073709551615\nkinds:\n  - Unit\n  - New: 1\n  - Pair:\n      - -1\n      - 'y'\n  - Named:\n      x: 0.1\npair:\n  - true\n  - -5\nunit: null\nmap:\n  '7':\n    - - 1\n      - 2\n    - []\nempty: []\n---\nbody"
    );
    let interline_frontmatter::Parsed::<All> {
        value: again, body, ..
    } = parse(&text).unwrap();
    assert_eq!((again, body), (all, "body"));
}

#[test]
fn rejects_values_that_yaml_cannot_express() {
    let error = to_document(&[1, 2], "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot be written as frontmatter: expected a mapping or a struct with named fields"
    );
    let error = to_document(&std::collections::HashMap::from([((1, 2), 3)]), "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot be written as frontmatter: a list cannot be a key: use a string, a whole number or a boolean"
    );
    let mut deep = Value::Null;
    for _ in 0..200 {
        deep = Value::List(vec![deep]);
    }
    let error = to_document(&Map::from([("k", deep)]), "").unwrap_err();
    assert!(matches!(error, Error::Serialize { .. }));
    assert_eq!(error.location(), None);
    assert_eq!(to_document(&None::<Map>, "b").unwrap(), "---\n---\nb");
}
