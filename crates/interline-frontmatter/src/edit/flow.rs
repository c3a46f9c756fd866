//! Edits in flow style: `{a: 1, b: 2}` and `[a, b]`, on one line or on several.

use super::collection::{Child, CollectionChange};
use super::old_child::{OldChild, Slot};
use super::refusal::Refusal;
use super::writer::Writer;
use crate::Value;
use crate::yaml::{
    Context, Quotes, flow_entry, item_like, needs_question_mark, skip_space, value_over,
};

const SPACES: [char; 2] = [' ', '\t'];

impl Writer<'_, '_> {
    /// Replaces the old value by `value`.
    pub(super) fn set_in_flow(&mut self, slot: Slot, id: usize, value: &Value, prefer: Quotes) {
        let node = self.node(id);
        let text = value_over(node, value, Context::Flow, prefer);
        if !node.is_missing() {
            self.replace(node.span(), text);
            return;
        }
        let is_colon = self.slice(slot.after.saturating_sub(1), slot.after) == ":";
        if is_colon && slot.after >= node.start as usize {
            self.replace(slot.after..slot.after, format!(" {text}"));
        } else {
            // A key alone, which is the node before its value.
            let key = self.node(id - 1).span();
            if needs_question_mark(self.slice(key.start, key.end)) {
                self.replace(key.start..key.start, "? ");
                self.replace(key.end..key.end, format!(" : {text}"));
            } else {
                self.replace(key.end..key.end, format!(": {text}"));
            }
        }
    }

    /// Removes the children that do not stay, and writes the new ones.
    pub(super) fn reshape_flow(&mut self, change: &CollectionChange<'_>) -> Result<(), Refusal> {
        // Removed first: what is added afterwards is placed relative to children that stay.
        for part in change.removed() {
            if change.moves[part.index] {
                self.refuse_comments(part)?;
            }
            self.remove_from_flow(change, part);
        }
        let mut texts: Vec<String> = Vec::new();
        let mut before: Option<OldChild> = None;
        for child in &change.children {
            match child {
                Child::Stays(part) => {
                    if !texts.is_empty() {
                        self.add_before(*part, &texts);
                        texts.clear();
                    }
                    before = Some(*part);
                }
                Child::Moves(part) => texts.push(self.slice(part.start, part.end).to_owned()),
                Child::New(Some(key), new) => texts.push(flow_entry(key, &new.value, new.quotes)),
                Child::New(None, new) => {
                    let stays = || change.parts.iter().find(|part| change.stays[part.index]);
                    let like = before.or_else(|| stays().copied());
                    let like = like.map(|part| self.node(part.value));
                    let text = item_like(like, &new.value, Context::Flow, new.quotes);
                    texts.push(text.into_owned());
                }
            }
        }
        if !texts.is_empty() {
            self.add_to_flow(change, &texts);
        }
        Ok(())
    }

    /// A comment in or after an item between brackets may as well be about the next, so it does not move.
    fn refuse_comments(&self, part: OldChild) -> Result<(), Refusal> {
        let after = comma_after(self.block.yaml, part.end).map_or(part.end, |comma| comma + 1);
        let rest = self.slice(after, self.content_end(after));
        if rest.trim_start_matches(SPACES).starts_with('#') {
            let reason =
                "it would move in a list in brackets, where its comment cannot move with it";
            return Err(Refusal::new(reason, self.node(part.value).span()).below(part.index));
        }
        Ok(())
    }

    /// Removes a child with its comma, as whole lines when nothing else is on them.
    fn remove_from_flow(&mut self, change: &CollectionChange<'_>, part: OldChild) {
        let yaml = self.block.yaml;
        let (start, end) = (part.start, part.end);
        let after = comma_after(yaml, end).map_or(end, |comma| comma + 1);
        let line = self.line_start(start);
        let alone_before = self.slice(line, start).trim_matches(SPACES).is_empty();
        let rest = self.slice(after, yaml.len()).trim_start_matches(SPACES);
        let alone_after = rest.is_empty() || rest.starts_with(['\n', '\r', '#']);
        let at_the_end = part.index >= change.kept;
        let next = change.parts.get(part.index + 1);
        let range = if alone_before && alone_after {
            line..self.line_end(after)
        } else if let (Some(next), false) = (next, at_the_end) {
            // Up to the next one, unless a comment is between.
            if self.slice(after, next.start).trim().is_empty() {
                start..next.start
            } else {
                start..after
            }
        } else if let Some(before) = part.index.checked_sub(1) {
            // From the one before, its comma included, unless a line ending or a comment is between.
            let before = change.parts[before].end;
            let between = self.slice(before, start).trim_matches(SPACES);
            let end = if change.kept == 0 && next.is_none() {
                after
            } else {
                end
            };
            if between.trim_end_matches(',').is_empty() {
                before..end
            } else {
                start..after
            }
        } else {
            start..if next.is_none() { after } else { end }
        };
        let space = space_after_colon(yaml, range.start);
        self.replace(range, space);
    }

    /// Adds children before one that stays.
    fn add_before(&mut self, next: OldChild, texts: &[String]) {
        let line = self.line_start(next.start);
        let indent = self.slice(line, next.start);
        let at = next.start;
        if line > 0 && indent.trim_matches(SPACES).is_empty() {
            let between = format!(",{}{indent}", self.ending_before(line));
            self.replace(at..at, format!("{}{between}", texts.join(&between)));
        } else {
            self.replace(at..at, format!("{}, ", texts.join(", ")));
        }
    }

    /// Adds children before the closing bracket.
    fn add_to_flow(&mut self, change: &CollectionChange<'_>, texts: &[String]) {
        let yaml = self.block.yaml;
        let Some(last) = change.parts.last().copied() else {
            let bracket = self.node(change.id).content as usize;
            self.replace(bracket + 1..bracket + 1, texts.join(", "));
            return;
        };
        let last_removed = last.index >= change.kept;
        let end = last.end;
        let comma = comma_after(yaml, end);
        let after = comma.map_or(end, |comma| comma + 1);
        let line = self.line_start(last.start);
        let indent = self.slice(line, last.start);
        let rest = self.slice(after, yaml.len()).trim_start_matches(SPACES);
        let on_lines =
            indent.trim_matches(SPACES).is_empty() && rest.starts_with(['\n', '\r', '#']);
        let space = space_after_colon(yaml, end);
        if on_lines {
            let at = self.line_end(after);
            let ending = self.ending_before(at);
            let lines = texts.join(&format!(",{ending}{indent}"));
            let comma_here = if comma.is_some() { "," } else { "" };
            self.replace(at..at, format!("{indent}{lines}{comma_here}{ending}"));
            if comma.is_none() && !last_removed {
                self.replace(end..end, format!("{space},"));
            }
        } else if comma.is_some() {
            self.replace(after..after, format!(" {},", texts.join(", ")));
        } else if change.kept == 0 {
            self.replace(end..end, texts.join(", "));
        } else {
            self.replace(end..end, format!("{space}, {}", texts.join(", ")));
        }
    }
}

/// Returns the text between a colon without a value and a comma or brace: some readers take `:,` for the end of a scalar.
fn space_after_colon(yaml: &str, end: usize) -> &'static str {
    let before = yaml.get(..end).unwrap_or_default();
    if before.ends_with(':') { " " } else { "" }
}

fn comma_after(yaml: &str, end: usize) -> Option<usize> {
    let at = skip_space(yaml, end);
    (yaml.as_bytes().get(at) == Some(&b',')).then_some(at)
}
