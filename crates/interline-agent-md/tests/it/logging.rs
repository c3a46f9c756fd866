//! Diagnostics are logged once, and errors are not logged.

use interline_agent_md::{AgentKind, load_dir, load_file, parse};
use interline_testing::captured_logs;

#[test]
fn logs_each_diagnostic_once() {
    let text = "---\nname: x\nglobs: *\n---\n";
    let lines = captured_logs(|| drop(parse(text, "label.md", AgentKind::Operator).unwrap()));
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("WARN label.md:3:8: warning[repaired-value]: "));

    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("bad.md", "---\nname: bad\ntools: false\n---\nb\n");
    write("break.md", "---\n\ntext\n");
    write("good.md", text);
    write("twice.md", "---\nname: x\n---\n");
    write("README.md", "# Agents\n");
    let lines = captured_logs(|| {
        let report = load_dir(dir.path(), AgentKind::Operator);
        assert_eq!((report.loaded.len(), report.problems.len()), (1, 1));
    });
    let prefix = format!("WARN {}/", dir.path().display());
    let short: Vec<_> = lines
        .iter()
        .map(|line| line.strip_prefix(&prefix).unwrap())
        .collect();
    assert_eq!(short.len(), 2, "{short:?}");
    assert!(short[0].starts_with("break.md:1:1: warning[thematic-break]: "));
    assert!(short[1].starts_with("good.md:3:8: warning[repaired-value]: "));

    let lines = captured_logs(|| drop(load_file(dir.path().join("good.md"), AgentKind::Operator)));
    assert_eq!(lines.len(), 1, "{lines:?}");
    let lines = captured_logs(|| drop(load_file(dir.path().join("bad.md"), AgentKind::Operator)));
    assert!(lines.is_empty(), "{lines:?}");
}
