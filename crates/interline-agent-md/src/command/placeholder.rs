use std::collections::{HashMap, HashSet};
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
            _ => self.dollars(),
        }
    }

    /// Finds `$ARGUMENTS`, `$1`, `$name` by the rules of the dialect.
    fn dollars(&self) -> Vec<Placeholder> {
        let (dialect, bytes) = (self.dialect, self.body.as_bytes());
        // After the last backtick no closing one is searched, which keeps the search linear.
        let last_tick = self.body.rfind('`');
        // The end of the last `$$` of Codex, which stays as it is.
        let mut literal = 0;
        let declared: HashSet<&str> = self.arguments.iter().map(String::as_str).collect();
        let is_mark = |byte| matches!(byte, b'$' | b'\\' | b'!');
        let next = |rest: &str| rest.bytes().position(is_mark);
        find(&self.body, next, |start| {
            let rest = self.body.get(start + 1..)?;
            match bytes.get(start)? {
                b'\\' => {
                    let escapes = matches!(dialect, Dialect::ClaudeCode | Dialect::Native);
                    (escapes && rest.starts_with('$')).then_some((2, PlaceholderKind::Dollar))
                }
                b'!' => {
                    let runs = matches!(dialect, Dialect::ClaudeCode | Dialect::OpenCode);
                    let is_begin =
                        start == 0 || bytes.get(start - 1).is_none_or(u8::is_ascii_whitespace);
                    if !runs || !is_begin || last_tick <= Some(start + 1) {
                        return None;
                    }
                    let (shell, _) = rest.strip_prefix('`')?.split_once('`')?;
                    // Placeholders in it are expanded before it runs, so that only its mark is the placeholder.
                    Some((2, PlaceholderKind::Shell(shell.to_owned())))
                }
                _ if start < literal => None,
                _ if dialect == Dialect::Codex && rest.starts_with('$') => {
                    literal = start + 2;
                    None
                }
                _ => self.dollar(rest, &declared),
            }
        })
    }

    /// Parses the text after a dollar; `declared` has the names of arguments. Returns the length, with the dollar, and the kind.
    fn dollar(&self, rest: &str, declared: &HashSet<&str>) -> Option<(usize, PlaceholderKind)> {
        let dialect = self.dialect;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            // Codex has nine.
            let digits = if dialect == Dialect::Codex { 1 } else { digits };
            let number: usize = rest.get(..digits)?.parse().ok()?;
            let first = usize::from(dialect != Dialect::ClaudeCode);
            let position = number.checked_sub(first)?;
            return Some((1 + digits, PlaceholderKind::Position(position)));
        }
        if let Some(inner) = rest.strip_prefix('{') {
            let is_variable = dialect == Dialect::ClaudeCode && inner.starts_with("CLAUDE_");
            let len = inner.bytes().take_while(|b| is_name_byte(*b)).count();
            let closes = inner.as_bytes().get(len) == Some(&b'}');
            let name = inner.get(..len)?;
            let kind = || PlaceholderKind::Tool(name.to_owned());
            return (is_variable && closes).then(|| (len + 3, kind()));
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
                Some(number) => (len + digits + 3, PlaceholderKind::Position(number)),
                None => (1 + len, PlaceholderKind::All),
            });
        }
        let is_name = match dialect {
            Dialect::Codex => {
                let is_upper = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
                name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(is_upper)
            }
            _ => declared.contains(name),
        };
        is_name.then(|| (1 + len, PlaceholderKind::Name(name.to_owned())))
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Finds placeholders. `next` returns the offset of the next mark in a text. `read` returns the length and the kind of the placeholder
/// at a mark; `None` to continue after the mark.
fn find(
    body: &str,
    next: impl Fn(&str) -> Option<usize>,
    mut read: impl FnMut(usize) -> Option<(usize, PlaceholderKind)>,
) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = body.get(at..).and_then(&next) {
        let start = at + offset;
        at = start + 1;
        if let Some((len, kind)) = read(start) {
            at = start + len;
            let span = start..at;
            found.push(Placeholder { span, kind });
        }
    }
    found
}

/// Finds `{{args}}`, `!{…}` and `@{…}` of the Gemini CLI.
fn braces(body: &str) -> Vec<Placeholder> {
    const ARGS: &str = "{{args}}";
    let closing = closing_braces(body);
    // The end of the `!{` that contains the position.
    let mut shell_end = 0;
    let is_mark = |byte| matches!(byte, b'{' | b'!' | b'@');
    let next = |rest: &str| rest.bytes().position(is_mark);
    find(body, next, |start| {
        let text = body.get(start..)?;
        let is_in_shell = start < shell_end;
        if text.starts_with(ARGS) {
            let kind = if is_in_shell {
                PlaceholderKind::AllForShell
            } else {
                PlaceholderKind::All
            };
            return Some((ARGS.len(), kind));
        }
        if is_in_shell || text.starts_with('{') {
            return None;
        }
        let end = *closing.get(&(start + 1))?;
        let inner = body.get(start + 2..end)?.to_owned();
        if text.starts_with('@') {
            return Some((end + 1 - start, PlaceholderKind::Tool(inner)));
        }
        // Arguments in it are filled in, so that only its mark is the placeholder.
        shell_end = end;
        Some((2, PlaceholderKind::Shell(inner)))
    })
}

/// Returns the offset of the closing brace for the offset of each `{` after `!` or `@`. One pass over the body: a search from each of many
/// open braces would take quadratic time.
fn closing_braces(body: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut closing = HashMap::new();
    let mut last = 0;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'{' => open.push((at, matches!(last, b'!' | b'@'))),
            b'}' => {
                if let Some((start, true)) = open.pop() {
                    closing.insert(start, at);
                }
            }
            _ => {}
        }
        last = byte;
    }
    closing
}

/// Finds `${input:name}`, `${input:name:shown}` and `${file}` of Copilot.
fn inputs(body: &str) -> Vec<Placeholder> {
    let next = |rest: &str| rest.find("${");
    find(body, next, |start| {
        let inner = body.get(start + 2..)?;
        // A `{` ends the search, so that the text up to the next `${` is searched once.
        let len = inner.find(['}', '\n', '{'])?;
        let (inner, end) = inner.split_at(len);
        if !end.starts_with('}') {
            return None;
        }
        let kind = match inner.strip_prefix("input:") {
            Some(input) => {
                let name = input.split(':').next().unwrap_or_default();
                PlaceholderKind::Name(name.to_owned())
            }
            None => PlaceholderKind::Tool(inner.to_owned()),
        };
        Some((len + 3, kind))
    })
}
