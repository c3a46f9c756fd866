use std::collections::HashMap;

use interline_text::{Diagnostic, Severity};

use super::arguments::{Quoting, shell_quoted, split};
use super::{Command, Placeholder, PlaceholderKind};
use crate::diagnostics as codes;
use crate::dialect::Dialect;
use crate::error::Error;

/// The result of [`Command::expand`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandExpansion {
    /// The text with its arguments filled in.
    pub text: String,
    /// Placeholders that the tool fills in itself, and placeholders without a value. Positions are those of the body.
    pub diagnostics: Vec<Diagnostic>,
}

impl Command {
    /// Fills in the text that a user types after the name of the command, by the rules of its tool, in one pass.
    ///
    /// A value is inserted as it is: it contains no placeholder, whatever it is and whatever is beside it. Commands and files that the tool
    /// would run or read stay as they are, and are reported. A body without placeholders gets the arguments at its end, as each tool does
    /// it. Linear in the body, the arguments and the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{Command, Dialect};
    ///
    /// let command = Command::new("fix", "Fix $1 in $ARGUMENTS", Dialect::Native);
    /// assert_eq!(command.expand(r#""a b" c"#)?.text, r#"Fix a b in "a b" c"#);
    /// # Ok::<(), interline_agent_md::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the tool fails: for Codex when a quote is not closed, or a named argument is missing.
    pub fn expand(&self, arguments: &str) -> Result<CommandExpansion, Error> {
        let arguments = arguments.trim();
        let placeholders = self.placeholders();
        let values = Values::new(self, arguments, &placeholders)?;
        let mut text = String::with_capacity(self.body.len() + arguments.len());
        let mut diagnostics = Vec::new();
        let mut done = 0;
        for placeholder in &placeholders {
            let span = placeholder.span.clone();
            text.push_str(self.body.get(done..span.start).unwrap_or_default());
            done = span.end;
            let source = self.body.get(span.clone()).unwrap_or_default();
            let mut left = |code: &'static str, message: String| {
                let diagnostic = Diagnostic::new(Severity::Info, code, span.clone(), message);
                diagnostics.push(diagnostic);
            };
            let title = self.dialect.title();
            match &placeholder.kind {
                PlaceholderKind::All => text.push_str(&values.all),
                PlaceholderKind::AllForShell => text.push_str(&shell_quoted(&values.all)),
                kind @ (PlaceholderKind::Position(_) | PlaceholderKind::Name(_)) => {
                    if let Some(value) = values.get(kind) {
                        text.push_str(value);
                        continue;
                    }
                    let message = format!("no argument for `{source}`");
                    left(codes::MISSING_ARGUMENT, message);
                    let keeper = match kind {
                        // The editor asks for it.
                        PlaceholderKind::Name(_) => Dialect::Copilot,
                        _ => Dialect::ClaudeCode,
                    };
                    if self.dialect == keeper {
                        text.push_str(source);
                    }
                }
                PlaceholderKind::Dollar => text.push('$'),
                PlaceholderKind::Tool(what) => {
                    let message = format!("{title} fills in `{what}`");
                    left(codes::FILLED_IN_BY_TOOL, message);
                    text.push_str(source);
                }
                PlaceholderKind::Shell(shell) => {
                    let message = format!("{title} runs `{shell}` and inserts its output");
                    left(codes::RUN_BY_TOOL, message);
                    text.push_str(source);
                }
            }
        }
        text.push_str(self.body.get(done..).unwrap_or_default());
        let is_used = placeholders.iter().any(|found| {
            use PlaceholderKind::{All, AllForShell, Name, Position};
            matches!(found.kind, All | AllForShell | Position(_) | Name(_))
        });
        self.append(&mut text, &values, arguments, is_used);
        Ok(CommandExpansion { text, diagnostics })
    }

    /// Appends the arguments to a text without placeholders.
    fn append(&self, text: &mut String, values: &Values<'_>, arguments: &str, is_used: bool) {
        let rest = match self.dialect {
            Dialect::Copilot => values.rest.as_str(),
            _ if is_used => "",
            // Its documentation does not define it.
            Dialect::Codex => "",
            _ => arguments,
        };
        if rest.is_empty() {
            return;
        }
        text.push_str("\n\n");
        match self.dialect {
            Dialect::ClaudeCode => text.push_str("ARGUMENTS: "),
            Dialect::Gemini => {
                text.push('/');
                text.push_str(&self.name);
                text.push(' ');
            }
            _ => {}
        }
        text.push_str(rest);
    }
}

/// The arguments of one call.
struct Values<'v> {
    all: String,
    positions: Vec<String>,
    /// The position that takes everything from there on.
    greedy: Option<(usize, String)>,
    named: HashMap<&'v str, String>,
    /// Names that are not arguments.
    rest: String,
}

impl<'v> Values<'v> {
    fn new(
        command: &'v Command,
        arguments: &str,
        placeholders: &'v [Placeholder],
    ) -> Result<Self, Error> {
        let refused = |message: String| Error::Arguments {
            command: command.name.clone(),
            message,
        };
        let quoting = match command.dialect {
            Dialect::OpenCode => Quoting::Plain,
            _ => Quoting::Shell,
        };
        let positions = match split(arguments, quoting) {
            Some(positions) => positions,
            None if command.dialect == Dialect::Codex => {
                return Err(refused(
                    "unclosed quote: write the closing quote".to_owned(),
                ));
            }
            // The quote is then a character like others.
            None => split(arguments, Quoting::Plain).unwrap_or_default(),
        };
        let mut values = Self {
            all: arguments.to_owned(),
            positions,
            greedy: None,
            named: HashMap::new(),
            rest: String::new(),
        };
        let highest = placeholders.iter().filter_map(|found| match found.kind {
            PlaceholderKind::Position(position) => Some(position),
            _ => None,
        });
        match command.dialect {
            Dialect::OpenCode => {
                values.greedy = highest.max().and_then(|last| {
                    let rest = values.positions.get(last..)?;
                    (!rest.is_empty()).then(|| (last, rest.join(" ")))
                });
            }
            Dialect::ClaudeCode => {
                let names = command.arguments.iter().map(String::as_str);
                values.named = names.zip(values.positions.iter().cloned()).collect();
            }
            Dialect::Codex => {
                values.all = values.positions.join(" ");
                values.assign(placeholders);
                let missing: Vec<&str> = names(placeholders)
                    .filter(|name| !values.named.contains_key(name))
                    .collect();
                if !missing.is_empty() {
                    let missing = missing.join("`, `");
                    return Err(refused(format!(
                        "missing argument `{missing}`: write `NAME=value`"
                    )));
                }
            }
            Dialect::Copilot => values.assign(placeholders),
            _ => {}
        }
        Ok(values)
    }

    /// Assigns `name=value` to the names of placeholders.
    fn assign(&mut self, placeholders: &'v [Placeholder]) {
        let known: HashMap<&str, &'v str> = names(placeholders).map(|name| (name, name)).collect();
        let mut rest = Vec::new();
        for argument in &self.positions {
            let pair = argument.split_once('=');
            match pair.and_then(|(name, value)| Some((*known.get(name)?, value))) {
                Some((name, value)) => {
                    self.named.insert(name, value.to_owned());
                }
                None => rest.push(argument.as_str()),
            }
        }
        self.rest = rest.join(" ");
    }

    /// Returns the argument at a position or of a name.
    fn get(&self, kind: &PlaceholderKind) -> Option<&String> {
        match (kind, &self.greedy) {
            (PlaceholderKind::Name(name), _) => self.named.get(name.as_str()),
            (PlaceholderKind::Position(at), Some((last, rest))) if last == at => Some(rest),
            (PlaceholderKind::Position(at), _) => self.positions.get(*at),
            _ => None,
        }
    }
}

/// Returns the names of placeholders, each once, in their order.
pub(super) fn names(placeholders: &[Placeholder]) -> impl Iterator<Item = &str> {
    let mut seen = std::collections::HashSet::new();
    placeholders
        .iter()
        .filter_map(move |found| match &found.kind {
            PlaceholderKind::Name(name) if seen.insert(name.as_str()) => Some(name.as_str()),
            _ => None,
        })
}
