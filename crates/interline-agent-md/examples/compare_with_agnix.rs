//! Compares what this crate reports about agent files with what agnix reports, a linter for such files.
//!
//! ```text
//! cargo run -p interline-agent-md --example compare_with_agnix                       # a sample, without agnix
//! cargo run -p interline-agent-md --example compare_with_agnix -- AGNIX DIRECTORY    # or scripts/compare-with-agnix
//! ```
//!
//! Prints a table of the rules of agnix that are about a header or a stated limit, then each of its reports that has no counterpart, and
//! what this crate alone warns of. Exit status 1 when a report has no counterpart.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for measuring"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use interline_agent_md::{AgentKind, Dialect, FileKind, Options, Severity, parse_with};
use serde_json::Value as Json;

/// Rules of agnix, and the codes that say the same here.
const RULES: &[(&str, &[&str])] = &[
    ("AS-002", &["missing-field", "error"]),
    ("AS-003", &["missing-description", "error"]),
    ("AS-004", &["name-not-taken"]),
    ("AS-005", &["name-not-taken"]),
    ("AS-006", &["name-not-taken"]),
    ("AS-008", &["long-description", "missing-description"]),
    ("AS-009", &["tag-in-description"]),
    ("AS-011", &["value-not-taken"]),
    ("AS-012", &["long-body"]),
    (
        "AS-016",
        &[
            "error",
            "repaired-value",
            "unusable-value",
            "not-a-text",
            "value-not-taken",
        ],
    ),
    ("AS-017", &["name-of-directory"]),
    ("AS-021", &["long-body"]),
    ("CC-AG-001", &["error", "missing-field"]),
    ("CC-AG-002", &["missing-description", "error"]),
    ("CC-AG-003", &["model-not-taken"]),
    ("CC-AG-004", &["value-not-taken"]),
    ("CC-AG-006", &["allowed-and-denied"]),
    (
        "CC-AG-007",
        &[
            "error",
            "repaired-value",
            "missing-space",
            "indented-key",
            "flow-indent",
            "tab-indent",
            "value-not-taken",
            "unusable-value",
            "not-a-text",
        ],
    ),
    ("CC-AG-008", &["value-not-taken"]),
    ("CC-AG-009", &["unknown-tool", "removed-tool"]),
    ("CC-AG-010", &["unknown-tool", "removed-tool"]),
    ("CC-AG-014", &["value-not-taken"]),
    ("CC-AG-015", &["value-not-taken"]),
    ("CC-AG-017", &["value-not-taken"]),
    ("CC-AG-019", &["unknown-field"]),
    ("CC-AG-020", &["name-not-taken"]),
    ("CC-AG-024", &["pattern-denies-all"]),
    ("CC-MEM-012", &["unknown-field"]),
    ("CC-SK-001", &["model-not-taken"]),
    ("CC-SK-002", &["value-not-taken"]),
    ("CC-SK-004", &["no-effect"]),
    ("CC-SK-008", &["unknown-tool", "removed-tool"]),
    ("CC-SK-014", &["value-not-taken"]),
    ("CC-SK-015", &["value-not-taken"]),
    ("CC-SK-017", &["unknown-field"]),
    ("CC-SK-018", &["value-not-taken"]),
    ("CC-SK-019", &["value-not-taken"]),
    ("CC-SK-020", &["value-not-taken"]),
    ("CC-SK-030", &["reserved-name"]),
    ("CC-SK-031", &["tag-in-description"]),
    ("COP-004", &["unknown-field"]),
    ("COP-005", &["value-not-taken"]),
    ("COP-007", &["missing-description"]),
    ("COP-008", &["unknown-field", "value-not-taken"]),
    ("COP-009", &["value-not-taken"]),
    ("COP-010", &["value-not-taken"]),
    ("COP-011", &["long-body"]),
    ("COP-014", &["unknown-field"]),
    ("CUR-003", &["bare-value", "repaired-value", "error"]),
    ("CUR-005", &["unknown-field"]),
    ("CUR-007", &["no-effect"]),
    ("CUR-008", &["value-not-taken"]),
    (
        "CUR-014",
        &[
            "value-not-taken",
            "name-not-taken",
            "not-a-text",
            "unusable-value",
            "error",
        ],
    ),
    ("CUR-021", &["long-body"]),
    (
        "GM-AG-002",
        &[
            "error",
            "missing-description",
            "value-not-taken",
            "name-not-taken",
            "missing-field",
        ],
    ),
    ("GM-AG-003", &["unknown-field"]),
    ("GM-AG-004", &["value-not-taken"]),
    ("OC-AG-001", &["value-not-taken"]),
    ("OC-AG-003", &["value-not-taken"]),
    ("OC-AG-004", &["value-not-taken"]),
    ("OC-AG-005", &["value-not-taken"]),
    ("OC-AG-008", &["value-not-taken"]),
    ("OC-AG-009", &["value-not-taken"]),
    ("OC-AG-010", &["missing-description"]),
    ("CP-SK-001", &["unknown-field"]),
    ("CR-SK-001", &["unknown-field"]),
    ("CX-SK-001", &["unknown-field"]),
    ("OC-SK-001", &["unknown-field"]),
    ("XP-SK-001", &["unknown-field"]),
];

/// Something that is reported about a file.
struct Found {
    line: usize,
    code: String,
    severity: Severity,
    message: String,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [agnix, directory] = given.as_slice() else {
        let text = "---\nname: x\ndescription: d\ntools: Read, Bsah\n---\nYou are.\n";
        let found = check(Path::new(".claude/agents/x.md"), text);
        assert_eq!((found[0].line, found[0].code.as_str()), (4, "unknown-tool"));
        println!("give the path of agnix and a directory to compare");
        return Ok(ExitCode::SUCCESS);
    };
    let directory = fs::canonicalize(directory)?;
    let mut ours: BTreeMap<PathBuf, Vec<Found>> = BTreeMap::new();
    let mut files = 0;
    walk(&directory, &mut |path| {
        if let Ok(text) = fs::read_to_string(path) {
            let found = check(path, &text);
            files += usize::from(!kinds(path).is_empty());
            ours.insert(path.to_owned(), found);
        }
    })?;
    let output = Command::new(agnix)
        .args(["--format", "json", "."])
        .current_dir(&directory)
        .output()?;
    let report: Json = serde_json::from_slice(&output.stdout)?;
    let mut rows: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut missed = Vec::new();
    let mut matched: BTreeSet<(PathBuf, usize)> = BTreeSet::new();
    let mut out_of_scope: BTreeMap<String, usize> = BTreeMap::new();
    for theirs in report["diagnostics"].as_array().into_iter().flatten() {
        let rule = theirs["rule"].as_str().unwrap_or_default();
        let Some((rule, codes)) = RULES.iter().find(|(known, _)| *known == rule) else {
            *out_of_scope.entry(rule.to_owned()).or_default() += 1;
            continue;
        };
        let path = directory.join(theirs["file"].as_str().unwrap_or_default());
        let path = fs::canonicalize(&path).unwrap_or(path);
        let line = usize::try_from(theirs["line"].as_u64().unwrap_or(1))?;
        let found = ours.get(&path).map_or(&[][..], Vec::as_slice);
        let same: Vec<&Found> = found
            .iter()
            .filter(|found| codes.contains(&found.code.as_str()))
            .collect();
        let row = rows.entry(rule).or_default();
        row[0] += 1;
        if same.is_empty() {
            missed.push(format!(
                "{}:{line}: {rule}: {}",
                path.display(),
                theirs["message"]
            ));
            continue;
        }
        row[1] += 1;
        row[2] += usize::from(same.iter().any(|found| found.line == line));
        for found in same {
            matched.insert((path.clone(), found.line));
        }
    }
    println!(
        "{files} files\n\n| rule of agnix | its reports | also here | on its line |\n|---|---:|---:|---:|"
    );
    for (rule, [all, found, line]) in &rows {
        println!("| {rule} | {all} | {found} | {line} |");
    }
    println!("\nnot here:");
    for line in &missed {
        println!("  {line}");
    }
    println!("\nonly here, warnings:");
    let mut only: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, found) in &ours {
        for found in found
            .iter()
            .filter(|found| found.severity >= Severity::Warning)
        {
            if matched.contains(&(path.clone(), found.line)) {
                continue;
            }
            let row = only.entry(found.code.clone()).or_default();
            row.push(format!(
                "{}:{}: {}",
                path.display(),
                found.line,
                found.message
            ));
        }
    }
    for (code, examples) in only {
        println!("  {} {code}", examples.len());
        for example in examples.iter().take(10) {
            println!("    {example}");
        }
    }
    println!("\nrules of agnix out of scope: {out_of_scope:?}");
    Ok(ExitCode::from(u8::from(!missed.is_empty())))
}

fn walk(directory: &Path, look: &mut impl FnMut(&Path)) -> Result<(), Box<dyn Error>> {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, look)?;
        } else {
            look(&path);
        }
    }
    Ok(())
}

/// Whose rules hold for a file, by its path.
fn kinds(path: &Path) -> Vec<(Dialect, FileKind)> {
    let parts: Vec<String> = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    let has = |name: &str| parts.iter().any(|part| part == name);
    let name = parts.last().cloned().unwrap_or_default();
    if name == "SKILL.md" {
        let clients = [
            (".github", Dialect::Copilot),
            (".cursor", Dialect::Cursor),
            (".opencode", Dialect::OpenCode),
            (".gemini", Dialect::Gemini),
            (".codex", Dialect::Codex),
        ];
        let client = clients.iter().find(|(dir, _)| has(dir));
        return match client {
            Some((_, dialect)) => vec![(*dialect, FileKind::Skill)],
            // The rules of the format hold for every client, those of Claude Code where nothing says otherwise.
            None => vec![
                (Dialect::AgentSkills, FileKind::Skill),
                (Dialect::ClaudeCode, FileKind::Skill),
            ],
        };
    }
    let is_markdown = name.ends_with(".md");
    let kind = if name.ends_with(".mdc") {
        (Dialect::Cursor, FileKind::Rule)
    } else if name.ends_with(".instructions.md") {
        (Dialect::Copilot, FileKind::Rule)
    } else if name.ends_with(".prompt.md") {
        (Dialect::Copilot, FileKind::Command)
    } else if name.ends_with(".agent.md") || (is_markdown && has(".github") && has("agents")) {
        (Dialect::Copilot, FileKind::Agent)
    } else if !is_markdown || name == "AGENTS.md" || name == "CLAUDE.md" {
        return Vec::new();
    } else if has(".cursor") && has("agents") {
        (Dialect::Cursor, FileKind::Agent)
    } else if has(".opencode") && (has("agents") || has("agent")) {
        (Dialect::OpenCode, FileKind::Agent)
    } else if has(".gemini") && has("agents") {
        (Dialect::Gemini, FileKind::Agent)
    } else if has(".claude") && has("rules") {
        (Dialect::ClaudeCode, FileKind::Rule)
    } else if has("skills") {
        return Vec::new();
    } else if has("commands") {
        (Dialect::ClaudeCode, FileKind::Command)
    } else if has("agents") {
        (Dialect::ClaudeCode, FileKind::Agent)
    } else {
        return Vec::new();
    };
    vec![kind]
}

fn check(path: &Path, text: &str) -> Vec<Found> {
    let mut all = Vec::new();
    for (dialect, kind) in kinds(path) {
        let options = Options::for_dialect(dialect, kind);
        match parse_with(
            text,
            &path.display().to_string(),
            AgentKind::Operator,
            &options,
        ) {
            Ok(parsed) => all.extend(parsed.diagnostics.iter().map(|found| Found {
                line: found.position(text).line,
                code: found.code.to_string(),
                severity: found.severity,
                message: found.message.clone(),
            })),
            Err(error) => all.push(Found {
                line: error.location().unwrap().position.line,
                code: "error".to_owned(),
                severity: Severity::Error,
                message: error.message(),
            }),
        }
    }
    all
}
