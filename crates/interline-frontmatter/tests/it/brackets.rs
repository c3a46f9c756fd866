//! Flow collections that are closed in the column of their key, which is where most people close them.

use crate::located::line_column;
use interline_frontmatter::{Document, Value, set};
use proptest::prelude::*;

use crate::laws::same;

fn read(yaml: &str) -> Value {
    let text = format!("---\n{yaml}---\n");
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error} in {yaml:?}"));
    // Locations are those of the text.
    for (key, value) in document.entries() {
        let source = value.source();
        let (first, last) = (source.chars().next(), source.chars().next_back());
        let is_flow = value.is_sequence() || value.is_mapping();
        if is_flow && matches!(first, Some('[' | '{')) {
            assert!(matches!(last, Some(']' | '}')), "{source:?} in {yaml:?}");
        }
        assert_eq!(Some(key.source()), key.text(), "{yaml:?}");
    }
    Value::Map(document.mapping())
}

fn libyaml(yaml: &str) -> Option<serde_yaml::Value> {
    serde_yaml::from_str(yaml).ok()
}

/// A flow collection over lines, each closing bracket below its key or further in.
fn flow(depth: u32) -> BoxedStrategy<String> {
    let scalar = prop::sample::select(vec![
        "'a'", "\"b c\"", "d", "1.10", "'it''s'", "\"]\"", "'}'",
    ]);
    if depth == 0 {
        return scalar.prop_map(str::to_owned).boxed();
    }
    let item = prop_oneof![3 => scalar.prop_map(str::to_owned), 1 => flow(depth - 1)];
    let comma = prop::sample::select(vec![",\n  ", ", ", ", # c\n    ", ",\n\n  "]);
    let end = prop::sample::select(vec!["\n", ",\n", " # c\n", ",\n# c\n", ""]);
    (
        prop::collection::vec((item, comma), 1..4),
        any::<bool>(),
        end,
    )
        .prop_map(|(items, mapping, end)| {
            let mut text = String::from(if mapping { "{\n  " } else { "[\n  " });
            for (number, (item, _)) in items.iter().enumerate() {
                if number > 0 {
                    text += items[number - 1].1;
                }
                if mapping {
                    text += &format!("k{number}: ");
                }
                text += item;
            }
            text + end + if mapping { "}" } else { "]" }
        })
        .boxed()
}

proptest! {
    #![proptest_config(crate::proptest_cases(1500))]

    #[test]
    fn any_flow_collection_is_read_as_libyaml_reads_it(
        values in prop::collection::vec(flow(3), 1..4),
        nested: bool,
        crlf: bool,
        scalar: bool,
    ) {
        let mut yaml = String::new();
        if scalar {
            yaml += "text: |\n  ]\n   }\n";
        }
        for (number, value) in values.iter().enumerate() {
            if nested {
                let value = value.replace('\n', "\n  ");
                yaml += &format!("m{number}:\n  x: {value}\n");
            } else {
                yaml += &format!("m{number}: {value}\n");
            }
        }
        yaml += "last: 1\n";
        if crlf {
            yaml = yaml.replace('\n', "\r\n");
        }
        let Some(theirs) = libyaml(&yaml) else {
            return Ok(());
        };
        let ours = read(&yaml);
        prop_assert!(same(&theirs, &ours), "{yaml:?}: {ours:?}");
        // It is edited as well, and nothing else changes.
        let text = format!("---\n{yaml}---\nbody\n");
        let changed = set(&text, "last", 2).unwrap().apply(&text).unwrap();
        prop_assert_eq!(changed, text.replace("last: 1", "last: 2"));
    }
}

#[test]
fn a_bracket_does_not_close_a_plain_scalar() {
    // With a space before it, the bracket would go on with the value of `b`.
    for yaml in ["a: [\n  'x'\n]\nb: y\n]\n", "a: {\n  k: 'x'\n}\nb: y\n}\n"] {
        let text = format!("---\n{yaml}---\n");
        assert!(Document::parse(&text).is_err(), "{yaml:?}");
    }
}

#[test]
fn errors_after_such_a_bracket_have_their_location() {
    let text = "---\na: [\n  'x'\n]\nb: [\n  'y'\n]\nc: *no\n---\n";
    let error = Document::parse(text).unwrap_err();
    assert_eq!(line_column(&error), (8, 4), "{error}");
}

#[test]
fn many_such_brackets_take_two_readings() {
    let yaml: String = (0..5000).map(|n| format!("k{n}: [\n 'a'\n]\n")).collect();
    let text = format!("---\n{yaml}---\n");
    let options = interline_frontmatter::ReadOptions::new().block_bytes(1 << 20);
    assert_eq!(
        Document::parse_with(&text, &options)
            .unwrap()
            .keys()
            .count(),
        5000
    );
}
