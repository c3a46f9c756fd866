//! Edits in block style, where every entry and item has lines of its own.

use std::ops::Range;

use super::collection::{Child, CollectionChange};
use super::goal::{CollectionGoal, Goal, NewGoal};
use super::old_child::{OldChild, Slot};
use super::refusal::Refusal;
use super::writer::Writer;
use crate::Value;
use crate::yaml::{
    Context, Kind, Node, Quotes, Style, block_lines, entry_lines, is_inline, item_like, literal,
    properties_end, value_over,
};

impl<'a> Writer<'_, 'a> {
    /// Replaces the old value by `value`.
    pub(super) fn set_in_block(&mut self, slot: Slot, id: usize, value: &Value, prefer: Quotes) {
        let node = self.node(id);
        let (head, lines) = self.head_and_lines(slot, id);
        if let (Kind::Scalar(Style::Block { keep }), Value::String(text)) = (node.kind, value) {
            let indent = self.content_column(slot, &lines);
            let ending = self.ending_before(lines.start);
            if let Some((header, text)) = literal(text, indent, slot.column, ending, keep) {
                self.replace(head, header);
                self.replace(lines, text);
                return;
            }
        }
        if node.kind.is_flow() || is_inline(value) {
            let mut text = value_over(node, value, Context::Block, prefer).into_owned();
            if head.start == slot.after {
                text.insert(0, ' ');
            }
            // One plain scalar for another keeps the blank lines below it.
            let stays_plain = matches!(node.kind, Kind::Scalar(Style::Plain))
                && !text.trim_start().starts_with(['\'', '"', '[', '{']);
            self.replace(head, text);
            if !stays_plain {
                // After a lone CR, LF stays: without it the next line, which may be the closer, would not start a line.
                let lf = self.slice(lines.start.saturating_sub(1), lines.start) == "\r"
                    && self.slice(lines.start, lines.end).ends_with('\n');
                let end = lines.end - usize::from(lf);
                self.delete(lines.start..end);
            }
            return;
        }
        self.set_lines(slot, node, value, head, lines);
    }

    /// Returns the part of the old value on the line of its key, and its lines below. What replaces it may need only one of the two.
    fn head_and_lines(&self, slot: Slot, id: usize) -> (Range<usize>, Range<usize>) {
        let node = self.node(id);
        let (start, end) = (node.start as usize, (node.end as usize).max(slot.after));
        let content = node.content as usize;
        match node.kind {
            Kind::Scalar(Style::Block { .. }) => {
                let header = self.slice(content, end);
                let header = header.split(|c: char| c.is_ascii_whitespace()).next();
                (
                    start..content + header.map_or(0, str::len),
                    self.line_end(content)..self.lines_end(id, end),
                )
            }
            Kind::Sequence { flow: false } | Kind::Mapping { flow: false } => {
                let is_compact = start == content && self.line_start(start) <= slot.after;
                let head = if start < content {
                    start..properties_end(self.block.yaml, start)
                } else if is_compact && self.line_start(slot.after) == self.line_start(start) {
                    // All of the line is the first child's, with its comment.
                    slot.after..self.content_end(start)
                } else {
                    slot.after..slot.after
                };
                let first = self.line_end(head.end);
                (head, first..self.lines_end(id, end).max(first))
            }
            _ if node.is_missing() => {
                // Spaces before the end of the line would be left there.
                let line = self.slice(start, self.content_end(start));
                let spaces = if line.trim_matches([' ', '\t']).is_empty() {
                    line.len()
                } else {
                    0
                };
                (start..start + spaces, self.blank_lines(id, end))
            }
            _ => (start..end, self.blank_lines(id, end)),
        }
    }

    /// Returns the column of the lines of a block scalar.
    fn content_column(&self, slot: Slot, lines: &Range<usize>) -> usize {
        let lines = self.slice(lines.start, lines.end).lines();
        let mut columns = lines
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.len() - line.trim_start_matches(' ').len());
        let least = columns.next().map(|first| columns.fold(first, usize::min));
        least
            .filter(|column| *column > slot.column)
            .unwrap_or(slot.column + 2)
    }

    /// Writes a collection on lines of its own that replaces `head` and `lines`.
    fn set_lines(
        &mut self,
        slot: Slot,
        node: &Node<'_>,
        value: &Value,
        head: Range<usize>,
        lines: Range<usize>,
    ) {
        let start = node.start as usize;
        let is_below =
            self.line_start(start) > slot.after && self.line_start(head.start) > slot.after;
        let is_same_kind = matches!(
            (node.kind, value),
            (Kind::Sequence { flow: false }, Value::List(_))
                | (Kind::Mapping { flow: false }, Value::Map(_))
        );
        let is_item = self.slice(slot.after.saturating_sub(1), slot.after) == "-";
        let indent = if (is_same_kind && self.is_first(node.content as usize)) || is_below {
            self.column(if is_below {
                start
            } else {
                node.content as usize
            })
        } else {
            slot.column + 2
        };
        let text = block_lines(value, indent, self.ending_before(lines.start));
        let rest = self.slice(head.end, self.content_end(head.end));
        let is_alone = rest.trim_matches([' ', '\t']).is_empty();
        if is_below && is_alone {
            // The line that the old value has to itself.
            self.replace(self.line_start(start)..lines.end, text);
        } else if is_below {
            // A comment is after it, which stays in its line.
            let end = head.end + rest.len() - rest.trim_start_matches([' ', '\t']).len();
            self.delete(start..end);
            self.replace(lines, text);
        } else if is_item && is_alone {
            // On the line of the dash.
            let text = text.trim_end_matches(['\n', '\r']);
            let text = text.get(indent..).unwrap_or_default();
            let end = head.end + rest.len();
            self.replace(slot.after.min(head.start)..end, format!(" {text}"));
            self.delete(lines);
        } else {
            // With the spaces before it, so that none are left at the end of the line.
            let end = if is_alone {
                head.end + rest.len()
            } else {
                head.end
            };
            self.delete(slot.after.min(head.start)..end);
            self.replace(lines, text);
        }
    }

    /// Returns the first entries of a block without keys.
    pub(super) fn block_of(&self, mapping: &CollectionGoal) -> String {
        let ending = self.ending_before(self.block.yaml.len());
        let mut lines = String::new();
        for entry in &mapping.children {
            if let Goal::New(new) = &entry.goal {
                let name = entry.name.as_deref().unwrap_or_default();
                lines.push_str(&entry_lines((name, &new.value), new.quotes, 0, ending));
            }
        }
        lines
    }

    /// Removes the children that do not stay, and writes the new ones. New lines are collected and written before the next child that
    /// stays, so that each position gets one edit.
    pub(super) fn reshape_block(&mut self, change: &CollectionChange<'_>) -> Result<(), Refusal> {
        let (Some(first), Some(last)) = (change.parts.first(), change.parts.last()) else {
            return Ok(());
        };
        // An entry with `?` begins before its key.
        let content = self.node(change.id).content as usize;
        let indent = self.column(content);
        // The first child is on the line of the dash of its collection.
        let is_compact = change.id != 0 && !self.is_first(content);
        let ends_new = !matches!(change.children.last(), Some(Child::Stays(_)));
        let mut above: Option<OldChild> = None;
        for part in &change.parts {
            if change.stays[part.index] {
                above = Some(*part);
            } else if part.index > 0 || !is_compact {
                let mut lines = self.own_lines(change, *part)?;
                // Blank lines below it would become a part of the scalar above it, unless new lines replace it.
                let is_replaced = ends_new && part.index == last.index;
                if !is_replaced && above.is_some_and(|above| self.keeps_lines(above)) {
                    lines.end = self.skip_blank_lines(lines.end);
                }
                self.delete(lines);
            }
        }
        let mut text = String::new();
        let mut keeps_lines = false;
        let mut before: Option<OldChild> = None;
        let mut front = None;
        for child in &change.children {
            let Child::Stays(part) = child else {
                let at = match before {
                    Some(part) => self.after(part, indent),
                    None => self.line_start(first.start),
                };
                self.child_lines(&mut text, change, child, before, indent, at)?;
                keeps_lines = matches!(child, Child::Moves(part) if self.keeps_lines(*part));
                continue;
            };
            match before {
                Some(part) if !text.is_empty() => {
                    let mut at = self.after(part, indent);
                    if keeps_lines {
                        at = self.skip_blank_lines(at);
                    }
                    self.replace(at..at, std::mem::take(&mut text));
                }
                Some(_) => {}
                None => front = Some(std::mem::take(&mut text)),
            }
            before = Some(*part);
        }
        // New entries at the end are after all of the collection.
        if !text.is_empty() {
            let mut at = self.after(*last, indent);
            if keeps_lines {
                at = self.skip_blank_lines(at);
            }
            self.replace(at..at, text);
        }
        self.reshape_front(
            change,
            *first,
            is_compact,
            indent,
            front.unwrap_or_default(),
        );
        Ok(())
    }

    /// Writes the lines before all children that stay, and removes the first child where it is on the line of a dash.
    fn reshape_front(
        &mut self,
        change: &CollectionChange<'_>,
        first: OldChild,
        is_compact: bool,
        indent: usize,
        text: String,
    ) {
        let start = self.line_start(first.start);
        if !is_compact {
            if !text.is_empty() {
                self.replace(start..start, text);
            }
            return;
        }
        let inside = text.get(indent..).unwrap_or_default();
        if change.stays[0] {
            if !inside.is_empty() {
                let text = format!("{inside}{}", " ".repeat(indent));
                self.replace(first.start..first.start, text);
            }
            return;
        }
        let lines = self.lines_end(first.value, first.end);
        let end = lines - self.ending_of(lines);
        if !inside.is_empty() {
            self.replace(first.start..end, inside.trim_end_matches(['\n', '\r']));
            return;
        }
        let next = change.parts.get(1).filter(|_| change.stays[1]);
        match next {
            // Directly below: it moves up to the dash.
            Some(next) if self.slice(lines, next.start).bytes().all(|b| b == b' ') => {
                self.delete(first.start..next.start);
            }
            // The dash is left alone on its line, and the lines after it stay: a comment may be between.
            _ => {
                let before = self.slice(start, first.start);
                let spaces = before.len() - before.trim_end_matches(' ').len();
                self.delete(first.start - spaces..end);
            }
        }
    }

    /// Returns the length of the line ending before `at`.
    fn ending_of(&self, at: usize) -> usize {
        let before = self.slice(0, at);
        match before.as_bytes() {
            [.., b'\r', b'\n'] => 2,
            [.., b'\n' | b'\r'] => 1,
            _ => 0,
        }
    }

    /// Returns whether a child ends with a block scalar that includes the blank lines below it (`+`).
    fn keeps_lines(&self, part: OldChild) -> bool {
        let last = self.last_scalar(part.value, part.end);
        last == Some(Style::Block { keep: true })
    }

    /// Returns the start of the first line at or after `at` that is not blank.
    fn skip_blank_lines(&self, at: usize) -> usize {
        let rest = self.slice(at, self.block.yaml.len());
        let lines = rest.split_inclusive('\n');
        let blank = lines.take_while(|line| line.ends_with('\n') && line.trim().is_empty());
        at + blank.map(str::len).sum::<usize>()
    }

    /// Returns the lines of a child; of one that moves, with the comments right above it.
    fn own_lines(
        &self,
        change: &CollectionChange<'_>,
        part: OldChild,
    ) -> Result<Range<usize>, Refusal> {
        if !self.is_first(part.start) {
            let reason = "something is before it on its line";
            let node = self.node(part.key.unwrap_or(part.value));
            return Err(Refusal::new(reason, node.span()));
        }
        let mut start = self.line_start(part.start);
        let end = self.lines_end(part.value, part.end);
        if change.moves[part.index] && part.index > 0 {
            let indent = part.start - start;
            let floor = change.parts[part.index - 1].end;
            while let Some(above) = start.checked_sub(1).map(|end| self.line_start(end)) {
                let line = self.slice(above, start);
                let spaces = line.len() - line.trim_start_matches(' ').len();
                if above < floor || spaces > indent || !line[spaces..].starts_with('#') {
                    break;
                }
                start = above;
            }
        }
        Ok(start..end)
    }

    /// Returns the start of the line after a child and its comments.
    fn after(&self, part: OldChild, indent: usize) -> usize {
        let mut at = self.lines_end(part.value, part.end);
        if !self.slice(0, at).ends_with(['\n', '\r']) {
            // Tabs before a comment.
            at = self.line_end(at);
        }
        // A comment with more indent belongs to the child before it.
        while let Some(rest) = self.block.yaml.get(at..) {
            let spaces = rest.len() - rest.trim_start_matches(' ').len();
            if spaces <= indent || !rest[spaces..].starts_with('#') {
                break;
            }
            at = self.line_end(at);
        }
        at
    }

    /// Writes the lines of a child that is new at its position `at`.
    fn child_lines(
        &self,
        lines: &mut String,
        change: &CollectionChange<'_>,
        child: &Child<'_>,
        before: Option<OldChild>,
        indent: usize,
        at: usize,
    ) -> Result<(), Refusal> {
        let ending = match self.slice(0, at) {
            "" => self.ending,
            _ => self.ending_before(at),
        };
        match child {
            Child::Stays(..) => {}
            Child::New(Some(key), new) => {
                lines.push_str(&entry_lines((key, &new.value), new.quotes, indent, ending));
            }
            Child::New(None, new) => {
                let stays = || change.parts.iter().find(|part| change.stays[part.index]);
                let like = before.or_else(|| stays().copied());
                self.item_lines(lines, new, like, indent, ending);
            }
            Child::Moves(part) => {
                if part.index == 0 && !self.is_first(part.start) {
                    lines.extend(std::iter::repeat_n(' ', indent));
                    lines.push_str(self.slice(part.start, self.lines_end(part.value, part.end)));
                } else {
                    let own = self.own_lines(change, *part)?;
                    lines.push_str(self.slice(own.start, own.end));
                }
            }
        }
        Ok(())
    }

    /// Writes the lines of a new item, in the style of an old one.
    fn item_lines(
        &self,
        lines: &mut String,
        new: &NewGoal,
        like: Option<OldChild>,
        indent: usize,
        ending: &str,
    ) {
        let neighbour = like.map(|part| self.node(part.value));
        let gap = like.map_or(" ", |part| {
            let gap = self.slice(part.start + 1, self.node(part.value).start as usize);
            let is_gap = !gap.is_empty() && gap.bytes().all(|b| b == b' ');
            if is_gap { gap } else { " " }
        });
        lines.extend(std::iter::repeat_n(' ', indent));
        lines.push('-');
        lines.push_str(gap);
        let has_brackets = neighbour.is_some_and(|node| node.kind.is_flow());
        if !is_inline(&new.value) && !has_brackets {
            let indent = indent + 1 + gap.len();
            let text = block_lines(&new.value, indent, ending);
            lines.push_str(text.get(indent..).unwrap_or_default());
            return;
        }
        lines.push_str(&item_like(
            neighbour,
            &new.value,
            Context::Block,
            new.quotes,
        ));
        lines.push_str(ending);
    }
}
