//! `interline agents convert`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use interline::agent_md::{
    AgentDef, AgentKind, ConvertOptions, Dialect, Error, FileKind, Options, ToolNames, parse_with,
    to_dialect_with,
};
use interline::files;
use serde_json::json;

use super::Kind;
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, of_error};
use crate::input;
use crate::output::Outcome;

/// Convert agents into the format of another tool
///
/// Prints the converted file, or writes the files into a directory. Reports what the other tool does not have.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// A file, or a directory of agents
    path: PathBuf,
    /// The tool for which the agents are written
    #[arg(long, value_name = "TOOL")]
    to: Dialect,
    /// The tool whose files they are
    #[arg(long, value_name = "TOOL", default_value = "claude_code")]
    from: Dialect,
    /// `agent`, `skill`, `command` or `rule`
    #[arg(long, value_name = "KIND", default_value = "agent")]
    kind: Kind,
    /// The directory into which the files are written; existing files are not replaced
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the names of tools instead of translating them
    #[arg(long)]
    keep_tools: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Convert {
    pub(super) fn run(&self) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::default();
        let mut files = Vec::new();
        let is_directory = self.path.is_dir();
        if is_directory && self.out.is_none() && !self.json {
            return Err(Failure::usage(
                "a directory needs `--out DIR`; one file can be printed",
            ));
        }
        for path in self.paths()? {
            let source = input::read(&path)?;
            let options = Options::for_dialect(self.from, self.kind.into());
            let parsed = parse_with(&source.text, &source.name, AgentKind::Operator, &options);
            let agent = match parsed {
                Ok(parsed) => parsed.agent,
                Err(Error::NoFrontmatter { .. }) if is_directory => continue,
                Err(error) => {
                    let message = error.message();
                    let found = of_error(codes::INVALID_AGENT, &message, error.location());
                    outcome.findings.push(Finding::one(&source, found));
                    continue;
                }
            };
            let converted = to_dialect_with(&agent, self.to, &self.options());
            let diagnostics = converted.diagnostics.into_iter();
            // They are about the agent, not about positions of a text.
            outcome.findings.extend(
                diagnostics.map(|found| Finding::without_text(Some(source.name.clone()), found)),
            );
            let mut written = None;
            match &self.out {
                Some(out) => match create(&out.join(self.file_name(&agent)), &converted.text) {
                    Ok(path) => written = Some(path.display().to_string()),
                    Err(failure) => outcome.failures.push(failure),
                },
                None if !is_directory => outcome.text.clone_from(&converted.text),
                None => {}
            }
            files.push(json!({ "name": agent.name, "path": source.name, "written": written, "text": converted.text }));
        }
        outcome.answer = outcome.answer.with("files", files);
        Ok(outcome)
    }

    fn options(&self) -> ConvertOptions {
        let tools = match self.keep_tools {
            true => ToolNames::Keep,
            false => ToolNames::Translate,
        };
        ConvertOptions::new()
            .from(self.from)
            .kind(self.kind.into())
            .tools(tools)
    }

    /// Returns the files to convert, in the order of their names.
    fn paths(&self) -> Result<Vec<PathBuf>, Failure> {
        if !self.path.is_dir() {
            return Ok(vec![self.path.clone()]);
        }
        let failed = |error| Failure::from(files::Error::io(&self.path, error));
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let skill = path.join("SKILL.md");
            if path.is_dir() && skill.is_file() {
                paths.push(skill);
            } else if path.is_file() && path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
        paths.sort();
        Ok(paths)
    }

    /// Returns the name under which the tool looks for the file.
    fn file_name(&self, agent: &AgentDef) -> PathBuf {
        // A name may have any characters; a path must not leave the directory.
        let name: String = agent
            .name
            .chars()
            .map(|c| match c {
                '/' | '\\' | '\0' | ':' => '-',
                c => c,
            })
            .collect();
        let name = match name.as_str() {
            "." | ".." => "agent",
            name => name,
        };
        let skill = PathBuf::from(name).join("SKILL.md");
        match (self.to, FileKind::from(self.kind)) {
            (_, FileKind::Skill) => skill,
            // These have no agents in Markdown, and get a skill.
            (Dialect::AgentSkills | Dialect::Codex | Dialect::Goose, FileKind::Agent) => skill,
            (Dialect::Copilot, FileKind::Agent) => PathBuf::from(format!("{name}.agent.md")),
            (Dialect::Copilot, FileKind::Command) => PathBuf::from(format!("{name}.prompt.md")),
            (Dialect::Copilot, _) => PathBuf::from(format!("{name}.instructions.md")),
            (Dialect::Cursor, FileKind::Rule) => PathBuf::from(format!("{name}.mdc")),
            _ => PathBuf::from(format!("{name}.md")),
        }
    }
}

/// Writes a new file; one that exists is a failure.
fn create(path: &Path, text: &str) -> Result<PathBuf, Failure> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::file(path, "exists already; remove it first"),
        _ => files::Error::io(path, error).into(),
    };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok(path.to_owned())
}
