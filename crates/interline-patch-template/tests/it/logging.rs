//! Diagnostics of a configuration are logged once.

use std::fs;

use interline_patch_template::template_info;
use interline_testing::captured_logs;

#[test]
fn a_configuration_is_logged_with_path_line_and_column() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, "# T\n").unwrap();
    fs::create_dir(directory.path().join(".agent-doc")).unwrap();
    fs::write(
        directory.path().join(".agent-doc/components.toml"),
        "[log]\nmax = 1\n",
    )
    .unwrap();

    let prefix = format!(
        "{}{}",
        directory.path().display(),
        std::path::MAIN_SEPARATOR
    );
    let lines = captured_logs(|| drop(template_info(&path).unwrap()));
    let lines: Vec<String> = lines.iter().map(|line| line.replace(&prefix, "")).collect();
    assert_eq!(
        lines,
        [
            "WARN .agent-doc/components.toml:2:1: warning[unknown-key]: unknown key `max` in `log`; the keys are `patch`, \
          `mode` and `max_entries`"
        ]
    );
}
