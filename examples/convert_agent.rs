//! Converts an agent file to the format of another tool, and prints the diagnostics.
//!
//! ```text
//! cargo run --example convert_agent                      # an agent of `examples/data`, for OpenCode
//! cargo run --example convert_agent -- FILE DIALECT      # "Claude Code", opencode, copilot, gemini, cursor, codex, goose, …
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::path::{Path, PathBuf};

use interline::agent_md::{AgentKind, Dialect, load_file, to_dialect};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<_> = std::env::args_os().skip(1).collect();
    let (path, dialect): (PathBuf, Dialect) = match given.as_slice() {
        [] => {
            let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
            (directory.join("data/agents/reviewer.md"), Dialect::OpenCode)
        }
        [path, dialect] => (path.into(), dialect.to_string_lossy().parse()?),
        _ => return Err("expected a file and a dialect".into()),
    };
    let agent = load_file(&path, AgentKind::Operator)?.agent;
    let converted = to_dialect(&agent, dialect);
    let (file, diagnostics) = (converted.text, converted.diagnostics);
    println!("{file}");
    println!("diagnostics for {}:", dialect.title());
    for diagnostic in &diagnostics {
        println!("* {diagnostic}");
    }
    if given.is_empty() {
        assert!(file.starts_with("---\nname: Code Reviewer\n"));
        assert!(file.contains("  '*': false\n  read: true\n  grep: true\nsteps: 12\n"));
        assert!(file.ends_with("---\nYou read the change in front of you.\n"));
        let codes: Vec<_> = diagnostics
            .iter()
            .map(|found| found.code.as_ref())
            .collect();
        assert_eq!(codes, ["tool-translated", "tool-translated"]);
    }
    Ok(())
}
