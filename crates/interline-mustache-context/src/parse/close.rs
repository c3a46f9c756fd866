//! Closing tags, which complete the nodes of their elements.

use super::scan::{self, Tag};
use super::{Open, Parser};
use crate::compiled::{Arg, Node, Op, Span};
use crate::error::{ErrorKind, TemplateError};

impl<'s: 'p, 'p> Parser<'s, 'p> {
    pub(super) fn close(&mut self, tag: &Tag) -> Result<(), TemplateError> {
        let name = tag.name.of(self.source);
        let Some(open) = self.stack.pop() else {
            let name = name.to_owned();
            return Err(self.error(ErrorKind::StrayClose { name }, tag.start..tag.end));
        };
        let opened = open.name.of(self.source);
        let is_same = if tag.dynamic && !open.dynamic {
            opened.strip_prefix('*') == Some(name)
        } else {
            opened == name && open.dynamic == tag.dynamic
        };
        if !is_same {
            let kind = ErrorKind::MismatchedClose {
                name: name.to_owned(),
                expected: opened.to_owned(),
            };
            let error = self.error(kind, tag.start..tag.end);
            return Err(error.with_related(open.tag.range(), "opened here"));
        }
        match open.op {
            Op::Parent => self.close_parent(open, tag),
            Op::Block if open.arg.is_some() => self.close_arg(&open, tag),
            _ => self.close_body(open, tag),
        }
        Ok(())
    }

    fn close_body(&mut self, open: Open, tag: &Tag) {
        let ignored = open.ignored;
        // The text before the tag belongs to the body, so the element is open while it is emitted.
        let (op, node) = (open.op, open.node);
        let starts_line = self.starts_line(tag.start);
        self.stack.push(open);
        let alone = self.step_over(tag);
        self.stack.pop();
        let starts_line = starts_line && alone.is_none();
        if ignored {
            return;
        }
        if op == Op::Section {
            let extra = self.nodes.get(node).map_or(0, |node| node.extra);
            if let Some(body) = self.out.bodies.get_mut(extra as usize) {
                let end = Span::new(alone.unwrap_or(tag.start), 0).start;
                body.span.end = end.max(body.span.start);
            }
            let end = self.push(Node {
                op: Op::End,
                starts_line,
                span: Span::new(tag.start, tag.end),
                jump: Span::new(node, 0).start,
                extra,
                ..Node::default()
            });
            self.set_jump(node, end);
        } else {
            if starts_line {
                self.text_node(tag.start, tag.start, true);
            }
            self.set_jump(node, self.nodes.len());
        }
    }

    fn set_jump(&mut self, node: usize, jump: usize) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.jump = Span::new(jump, 0).start;
        }
    }

    fn close_arg(&mut self, open: &Open, tag: &Tag) {
        // Nothing around an argument is printed, so that spaces before its end are never text.
        let end = self.indent_before(tag.start).unwrap_or(tag.start);
        if self.run < end {
            let starts_line = self.run_starts_line;
            self.text_node(self.run, end, starts_line);
        }
        self.resume(tag.end, false);
        let end = self.nodes.len();
        self.set_jump(open.node, end);
        let parent = self.stack.last_mut().and_then(|open| open.parent.as_mut());
        if let (Some(arg), Some(parent)) = (open.arg, parent) {
            parent.args.push(Arg {
                end: Span::new(end, 0).start,
                ..arg
            });
        }
    }

    fn close_parent(&mut self, open: Open, tag: &Tag) {
        let line_end = scan::line_end(self.source.as_bytes(), tag.end);
        let close_alone = self.indent_before(tag.start).is_some() && line_end.is_some();
        let Some(parent) = open.parent else {
            self.resume(tag.end, false);
            return;
        };
        let line_taken = line_end.is_some() && (parent.first_in_line || close_alone);
        let alone = parent.first_in_line && (parent.alone || line_taken);
        let after = line_end.filter(|_| line_taken).unwrap_or(tag.end);
        self.resume(after, line_taken);
        let first_arg = self.out.args.len();
        let mut args = parent.args;
        // Of two blocks with one name the later takes precedence.
        args.reverse();
        args.sort_by_key(|arg| arg.name.of(self.source));
        args.dedup_by_key(|arg| arg.name.of(self.source));
        self.out.args.append(&mut args);
        let args = Span::new(first_arg, self.out.args.len());
        let jump = Span::new(self.nodes.len(), 0).start;
        let Some(node) = self.nodes.get_mut(open.node) else {
            return;
        };
        node.jump = jump;
        node.starts_line = !alone && parent.indent_node.is_none() && parent.starts_line;
        if let Some(inclusion) = self.out.inclusions.get_mut(node.extra as usize) {
            inclusion.args = args;
            inclusion.alone = alone;
            if alone {
                inclusion.indent = parent.indent;
            }
        }
        let indent = parent.indent_node.filter(|_| alone);
        if let Some(node) = indent.and_then(|at| self.nodes.get_mut(at)) {
            node.span.end = node.span.start;
            node.text = "";
            node.starts_line = false;
        }
    }
}
