//! Entering and leaving frames, and the indents of their lines.

use std::sync::Arc;

use super::Renderer;
use super::frame::Frame;
use crate::compiled::{Compiled, Span};

/// Returns `text` without the prefix that it shares with `dedent`.
fn without<'t>(text: &'t str, dedent: &str) -> &'t str {
    let shared = text
        .bytes()
        .zip(dedent.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    // Spaces and tabs are one byte each, so that the offset is between characters.
    text.get(shared..).unwrap_or(text)
}

impl Renderer<'_> {
    /// Returns the template whose nodes are run.
    pub(super) fn code(&self) -> &Arc<Compiled> {
        self.frame.code.as_ref().unwrap_or(self.root)
    }

    /// Makes `frame` the current one. The caller continues at node `go_on`, and called at node `site`.
    pub(super) fn enter(&mut self, mut frame: Frame, site: usize, go_on: usize) {
        let dedent = frame.dedent.is_empty();
        frame.is_plain = dedent && self.indent.len() == frame.indent;
        self.frame.at = go_on;
        self.frame.site = site;
        self.callers.push(std::mem::replace(&mut self.frame, frame));
    }

    /// Removes the indent and the arguments of the current frame.
    pub(super) fn leave_frame(&mut self) {
        self.indent.truncate(self.frame.indent_before);
        self.overrides.truncate(self.frame.overrides_before);
        if let Some(mark) = self.frame.escape_from {
            let raw = self.out.split_off(mark.min(self.out.len()));
            self.environment.escape.push(&raw, &mut self.out);
        }
    }

    /// Returns a frame for `code` that is printed unchanged, within a line of the current one.
    pub(super) fn frame_inline(&self, code: Arc<Compiled>) -> Frame {
        let buffer = self.indent.len();
        Frame {
            end: code.nodes().len(),
            code: Some(code),
            indent: buffer,
            indent_before: buffer,
            items_since: self.scopes.serial(),
            // A partial inside a parent sees its arguments, as the specification of inheritance has it.
            overrides: self.frame.overrides,
            overrides_before: self.overrides.len(),
            ..Frame::default()
        }
    }

    /// Returns a frame for `code` whose lines are indented like those of the current one, and by `indent` of its source.
    pub(super) fn frame_indented(&mut self, code: Arc<Compiled>, indent: Span) -> Frame {
        let frame = Frame {
            indent: self.frame.indent,
            ..self.frame_inline(code)
        };
        let source = &self.frame.code.as_ref().unwrap_or(self.root).source;
        let indent = without(indent.of(source), self.frame.dedent.of(source));
        self.indent.push_str(indent);
        frame
    }

    /// Prints the indent at the start of a line.
    pub(super) fn start_line(&mut self) {
        if std::mem::take(&mut self.frame.in_line) {
            return;
        }
        let indent = self.indent.get(self.frame.indent..);
        self.out.push_str(indent.unwrap_or_default());
    }

    /// Prints the indent at the start of a line, for a frame that is not entered yet.
    pub(super) fn start_line_of(&mut self, frame: &Frame) {
        let indent = self.indent.get(frame.indent..);
        self.out.push_str(indent.unwrap_or_default());
    }

    /// Prints text of the template with the indents of its lines.
    pub(super) fn indented(&mut self, text: &str, starts_line: bool) {
        if text.is_empty() && starts_line {
            self.start_line();
        }
        let code = Arc::clone(self.code());
        let dedent = self.frame.dedent.of(&code.source);
        let mut is_start = starts_line;
        for line in text.split_inclusive('\n') {
            let mut line = line;
            if is_start {
                self.start_line();
                line = without(line, dedent);
            }
            self.out.push_str(line);
            is_start = true;
        }
    }
}
