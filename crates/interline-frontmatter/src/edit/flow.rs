//! Edits of a root in flow style: `{a: 1, b: 2}`, on one line or on several.

use interline_text::TextEdit;

use super::plan::{Entry, Plan};
use crate::Value;
use crate::yaml::{Context, flow_entry, skip_blank, value_over};

const BLANKS: [char; 2] = [' ', '\t'];

/// Puts `value` in the place of the old one.
pub(super) fn set(plan: &mut Plan<'_, '_>, entry: Entry, value: &Value) {
    let node = &plan.block.tree.nodes[entry.value];
    let text = value_over(node, value, Context::Flow);
    let edit = if !node.is_missing() {
        TextEdit::replace(node.span(), text)
    } else if let Some(colon) = plan.colon(entry) {
        TextEdit::insert(colon + 1, format!(" {text}"))
    } else {
        let end = plan.block.tree.nodes[entry.key].end as usize;
        TextEdit::insert(end, format!(": {text}"))
    };
    plan.edits.push(edit);
}

/// Takes an entry out, with its comma: whole lines where it has them to itself.
pub(super) fn remove(plan: &mut Plan<'_, '_>, entry: Entry) {
    let yaml = plan.block.yaml;
    let start = plan.block.tree.nodes[entry.key].start as usize;
    let end = plan.end_of(entry);
    let after = comma_after(yaml, end).map_or(end, |comma| comma + 1);
    let line = plan.line_start(start);
    let alone_before = plan.slice(line, start).trim_matches(BLANKS).is_empty();
    let rest = plan.slice(after, yaml.len()).trim_start_matches(BLANKS);
    let alone_after = rest.is_empty() || rest.starts_with(['\n', '\r', '#']);
    let at_the_end = entry.index >= plan.kept;
    let next = plan.entries.get(entry.index + 1);
    let range = if alone_before && alone_after {
        line..plan.line_end(after)
    } else if let (Some(next), false) = (next, at_the_end) {
        // Up to the next entry, unless a comment is between.
        let next = plan.block.tree.nodes[next.key].start as usize;
        if plan.slice(after, next).trim().is_empty() {
            start..next
        } else {
            start..after
        }
    } else if let Some(before) = entry.index.checked_sub(1) {
        // From the entry before, its comma included, unless a line ending or a comment is between.
        let before = plan.end_of(plan.entries[before]);
        let between = plan.slice(before, start).trim_matches(BLANKS);
        let end = if plan.kept == 0 && next.is_none() {
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
    let blank = blank_after_colon(yaml, range.start);
    plan.edits.push(TextEdit::replace(range, blank));
}

/// Adds entries before the closing brace.
pub(super) fn add(plan: &mut Plan<'_, '_>, added: &[(&str, &Value)]) {
    let yaml = plan.block.yaml;
    let entries: Vec<String> = added
        .iter()
        .map(|(key, value)| flow_entry(key, value))
        .collect();
    let Some(last) = plan.entries.last().copied() else {
        let brace = plan.block.tree.nodes[0].content as usize;
        plan.edits
            .push(TextEdit::insert(brace + 1, entries.join(", ")));
        return;
    };
    let last_removed = last.index >= plan.kept;
    let end = plan.end_of(last);
    let comma = comma_after(yaml, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let key = plan.block.tree.nodes[last.key].start as usize;
    let line = plan.line_start(key);
    let indent = plan.slice(line, key);
    let rest = plan.slice(after, yaml.len()).trim_start_matches(BLANKS);
    let on_lines = indent.trim_matches(BLANKS).is_empty() && rest.starts_with(['\n', '\r', '#']);
    let blank = blank_after_colon(yaml, end);
    let edits = if on_lines {
        let at = plan.line_end(after);
        let ending = plan.ending_before(at);
        let lines = entries.join(&format!(",{ending}{indent}"));
        let comma_here = if comma.is_some() { "," } else { "" };
        let line = TextEdit::insert(at, format!("{indent}{lines}{comma_here}{ending}"));
        if comma.is_some() || last_removed {
            vec![line]
        } else {
            vec![TextEdit::insert(end, format!("{blank},")), line]
        }
    } else if comma.is_some() {
        vec![TextEdit::insert(after, format!(" {},", entries.join(", ")))]
    } else if plan.kept == 0 {
        vec![TextEdit::insert(end, entries.join(", "))]
    } else {
        vec![TextEdit::insert(
            end,
            format!("{blank}, {}", entries.join(", ")),
        )]
    };
    plan.edits.extend(edits);
}

/// What must stand between a colon without a value and a comma or brace: some readers take `:,` for the end of a word.
fn blank_after_colon(yaml: &str, end: usize) -> &'static str {
    let before = yaml.get(..end).unwrap_or_default();
    if before.ends_with(':') { " " } else { "" }
}

fn comma_after(yaml: &str, end: usize) -> Option<usize> {
    let at = skip_blank(yaml, end);
    (yaml.as_bytes().get(at) == Some(&b',')).then_some(at)
}

impl Plan<'_, '_> {
    /// Where a key or value of the root stands.
    pub(super) fn context(&self) -> Context {
        let root = self.block.tree.nodes.first();
        match root.map(|root| root.kind) {
            Some(crate::yaml::Kind::Mapping { flow: true }) => Context::Flow,
            _ => Context::Block,
        }
    }
}
