//! Texts that are made to hurt.

use interline_agent_md::{
    AgentKind, Error, Options, ToolSeparator, edit, parse, parse_with, split_tools,
};

const KIND: AgentKind = AgentKind::Operator;

fn with_header(header: &str) -> String {
    format!("---\nname: x\n{header}\n---\nb\n")
}

#[test]
fn limits_are_errors_with_a_location() {
    let bomb: String = (0..9)
        .map(|i| {
            let inner = if i == 0 {
                "\"x\"".to_owned()
            } else {
                format!("*a{}", i - 1)
            };
            let items = vec![inner; 9].join(",");
            format!("a{i}: &a{i} [{items}]\n")
        })
        .collect();
    for header in [
        bomb,
        format!("deep: {}", "[".repeat(5000)),
        format!("long: {}", "x".repeat(1 << 20)),
    ] {
        let error = parse(&with_header(&header), "x.md", KIND).unwrap_err();
        assert!(matches!(error, Error::Header(_)), "{error}");
        assert!(error.location().unwrap().position.line > 0);
    }
}

#[test]
fn limits_are_options() {
    let text = with_header("deep: [[[[1]]]]");
    assert!(parse(&text, "x.md", KIND).is_ok());
    for options in [
        Options::new().header_depth(3),
        Options::new().header_bytes(20),
        Options::new().aliases(0, 0).header_depth(4),
    ] {
        assert!(
            parse_with(&text, "x.md", KIND, &options).is_err(),
            "{options:?}"
        );
    }
    let aliased = with_header("a: &a [1, 2]\nb: *a");
    assert!(parse_with(&aliased, "x.md", KIND, &Options::new().aliases(0, 100)).is_err());
    assert!(parse_with(&aliased, "x.md", KIND, &Options::new().aliases(1, 1)).is_err());
    assert!(parse_with(&aliased, "x.md", KIND, &Options::new().aliases(1, 100)).is_ok());
}

#[test]
fn thousands_of_broken_parts() {
    // More repairs than anybody would write: the strict error.
    let header: String = (0..6000).map(|i| format!("k{i}: *\n")).collect();
    let text = with_header(&header);
    assert!(matches!(parse(&text, "x.md", KIND), Err(Error::Header(_))));
    let header: String = (0..150).map(|i| format!("k{i}: *\n")).collect();
    let parsed = parse_with(&with_header(&header), "x.md", KIND, &Options::new()).unwrap();
    assert_eq!(parsed.diagnostics.len(), 150);
    assert!(edit::repair(&with_header(&header)).is_ok());
}

#[test]
fn many_tags_that_nothing_closes() {
    let header = format!("description: a: b\n{}", "<a>\n</b>\n<b>\n".repeat(4000));
    let parsed = parse(&with_header(header.trim_end()), "x.md", KIND);
    assert!(parsed.is_ok());
}

#[test]
fn lists_of_parentheses() {
    let items = vec!["a(()"; 3000].join(", ");
    let text = with_header(&format!("tools: [{items}]"));
    assert!(matches!(
        parse(&text, "x.md", KIND),
        Err(Error::Tools { .. })
    ));
    let text = "\"a' ".repeat(50_000);
    assert!(split_tools(&text, ToolSeparator::CommaOrWhitespace).is_ok());
    let text = "(".repeat(100_000);
    assert!(split_tools(&text, ToolSeparator::Comma).is_err());
}

/// A comment in the lines of a value that is read as text is part of that text, and is replaced with it.
#[test]
fn control_characters_of_a_comment_in_a_value() {
    let text = "---\nname: x\nbackground\n\r# c\n: yes\n---\nb\n";
    let before = parse(text, "x.md", KIND).unwrap().agent;
    assert_eq!(before.name, "x\nbackground\n # c\n: yes");
    let repaired = edit::repair(text).unwrap().apply(text).unwrap();
    assert_eq!(
        repaired,
        "---\nname: \"x\\nbackground\\n # c\\n: yes\"\n---\nb\n"
    );
    assert_eq!(parse(&repaired, "x.md", KIND).unwrap().agent, before);
}

#[test]
fn openers_without_end() {
    for text in [
        "---\n",
        "---",
        "--",
        "-",
        "",
        "\u{FEFF}",
        "\u{FEFF}---\n",
        "---\r",
        "---\r\n",
        "---\n---",
        "\n\n\n---",
    ] {
        let result = parse(text, "x.md", KIND);
        assert!(result.is_err(), "{text:?}");
        let _ = result.map_err(|error| error.report(text).unwrap().to_string());
    }
}
