//! Edits of a root in flow style: `{a: 1, b: 2}`, on one line or on several.

use interline_text::TextEdit;

use super::plan::{Entry, Plan};
use crate::Value;
use crate::yaml::{Context, flow_entry, flow_value, skip_blank};

/// Puts `value` in the place of the old one.
pub(super) fn set(plan: &mut Plan<'_, '_>, entry: Entry, value: &Value) {
    let node = &plan.block.tree.nodes[entry.value];
    let text = flow_value(value, Context::Flow, node.quotes());
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
    let alone_before = yaml[line..start].bytes().all(|b| b == b' ' || b == b'\t');
    let rest = yaml[after..].trim_start_matches([' ', '\t']);
    let alone_after = rest.is_empty() || rest.starts_with(['\n', '\r', '#']);
    let at_the_end = plan.removed[entry.index..].iter().all(|removed| *removed);
    let next = plan.entries.get(entry.index + 1);
    let range = if alone_before && alone_after {
        line..plan.line_end(after)
    } else if let (Some(next), false) = (next, at_the_end) {
        // Up to the next entry, unless a comment is between.
        let next = plan.block.tree.nodes[next.key].start as usize;
        if yaml[after..next].trim().is_empty() {
            start..next
        } else {
            start..after
        }
    } else if let Some(before) = entry.index.checked_sub(1) {
        // From the entry before, its comma included, unless a line ending or a comment is between.
        let before = plan.end_of(plan.entries[before]);
        let between = yaml[before..start].trim_matches([' ', '\t']);
        let end = if plan.all_removed() && next.is_none() {
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
    let last_removed = plan.removed[last.index];
    let end = plan.end_of(last);
    let comma = comma_after(yaml, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let key = plan.block.tree.nodes[last.key].start as usize;
    let line = plan.line_start(key);
    let indent = &yaml[line..key];
    let rest = yaml[after..].trim_start_matches([' ', '\t']);
    let on_lines =
        !indent.contains(|c| c != ' ' && c != '\t') && rest.starts_with(['\n', '\r', '#']);
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
    } else if plan.all_removed() {
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
    if yaml[..end].ends_with(':') { " " } else { "" }
}

fn comma_after(yaml: &str, end: usize) -> Option<usize> {
    let at = skip_blank(yaml, end);
    (yaml.as_bytes().get(at) == Some(&b',')).then_some(at)
}

impl Plan<'_, '_> {
    fn all_removed(&self) -> bool {
        self.removed.iter().all(|removed| *removed)
    }

    /// Where a key or value of the root stands.
    pub(super) fn context(&self) -> Context {
        let root = self.block.tree.nodes.first();
        match root.map(|root| root.kind) {
            Some(crate::yaml::Kind::Mapping { flow: true }) => Context::Flow,
            _ => Context::Block,
        }
    }
}
