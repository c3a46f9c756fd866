//! The expected and the actual results of a case, as lines that can be compared and displayed.

use interline_patch_template::Attributes;
use interline_text::{Diagnostic, position};

use super::file::{Case, Field, escape};

/// Lines that are expected, lines that came, and promises that were broken.
#[derive(Debug, Default)]
pub(crate) struct Report {
    expected: Vec<String>,
    found: Vec<String>,
    broken: Vec<String>,
}

impl Report {
    /// Something that must hold in every case.
    pub(crate) fn promise(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.broken.push(what());
        }
    }

    pub(crate) fn expect(&mut self, key: &str, value: &str) {
        push(&mut self.expected, key, value);
    }

    pub(crate) fn find(&mut self, key: &str, value: &str) {
        push(&mut self.found, key, value);
    }

    /// Expects the values of a key, all of them, in the order of the case.
    pub(crate) fn all(&mut self, case: &Case, key: &str, found: impl IntoIterator<Item = String>) {
        for value in case.all(key) {
            self.expect(key, value);
        }
        for value in found {
            self.find(key, &value);
        }
    }

    /// Like `all`, but a case without the key accepts anything.
    pub(crate) fn given(
        &mut self,
        case: &Case,
        key: &str,
        found: impl IntoIterator<Item = String>,
    ) {
        if case.has(key) {
            self.all(case, key, found);
        }
    }

    /// Expects the diagnostics of the case under `key`, as exactly as it names them.
    pub(crate) fn diagnostics(&mut self, case: &Case, key: &str, text: &str, found: &[Diagnostic]) {
        let expected = Expected::of(case, key);
        for wanted in &expected {
            self.expect(key, &wanted.place);
            for (key, value) in &wanted.more {
                self.expect(key, value);
            }
        }
        for (index, diagnostic) in found.iter().enumerate() {
            let wanted = expected.get(index);
            self.find(key, &place(diagnostic, text, wanted));
            let message = wanted.is_none_or(|wanted| wanted.has("message"));
            if message {
                self.find("message", &diagnostic.message);
            }
            if wanted.is_some_and(|wanted| wanted.has("related")) {
                for related in &diagnostic.related {
                    let line = position(text, related.span.start).line;
                    self.find("related", &format!("{line} {}", related.message));
                }
            }
        }
    }

    /// Returns the difference, with `-` before a missing line and `+` before an unexpected one.
    pub(crate) fn failure(&self) -> Option<String> {
        if self.expected == self.found && self.broken.is_empty() {
            return None;
        }
        let mut out: Vec<String> = self.broken.iter().map(|what| format!("! {what}")).collect();
        if self.expected != self.found {
            let pairs = self.expected.iter().zip(&self.found);
            let head = pairs.take_while(|(a, b)| a == b).count();
            let (expected, found) = (&self.expected[head..], &self.found[head..]);
            let pairs = expected.iter().rev().zip(found.iter().rev());
            let tail = pairs.take_while(|(a, b)| a == b).count();
            let (expected, tail) = expected.split_at(expected.len() - tail);
            let found = &found[..found.len() - tail.len()];
            out.extend(self.expected[..head].iter().map(|line| format!("  {line}")));
            out.extend(expected.iter().map(|line| format!("- {line}")));
            out.extend(found.iter().map(|line| format!("+ {line}")));
            out.extend(tail.iter().map(|line| format!("  {line}")));
        }
        Some(out.join("\n") + "\n")
    }
}

/// A value of several lines is shown on several lines.
fn push(lines: &mut Vec<String>, key: &str, value: &str) {
    let mut pieces = value.split_inclusive('\n');
    lines.push(format!("{key} {}", escape(pieces.next().unwrap_or(""))));
    for piece in pieces {
        lines.push(format!("{:1$} {2}", "", key.len(), escape(piece)));
    }
}

/// A diagnostic as a case has it: `CODE LINE[:COLUMN] [SEVERITY]`, and the lines `message` and `related` after it.
struct Expected<'c> {
    place: String,
    more: Vec<(&'c str, &'c str)>,
}

impl<'c> Expected<'c> {
    fn of(case: &'c Case, key: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        let mut here = false;
        for Field { key: k, value } in case.fields() {
            match k.as_str() {
                k if k == key => {
                    here = true;
                    all.push(Self {
                        place: value.clone(),
                        more: Vec::new(),
                    });
                }
                "message" | "related" if here => {
                    all.last_mut().unwrap().more.push((k, value));
                }
                "message" | "related" => {}
                _ => here = false,
            }
        }
        all
    }

    fn has(&self, key: &str) -> bool {
        self.more.iter().any(|(k, _)| *k == key)
    }
}

fn place(diagnostic: &Diagnostic, text: &str, wanted: Option<&Expected<'_>>) -> String {
    let at = position(text, diagnostic.span.start);
    let words: Vec<&str> = wanted.map_or(Vec::new(), |wanted| wanted.place.split(' ').collect());
    let mut place = format!("{} {}", diagnostic.code, at.line);
    if wanted.is_none() || words.get(1).is_some_and(|place| place.contains(':')) {
        place.push_str(&format!(":{}", at.column));
    }
    if words.len() > 2 {
        place.push_str(&format!(" {}", diagnostic.severity));
    }
    place
}

/// Attributes as a marker has them.
pub(crate) fn attributes(attributes: &Attributes<'_>) -> String {
    let mut out = String::new();
    for attribute in attributes {
        out.push(' ');
        out.push_str(&attribute.key);
        if let Some(value) = &attribute.value {
            let bare = !value.is_empty() && !value.contains([' ', '\t', '"', '\'']);
            let quote = match (bare, value.contains('"')) {
                (true, _) => "",
                (false, true) => "'",
                (false, false) => "\"",
            };
            out.push_str(&format!("={quote}{value}{quote}"));
        }
    }
    out
}

/// Returns `HEAD = CONTENT`, or `HEAD =` without content.
pub(crate) fn assigned(head: &str, content: &str) -> String {
    if content.is_empty() {
        format!("{head} =")
    } else {
        format!("{head} = {content}")
    }
}
