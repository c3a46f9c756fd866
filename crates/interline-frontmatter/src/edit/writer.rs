//! Finds the lines and children of a block, and collects the edits.

use std::ops::Range;

use interline_text::TextEdit;

use super::old_child::{OldChild, Slot, Step};
use super::refusal::Refusal;
use crate::yaml::{Kind, Node, Style, Tree, YamlBlock, skip_space};

/// Collects the edits of a block.
pub(super) struct Writer<'b, 'a> {
    pub(super) block: &'b YamlBlock<'a>,
    pub(super) edits: Vec<TextEdit>,
    /// The line ending for lines that follow none.
    pub(super) ending: &'static str,
    /// The aliases of the block: each with the node that it refers to.
    aliases: Vec<(usize, usize)>,
}

impl<'b, 'a> Writer<'b, 'a> {
    pub(super) fn new(block: &'b YamlBlock<'a>, ending: &'static str) -> Self {
        // Collected once: every change asks whether an alias refers into the nodes that it removes.
        let nodes = block.tree.nodes.iter().enumerate();
        let aliases = nodes.filter_map(|(user, node)| match node.kind {
            Kind::Alias(target) => Some((user, target as usize)),
            _ => None,
        });
        Self {
            block,
            edits: Vec::new(),
            ending,
            aliases: aliases.collect(),
        }
    }

    pub(super) fn tree(&self) -> &'b Tree<'a> {
        &self.block.tree
    }

    pub(super) fn node(&self, id: usize) -> &'b Node<'a> {
        &self.block.tree.nodes[id]
    }

    /// Refuses when an alias outside the node refers to something in it.
    pub(super) fn check_anchors(&self, id: usize) -> Result<(), Refusal> {
        let inside = id..self.node(id).next as usize;
        let user = self
            .aliases
            .iter()
            .find(|(user, target)| !inside.contains(user) && inside.contains(target));
        self.refuse_alias(user)
    }

    /// Refuses when an alias refers to the node itself.
    pub(super) fn check_anchor(&self, id: usize) -> Result<(), Refusal> {
        let user = self.aliases.iter().find(|(_, target)| *target == id);
        self.refuse_alias(user)
    }

    /// Refuses when an alias in a node has its anchor at or after the node `next`, before which it is to be.
    pub(super) fn check_alias_before(&self, id: usize, next: usize) -> Result<(), Refusal> {
        let inside = id..self.node(id).next as usize;
        let found = self.aliases.iter().find(|(user, target)| {
            inside.contains(user) && !inside.contains(target) && *target >= next
        });
        let Some((user, _)) = found else {
            return Ok(());
        };
        let node = self.node(*user);
        let reason = format!("its alias `*{}` would come before the anchor", node.text);
        Err(Refusal::new(reason, node.span()))
    }

    fn refuse_alias(&self, user: Option<&(usize, usize)>) -> Result<(), Refusal> {
        let Some((user, _)) = user else {
            return Ok(());
        };
        let node = self.node(*user);
        let reason = format!(
            "its anchor `&{name}` is used elsewhere, by `*{name}`",
            name = node.text
        );
        Err(Refusal::new(reason, node.span()))
    }

    /// Iterates over the children of a collection. Skips their text, unlike [`old_child`](Self::old_child).
    pub(super) fn steps(&self, id: usize) -> impl Iterator<Item = Step> + use<'b, 'a> {
        let tree = self.tree();
        let node = &tree.nodes[id];
        let has_dashes = node.kind == Kind::Sequence { flow: false };
        let mut end = node.content as usize;
        tree.pairs(id)
            .enumerate()
            .map(move |(index, (key, value))| {
                let previous_end = end;
                let last = tree.nodes[value].end;
                end = key.map_or(last, |key| last.max(tree.nodes[key].end)) as usize;
                Step {
                    index,
                    key,
                    value,
                    has_dashes,
                    previous_end,
                }
            })
    }

    /// Returns an old child, for which it finds the dash of an item. Linear in the text before that.
    pub(super) fn old_child(&self, step: &Step) -> Result<OldChild, Refusal> {
        let first = self.node(step.key.unwrap_or(step.value));
        let last = self.node(step.value);
        let (mut start, mut end) = (first.start as usize, last.end.max(first.end) as usize);
        if step.has_dashes {
            start = self.dash(step.previous_end, step.value)?;
            end = end.max(start + 1);
        }
        Ok(OldChild {
            index: step.index,
            start,
            end,
            key: step.key,
            value: step.value,
        })
    }

    /// Returns the dash of an item; the item before it ends at `from`.
    fn dash(&self, from: usize, item: usize) -> Result<usize, Refusal> {
        // The parser gives the span of the item only, and the dash belongs to what is removed with it.
        let start = skip_space(self.block.yaml, from);
        if self.slice(start, start + 1) == "-" {
            return Ok(start);
        }
        Err(Refusal::new("no dash is before it", self.node(item).span()))
    }

    /// Returns the position of the value of a child.
    pub(super) fn slot(&self, part: OldChild, is_flow: bool) -> Result<Slot, Refusal> {
        let after = match part.key {
            None if is_flow => part.start,
            None => part.start + 1,
            Some(_) if is_flow => self.colon(part).map_or(part.start, |colon| colon + 1),
            Some(key) => self
                .colon(part)
                .map(|colon| colon + 1)
                .ok_or_else(|| Refusal::new("no colon follows it", self.node(key).span()))?,
        };
        Ok(Slot {
            is_flow,
            after,
            column: self.column(part.start),
        })
    }

    /// Returns the colon after a key.
    pub(super) fn colon(&self, part: OldChild) -> Option<usize> {
        let end = self.node(part.key?).end as usize;
        let at = skip_space(self.block.yaml, end);
        (self.block.yaml.as_bytes().get(at) == Some(&b':')).then_some(at)
    }

    /// Returns the `?` of an entry that is written with one; the entry before it ends at `previous_end`.
    pub(super) fn question_mark(
        &self,
        id: usize,
        part: OldChild,
        previous_end: usize,
    ) -> Option<Range<usize>> {
        let key = self.node(part.key?);
        let is_flow = self.node(id).kind == (Kind::Mapping { flow: true });
        let mut at = skip_space(self.block.yaml, previous_end);
        // The bracket of a mapping in flow style, and the commas in it.
        while is_flow && matches!(self.block.yaml.as_bytes().get(at), Some(b'{' | b',')) {
            at = skip_space(self.block.yaml, at + 1);
        }
        let is_mark = self.block.yaml.as_bytes().get(at) == Some(&b'?');
        (is_mark && at < key.start as usize).then(|| at..at + 1)
    }

    /// Returns the YAML between two offsets; empty when they are out of range.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.block.yaml.get(start..end).unwrap_or_default()
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        let before = self.slice(0, at);
        memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1)
    }

    /// Returns the end of the line at `at`, its line ending included.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.slice(at, self.block.yaml.len());
        memchr::memchr(b'\n', rest.as_bytes()).map_or(self.block.yaml.len(), |end| at + end + 1)
    }

    /// Returns the end of the line at `at` without its line ending.
    pub(super) fn content_end(&self, at: usize) -> usize {
        let end = self.line_end(at);
        let line = self.slice(at, end);
        at + line.trim_end_matches(['\n', '\r']).len()
    }

    /// Returns the number of characters before `at` on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        self.slice(self.line_start(at), at).chars().count()
    }

    /// Returns whether only spaces are before `at` on its line.
    pub(super) fn is_first(&self, at: usize) -> bool {
        let before = self.slice(self.line_start(at), at);
        before.bytes().all(|b| b == b' ')
    }

    /// Returns the end of the lines of a value that ends at `end`, including its [blank lines](Self::blank_lines).
    pub(super) fn lines_end(&self, value: usize, end: usize) -> usize {
        self.line_end(end).max(self.blank_lines(value, end).end)
    }

    /// Returns the lines of spaces and tabs below a value that ends with a plain or block scalar, up to the last line with a tab, including
    /// the whitespace before a comment; an empty range when the value has none.
    ///
    /// Some readers take them for a part of the scalar, and refuse them below any other node.
    pub(super) fn blank_lines(&self, value: usize, end: usize) -> Range<usize> {
        let last = self.last_scalar(value, end);
        let takes_whitespace = matches!(last, Some(Style::Plain | Style::Block { .. }));
        let rest = self.slice(end, self.block.yaml.len());
        let blank = &rest[..rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len()];
        // Lines of YAML, which a CR ends too.
        let mut lines = blank.split_inclusive(['\r', '\n']).scan(end, |at, line| {
            *at += line.len();
            let is_cr = line.ends_with('\r');
            let crlf = is_cr && self.slice(*at, *at + 1) == "\n";
            let is_line = is_cr || line.ends_with('\n');
            let is_indent = *at > end + line.len() && self.slice(*at, *at + 1) == "#";
            Some((
                line,
                (is_line || is_indent).then_some(*at + usize::from(crlf)),
            ))
        });
        let (Some((_, Some(start))), true) = (lines.next(), takes_whitespace) else {
            let after = self.line_end(end);
            return after..after;
        };
        let with_tabs = lines.filter(|(line, _)| line.contains('\t'));
        let end = with_tabs.filter_map(|(_, end)| end).last();
        start..end.unwrap_or(start)
    }

    /// Returns the style of the scalar at the end of a value, which is at `end`; `None` when it is missing or another node.
    ///
    /// A missing value has no text. If it also has no colon, as in `? key`, the text before `end` is the key's.
    pub(super) fn last_scalar(&self, value: usize, end: usize) -> Option<Style> {
        let nodes = &self.tree().nodes;
        let last = nodes[value].next as usize - 1;
        let at_end = match last.checked_sub(1) {
            Some(key) if nodes[last].is_missing() && nodes[key].end as usize == end => key,
            _ => last,
        };
        match nodes[at_end].kind {
            Kind::Scalar(style) if !nodes[at_end].is_missing() => Some(style),
            _ => None,
        }
    }

    /// Returns the line ending before `at`, the start of a line.
    pub(super) fn ending_before(&self, at: usize) -> &'static str {
        let before = self.slice(0, at);
        if before.ends_with("\r\n") {
            "\r\n"
        } else if before.ends_with('\n') {
            "\n"
        } else {
            self.ending
        }
    }

    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.edits.push(TextEdit::replace(range, text));
    }

    pub(super) fn delete(&mut self, range: Range<usize>) {
        self.edits.push(TextEdit::delete(range));
    }
}
