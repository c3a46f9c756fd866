//! Joins parts of a response.

use std::ops::Range;

use crate::apply::context::Context;
use crate::apply::parts::Parts;
use crate::apply::plan::Plan;
use crate::scan::{Old, Outline, with_prefix_if};

use super::joint::joint;

/// The text of parts, with the text between them.
#[derive(Debug, Default)]
pub(in crate::apply) struct Joined {
    pub(in crate::apply) text: String,
    /// Each part and its bytes in the text, in the order of the text.
    pub(super) parts: Vec<(usize, Range<usize>)>,
    /// Bytes at the start that end the line of an opener.
    pub(super) lead: usize,
    /// Bytes at the end that begin the line of a closer.
    pub(super) tail: usize,
}

impl Joined {
    /// Joins parts that are on lines of their own, after the text that `outline` has read. A blank line is between a routed part
    /// and its neighbour; elsewhere only if without it the blocks on both sides would change.
    pub(in crate::apply) fn of(
        context: &Context<'_>,
        parts: &Parts<'_>,
        plan: &Plan<'_>,
        indices: &[usize],
        outline: &mut Outline,
    ) -> Self {
        let mut joined = Self::default();
        let mut last: Option<usize> = None;
        for &index in indices {
            let text = plan.shown(parts, index);
            if text.is_empty() {
                let at = joined.text.len();
                // An empty part keeps a position, so that a repair can find and blame it.
                joined.parts.push((index, at..at));
                continue;
            }
            let apart = last.replace(index).is_some_and(|last| {
                plan.decision(index).is_routed || plan.decision(last).is_routed
            });
            joined.push_joint(context, outline, text, Old::Before, apart);
            let start = joined.text.len();
            joined.text.push_str(text);
            joined.parts.push((index, start..joined.text.len()));
            // The line ending is outside of the range of the part: it is not its content.
            if !text.ends_with('\n') {
                joined.text.push_str(context.line_ending);
            }
            outline.read(text);
        }
        joined
    }

    /// Adds the text between the text that `outline` has read and `after`.
    pub(super) fn push_joint(
        &mut self,
        context: &Context<'_>,
        outline: &mut Outline,
        after: &str,
        old: Old,
        apart: bool,
    ) {
        let joint = joint(outline, after, old, apart, context.line_ending);
        outline.read(&joint);
        self.text.push_str(&joint);
    }

    /// Adds text before everything else.
    pub(super) fn prepend(&mut self, text: &str) {
        self.text.insert_str(0, text);
        for (_, range) in &mut self.parts {
            *range = range.start + text.len()..range.end + text.len();
        }
    }

    /// Adds a prefix to the start of each line; to the first one only where the text begins a line. Linear.
    pub(super) fn with_prefix(self, prefix: &str, begins_line: bool) -> Self {
        let mut prefixed = Self {
            lead: self.lead,
            tail: self.tail,
            ..Self::default()
        };
        let mut push = |range: Range<usize>| {
            let begins_line = match range.start {
                0 => begins_line,
                start => self.text[..start].ends_with('\n'),
            };
            let text = with_prefix_if(&self.text[range], prefix, begins_line);
            prefixed.text.push_str(&text);
            prefixed.text.len()
        };
        let mut done = 0;
        for (index, range) in &self.parts {
            let start = push(done..range.start);
            let end = push(range.clone());
            prefixed.parts.push((*index, start..end));
            done = range.end;
        }
        push(done..self.text.len());
        prefixed
    }
}
