//! `components.toml`: reading it, and finding it.

use std::fs;
use std::path::{Path, PathBuf};

use interline_patch_template::{
    ApplyOptions, ComponentConfig, ComponentsConfig, LoadedConfig, apply_patches, parse_patches,
};
use proptest::prelude::*;
use tempfile::TempDir;

fn diagnostics(text: &str) -> Vec<String> {
    let diagnostics = ComponentsConfig::from_toml(text).diagnostics;
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.to_line(None, text))
        .collect()
}

fn read(text: &str) -> ComponentsConfig {
    ComponentsConfig::from_toml(text).config
}

#[test]
fn every_key_is_read() {
    let text = "[status]\npatch = \"replace\"\n\n[log]\nmode = 'append'\nmax_entries = 5_0\n\n[\"été.1\"]\n";
    let mut log = ComponentConfig::new().mode("append");
    log.max_entries = Some(50);
    let expected = ComponentsConfig::new()
        .with("status", ComponentConfig::new().patch("replace"))
        .with("log", log)
        .with("été.1", ComponentConfig::new());
    assert_eq!(read(text), expected);
    assert_eq!(diagnostics(text), [""; 0]);
}

#[test]
fn every_form_of_toml_is_read() {
    let expected = ComponentsConfig::new().with("log", ComponentConfig::new().patch("append"));
    for text in [
        "[log]\npatch = \"append\"\n",
        "[log]\r\npatch = \"append\" # for now\r\n",
        "\u{feff}[log]\npatch = \"append\"",
        "log = { patch = \"append\" }\n",
        "log.patch = '''append'''\n",
        "[ \"log\" ]\n\"patch\" = \"\\u0061ppend\"\n",
    ] {
        assert_eq!(read(text), expected, "{text:?}");
        assert_eq!(diagnostics(text), [""; 0], "{text:?}");
    }
}

#[test]
fn an_empty_file_says_nothing() {
    for text in ["", "\n", "# nothing yet\n", "\u{feff}"] {
        assert!(read(text).is_empty());
        assert_eq!(diagnostics(text), [""; 0]);
    }
}

#[test]
fn reports_invalid_settings_and_uses_the_rest() {
    let text = "\
patch = \"append\"
[[many]]
[exchange]
max_lines = 5
[\"été\"]
patch = \"apend\"
mode = \"append\"
[status]
patch = 5
mode = [\"append\"]
max_entries = -1
[log]
mode = { a = 1 }
max_entries = \"50\"
[boundary]
[\"a b\"]
[good]
patch = \"prepend\"
";
    assert_eq!(
        diagnostics(text),
        [
            "1:1: error[wrong-type]: `patch` is a string outside of any component; write it under the name of one, as \
             under `[status]`",
            "2:3: error[wrong-type]: `many` is an array; a component is one table: write `[many]`",
            "4:1: warning[unknown-key]: unknown key `max_lines` in `exchange`; the keys are `patch`, `mode` and \
             `max_entries`",
            "6:9: warning[unknown-mode]: `patch` of `été`: unknown mode `apend`; write `replace`, `append` or `prepend`",
            "9:9: error[wrong-type]: `patch` of `status` is an integer; write `\"replace\"`, `\"append\"` or \
             `\"prepend\"`",
            "10:8: error[wrong-type]: `mode` of `status` is an array; write `\"replace\"`, `\"append\"` or \
             `\"prepend\"`",
            "11:15: error[wrong-type]: `max_entries` of `status` is out of range; write a whole number from 0, such as \
             `50`",
            "13:8: error[wrong-type]: `mode` of `log` is a table; write `\"replace\"`, `\"append\"` or `\"prepend\"`",
            "14:15: error[wrong-type]: `max_entries` of `log` is a string; write a whole number from 0, such as `50`",
            "15:2: warning[bad-name]: invalid component name `boundary`: a name begins with a letter or digit and \
             continues with letters, digits, `-`, `_` or `.`, and is not `boundary`",
            "16:2: warning[bad-name]: invalid component name `a b`: a name begins with a letter or digit and \
             continues with letters, digits, `-`, `_` or `.`, and is not `boundary`",
        ]
    );
    let config = read(text);
    let names: Vec<_> = config.iter().map(|(name, _)| name).collect();
    assert_eq!(
        names,
        ["exchange", "good", "log", "many", "patch", "status", "été"]
    );
    assert_eq!(config.get("exchange"), Some(&ComponentConfig::new()));
    assert_eq!(
        config.get("good"),
        Some(&ComponentConfig::new().patch("prepend"))
    );
    assert_eq!(
        config.get("été"),
        Some(&ComponentConfig::new().patch("apend").mode("append"))
    );
}

#[test]
fn reports_invalid_toml_with_its_location() {
    for (text, expected) in [
        (
            "[log]\npatch = \"append\n",
            "2:16: error[invalid-toml]: invalid TOML, so that nothing in the file is used: invalid basic string, expected `\"`",
        ),
        (
            "[log]\npatch append\n",
            "2:7: error[invalid-toml]: invalid TOML, so that nothing in the file is used: key with no value, expected `=`",
        ),
        (
            "[log]\nmode = \"append\"\nmode = \"replace\"\n",
            "3:1: error[invalid-toml]: invalid TOML, so that nothing in the file is used: duplicate key",
        ),
        (
            "[log]\n[status]\n[log]\n",
            "3:2: error[invalid-toml]: invalid TOML, so that nothing in the file is used: duplicate key",
        ),
        (
            "[log",
            "1:5: error[invalid-toml]: invalid TOML, so that nothing in the file is used: unclosed table, expected `]`",
        ),
    ] {
        assert_eq!(diagnostics(text), [expected], "{text:?}");
        assert!(read(text).is_empty(), "{text:?}");
    }
}

#[test]
fn counts_the_diagnostics_after_a_hundred() {
    let keys = |count| {
        (0..count)
            .map(|n| format!("key{n} = 1\n"))
            .collect::<String>()
    };
    let text = format!("[log]\n{}", keys(100));
    assert_eq!(diagnostics(&text).len(), 100);
    let text = format!(
        "[log]\n{}patch = 5\n[status]\npatch = \"append\"\n",
        keys(149)
    );
    let lines = diagnostics(&text);
    assert_eq!(lines.len(), 101);
    assert!(lines[99].starts_with("101:1: warning[unknown-key]: unknown key `key99`"));
    assert_eq!(
        lines[100],
        "102:1: error[and-more]: 50 more problems follow; correct the ones listed first"
    );
    assert_eq!(
        read(&text).get("status"),
        Some(&ComponentConfig::new().patch("append"))
    );
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(256))]

    #[test]
    fn places_are_those_of_the_text(text in "([\\[\\]{}=\"'.,#a-c15é🟢 \\r\\n]|patch|mode|max_entries|append){0,40}") {
        let loaded = ComponentsConfig::from_toml(&text);
        let (config, diagnostics) = (loaded.config, loaded.diagnostics);
        for diagnostic in &diagnostics {
            let span = diagnostic.span.clone();
            prop_assert!(text.get(span.clone()).is_some(), "{:?} of {:?}", span, text);
            prop_assert!(!diagnostic.report(&text).to_string().is_empty());
        }
        prop_assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span.start));
        // The configuration is read again as serde writes it.
        let json = serde_json::to_string(&config).unwrap();
        prop_assert_eq!(serde_json::from_str::<ComponentsConfig>(&json).unwrap(), config);
    }
}

#[test]
fn never_panics() {
    let deep = format!("a = {}{}", "[".repeat(5_000), "]".repeat(5_000));
    let dots = vec!["a"; 5_000].join(".");
    for text in [
        deep.as_str(),
        &format!("[{dots}]\n"),
        &format!("{dots} = 1\n"),
    ] {
        let lines = diagnostics(text);
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
    for end in 0..60 {
        let text: String = "[a]\r\npatch = \"é\"\n[[b]]\nmode = 'x' # 🟢\nc = 1979-05-27\n"
            .chars()
            .take(end)
            .collect();
        let _ = diagnostics(&text);
    }
}

#[test]
fn invalid_settings_never_overwrite() {
    let document = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    let response = parse_patches("<!-- patch:status -->\nnew\n<!-- /patch:status -->\n");
    for text in [
        "[status]\npatch = 5\n",
        "[status]\nmode = []\n",
        "[status]\npatch = true\n",
        "[status.mode]\n",
        "[status]\npatch = \"apend\"\n",
        "[[status]]\nmode = \"append\"\n",
        "status = \"append\"\n",
        "[status]\nMode = \"append\"\n",
        "[status]\nmod = \"append\"\nmax_entries = 5\n",
        "[status]\nmode = \"append\"\n[log\n",
        "[status]\nmode = \"append\"\n[status]\n",
        "[status]\nmode = append\n",
        "]",
    ] {
        let options = ApplyOptions::new().config(read(text));
        let applied = apply_patches(document, &response, &options);
        assert_eq!(
            applied.text(),
            "<!-- agent:status -->\nold\n\nnew\n<!-- /agent:status -->\n",
            "{text:?}"
        );
    }
    // The same keys mean the same in every table.
    for (opener, text) in [
        ("<!-- agent:status patch=replace -->", "["),
        (
            "<!-- agent:status -->",
            "[status]\nMode = \"append\"\nmode = \"replace\"\n",
        ),
        ("<!-- agent:status -->", "[status]\ntitle = \"Build\"\n"),
        ("<!-- agent:status -->", "[log]\nmod = \"append\"\n"),
    ] {
        let document = document.replace("<!-- agent:status -->", opener);
        let options = ApplyOptions::new().config(read(text));
        let applied = apply_patches(&document, &response, &options);
        assert_eq!(applied.text(), document.replace("old", "new"), "{text:?}");
    }
}

#[test]
fn shortens_long_names_in_messages() {
    let text = format!("[{}]\nkey = 1\n", "e".repeat(101));
    let name = "e".repeat(100);
    assert_eq!(
        diagnostics(&text),
        [format!(
            "2:1: warning[unknown-key]: unknown key `key` in `{name}…`; the keys are `patch`, `mode` and `max_entries`"
        )]
    );
}

#[test]
fn reports_nested_tables_with_the_fix() {
    let text = "[release.notes]\nmode = \"append\"\n[a.b.c]\n[\"a.b.c\"]\nmode = \"prepend\"\n[x.\"y z\"]\n";
    assert_eq!(
        diagnostics(text),
        [
            "1:10: warning[unknown-key]: unknown key `notes` in `release`; the keys are `patch`, `mode` and \
             `max_entries`; for a component `release.notes` write `[\"release.notes\"]`",
            "3:4: warning[unknown-key]: unknown key `b` in `a`; the keys are `patch`, `mode` and `max_entries`; for a \
             component `a.b` write `[\"a.b\"]`",
            "6:4: warning[unknown-key]: unknown key `y z` in `x`; the keys are `patch`, `mode` and `max_entries`",
        ]
    );
    let config = read(text);
    let words: Vec<_> = config
        .iter()
        .filter_map(|(name, config)| Some((name, config.mode.as_deref()?)))
        .collect();
    assert_eq!(
        words,
        [
            ("a.b.c", "prepend"),
            ("release.notes", "a table in another"),
        ]
    );
}

#[test]
fn serialises_a_configuration_that_could_not_be_read() {
    let unread = read("[log");
    assert_ne!(unread, ComponentsConfig::new());
    assert_eq!(serde_json::to_string(&unread).unwrap(), "null");
    assert_eq!(
        serde_json::to_string(&ComponentsConfig::new()).unwrap(),
        "{}"
    );
    let directory = tree(&[(".agent-doc/components.toml", b"[log]\n# \xff\n")]);
    let found = ComponentsConfig::discover(directory.path().join("plan.md"));
    assert_eq!(found.config, unread);
    let json = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<LoadedConfig>(&json).unwrap(), found);
}

/// The diagnostic at the component is one line, however long the value is.
#[test]
fn reports_a_mode_of_the_wrong_type_at_its_component() {
    let document = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    for (value, word) in [
        ("5", "5"),
        ("true", "true"),
        ("[\n  \"append\",\n]", "an array"),
        ("{ to = \"append\" }", "a table"),
    ] {
        let config = read(&format!("[status]\nmode = {value}\n"));
        let options = ApplyOptions::new().config(config);
        let applied = apply_patches(document, &parse_patches(""), &options);
        let messages: Vec<&str> = applied
            .diagnostics
            .iter()
            .map(|diagnostic| &*diagnostic.message)
            .collect();
        assert_eq!(
            messages,
            [format!(
                "`configured mode` of `agent:status`: unknown mode `{word}`; write `replace`, `append` or `prepend`"
            )]
        );
    }
}

/// A directory with files in it, and directories where the path ends with `/`.
fn tree(files: &[(&str, &[u8])]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = directory.path().join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
    directory
}

fn lines(found: &LoadedConfig, directory: &TempDir) -> Vec<String> {
    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    found
        .lines()
        .map(|line| line.replace(&prefix, ""))
        .collect()
}

#[test]
fn uses_the_nearest_directory() {
    let directory = tree(&[
        (".agent-doc/components.toml", b"[log]\npatch = \"append\"\n"),
        (
            "inner/.agent-doc/components.toml",
            b"[log]\npatch = \"prepend\"\n",
        ),
        ("inner/deep/er/", b""),
        ("other/deep/", b""),
        ("silent/.agent-doc/", b""),
        ("file/.agent-doc", b"a file, and no directory"),
    ]);
    let word = |document: &str| {
        let found = ComponentsConfig::discover(directory.path().join(document));
        assert_eq!(lines(&found, &directory), [""; 0], "{document}");
        found.config.get("log").and_then(|log| log.patch.clone())
    };
    for (document, expected) in [
        ("plan.md", Some("append")),
        ("other/deep/plan.md", Some("append")),
        ("no/such/directory/plan.md", Some("append")),
        ("inner/plan.md", Some("prepend")),
        ("inner/deep/er/plan.md", Some("prepend")),
        ("inner/deep/../../plan.md", Some("append")),
        ("silent/plan.md", None),
        ("file/plan.md", Some("append")),
        ("no/such/../directory/plan.md", None),
    ] {
        assert_eq!(word(document).as_deref(), expected, "{document}");
    }
    let found = ComponentsConfig::discover(directory.path().join("inner/plan.md"));
    assert_eq!(
        found.path,
        Some(directory.path().join("inner/.agent-doc/components.toml"))
    );
    assert!(!found.has_errors());
    let silent = ComponentsConfig::discover(directory.path().join("silent/plan.md"));
    assert_eq!(silent, LoadedConfig::default());
}

#[test]
fn diagnostics_have_the_path() {
    let directory = tree(&[(
        ".agent-doc/components.toml",
        b"[log]\npatch = 5\nmax = 1\nmax_entries = 9\n",
    )]);
    let found = ComponentsConfig::discover(directory.path().join("plan.md"));
    assert!(found.has_errors());
    assert_eq!(
        found.config.get("log").and_then(|log| log.max_entries),
        Some(9)
    );
    assert_eq!(
        lines(&found, &directory),
        [
            ".agent-doc/components.toml:2:9: error[wrong-type]: `patch` of `log` is an integer; write `\"replace\"`, \
             `\"append\"` or `\"prepend\"`",
            ".agent-doc/components.toml:3:1: warning[unknown-key]: unknown key `max` in `log`; the keys are `patch`, \
             `mode` and `max_entries`",
        ]
    );
    let report = found.reports().nth(1).unwrap().to_string();
    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    assert_eq!(
        report.replace(&prefix, ""),
        "\
warning[unknown-key]: unknown key `max` in `log`; the keys are `patch`, `mode` and `max_entries`
 --> .agent-doc/components.toml:3:1
  |
3 | max = 1
  | ^^^"
    );
}

#[test]
fn reports_a_file_that_cannot_be_read() {
    let directory = tree(&[
        (
            "bytes/.agent-doc/components.toml",
            b"[log]\n# caf\xe9\npatch = \"append\"\n",
        ),
        ("directory/.agent-doc/components.toml/", b""),
        (
            "syntax/.agent-doc/components.toml",
            b"[log]\npatch append\n",
        ),
    ]);
    for (name, expected) in [
        (
            "bytes",
            "bytes/.agent-doc/components.toml:2:6: error[unreadable-config]: nothing in the file is used: invalid UTF-8; \
             save the file as UTF-8",
        ),
        (
            "directory",
            "directory/.agent-doc/components.toml:1:1: error[unreadable-config]: nothing in the file is used: expected a \
             regular file, found a directory",
        ),
        (
            "syntax",
            "syntax/.agent-doc/components.toml:2:7: error[invalid-toml]: invalid TOML, so that nothing in the file is used: key \
             with no value, expected `=`",
        ),
    ] {
        let found = ComponentsConfig::discover(directory.path().join(name).join("plan.md"));
        assert_eq!(lines(&found, &directory), [expected]);
        assert!(found.config.is_empty() && found.has_errors());
        assert_eq!(found.reports().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn reports_a_dangling_symlink() {
    let directory = tree(&[(".agent-doc/", b"")]);
    std::os::unix::fs::symlink("gone", directory.path().join(".agent-doc/components.toml"))
        .unwrap();
    let found = ComponentsConfig::discover(directory.path().join("plan.md"));
    assert_eq!(
        lines(&found, &directory),
        [
            ".agent-doc/components.toml:1:1: error[unreadable-config]: nothing in the file is used: dangling symlink; \
             restore its target or remove it"
        ]
    );
}

#[cfg(unix)]
#[test]
fn uses_directories_as_the_path_names_them() {
    let directory = tree(&[
        ("project/.agent-doc/components.toml", b"[log]\n"),
        ("elsewhere/docs/plan.md", b""),
    ]);
    let linked = directory.path().join("project/docs");
    std::os::unix::fs::symlink(directory.path().join("elsewhere/docs"), &linked).unwrap();
    let is_found = |path: PathBuf| ComponentsConfig::discover(path).path.is_some();
    assert!(is_found(linked.join("plan.md")));
    assert!(!is_found(directory.path().join("elsewhere/docs/plan.md")));
}

/// A place that cannot be looked at is not one where nothing is.
#[cfg(unix)]
#[test]
fn reports_a_symlink_loop() {
    let directory = tree(&[("project/.agent-doc/components.toml", b"[log]\n")]);
    let circle = directory.path().join("project/circle");
    std::os::unix::fs::symlink(&circle, &circle).unwrap();
    let found = ComponentsConfig::discover(circle.join("../plan.md"));
    let codes: Vec<&str> = found
        .diagnostics
        .iter()
        .map(|diagnostic| &*diagnostic.code)
        .collect();
    assert_eq!(codes, ["unreadable-config"]);
}

#[test]
fn a_path_that_leads_nowhere_finds_nothing() {
    for path in ["", "/", "plan.md\0", "a/b/c/no-such-plan.md"] {
        let found = ComponentsConfig::discover(Path::new(path));
        assert!(found.config.is_empty(), "{path:?}: {found:?}");
    }
}
