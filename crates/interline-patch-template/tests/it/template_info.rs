//! The data that an editor needs of a document.

use std::fs;

use interline_patch_template::{
    ComponentConfig, ComponentsConfig, FileError, Mode, TemplateInfo, is_template_mode,
    template_info, template_info_of,
};

use crate::file_error;

const BODY: &str = "\
# Plan

<!-- agent:status -->
- build: unknown
<!-- /agent:status -->
<!-- agent:exchange -->
### User
<!-- agent:log patch=prepend -->
<!-- /agent:log -->
<!-- /agent:exchange -->
";

fn info(frontmatter: &str) -> TemplateInfo {
    template_info_of(&format!("{frontmatter}{BODY}"), &ComponentsConfig::new()).unwrap()
}

#[test]
fn the_format_of_today_the_former_mode_and_nothing_make_a_template() {
    for frontmatter in [
        "---\nagent_doc_format: template\n---\n",
        "---\nagent_doc_format: Template\nagent_doc_mode: append\n---\n",
        "---\nresponse_mode: template\n---\n",
        "---\nmode: stream\n---\n",
        "---\ntitle: Plan\n---\n",
        "---\n---\n",
        "",
    ] {
        let info = info(frontmatter);
        assert!(info.template_mode, "{frontmatter}");
        let before = frontmatter.lines().count();
        let found: Vec<_> = info
            .components
            .iter()
            .map(|c| (c.name.as_str(), c.mode, c.content.as_str(), c.line - before))
            .collect();
        let exchange = "### User\n<!-- agent:log patch=prepend -->\n<!-- /agent:log -->\n";
        assert_eq!(
            found,
            [
                ("status", Mode::Replace, "- build: unknown\n", 3),
                ("exchange", Mode::Append, exchange, 6),
                ("log", Mode::Prepend, "", 8),
            ],
            "{frontmatter}"
        );
    }
}

#[test]
fn a_document_that_appends_lists_nothing() {
    for frontmatter in [
        "---\nagent_doc_format: append\n---\n",
        "---\nagent_doc_format: inline\n---\n",
        "---\nresponse_mode: append\n---\n",
        "---\nagent_doc_mode: Append\n---\n",
    ] {
        let info = info(frontmatter);
        assert!(!info.template_mode, "{frontmatter}");
        assert!(info.components.is_empty(), "{frontmatter}");
    }
}

#[test]
fn modes_are_those_of_applying() {
    let mut log = ComponentConfig::new().patch("replace");
    log.max_entries = Some(20);
    let config = ComponentsConfig::new()
        .with("log", log)
        .with("status", ComponentConfig::new().patch("apend"))
        .with("exchange", ComponentConfig::new().mode("PREPEND"));
    let info = template_info_of(BODY, &config).unwrap();
    let found: Vec<_> = info
        .components
        .iter()
        .map(|c| (c.mode, c.max_entries))
        .collect();
    assert_eq!(
        found,
        [
            (Mode::Append, None),
            (Mode::Prepend, None),
            (Mode::Prepend, Some(20)),
        ]
    );
}

#[test]
fn serialises_under_these_names() {
    let text = "<!-- agent:log -->\n- a\n<!-- /agent:log -->\n<!-- agent:n -->1<!-- /agent:n -->\n";
    let mut log = ComponentConfig::new().mode("append");
    log.max_entries = Some(20);
    let info = template_info_of(text, &ComponentsConfig::new().with("log", log)).unwrap();
    let json = serde_json::to_value(&info).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "template_mode": true,
            "components": [
                {"name": "log", "mode": "append", "content": "- a\n", "line": 1, "max_entries": 20},
                {"name": "n", "mode": "replace", "content": "1", "line": 4},
            ],
        })
    );
    assert_eq!(serde_json::from_value::<TemplateInfo>(json).unwrap(), info);
}

#[test]
fn reads_a_file_with_its_configuration() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, BODY).unwrap();
    assert_eq!(
        template_info(&path).unwrap(),
        template_info_of(BODY, &ComponentsConfig::new()).unwrap()
    );
    fs::create_dir(directory.path().join(".agent-doc")).unwrap();
    let config = "[status]\nmode = \"append\"\nmax_entries = 3\n";
    fs::write(directory.path().join(".agent-doc/components.toml"), config).unwrap();
    let info = template_info(&path).unwrap();
    let config = ComponentsConfig::from_toml(config).config;
    let expected = template_info_of(BODY, &config).unwrap();
    assert_eq!(info.components, expected.components);
    assert_eq!(info.config.config, config);
    assert_eq!(info.components[0].max_entries, Some(3));
}

#[test]
fn rejects_invalid_frontmatter_with_its_location() {
    let text = format!("---\ntitle: Plan\nagent_doc_format: tempalte\n---\n{BODY}");
    let error = template_info_of(&text, &ComponentsConfig::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "3:19: unknown format `tempalte`: expected `inline`, `append` or `template`"
    );
    assert_eq!(error.location().unwrap().to_string(), "3:19");
    assert_eq!(error.path(), None);
    assert_eq!(
        error.report(&text).unwrap().to_string(),
        "\
error: unknown format `tempalte`: expected `inline`, `append` or `template`
 --> 3:19
  |
3 | agent_doc_format: tempalte
  |                   ^^^^^^^^"
    );
    let error = template_info_of("---\ntitle: Plan\n", &ComponentsConfig::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1:1: unterminated frontmatter: expected a later line that is exactly `---`"
    );
}

#[test]
fn errors_of_a_file_carry_its_path() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    let failing = |content: &[u8]| {
        fs::write(&path, content).unwrap();
        let error = template_info(&path).unwrap_err();
        assert_eq!(error.path(), Some(path.as_path()));
        let message = error.to_string().replace(&prefix, "");
        (error, message)
    };
    let text = "---\na: 1\na: 2\n---\n";
    let (error, message) = failing(text.as_bytes());
    assert_eq!(
        message,
        "plan.md:3:1: key `a` is given twice: remove one of the two"
    );
    assert_eq!(error.location().unwrap().position.line, 3);
    let report = error.report(text).unwrap().to_string();
    assert!(report.contains("plan.md:3:1"), "{report}");

    let (error, message) = failing(b"# T\n\xff\n");
    assert!(matches!(file_error(&error), FileError::NotUtf8 { .. }));
    assert_eq!(
        message,
        "plan.md:2:1: invalid UTF-8; save the file as UTF-8"
    );

    fs::remove_file(&path).unwrap();
    let error = template_info(&path).unwrap_err();
    assert!(matches!(file_error(&error), FileError::Io { .. }));
    let error = template_info(directory.path()).unwrap_err();
    assert!(matches!(file_error(&error), FileError::NotAFile { .. }));
}

#[test]
fn only_template_is_template_mode() {
    assert!(is_template_mode(Some("template")));
    for word in [
        Some("append"),
        Some("stream"),
        Some("Template"),
        Some(""),
        None,
    ] {
        assert!(!is_template_mode(word), "{word:?}");
    }
}

#[test]
fn lists_components_nested_up_to_a_hundred_deep() {
    let nested = |count: usize| {
        let openers = (0..count).map(|n| format!("<!-- agent:c{n} -->\n"));
        let closers = (0..count).rev().map(|n| format!("<!-- /agent:c{n} -->\n"));
        openers.chain(closers).collect::<String>()
    };
    let info = template_info_of(&nested(101), &ComponentsConfig::new()).unwrap();
    assert_eq!(info.components.len(), 101);
    let text = nested(102);
    let error = template_info_of(&text, &ComponentsConfig::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "102:1: `agent:c101` is inside more than 100 components; close those around it before it"
    );
    assert_eq!(error.location().unwrap().to_string(), "102:1");
    let report = error.report(&text).unwrap().to_string();
    assert!(report.contains("102 | <!-- agent:c101 -->\n"), "{report}");
    // Beside each other there may be any number.
    let text = "<!-- agent:a --><!-- /agent:a -->\n".repeat(1_000);
    let info = template_info_of(&text, &ComponentsConfig::new()).unwrap();
    assert_eq!(info.components.len(), 1_000);

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, nested(102)).unwrap();
    let error = template_info(&path).unwrap_err();
    assert_eq!(error.path(), Some(path.as_path()));
    assert!(
        error
            .to_string()
            .starts_with(&format!("{}:102:1: ", path.display())),
        "{error}"
    );
}
