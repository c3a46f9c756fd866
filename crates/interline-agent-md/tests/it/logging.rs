//! What is told is logged, once.

use interline_agent_md::{AgentKind, Options, load_dir_with, parse};
use interline_testing::logged;

#[test]
fn each_thing_is_logged_once() {
    let text = "---\nname: x\nglobs: *\n---\n";
    let lines = logged(|| drop(parse(text, "label.md", AgentKind::Operator).unwrap()));
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("WARN label.md:3:8: warning[repaired-value]: "));

    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("bad.md", "---\nname: bad\ntools: false\n---\nb\n");
    write("break.md", "---\n\ntext\n");
    write("good.md", text);
    write("twice.md", "---\nname: x\n---\n");
    write("README.md", "# Agents\n");
    let lines = logged(|| {
        let report = load_dir_with(dir.path(), AgentKind::Operator, &Options::new());
        assert_eq!(report.agents.len(), 1);
    });
    let about = |name: &str| -> Vec<&String> {
        let path = dir.path().join(name).display().to_string();
        lines.iter().filter(|line| line.contains(&path)).collect()
    };
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
