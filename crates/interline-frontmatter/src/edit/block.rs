//! Edits of a root in block style, where every entry has lines of its own.

use interline_text::TextEdit;

use super::plan::{Entry, Plan, Refusal};
use crate::Value;
use crate::yaml::{
    Context, Kind, Style, block_lines, is_inline, mapping_lines, properties_end, value_over,
};

/// Puts `value` in the place of the old one.
pub(super) fn set(plan: &mut Plan<'_, '_>, entry: Entry, value: &Value) -> Result<(), Refusal> {
    let yaml = plan.block.yaml;
    let node = &plan.block.tree.nodes[entry.value];
    let (start, end) = (node.start as usize, node.end as usize);
    let after_colon = plan
        .colon(entry)
        .map(|colon| colon + 1)
        .ok_or_else(|| Refusal::new("no colon follows it", node.span()))?;
    // What goes on the line of the key or of the old value, and the lines of the old value that go.
    let (head, lines) = match node.kind {
        Kind::Scalar(Style::Block { .. }) => {
            let content = node.content as usize;
            let header = yaml.get(content..end).unwrap_or_default();
            let header = header.split(|c: char| c.is_ascii_whitespace()).next();
            (
                start..content + header.map_or(0, str::len),
                plan.line_end(content)..plan.entry_end(entry),
            )
        }
        Kind::Sequence { flow: false } | Kind::Mapping { flow: false } => {
            let head = if start < node.content as usize {
                start..properties_end(yaml, start)
            } else {
                after_colon..after_colon
            };
            let first = plan.line_end(head.end);
            (head, first..plan.entry_end(entry).max(first))
        }
        _ => (start..end, plan.blank_lines(entry)),
    };
    let in_brackets = matches!(
        node.kind,
        Kind::Sequence { flow: true } | Kind::Mapping { flow: true }
    );
    if in_brackets || is_inline(value) {
        let mut text = value_over(node, value, Context::Block).into_owned();
        if head.start == after_colon {
            text.insert(0, ' ');
        }
        // One plain scalar for another keeps the blank lines below it.
        let stays_plain = matches!(node.kind, Kind::Scalar(Style::Plain))
            && !text.trim_start().starts_with(['\'', '"', '[', '{']);
        plan.edits.push(TextEdit::replace(head, text));
        if !stays_plain {
            // LF stays where only a CR is before the lines: the next one may be the closer.
            let lf = plan.slice(lines.start.saturating_sub(1), lines.start) == "\r"
                && plan.slice(lines.start, lines.end).ends_with('\n');
            let end = lines.end - usize::from(lf);
            plan.edits.push(TextEdit::delete(lines.start..end));
        }
        return Ok(());
    }
    if plan.line_start(start) > after_colon && plan.line_start(head.start) > after_colon {
        let reason =
            "its value begins on a line of its own, where a list or mapping cannot take its place";
        return Err(Refusal::new(reason, node.span()));
    }
    let same_kind = matches!(
        (node.kind, value),
        (Kind::Sequence { flow: false }, Value::Sequence(_))
            | (Kind::Mapping { flow: false }, Value::Mapping(_))
    );
    let indent = if same_kind {
        let content = node.content as usize;
        content - plan.line_start(content)
    } else {
        root_indent(plan) + 2
    };
    let text = block_lines(value, indent, plan.ending_before(lines.start));
    // With the blanks before it, so that none are left at the end of the line.
    plan.edits
        .push(TextEdit::delete(after_colon.min(head.start)..head.end));
    plan.edits.push(TextEdit::replace(lines, text));
    Ok(())
}

/// Takes the lines of an entry out.
pub(super) fn remove(plan: &mut Plan<'_, '_>, entry: Entry) -> Result<(), Refusal> {
    let key = &plan.block.tree.nodes[entry.key];
    let key_start = key.start as usize;
    let start = plan.line_start(key_start);
    let before = plan.block.yaml.get(start..key_start).unwrap_or_default();
    if !before.bytes().all(|b| b == b' ') {
        let reason = "something stands before it on its line";
        return Err(Refusal::new(reason, key.span()));
    }
    let end = plan.entry_end(entry);
    plan.edits.push(TextEdit::delete(start..end));
    Ok(())
}

/// Adds entries after the last one.
pub(super) fn add(plan: &mut Plan<'_, '_>, added: &[(&str, &Value)]) -> Result<(), Refusal> {
    let yaml = plan.block.yaml;
    let indent = root_indent(plan);
    let at = match plan.entries.last() {
        None => yaml.len(),
        Some(last) => {
            let mut at = plan.entry_end(*last);
            if !plan.slice(0, at).ends_with(['\n', '\r']) {
                // Tabs before a comment.
                at = plan.line_end(at);
            }
            // A comment further in belongs to the entry before it.
            while let Some(rest) = yaml.get(at..) {
                let blanks = rest.len() - rest.trim_start_matches(' ').len();
                if blanks <= indent || !rest[blanks..].starts_with('#') {
                    break;
                }
                at = plan.line_end(at);
            }
            at
        }
    };
    let mapping = added
        .iter()
        .map(|(key, value)| (*key, (*value).clone()))
        .collect();
    let lines = mapping_lines(&mapping, indent, plan.ending_before(at));
    plan.edits.push(TextEdit::insert(at, lines));
    Ok(())
}

/// The blanks before each key of the root.
fn root_indent(plan: &Plan<'_, '_>) -> usize {
    plan.block.tree.nodes.first().map_or(0, |root| {
        let content = root.content as usize;
        content - plan.line_start(content)
    })
}
