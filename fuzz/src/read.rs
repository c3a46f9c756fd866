//! Input: text, choices. The fast reader and the YAML parser agree on a frontmatter, with and without a type, and a written
//! frontmatter reads back equal.

use std::collections::BTreeMap;

use interline_frontmatter::{
    Document, Error, Map, ReadOptions, Unterminated, Value, agent, parse, parse_with, split,
    to_document,
};

use crate::assert_span;
use crate::input::Input;
use crate::pieces::YAML;

fn assert_error(error: &Error, text: &str) {
    let at = error
        .location()
        .expect("an error of reading has a location");
    assert_span(&at.span, text);
    let line = 1 + text[..at.span.start].matches('\n').count();
    assert_eq!(at.position.line, line, "{error}");
    assert!(at.position.column > 0, "{error}");
    assert!(
        error
            .report(text)
            .is_some_and(|report| !report.to_string().is_empty())
    );
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let text = input.text();
    let mut choices = input.choices();
    let options = ReadOptions::new()
        .depth(choices.of(&[128, 8, 3, 16]))
        .aliases(choices.of(&[100, 0, 2]))
        .expanded_nodes(choices.of(&[10_000, 10]));
    if let Err(error) = parse_with::<Map>(&text, &options) {
        assert_error(&error, &text);
    }
    let body = Document::parse_with(&text, &options.clone().unterminated(Unterminated::Body));
    if let Ok(document) = body {
        assert!(text.ends_with(document.body()));
    }

    let document = match Document::parse(&text) {
        Ok(document) => document,
        Err(error) => {
            assert_error(&error, &text);
            assert!(parse::<Map>(&text).is_err() && parse::<serde_json::Value>(&text).is_err());
            assert!(agent::parse(&text).is_err());
            return;
        }
    };
    let mapping = document.mapping();
    assert_eq!(
        document.keys().collect::<Vec<_>>(),
        mapping.keys().collect::<Vec<_>>()
    );
    for (key, value) in document.entries() {
        assert_span(&key.span(), &text);
        assert_span(&value.span(), &text);
    }

    // Only the YAML parser reads a comment with this character, so that one at the end makes it read the block. One at the start
    // moves all spans by its length.
    if let Some(block) = split(&text).block() {
        let yaml = block.yaml();
        let slow = format!("---\n{yaml}# \u{ff46}\n---\n{}", block.body());
        if let Ok(slow) = Document::parse(&slow) {
            assert_eq!(slow.mapping(), mapping);
        } else {
            panic!("read only without a comment at the end: {yaml:?}");
        }
        let start = block.yaml_span().start;
        let comment = "# \u{ff46}\n";
        let moved = format!("---\n{comment}{yaml}---\n");
        let by = 4 + comment.len();
        match Document::parse(&moved) {
            Ok(moved) => {
                assert_eq!(moved.mapping(), mapping);
                for key in mapping.keys() {
                    let spans =
                        [document.key_span(key), document.value_span(key)].map(Option::unwrap);
                    let other = [moved.key_span(key), moved.value_span(key)].map(Option::unwrap);
                    for (span, other) in spans.into_iter().zip(other) {
                        assert_eq!(
                            span.start - start..span.end - start,
                            other.start - by..other.end - by,
                            "{key:?}"
                        );
                    }
                }
            }
            // A directive or a byte order mark has to come first.
            Err(error) => assert!(yaml.contains(['%', '\u{feff}']), "{error}: {moved:?}"),
        }
    }

    // Reading into types agrees.
    let parsed = parse::<Map>(&text).unwrap();
    let (typed, rest) = (parsed.value, parsed.body);
    assert_eq!((&typed, rest), (&mapping, document.body()));
    let json: serde_json::Value = parse(&text).unwrap().value;
    assert_eq!(json.as_object().map(|map| map.len()), Some(mapping.len()));
    let values: BTreeMap<String, Value> = parse(&text).unwrap().value;
    assert_eq!(values.len(), mapping.len());
    for (key, value) in &values {
        assert_eq!(mapping.get(key), Some(value));
        if let Some(word) = value.as_str() {
            assert_eq!(
                document.get_as::<String>(key).unwrap().as_deref(),
                Some(word)
            );
        }
    }
    if let Err(error) = parse::<BTreeMap<String, u8>>(&text) {
        assert_error(&error, &text);
    }

    // A written document reads back equal.
    let written = to_document(&mapping, rest).unwrap();
    let again = Document::parse(&written).unwrap_or_else(|error| panic!("{error}: {written:?}"));
    assert_eq!(again.mapping(), mapping, "{written:?}");
    assert_eq!(
        again.keys().collect::<Vec<_>>(),
        mapping.keys().collect::<Vec<_>>()
    );
    assert_eq!(again.body(), rest);
    assert_eq!(to_document(&again.mapping(), rest).unwrap(), written);

    match agent::parse(&text) {
        Ok(parsed) => {
            crate::assert_diagnostics(&parsed.diagnostics, &text);
            let written = agent::to_document(&parsed.value, parsed.body).unwrap();
            let again = agent::parse(&written).unwrap();
            let again = (again.value, again.body);
            assert_eq!(again, (parsed.value, parsed.body), "{written:?}");
        }
        Err(error) => assert_error(&error, &text),
    }
}
