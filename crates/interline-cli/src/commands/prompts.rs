//! `interline prompts`: fragments, and the commands of tools.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use interline::agent_md::{AgentKind, Command, Dialect, FileKind, Options, load_layers};
use interline::files::McpPrompt;
use interline::fragments::{
    DiscoveryOptions, Error, FragmentRegistry, Layer, discover_with, standard_layers,
};
use interline::text::{Diagnostic, Severity, nearest};

use super::layers;
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::{Finding, Source, of_error};
use crate::output::Outcome;

/// List prompts and get their text: fragments, or the commands of a tool
#[derive(Debug, Args)]
pub(crate) struct Prompts {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    List(List),
    Get(Get),
}

/// Where prompts are looked for.
#[derive(Debug, Args)]
struct Search {
    /// A directory of fragments, or of commands with `--dialect`; a later one takes precedence. Without any: `interline/fragments` in the
    /// configuration of the user and `.interline/fragments` here, or the directories of the tool
    #[arg(long = "dir", value_name = "DIR")]
    directories: Vec<PathBuf>,
    /// The commands of this tool instead of fragments
    #[arg(long, value_name = "TOOL")]
    dialect: Option<Dialect>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// List the prompts that are found here
#[derive(Debug, Args)]
struct List {
    #[command(flatten)]
    search: Search,
    /// Print the answer to `prompts/list` of the Model Context Protocol
    #[arg(long, conflicts_with = "json")]
    mcp: bool,
}

/// Print the text of a prompt with its arguments
#[derive(Debug, Args)]
struct Get {
    /// The name of the prompt
    name: String,
    /// `KEY=VALUE` for a fragment; for a command the words that a user types after its name
    #[arg(value_name = "KEY=VALUE")]
    arguments: Vec<String>,
    #[command(flatten)]
    search: Search,
}

/// The prompts that were found.
enum Prompted {
    Fragments(FragmentRegistry),
    Commands(Vec<Command>),
}

impl Prompts {
    pub(crate) fn is_json(&self) -> bool {
        match &self.action {
            Action::List(list) => list.search.json,
            Action::Get(get) => get.search.json,
        }
    }

    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        match &self.action {
            Action::List(list) => list.run(),
            Action::Get(get) => get.run(),
        }
    }
}

impl Search {
    fn load(&self) -> Result<(Prompted, Vec<Finding>), Failure> {
        match self.dialect {
            Some(dialect) => self.commands(dialect),
            None => self.fragments(),
        }
    }

    fn fragments(&self) -> Result<(Prompted, Vec<Finding>), Failure> {
        let layers: Vec<Layer> = if self.directories.is_empty() {
            let workspace = layers::workspace()?;
            let config = config_directory().unwrap_or_else(|| workspace.join(".no-config"));
            let layers = standard_layers(config, workspace, "interline");
            layers
                .into_iter()
                .map(|layer| layer.within("fragments"))
                .collect()
        } else {
            layers::explicit(&self.directories)?
        };
        let report = discover_with(&layers, &DiscoveryOptions::new());
        let mut found: Vec<Finding> = report
            .problems
            .iter()
            .map(|problem| {
                let message = problem.error.to_string();
                let name = problem.path.display().to_string();
                let location = problem.error.location();
                match (&problem.text, location) {
                    (Some(text), Some(_)) => {
                        let diagnostic = of_error(codes::INVALID_FRAGMENT, &message, location);
                        Finding::one(&Source::new(name, text.as_str()), diagnostic)
                    }
                    _ => {
                        let start = format!("{name}: ");
                        let message = message.strip_prefix(&start).unwrap_or(&message);
                        let diagnostic = of_error(codes::INVALID_FRAGMENT, message, None);
                        Finding::without_text(Some(name), diagnostic)
                    }
                }
            })
            .collect();
        found.extend(report.diagnostics.iter().map(Finding::of_loaded));
        let registry = FragmentRegistry::from_resources(report.into_values());
        Ok((Prompted::Fragments(registry), found))
    }

    fn commands(&self, dialect: Dialect) -> Result<(Prompted, Vec<Finding>), Failure> {
        let layers = match self.directories.is_empty() {
            true => layers::of_tool(dialect, FileKind::Command)?,
            false => layers::explicit(&self.directories)?,
        };
        let options = Options::for_dialect(dialect, FileKind::Command);
        let report = load_layers(&layers, AgentKind::Operator, &options);
        let found = super::agents::found_of(&report);
        Ok((Prompted::Commands(Command::list(&report, dialect)), found))
    }
}

impl List {
    fn run(&self) -> Result<Outcome, Failure> {
        let (prompts, found) = self.search.load()?;
        let listed: Vec<McpPrompt> = match &prompts {
            Prompted::Fragments(registry) => registry.to_mcp_prompts(),
            Prompted::Commands(commands) => commands.iter().map(Command::to_mcp_prompt).collect(),
        };
        let mut outcome = Outcome::default();
        if self.mcp {
            let answer = serde_json::json!({ "prompts": listed });
            outcome.text = crate::output::json_line(&answer)
                .map_err(|error| Failure::usage(error.to_string()))?;
        } else {
            outcome.text = text_of(&listed);
        }
        outcome.answer = outcome.answer.with("prompts", listed);
        outcome.findings = found;
        if !self.search.json {
            // Advice about files belongs to `interline check`.
            outcome
                .findings
                .retain(|found| found.severity() >= Severity::Error);
        }
        Ok(outcome)
    }
}

impl Get {
    fn run(&self) -> Result<Outcome, Failure> {
        let (prompts, found) = self.search.load()?;
        let mut outcome = Outcome::default();
        let expanded = match &prompts {
            Prompted::Fragments(registry) => {
                let values = self.values()?;
                registry
                    .expand(&self.name, &values)
                    .map(|expansion| {
                        let unused = expansion.unused.into_iter();
                        let unused = unused.map(|name| {
                            format!("`{}` has no argument `{name}`; it is not used", self.name)
                        });
                        let warn = |message| warning(codes::INVALID_ARGUMENTS, message);
                        (expansion.text, unused.map(warn).collect())
                    })
                    .map_err(|error| match error {
                        Error::UnknownFragment { .. } => {
                            of_error(codes::UNKNOWN_NAME, &error.to_string(), None)
                        }
                        error => of_error(codes::INVALID_ARGUMENTS, &error.to_string(), None),
                    })
            }
            Prompted::Commands(commands) => self.expand(commands),
        };
        match expanded {
            Ok((text, diagnostics)) => {
                outcome.text.clone_from(&text);
                outcome.answer.text = Some(text);
                let diagnostics: Vec<Diagnostic> = diagnostics;
                outcome.findings.extend(
                    diagnostics
                        .into_iter()
                        .map(|found| Finding::without_text(None, found)),
                );
            }
            Err(diagnostic) => {
                // The file of that name may be broken.
                outcome.findings = found;
                outcome
                    .findings
                    .retain(|found| found.severity() >= Severity::Error);
                outcome
                    .findings
                    .push(Finding::without_text(None, diagnostic));
            }
        }
        Ok(outcome)
    }

    fn values(&self) -> Result<Vec<(&str, &str)>, Failure> {
        let pair = |argument: &'_ String| {
            argument
                .split_once('=')
                .map(|_| ())
                .ok_or_else(|| Failure::usage(format!("expected `KEY=VALUE`, found `{argument}`")))
        };
        self.arguments.iter().try_for_each(pair)?;
        Ok(self
            .arguments
            .iter()
            .filter_map(|argument| argument.split_once('='))
            .collect())
    }

    fn expand(&self, commands: &[Command]) -> Result<(String, Vec<Diagnostic>), Diagnostic> {
        let Some(command) = commands.iter().find(|command| command.name == self.name) else {
            let near = nearest(
                &self.name,
                commands.iter().map(|command| command.name.as_str()),
            );
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let message = format!("no command is called `{}`{hint}", self.name);
            return Err(of_error(codes::UNKNOWN_NAME, &message, None));
        };
        let arguments: Vec<String> = self.arguments.iter().map(|word| quoted(word)).collect();
        match command.expand(&arguments.join(" ")) {
            Ok(expansion) => Ok((expansion.text, expansion.diagnostics)),
            Err(error) => Err(of_error(codes::INVALID_ARGUMENTS, &error.to_string(), None)),
        }
    }
}

/// Writes a word as a user would type it: the shell has removed its quotes.
fn quoted(word: &str) -> String {
    match word.contains(char::is_whitespace) && !word.contains('"') {
        true => format!("\"{word}\""),
        false => word.to_owned(),
    }
}

fn warning(code: &'static str, message: String) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, 0..0, message)
}

fn text_of(prompts: &[McpPrompt]) -> String {
    let mut text = String::new();
    for prompt in prompts {
        text.push_str(&prompt.name);
        for argument in &prompt.arguments {
            let _ = match argument.required {
                true => write!(text, " {}=…", argument.name),
                false => write!(text, " [{}=…]", argument.name),
            };
        }
        if let Some(description) = &prompt.description {
            let _ = write!(
                text,
                "  {}",
                description.trim().lines().next().unwrap_or_default()
            );
        }
        text.push('\n');
    }
    text
}

/// Returns the directory of configurations of the user.
fn config_directory() -> Option<PathBuf> {
    let given = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from);
    given
        .filter(|path| path.is_absolute())
        .or_else(|| layers::home().map(|home| home.join(".config")))
}
