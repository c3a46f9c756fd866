//! `interline check --hook`: an answer to the event of an agent tool.
//!
//! The event is a JSON object on standard input. Claude Code, Codex and Gemini CLI send it after a tool has run; a plugin of OpenCode sends the
//! same. The answer is one JSON object on standard output, and the exit status is 0: the tools read the answer only then.

use std::path::{Path, PathBuf};

use interline::text::Severity;
use serde_json::{Value as Json, json};

use super::Check;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::input;
use crate::output::{Outcome, json_line, write_finding};

/// The bytes of messages that an answer has at most; a tool gives them to its model.
const MAX_REASON: usize = 16 * 1024;

/// Reads an event, checks the files that it names, and answers.
pub(super) fn run(check: &Check) -> Result<Outcome, Failure> {
    let source = input::read_stdin()?;
    let event: Json = serde_json::from_str(&source.text).map_err(|error| {
        let message = format!("invalid event: {error}; expected the JSON object of a hook");
        Failure::input(&source.name, None, message)
    })?;
    let Json::Object(_) = &event else {
        let message = "invalid event: expected the JSON object of a hook";
        return Err(Failure::input(&source.name, None, message));
    };
    let paths = files_of(&event);
    let results = check.check(&paths);
    let level = Severity::from(check.level);
    let shown: Vec<&Finding> = results
        .findings
        .iter()
        .filter(|found| found.severity() >= level)
        .collect();
    // A file that the tool could not write or has removed again is not a fault of its text.
    if shown.is_empty() {
        return answer(&json!({}));
    }
    let mut reason =
        "interline found problems in the file that was written; fix them:\n\n".to_owned();
    for (index, found) in shown.iter().enumerate() {
        if reason.len() > MAX_REASON {
            let left = shown.len() - index;
            reason.push_str(&format!(
                "{left} more are not shown; `interline check` prints them.\n"
            ));
            break;
        }
        write_finding(&mut reason, found, false);
    }
    let is_wrong = |found: &&&Finding| {
        found.severity() >= Severity::Error
            || (check.strict && found.severity() >= Severity::Warning)
    };
    let name = event["hook_event_name"].as_str().unwrap_or("PostToolUse");
    let reason = reason.trim_end();
    answer(&match shown.iter().any(|found| is_wrong(&found)) {
        // `block` after a tool has run gives the reason to the model; nothing is undone.
        true => json!({ "decision": "block", "reason": reason }),
        false => json!({
            "hookSpecificOutput": { "hookEventName": name, "additionalContext": reason },
        }),
    })
}

fn answer(answer: &Json) -> Result<Outcome, Failure> {
    Ok(Outcome {
        text: json_line(answer).map_err(|error| Failure::usage(error.to_string()))?,
        ..Outcome::default()
    })
}

/// Returns the files that an event names, relative to the directory of the event.
fn files_of(event: &Json) -> Vec<PathBuf> {
    let directory = event["cwd"].as_str().map(Path::new);
    let input = &event["tool_input"];
    let mut names: Vec<&str> = Vec::new();
    for key in ["file_path", "filePath", "absolute_path", "path"] {
        names.extend(input[key].as_str());
    }
    // A patch of Codex names its files in its text.
    for key in ["command", "input", "patch", "patchText"] {
        let text = input[key].as_str().unwrap_or_default();
        names.extend(text.lines().filter_map(file_of_patch));
    }
    let mut paths: Vec<PathBuf> = names
        .into_iter()
        .map(|name| directory.map_or_else(|| PathBuf::from(name), |dir| dir.join(name)))
        .filter(|path| path.is_file())
        .collect();
    paths.sort();
    paths.dedup();
    paths
}

fn file_of_patch(line: &str) -> Option<&str> {
    ["*** Add File: ", "*** Update File: ", "*** Move to: "]
        .iter()
        .find_map(|start| line.trim_end().strip_prefix(start))
}
