use std::ops::Range;

use interline_text::TextEdit;

use super::change::{Action, Change};
use super::{block, flow};
use crate::Value;
use crate::yaml::{Block, Kind, Style, inline_key, skip_blank};

/// Key and value of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The number of the entry.
    pub(super) index: usize,
    pub(super) key: usize,
    pub(super) value: usize,
}

/// What stands in the way of an edit, at bytes of the YAML.
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) span: Range<usize>,
}

impl Refusal {
    pub(super) fn new(reason: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            reason: reason.into(),
            span,
        }
    }
}

/// Where edits of the YAML are gathered, and what the block must hold afterwards.
pub(super) struct Plan<'b, 'a> {
    pub(super) block: &'b Block<'a>,
    pub(super) entries: Vec<Entry>,
    pub(super) edits: Vec<TextEdit>,
    /// All entries from this number on are taken out; 0 when none stays.
    pub(super) kept: usize,
    /// The line ending for lines that follow none.
    pub(super) ending: &'static str,
}

impl<'a> Plan<'_, 'a> {
    pub(super) fn find(&self, key: &str) -> Option<Entry> {
        let tree = &self.block.tree;
        let mut entries = self.entries.iter().copied();
        entries.find(|entry| tree.node(entry.key).text == key)
    }

    fn is_flow(&self) -> bool {
        let root = self.block.tree.nodes.first();
        root.is_some_and(|root| root.kind == Kind::Mapping { flow: true })
    }

    pub(super) fn change(&mut self, entry: Entry, change: &Change) -> Result<(), Refusal> {
        // What is there already needs no form that can be edited.
        let stays = match &change.action {
            Action::Keep => true,
            Action::Remove => false,
            Action::Set(value) => self.block.tree.matches(entry.value, value),
        };
        if stays && change.name == change.key {
            return Ok(());
        }
        if let Some(mark) = self.question_mark(entry) {
            let reason = "it is written with `?`, expected `key: value`";
            return Err(Refusal::new(reason, mark));
        }
        if change.name != change.key {
            self.rename(entry, &change.name)?;
        }
        match &change.action {
            _ if stays => Ok(()),
            Action::Keep => Ok(()),
            Action::Remove => {
                self.check_anchors(entry.key)?;
                self.check_anchors(entry.value)?;
                if self.is_flow() {
                    flow::remove(self, entry);
                    Ok(())
                } else {
                    block::remove(self, entry)
                }
            }
            Action::Set(value) => {
                self.check_anchors(entry.value)?;
                if self.is_flow() {
                    flow::set(self, entry, value);
                    Ok(())
                } else {
                    block::set(self, entry, value)
                }
            }
        }
    }

    pub(super) fn add(&mut self, added: &[(&str, &Value)]) -> Result<(), Refusal> {
        if self.is_flow() {
            flow::add(self, added);
            Ok(())
        } else {
            block::add(self, added)
        }
    }

    fn rename(&mut self, entry: Entry, name: &str) -> Result<(), Refusal> {
        self.check_anchors(entry.key)?;
        let node = &self.block.tree.nodes[entry.key];
        let Some(name) = inline_key(name, self.context(), node.quotes()) else {
            let reason = "the new name is too long for a key on one line";
            return Err(Refusal::new(reason, node.span()));
        };
        self.edits.push(TextEdit::replace(node.span(), name));
        Ok(())
    }

    /// Refuses when an alias outside the node stands for something in it.
    fn check_anchors(&self, id: usize) -> Result<(), Refusal> {
        let nodes = &self.block.tree.nodes;
        let inside = id..nodes[id].next as usize;
        if !nodes[inside.clone()].iter().any(|node| node.anchored) {
            return Ok(());
        }
        let user = nodes.iter().enumerate().find(|(user, node)| {
            !inside.contains(user)
                && matches!(node.kind, Kind::Alias(target) if inside.contains(&(target as usize)))
        });
        match user {
            None => Ok(()),
            Some((_, node)) => {
                let reason = format!(
                    "its anchor `&{name}` is used elsewhere, by `*{name}`",
                    name = node.text
                );
                Err(Refusal::new(reason, node.span()))
            }
        }
    }

    /// The `?` of an entry that is written with one.
    fn question_mark(&self, entry: Entry) -> Option<Range<usize>> {
        let nodes = &self.block.tree.nodes;
        let begin = match entry.index.checked_sub(1) {
            Some(before) => self.end_of(self.entries[before]),
            None => nodes[0].content as usize,
        };
        let mut at = skip_blank(self.block.yaml, begin);
        // The bracket of a root in flow style, and the commas in it.
        while self.is_flow() && matches!(self.block.yaml.as_bytes().get(at), Some(b'{' | b',')) {
            at = skip_blank(self.block.yaml, at + 1);
        }
        let is_mark = self.block.yaml.as_bytes().get(at) == Some(&b'?');
        (is_mark && at < nodes[entry.key].start as usize).then(|| at..at + 1)
    }

    pub(super) fn end_of(&self, entry: Entry) -> usize {
        let nodes = &self.block.tree.nodes;
        nodes[entry.value].end.max(nodes[entry.key].end) as usize
    }

    /// The colon after a key.
    pub(super) fn colon(&self, entry: Entry) -> Option<usize> {
        let end = self.block.tree.nodes[entry.key].end as usize;
        let at = skip_blank(self.block.yaml, end);
        (self.block.yaml.as_bytes().get(at) == Some(&b':')).then_some(at)
    }

    /// The YAML between two offsets; empty where they do not fit.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.block.yaml.get(start..end).unwrap_or_default()
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        let before = self.slice(0, at);
        memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1)
    }

    /// The end of the line at `at`, its line ending included.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let rest = self.slice(at, self.block.yaml.len());
        memchr::memchr(b'\n', rest.as_bytes()).map_or(self.block.yaml.len(), |end| at + end + 1)
    }

    /// Where the lines of an entry end, those that are [below it](Self::blank_lines) included.
    pub(super) fn entry_end(&self, entry: Entry) -> usize {
        let end = self.line_end(self.end_of(entry));
        end.max(self.blank_lines(entry).end)
    }

    /// The lines of blanks and tabs below a plain or block scalar that an entry ends with, up to the last with a tab, the blanks
    /// before a comment included; where they would be when there are none.
    ///
    /// Some readers take them for a part of the scalar, and refuse them below anything else.
    pub(super) fn blank_lines(&self, entry: Entry) -> Range<usize> {
        let nodes = &self.block.tree.nodes;
        let last = &nodes[nodes[entry.value].next as usize - 1];
        let takes_blanks = match last.kind {
            Kind::Scalar(Style::Plain) => !last.is_missing(),
            Kind::Scalar(Style::Block { .. }) => true,
            _ => false,
        };
        let end = self.end_of(entry);
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
        let (Some((_, Some(start))), true) = (lines.next(), takes_blanks) else {
            let after = self.line_end(end);
            return after..after;
        };
        let with_tabs = lines.filter(|(line, _)| line.contains('\t'));
        let end = with_tabs.filter_map(|(_, end)| end).last();
        start..end.unwrap_or(start)
    }

    /// The line ending before `at`, where a line begins.
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
}
