//! What is told is logged, once.

use std::sync::Mutex;

use interline_agent_md::{AgentKind, Options, load_dir_with, parse};

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Collector;

impl log::Log for Collector {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target() == "interline"
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            LINES.lock().unwrap().push(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

/// The lines that name `label`; other tests log too.
fn lines_about(label: &str) -> Vec<String> {
    let lines = LINES.lock().unwrap();
    lines
        .iter()
        .filter(|line| line.contains(label))
        .cloned()
        .collect()
}

#[test]
fn each_thing_is_logged_once() {
    log::set_logger(&Collector).unwrap();
    log::set_max_level(log::LevelFilter::Warn);

    let text = "---\nname: x\nglobs: *\n---\n";
    parse(text, "logged-label.md", AgentKind::Operator).unwrap();
    let lines = lines_about("logged-label.md");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("logged-label.md:3:8: warning[repaired-value]: "));

    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("bad.md", "---\nname: bad\ntools: false\n---\nb\n");
    write("break.md", "---\n\ntext\n");
    write("good.md", text);
    write("twice.md", "---\nname: x\n---\n");
    write("README.md", "# Agents\n");
    let report = load_dir_with(dir.path(), AgentKind::Operator, &Options::new());
    assert_eq!(report.agents.len(), 1);
    let about = |name: &str| lines_about(&dir.path().join(name).display().to_string());
    assert!(
        matches!(about("bad.md").as_slice(), [line] if line.contains(":3:8: expected names of tools"))
    );
    assert!(
        matches!(about("break.md").as_slice(), [line] if line.contains(":1:1: warning[thematic-break]"))
    );
    // Its own line, and that of the agent that gives way to it.
    assert_eq!(about("good.md").len(), 2);
    assert!(matches!(about("twice.md").as_slice(), [line] if line.contains("gives way to")));
    assert!(about("README.md").is_empty());
}
