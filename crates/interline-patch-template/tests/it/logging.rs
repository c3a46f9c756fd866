//! What is told of a configuration is given to the log, once: nobody gets it back from `template_info`.

use std::fs;

use interline_patch_template::template_info;
use interline_testing::logged;

#[test]
fn a_configuration_is_logged_with_path_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.md");
    fs::write(&path, "# T\n").unwrap();
    fs::create_dir(folder.path().join(".agent-doc")).unwrap();
    fs::write(
        folder.path().join(".agent-doc/components.toml"),
        "[log]\nmax = 1\n",
    )
    .unwrap();

    let prefix = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    let lines = logged(|| drop(template_info(&path).unwrap()));
    let lines: Vec<String> = lines.iter().map(|line| line.replace(&prefix, "")).collect();
    assert_eq!(
        lines,
        [
            "WARN .agent-doc/components.toml:2:1: warning[unknown-key]: unknown key `max` in `log`; the keys are `patch`, \
          `mode` and `max_entries`"
        ]
    );
}
