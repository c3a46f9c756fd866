use std::ops::Range;

use super::Command;
use crate::dialect::Dialect;

/// A placeholder in the body of a command.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Placeholder {
    /// The span in the body, in bytes.
    pub span: Range<usize>,
    /// The kind.
    pub kind: PlaceholderKind,
}

/// The kinds of placeholders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlaceholderKind {
    /// All arguments: `$ARGUMENTS`, `{{args}}`.
    All,
    /// All arguments, as one word of a shell: `{{args}}` in `!{…}`.
    AllForShell,
    /// One argument by its position, from 0: `$1`, `$ARGUMENTS[0]`.
    Position(usize),
    /// One argument by its name: `$name`, `${input:name}`.
    Name(String),
    /// A literal dollar, written `\$`.
    Dollar,
    /// A variable or file that the tool fills in: `${file}`, `${CLAUDE_SESSION_ID}`, `@{path}`.
    Tool(String),
    /// A command that the tool runs: `` !`git status` ``, `!{git status}`.
    Shell(String),
}

impl Command {
    /// Returns the placeholders of the body, in its order. They do not overlap. Linear in the body.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_agent_md::{Command, Dialect, PlaceholderKind};
    ///
    /// let command = Command::new("x", "Fix $ARGUMENTS in $0", Dialect::ClaudeCode);
    /// let kinds: Vec<_> = command.placeholders().into_iter().map(|found| found.kind).collect();
    /// assert_eq!(kinds, [PlaceholderKind::All, PlaceholderKind::Position(0)]);
    /// ```
    #[must_use]
    pub fn placeholders(&self) -> Vec<Placeholder> {
        match self.dialect {
            Dialect::Gemini => braces(&self.body),
            Dialect::Copilot => inputs(&self.body),
            Dialect::Cursor | Dialect::AgentSkills | Dialect::Goose => Vec::new(),
            dialect => self.dollars(dialect),
        }
    }

    /// Finds `$ARGUMENTS`, `$1`, `$name` by the rules of `dialect`.
    fn dollars(&self, dialect: Dialect) -> Vec<Placeholder> {
        let bytes = self.body.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        // After the last backtick no closing one is searched, which keeps the search linear.
        let last_tick = self.body.rfind('`');
        while let Some(offset) = self
            .body
            .get(at..)
            .and_then(|rest| rest.find(['$', '\\', '!']))
        {
            let start = at + offset;
            at = start + 1;
            let rest = self.body.get(at..).unwrap_or_default();
            let mut push = |end: usize, kind| {
                found.push(Placeholder {
                    span: start..end,
                    kind,
                });
                at = end;
            };
            match bytes.get(start) {
                Some(b'\\') => {
                    let escapes = matches!(dialect, Dialect::ClaudeCode | Dialect::Native);
                    if escapes && rest.starts_with('$') {
                        push(start + 2, PlaceholderKind::Dollar);
                    }
                }
                Some(b'!') => {
                    let runs = matches!(dialect, Dialect::ClaudeCode | Dialect::OpenCode);
                    let is_begin =
                        start == 0 || bytes.get(start - 1).is_none_or(u8::is_ascii_whitespace);
                    if runs && is_begin && rest.starts_with('`') && last_tick > Some(start + 1) {
                        let inner = rest.get(1..).unwrap_or_default();
                        if let Some(len) = inner.find('`') {
                            let shell = inner.get(..len).unwrap_or_default().to_owned();
                            // Placeholders in it are expanded before it runs, so that only its mark is the placeholder.
                            found.push(Placeholder {
                                span: start..start + 2,
                                kind: PlaceholderKind::Shell(shell),
                            });
                            at = start + 2;
                        }
                    }
                }
                _ => {
                    if dialect == Dialect::Codex && rest.starts_with('$') {
                        // `$$` stays as it is.
                        at = start + 2;
                    } else if let Some((len, kind)) = self.dollar(rest, dialect) {
                        push(start + 1 + len, kind);
                    }
                }
            }
        }
        found
    }

    /// Parses the text after a dollar. Returns the length and the kind.
    fn dollar(&self, rest: &str, dialect: Dialect) -> Option<(usize, PlaceholderKind)> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            // Codex has nine.
            let digits = if dialect == Dialect::Codex { 1 } else { digits };
            let number: usize = rest.get(..digits)?.parse().ok()?;
            let first = usize::from(dialect != Dialect::ClaudeCode);
            let position = number.checked_sub(first)?;
            return Some((digits, PlaceholderKind::Position(position)));
        }
        if let Some(inner) = rest.strip_prefix('{') {
            let is_variable = dialect == Dialect::ClaudeCode && inner.starts_with("CLAUDE_");
            let len = inner.bytes().take_while(|b| is_name_byte(*b)).count();
            let closes = inner.as_bytes().get(len) == Some(&b'}');
            let name = inner.get(..len)?.to_owned();
            return (is_variable && closes).then(|| (len + 2, PlaceholderKind::Tool(name)));
        }
        let len = rest.bytes().take_while(|b| is_name_byte(*b)).count();
        let name = rest.get(..len)?;
        if name == "ARGUMENTS" {
            let index = rest
                .get(len..)?
                .strip_prefix('[')
                .filter(|_| dialect == Dialect::ClaudeCode);
            let digits = index.map_or(0, |index| {
                index.bytes().take_while(u8::is_ascii_digit).count()
            });
            let number = index.and_then(|index| {
                let closes = index.as_bytes().get(digits) == Some(&b']');
                index.get(..digits)?.parse().ok().filter(|_| closes)
            });
            return Some(match number {
                Some(number) => (len + digits + 2, PlaceholderKind::Position(number)),
                None => (len, PlaceholderKind::All),
            });
        }
        let is_name = match dialect {
            Dialect::Codex => {
                let is_upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
                name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(is_upper)
            }
            _ => self.arguments.iter().any(|declared| declared == name),
        };
        is_name.then(|| (len, PlaceholderKind::Name(name.to_owned())))
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Finds `{{args}}`, `!{…}` and `@{…}` of the Gemini CLI.
fn braces(body: &str) -> Vec<Placeholder> {
    const ARGS: &str = "{{args}}";
    let mut found = Vec::new();
    let mut at = 0;
    // The end of the `!{` that contains the position.
    let mut shell_end = 0;
    while let Some(offset) = body.get(at..).and_then(|rest| rest.find(['{', '!', '@'])) {
        let start = at + offset;
        let rest = body.get(start..).unwrap_or_default();
        let mut push = |len: usize, kind| {
            found.push(Placeholder {
                span: start..start + len,
                kind,
            });
            at = start + len;
        };
        if rest.starts_with(ARGS) {
            let kind = if start < shell_end {
                PlaceholderKind::AllForShell
            } else {
                PlaceholderKind::All
            };
            push(ARGS.len(), kind);
        } else if start >= shell_end && (rest.starts_with("!{") || rest.starts_with("@{")) {
            match balanced(rest.get(1..).unwrap_or_default()) {
                Some(len) => {
                    let inner = rest.get(2..len).unwrap_or_default().to_owned();
                    if rest.starts_with('!') {
                        // Arguments in it are filled in, so that only its mark is the placeholder.
                        push(2, PlaceholderKind::Shell(inner));
                        shell_end = start + 1 + len;
                    } else {
                        push(1 + len, PlaceholderKind::Tool(inner));
                    }
                }
                // Nothing after it is balanced either.
                None => at = start + 1,
            }
        } else {
            at = start + 1;
        }
    }
    found
}

/// Returns the number of bytes from a `{` to its closing brace, which is searched in the next 4,096 bytes: many open braces would take
/// quadratic time otherwise.
fn balanced(text: &str) -> Option<usize> {
    const MOST: usize = 4096;
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().take(MOST).enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Finds `${input:name}`, `${input:name:shown}` and `${file}` of Copilot.
fn inputs(body: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = body.get(at..).and_then(|rest| rest.find("${")) {
        let start = at + offset;
        at = start + 2;
        let inner = body.get(at..).unwrap_or_default();
        let Some(len) = inner.find(['}', '\n', '{']) else {
            break;
        };
        if inner.as_bytes().get(len) != Some(&b'}') {
            continue;
        }
        let inner = inner.get(..len).unwrap_or_default();
        let kind = match inner.strip_prefix("input:") {
            Some(input) => {
                let name = input.split(':').next().unwrap_or_default();
                PlaceholderKind::Name(name.to_owned())
            }
            None => PlaceholderKind::Tool(inner.to_owned()),
        };
        at += len + 1;
        found.push(Placeholder {
            span: start..at,
            kind,
        });
    }
    found
}
