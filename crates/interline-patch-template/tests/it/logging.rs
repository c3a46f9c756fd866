//! What is told of a configuration is given to the log, once: nobody gets it back from `template_info`.

use std::fs;
use std::sync::Mutex;

use interline_patch_template::template_info;

struct Lines(Mutex<Vec<String>>);

static LINES: Lines = Lines(Mutex::new(Vec::new()));

impl log::Log for Lines {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target() == "interline"
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let line = format!("{} {}", record.level(), record.args());
            self.0.lock().unwrap().push(line);
        }
    }

    fn flush(&self) {}
}

#[test]
fn a_configuration_is_logged_with_path_line_and_column() {
    log::set_logger(&LINES).unwrap();
    log::set_max_level(log::LevelFilter::Warn);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.md");
    fs::write(&path, "# T\n").unwrap();
    fs::create_dir(folder.path().join(".agent-doc")).unwrap();
    fs::write(
        folder.path().join(".agent-doc/components.toml"),
        "[log]\nmax = 1\n",
    )
    .unwrap();

    // Tests beside this one log as well, about folders of theirs.
    let prefix = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    let logged = || -> Vec<String> {
        let lines = std::mem::take(&mut *LINES.0.lock().unwrap());
        let ours = lines.iter().filter(|line| line.contains(&prefix));
        ours.map(|line| line.replace(&prefix, "")).collect()
    };
    template_info(&path).unwrap();
    assert_eq!(
        logged(),
        [
            "WARN .agent-doc/components.toml:2:1: warning[unknown-key]: unknown key `max` in `log`; the keys are `patch`, \
          `mode` and `max_entries`"
        ]
    );
}
