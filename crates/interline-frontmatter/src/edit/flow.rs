//! Edits of a root in flow style: `{a: 1, b: 2}`, on one line or on several.

use interline_text::TextEdit;

use super::change::{Entry, Plan};
use crate::Value;
use crate::yaml::{Context, QuoteStyle, flow_value, inline_key, skip_blank};

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
    let comma = comma_after(yaml, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let line = plan.line_start(start);
    let alone_before = yaml[line..start].bytes().all(|b| b == b' ' || b == b'\t');
    let rest = yaml[after..].trim_start_matches([' ', '\t']);
    let alone_after = rest.is_empty() || rest.starts_with(['\n', '\r', '#']);
    let range = if alone_before && alone_after {
        line..plan.line_end(after)
    } else if let Some(next) = plan.entries.get(entry.index + 1) {
        // Up to the next entry, unless a comment is between.
        let next = plan.block.tree.nodes[next.key].start as usize;
        if yaml[after..next].trim().is_empty() {
            start..next
        } else {
            start..after
        }
    } else if let Some(before) = entry.index.checked_sub(1).map(|i| plan.entries[i]) {
        // From the entry before, its comma included, unless a line ending or a comment is between.
        let before = plan.end_of(before);
        let between = &yaml[before..start];
        if between
            .trim_matches([' ', '\t'])
            .trim_end_matches(',')
            .is_empty()
        {
            before..end
        } else {
            start..after
        }
    } else {
        start..after
    };
    plan.edits.push(TextEdit::delete(range));
}

/// Adds entries before the closing brace.
pub(super) fn add(plan: &mut Plan<'_, '_>, added: &[(&str, &Value)]) {
    let yaml = plan.block.yaml;
    let entries: Vec<String> = added
        .iter()
        .map(|(key, value)| {
            let key = inline_key(key, Context::Flow, QuoteStyle::Plain);
            let value = flow_value(value, Context::Flow, QuoteStyle::Plain);
            format!("{key}: {value}")
        })
        .collect();
    let Some(last) = plan.entries.last().copied() else {
        let brace = plan.block.tree.nodes[0].content as usize;
        plan.edits
            .push(TextEdit::insert(brace + 1, entries.join(", ")));
        return;
    };
    let end = plan.end_of(last);
    let comma = comma_after(yaml, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let key = plan.block.tree.nodes[last.key].start as usize;
    let line = plan.line_start(key);
    let indent = &yaml[line..key];
    let rest = yaml[after..].trim_start_matches([' ', '\t']);
    let on_lines =
        !indent.contains(|c| c != ' ' && c != '\t') && rest.starts_with(['\n', '\r', '#']);
    if on_lines {
        let at = plan.line_end(after);
        let ending = plan.ending_before(at);
        let separator = format!(",{ending}{indent}");
        let lines = entries.join(&separator);
        if comma.is_some() {
            plan.edits
                .push(TextEdit::insert(at, format!("{indent}{lines},{ending}")));
        } else {
            plan.edits.push(TextEdit::insert(end, ","));
            plan.edits
                .push(TextEdit::insert(at, format!("{indent}{lines}{ending}")));
        }
    } else if comma.is_some() {
        plan.edits
            .push(TextEdit::insert(after, format!(" {},", entries.join(", "))));
    } else {
        plan.edits
            .push(TextEdit::insert(end, format!(", {}", entries.join(", "))));
    }
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
