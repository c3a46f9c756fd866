use std::sync::Arc;

use interline_text::Location;

use super::Renderer;
use crate::compiled::{Compiled, Span};
use crate::error::location;

/// Nodes that are being run, and how.
#[derive(Debug)]
pub(super) struct Frame {
    /// `None` for the template that is rendered.
    pub(super) code: Option<Arc<Compiled>>,
    /// The next node; while it waits, the one to go on with.
    pub(super) at: usize,
    pub(super) end: usize,
    /// The node that called the frame above.
    pub(super) site: usize,
    /// Where the indent of its lines begins in the buffer.
    pub(super) indent: usize,
    /// Length of the buffer before this frame was called.
    pub(super) indent_before: usize,
    /// Blanks that its lines lose.
    pub(super) dedent: Span,
    /// The next line has begun already.
    pub(super) in_line: bool,
    /// Nothing is done to its lines.
    pub(super) is_plain: bool,
    /// The serial of the scopes when it was called: `{{value}}` is an item of its own list sections only, since the specification
    /// has it as an ordinary name in a partial.
    pub(super) items_since: u64,
    /// Its nodes are those of the template that is rendered.
    pub(super) is_root: bool,
    /// The innermost arguments that its blocks may be filled with.
    pub(super) overrides: Option<usize>,
    /// How many there were before this frame was called.
    pub(super) overrides_before: usize,
    pub(super) after: After,
}

/// What is done when a frame is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    /// What was printed from there on is escaped.
    Escape(usize),
}

/// The arguments of a parent tag.
#[derive(Debug)]
pub(super) struct Overrides {
    pub(super) code: Arc<Compiled>,
    pub(super) node: usize,
    /// Those of the parent tag around; they go first.
    pub(super) outer: Option<usize>,
}

/// Indents of all frames, one after another.
#[derive(Debug, Default)]
pub(super) struct Indent(String);

impl Frame {
    /// All of the template that is rendered.
    pub(super) fn root(code: &Compiled) -> Self {
        Self {
            is_root: true,
            ..Self::of(None, code.nodes().len())
        }
    }

    /// All of a template, as it is.
    pub(super) fn whole(code: Arc<Compiled>) -> Self {
        let end = code.nodes().len();
        Self::of(Some(code), end)
    }

    fn of(code: Option<Arc<Compiled>>, end: usize) -> Self {
        Self {
            code,
            at: 0,
            end,
            site: 0,
            indent: 0,
            indent_before: 0,
            dedent: Span::default(),
            in_line: false,
            is_plain: true,
            items_since: 0,
            is_root: false,
            overrides: None,
            overrides_before: 0,
            after: After::Nothing,
        }
    }

    /// The tag that called the frame above.
    pub(super) fn call_place(&self, root: &Compiled) -> Location {
        let code = self.code.as_deref().unwrap_or(root);
        let span = code.nodes().get(self.site).map(|node| node.span);
        let span = span.unwrap_or_default().range();
        location(code.name.as_deref(), &code.source, span)
    }
}

/// What is left of `text` without the beginning that it shares with `dedent`.
fn without<'t>(text: &'t str, dedent: &str) -> &'t str {
    let shared = text
        .bytes()
        .zip(dedent.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    // Blanks are one byte each, so the cut is between characters.
    text.get(shared..).unwrap_or(text)
}

impl Renderer<'_> {
    /// The template whose nodes are run.
    pub(super) fn code(&self) -> &Arc<Compiled> {
        self.frame.code.as_ref().unwrap_or(self.root)
    }

    /// Makes `frame` the current one; the caller goes on at node `go_on`, and called at node `site`.
    pub(super) fn enter(&mut self, mut frame: Frame, site: usize, go_on: usize) {
        let dedent = frame.dedent.is_empty();
        frame.is_plain = dedent && self.indent.0.len() == frame.indent;
        self.frame.at = go_on;
        self.frame.site = site;
        self.callers.push(std::mem::replace(&mut self.frame, frame));
    }

    /// Undoes what the current frame has set up.
    pub(super) fn leave_frame(&mut self) {
        self.indent.0.truncate(self.frame.indent_before);
        self.overrides.truncate(self.frame.overrides_before);
        self.finish_escaped(self.frame.after);
    }

    /// A frame for `code` that is printed as it is, within a line of the current one.
    pub(super) fn frame_inline(&self, code: Arc<Compiled>) -> Frame {
        let buffer = self.indent.0.len();
        Frame {
            indent: buffer,
            indent_before: buffer,
            items_since: self.scopes.serial(),
            overrides: self.frame.overrides,
            overrides_before: self.overrides.len(),
            ..Frame::whole(code)
        }
    }

    /// A frame for `code` whose lines are indented like those of the current one, and by `blanks` of its source.
    pub(super) fn frame_indented(&mut self, code: Arc<Compiled>, blanks: Span) -> Frame {
        let frame = Frame {
            indent: self.frame.indent,
            ..self.frame_inline(code)
        };
        let source = &self.frame.code.as_ref().unwrap_or(self.root).source;
        let blanks = without(blanks.of(source), self.frame.dedent.of(source));
        self.indent.0.push_str(blanks);
        frame
    }

    /// Prints the indent of a line that begins now.
    pub(super) fn start_line(&mut self) {
        if std::mem::take(&mut self.frame.in_line) {
            return;
        }
        let indent = self.indent.0.get(self.frame.indent..);
        self.out.push_str(indent.unwrap_or_default());
    }

    /// The same for a frame that is not entered yet.
    pub(super) fn start_line_of(&mut self, frame: &Frame) {
        let indent = self.indent.0.get(frame.indent..);
        self.out.push_str(indent.unwrap_or_default());
    }

    /// Prints text of the template with what belongs before its lines.
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

impl Indent {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }
}
