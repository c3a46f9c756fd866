//! Loads the agents of a directory, and prints a table and the problems of the others.
//!
//! ```text
//! cargo run --example load_agents                # the agents in `examples/data`
//! cargo run --example load_agents -- DIRECTORY   # exit status 1 when an agent cannot be loaded
//! ```
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::ExitCode;

use interline::agent_md::{AgentKind, LoadReport, Tools, load_dir};

fn main() -> ExitCode {
    let given = std::env::args_os().nth(1);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/agents");
    let dir = given.as_ref().map_or(shipped.as_path(), Path::new);
    let report = load_dir(dir, AgentKind::Subprocess);
    show(&report);
    if given.is_none() {
        check(&report);
        return ExitCode::SUCCESS;
    }
    ExitCode::from(u8::from(!report.problems.is_empty()))
}

fn show(report: &LoadReport) {
    let row = |cells: [&str; 5]| {
        let [name, tools, model, size, hash] = cells;
        println!("{name:<16} {tools:<48} {model:<8} {size:>6}  {hash}");
    };
    row(["name", "tools", "model", "bytes", "version"]);
    for agent in report.values() {
        let Some(profile) = &agent.profile else {
            continue;
        };
        let tools = match profile.tool_policy().tools {
            Tools::Unspecified => "-".to_owned(),
            Tools::All => "all".to_owned(),
            Tools::None => "none".to_owned(),
            Tools::Only(names) => names.join(", "),
            _ => "?".to_owned(),
        };
        let hash = profile.version_hash.as_deref().unwrap_or_default();
        row([
            &agent.name,
            &tools,
            profile.model.as_deref().unwrap_or("-"),
            &profile.system_prompt.len().to_string(),
            hash.get(..12).unwrap_or(hash),
        ]);
    }
    for diagnostic in &report.diagnostics {
        match diagnostic.report() {
            Some(report) => println!("\n{report}"),
            None => println!("\n{diagnostic}"),
        }
    }
    for problem in &report.problems {
        let text = problem.text.as_deref().unwrap_or_default();
        match problem.error.report(text) {
            Some(report) => println!("\n{report}"),
            None => println!("\nerror: {}", problem.error),
        }
    }
    for skipped in &report.skipped {
        println!("\nskipped {}: {:?}", skipped.path.display(), skipped.reason);
    }
}

/// Checks the report of the data beside this example: one broken file affects no other.
fn check(report: &LoadReport) {
    let names: Vec<_> = report.values().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["implementer", "Code Reviewer", "scout"]);
    // A colon in a description is repaired and reported.
    assert_eq!(report.diagnostics.len(), 1);
    assert_eq!(report.problems.len(), 1);
    let error = &report.problems[0].error;
    let position = error.location().map(|at| at.position.to_string());
    assert_eq!(position.as_deref(), Some("4:8"));
    assert_eq!(report.skipped.len(), 1);
}
