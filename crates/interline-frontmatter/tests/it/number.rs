//! Numbers: how they are written and what is equal.

use interline_frontmatter::{Document, Map, Number, Value, agent, parse, set, to_document};

#[test]
fn a_number_is_written_as_yaml() {
    let cases: [(Number, &str); 16] = [
        (5_i64.into(), "5"),
        ((-5_i64).into(), "-5"),
        (u64::MAX.into(), "18446744073709551615"),
        (0.0.into(), "0.0"),
        ((-0.0).into(), "-0.0"),
        (1.0.into(), "1.0"),
        (0.5.into(), "0.5"),
        (1e-5.into(), "1e-5"),
        (9.5e-6.into(), "9.5e-6"),
        (1e15.into(), "1000000000000000.0"),
        (1e16.into(), "1.0e+16"),
        ((-2.5e300).into(), "-2.5e+300"),
        (5e-324.into(), "5.0e-324"),
        (f64::INFINITY.into(), ".inf"),
        (f64::NEG_INFINITY.into(), "-.inf"),
        (f64::NAN.into(), ".nan"),
    ];
    for (number, written) in cases {
        assert_eq!(number.to_string(), written);
        assert_eq!(format!("{number:?}"), written);
        // It is a number of that value for us and for another reader.
        let text = to_document(&Map::from([("k", Value::Number(number.clone()))]), "").unwrap();
        assert_eq!(text, format!("---\nk: {written}\n---\n"));
        let document = Document::parse(&text).unwrap();
        assert_eq!(
            document.mapping().get("k"),
            Some(&Value::Number(number.clone()))
        );
        let theirs: serde_yaml::Value = serde_yaml::from_str(&text[4..text.len() - 4]).unwrap();
        assert_eq!(
            theirs["k"].as_f64().map(Number::from),
            Some(Number::from(number.as_f64()))
        );
    }
}

/// Compares as data, not by IEEE 754: a value that was written and read again is equal.
#[test]
fn nan_equals_only_itself() {
    let (nan, one) = (Number::from(f64::NAN), Number::from(1.0));
    assert_eq!(nan, nan);
    assert_ne!(nan, one);
    assert_ne!(one, nan);
}

/// Numbers keep their source text on every way through the crate.
#[test]
fn source_text_is_kept() {
    let block = "v: 1.10\nsha: 12e03\nmask: 0x1F\nf: 1.0\nplus: +5\nzero: -0\noct: 0o17\ninf: .INF\nlist: [3.9, 3.10]\nm: {deep: {er: 2.50}}\n";
    let text = format!("---\n{block}---\nbody\n");
    let written = "---\nv: 1.10\nsha: 12e03\nmask: 0x1F\nf: 1.0\nplus: +5\nzero: -0\noct: 0o17\ninf: .INF\nlist:\n  - 3.9\n  - 3.10\nm:\n  deep:\n    er: 2.50\n---\nbody\n";

    let document = Document::parse(&text).unwrap();
    assert_eq!(to_document(&document.mapping(), "body\n").unwrap(), written);
    let interline_frontmatter::Parsed::<Map> {
        value: mapping,
        body,
        ..
    } = parse(&text).unwrap();
    assert_eq!(to_document(&mapping, body).unwrap(), written);
    let interline_frontmatter::Parsed::<Value> { value, body, .. } = parse(&text).unwrap();
    assert_eq!(to_document(&value, body).unwrap(), written);

    // By way of a type of the user's.
    #[derive(serde::Deserialize, serde::Serialize)]
    struct Post {
        v: Number,
        sha: Value,
        list: Vec<Value>,
        m: Map,
        mask: Option<Number>,
    }
    let interline_frontmatter::Parsed::<Post> {
        value: post, body, ..
    } = parse(&text).unwrap();
    assert_eq!(
        to_document(&post, body).unwrap(),
        "---\nv: 1.10\nsha: 12e03\nlist:\n  - 3.9\n  - 3.10\nm:\n  deep:\n    er: 2.50\nmask: 0x1F\n---\nbody\n"
    );

    // From one document into another.
    let other = set("---\na: 1\n---\n", "list", document.get("list").unwrap()).unwrap();
    assert_eq!(other.as_slice()[0].insert, "list:\n  - 3.9\n  - 3.10\n");

    // Agent documents, nested values too.
    let text = "---\nversion: 1.10\nagent_doc_stream:\n  ratio: 0.50\n---\n";
    let interline_frontmatter::Parsed {
        value: frontmatter,
        body,
        ..
    } = agent::parse(text).unwrap();
    assert_eq!(
        agent::to_document(&frontmatter, body).unwrap(),
        "---\nagent_doc_stream:\n  ratio: 0.50\nversion: 1.10\n---\n"
    );
}

#[test]
fn other_formats_see_numbers() {
    let interline_frontmatter::Parsed::<Value> { value, .. } =
        parse("---\na: 1.10\nb: 0x1F\nc: [12e03]\n---\n").unwrap();
    assert_eq!(
        serde_json::to_string(&value).unwrap(),
        r#"{"a":1.1,"b":31,"c":[12000.0]}"#
    );
    let yaml = serde_yaml::to_value(&value).unwrap();
    assert_eq!(yaml["a"], serde_yaml::Value::from(1.1));
    let again: Value = serde_json::from_str(r#"{"a":1.1,"b":31,"c":[12000.0]}"#).unwrap();
    assert_eq!(again, value);
    let number: Number = serde_json::from_str("1.5").unwrap();
    assert_eq!(number, 1.5.into());
}

#[test]
fn edits_keep_the_source_text_of_equal_numbers() {
    let text = "---\nv: 1.10 # c\nn: 0x10\n---\n";
    let document = Document::parse(text).unwrap();
    assert_eq!(document.get("v"), Some(Value::from(1.1)));
    // A number without a source text is there already.
    assert!(set(text, "v", 1.1).unwrap().is_empty());
    assert!(set(text, "n", 16).unwrap().is_empty());
    // One with a source text is written as it says.
    let number: Number = "1.1".parse().unwrap();
    let changed = set(text, "v", number).unwrap().apply(text).unwrap();
    assert_eq!(changed, "---\nv: 1.1 # c\nn: 0x10\n---\n");
    let error = "1_000".parse::<Number>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid number `1_000`: expected one such as `1.10`, `-5` or `0x1F`"
    );
}

/// A plain scalar keeps the type that readers of YAML 1.1 give it.
#[test]
fn types_of_yaml_1_1_are_kept() {
    for (old, new, written) in [
        ("2024-01-02", "2026-11-28", "2026-11-28"),
        ("2024-01-02", "2026-11-28T10:00:00Z", "2026-11-28T10:00:00Z"),
        ("2024-01-02", "2026-02-30", "'2026-02-30'"),
        ("2024-01-02", "soon", "soon"),
        ("2024-01-02", "12:30", "'12:30'"),
        ("'2024-01-02'", "2026-11-28", "'2026-11-28'"),
        ("yes", "no", "no"),
        ("yes", "y", "'y'"),
        ("title", "no", "'no'"),
        ("0644", "0755", "0755"),
        ("0644", "0999", "'0999'"),
        ("12:30", "23:59", "23:59"),
        ("12:30", "08:30", "'08:30'"),
        ("08:30", "09:15", "09:15"),
        ("1_000", "2_000", "2_000"),
        ("!!str 2024-01-02", "2026-11-28", "'2026-11-28'"),
        ("5", "0755", "'0755'"),
    ] {
        for (before, after) in [("k: ", " # by hand\nz: 1\n"), ("{k: ", ", z: 1}\n")] {
            let text = format!("---\n{before}{old}{after}---\n");
            let changed = set(&text, "k", new).unwrap().apply(&text).unwrap();
            assert_eq!(changed, format!("---\n{before}{written}{after}---\n"));
            assert_eq!(
                Document::parse(&changed).unwrap().get("k"),
                Some(new.into())
            );
        }
    }
}
