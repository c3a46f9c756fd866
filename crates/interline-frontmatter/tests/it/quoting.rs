//! Every string that is written comes back from each reader of YAML: from ours, from one built on libyaml, from one of
//! YAML 1.2 in Rust, and, by a table, from readers of YAML 1.1.

use std::sync::LazyLock;

use interline_frontmatter::{Map, Value, parse, to_document};
use proptest::prelude::*;
use regex_lite::Regex;

/// Strings that some reader takes for something else when they are plain.
const QUOTED: &[&str] = &[
    // Words.
    "no",
    "No",
    "NO",
    "n",
    "N",
    "yes",
    "Yes",
    "y",
    "Y",
    "on",
    "On",
    "off",
    "OFF",
    "true",
    "True",
    "false",
    "null",
    "Null",
    "~",
    "", // Times and dates.
    "12:30",
    "12:30:45",
    "1:2",
    "190:20:30",
    "-1:30",
    "1:20.5",
    "2024-01-02",
    "2024-1-2",
    "2024-01-02T03:04:05Z",
    "2024-01-02 03:04:05",
    "2024-01-02t3:4:5 +1", // Numbers.
    "0",
    "-1",
    "+1",
    "1.10",
    "1.",
    ".5",
    ".e-0",
    "-.5",
    "1e3",
    "1E+3",
    "1.5e-3",
    "1_000",
    "1_000.5",
    "0644",
    "08",
    "0o7",
    "0x1F",
    "0x_f",
    "-0x1",
    "0x-E",
    "0x+1f",
    "0o-7",
    "0o+1",
    "0b-1",
    "0b101",
    "0b1_0",
    ".inf",
    "-.INF",
    "+.Inf",
    ".nan",
    ".NaN",
    "685_230.15",
    ".",
    "-.",
    "._",
    "99999999999999999999", // Marks.
    "=",
    "<<",
    "-",
    "?",
    ":",
    "---",
    "...",
    "--- a",
    "... a", // First characters.
    "- x",
    "? x",
    ": x",
    ", x",
    ",x",
    "[x",
    "]x",
    "{x",
    "}x",
    "# x",
    "#x",
    "&x",
    "*x",
    "!x",
    "|x",
    ">x",
    "'x",
    "\"x",
    "%x",
    "@x",
    "`x",
    "- ",
    "-\tx", // Blanks at the edges.
    " x",
    "x ",
    "\tx",
    "x\t",
    "null ",
    " 1", // Inside.
    "a: b",
    "a:",
    "a:\tb",
    "a #b",
    "a\t#b",
    "a\nb",
    "a\n",
    "\n",
    "a\r\nb",
    "a\rb",
    "a\tb",
    "a\u{85}b",
    "a\u{2028}b",
    "a\u{2029}b",
    "a\u{feff}b",
    "\u{feff}",
    "a\0b",
    "a\u{1b}[0mb",
    "a\u{7f}b",
    "a\u{9f}b",
    "\u{fffe}",
    "\u{ffff}",
];

/// Strings that mean themselves to every reader.
const PLAIN: &[&str] = &[
    "a:b",
    "x#y",
    "0.1.2",
    "no way",
    "é",
    "🎉",
    "C:\\x",
    "a - b",
    "-x",
    "?x",
    ":x",
    "a, b",
    "it's",
    "say \"hi\"",
    "a 'b' c",
    "http://x.y/z?q=1#f",
    "1.2.3",
    "v1",
    "1a",
    "12 monkeys",
    "2024-01",
    "2024-01-02x",
    "10:30am",
    "nope",
    "ones",
    "trueish",
    "a=b",
    "<<a",
    "==",
    "..",
    "--",
    "--x",
    "(a)",
    "a {b} [c]",
    "a & b",
    "50%",
    "a@b.c",
    "日本",
    "x\u{a0}y",
    "1,000",
    "+",
    "+a",
    ".a",
    "_",
    "0x",
    "e5",
    "a*b",
    "2024-01-02-draft",
];

fn written(key: &str, value: &str) -> String {
    let mapping = Map::from([(key, value)]);
    to_document(&mapping, "").unwrap()
}

fn yaml_of(text: &str) -> &str {
    text.strip_prefix("---\n")
        .unwrap()
        .strip_suffix("---\n")
        .unwrap()
}

/// Reads one pair with every reader. `None` means that the value is not a string.
fn assert_read_back(key: &str, value: &str) -> Result<(), TestCaseError> {
    let text = written(key, value);
    let yaml = yaml_of(&text);
    let interline_frontmatter::Parsed::<Map> { value: ours, .. } = parse(&text).unwrap();
    prop_assert_eq!(ours, Map::from([(key, value)]), "ours: {:?}", text);

    let libyaml: serde_yaml::Value =
        serde_yaml::from_str(yaml).map_err(|e| TestCaseError::fail(format!("{e}: {text:?}")))?;
    let pairs: Vec<_> = libyaml.as_mapping().unwrap().iter().collect();
    prop_assert_eq!(pairs.len(), 1);
    prop_assert_eq!(pairs[0].0.as_str(), Some(key), "libyaml: {:?}", text);
    prop_assert_eq!(pairs[0].1.as_str(), Some(value), "libyaml: {:?}", text);

    // That reader does not know keys with several kinds of escapes, which libyaml knows, so it comes last.
    let twelve = saphyr::Yaml::load_from_str_compat(yaml)?;
    prop_assert_eq!(
        twelve,
        (key.to_owned(), value.to_owned()),
        "1.2: {:?}",
        text
    );

    // A plain value must be a string to a reader of YAML 1.1 too.
    let line = yaml.strip_suffix('\n').unwrap();
    if !value.is_empty() && line.ends_with(&format!(": {value}")) {
        prop_assert!(is_string_in_1_1(value), "value of {:?}", line);
    }
    if line.starts_with(key) && !key.is_empty() {
        prop_assert!(is_string_in_1_1(key), "key of {:?}", line);
    }
    Ok(())
}

/// The implicit types of YAML 1.1, from its type repository, and the words that some of its readers know beside.
fn is_string_in_1_1(text: &str) -> bool {
    static TYPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        [
            "y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF",
            "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+",
            // The repository's own rule takes more than one dot; its readers take one.
            r"[-+]?([0-9][0-9_]*)?\.[0-9_]*([eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
            "~|null|Null|NULL|",
            "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\\.[0-9]*)?([ \t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?)?",
            "<<|=",
            // YAML 1.2.
            r"0o[0-7]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
        ]
        .iter()
        .map(|rule| Regex::new(&format!("^({rule})$")).unwrap())
        .collect()
    });
    !TYPES.iter().any(|rule| rule.is_match(text))
}

/// Reads a mapping of one string to one string.
trait LoadCompat {
    fn load_from_str_compat(yaml: &str) -> Result<(String, String), TestCaseError>;
}

impl LoadCompat for saphyr::Yaml<'_> {
    fn load_from_str_compat(yaml: &str) -> Result<(String, String), TestCaseError> {
        use saphyr::LoadableYamlNode;
        let documents = saphyr::Yaml::load_from_str(yaml)
            .map_err(|error| TestCaseError::fail(format!("{error}: {yaml:?}")))?;
        let (key, value) = documents[0].as_mapping().unwrap().iter().next().unwrap();
        let text = |node: &saphyr::Yaml<'_>| node.as_str().map(str::to_owned);
        match (text(key), text(value)) {
            (Some(key), Some(value)) => Ok((key, value)),
            other => Err(TestCaseError::fail(format!("{other:?}: {yaml:?}"))),
        }
    }
}

#[test]
fn quotes_strings_where_needed() {
    for text in QUOTED {
        let document = written("k", text);
        let quoted = document.starts_with("---\nk: '") || document.starts_with("---\nk: \"");
        assert!(quoted, "{document:?}");
        let document = written(text, "v");
        let quoted = document.starts_with("---\n'") || document.starts_with("---\n\"");
        assert!(quoted, "{document:?}");
        assert_read_back("k", text).unwrap();
        assert_read_back(text, "v").unwrap();
    }
}

#[test]
fn writes_strings_plain_where_possible() {
    let long = "some words ".repeat(28) + "end";
    for text in PLAIN.iter().chain([&long.as_str()]) {
        assert_eq!(written("k", text), format!("---\nk: {text}\n---\n"));
        assert_eq!(written(text, "v"), format!("---\n{text}: v\n---\n"));
        assert_read_back("k", text).unwrap();
        assert_read_back(text, "v").unwrap();
    }
}

#[test]
fn quotes_are_chosen_for_the_reader() {
    for (text, expected) in [
        ("no", "'no'"),
        ("it's: so", "\"it's: so\""),
        ("no: # 'q' \"d\"", "'no: # ''q'' \"d\"'"),
        ("\\: x", "'\\: x'"),
        ("a\nb\t\"c\" 🎉 \\", "\"a\\nb\\t\\\"c\\\" 🎉 \\\\\""),
        (
            "\u{85}\u{2028}\u{feff}\u{1b}",
            "\"\\x85\\u2028\\uFEFF\\x1B\"",
        ),
    ] {
        assert_eq!(written("k", text), format!("---\nk: {expected}\n---\n"));
    }
}

#[test]
fn writes_numbers_for_all_readers() {
    for number in [
        0.0,
        -0.0,
        1.0,
        0.1,
        1e16,
        1.5e300,
        5e-324,
        -1e-7,
        123456789.123,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ] {
        let text = to_document(&Map::from([("k", number)]), "").unwrap();
        let interline_frontmatter::Parsed::<Map> { value: ours, .. } = parse(&text).unwrap();
        assert_eq!(ours.get("k"), Some(&Value::from(number)), "{text}");
        let libyaml: serde_yaml::Value = serde_yaml::from_str(yaml_of(&text)).unwrap();
        assert_eq!(libyaml["k"].as_f64(), Some(number), "{text}");
        let plain = yaml_of(&text).trim_start_matches("k: ").trim_end();
        assert!(!is_string_in_1_1(plain), "{plain}");
    }
    for number in [i64::MIN, -1, 0, 7, i64::MAX] {
        let text = to_document(&Map::from([("k", number)]), "").unwrap();
        let libyaml: serde_yaml::Value = serde_yaml::from_str(yaml_of(&text)).unwrap();
        assert_eq!(libyaml["k"].as_i64(), Some(number));
    }
}

fn strings() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9_+.:eExXobTtZ-]{1,12}",
        "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[Tt ]{0,2}[0-9:]{0,8}",
        "[-?:,\\[\\]{}#&*!|>'\"%@`=<~. a]{0,6}",
        "(yes|no|on|off|y|n|true|null|inf|nan|\\.|~| |-|\\+|=|<)?(yes|No|oN|OFF|Y|n|TRUE|Null|inf|NaN| )",
        "[ \t\n\r\u{85}\u{2028}\u{feff}\u{0}-\u{1f}a:#é🎉]{0,5}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(crate::proptest_cases(3000))]

    #[test]
    fn round_trips_every_string_in_every_reader(key in strings(), value in strings()) {
        assert_read_back(&key, &value)?;
    }
}
