//! Parses a source into nodes, in one pass and without recursion.

mod close;
mod other_syntax;
mod scan;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::compiled::{Arg, Body, Compiled, Inclusion, Node, Op, Program, Slot, Span, Tables};
use crate::error::{ErrorKind, TemplateError};
use scan::{Kind, Tag};

/// A section, inverted section, parent or block that is open.
struct Open {
    op: Op,
    node: usize,
    /// The name as written.
    name: Span,
    tag: Span,
    /// Whether an asterisk is before the name.
    dynamic: bool,
    /// Whether it is inside a parent, where only blocks are read.
    ignored: bool,
    /// For a block that is the argument of a parent.
    arg: Option<Arg>,
    parent: Option<ParentOpen>,
}

/// The facts about a parent that its closing tag needs.
struct ParentOpen {
    /// The node of the spaces before it.
    indent_node: Option<usize>,
    indent: Span,
    first_in_line: bool,
    alone: bool,
    starts_line: bool,
    args: Vec<Arg>,
}

/// `'s` is the source, which nodes borrow from; `'p` is the call.
struct Parser<'s, 'p> {
    name: Option<&'p Arc<str>>,
    /// The same source, shared with errors, which keep it.
    owner: &'s Arc<str>,
    source: &'s str,
    open: &'p str,
    close: &'p str,
    /// Whether the closing delimiter cannot be part of a name.
    ends_names: bool,
    /// The number of the current delimiters.
    delimiters: u32,
    /// The end of the last tag, and of its line where the tag is alone on it.
    run: usize,
    /// Whether a line starts at `run`.
    run_starts_line: bool,
    stack: Vec<Open>,
    /// For the hash of a name, a node that looks it up.
    seen: [u32; SEEN],
    /// The number of lookups of names that were looked up before.
    repeats: usize,
    nodes: Vec<Node<'s>>,
    out: Tables,
}

/// The number of names whose last node is remembered. Of two names with one hash the first is forgotten, which only costs a lookup.
const SEEN: usize = 64;
/// The number of saved lookups below which remembering costs more than it saves.
const WORTH_REMEMBERING: usize = 4;

/// Compiles `source`. Linear, whatever the nesting.
pub(crate) fn parse(
    name: Option<Arc<str>>,
    source: Arc<str>,
    delimiters: Option<(&str, &str)>,
) -> Result<Compiled, TemplateError> {
    // Offsets are stored in 32 bits, which halves the nodes.
    if u32::try_from(source.len()).is_err() {
        return Err(TemplateError::new(
            ErrorKind::TooLarge,
            name.as_deref(),
            &source,
            0..0,
        ));
    }
    let mut tables = Tables::default();
    let program = Program::try_new(Arc::clone(&source), |source| {
        let (open, close) = delimiters.unwrap_or(("{{", "}}"));
        let parser = Parser {
            name: name.as_ref(),
            owner: source,
            source,
            open,
            close,
            ends_names: scan::ends_names(close),
            delimiters: 0,
            run: 0,
            run_starts_line: true,
            stack: Vec::new(),
            seen: [u32::MAX; SEEN],
            repeats: 0,
            // About as many as real templates have; an estimate only saves some growing.
            nodes: Vec::with_capacity(4 + source.len() / 24),
            out: Tables {
                initial: delimiters.map(|(open, close)| (open.into(), close.into())),
                ..Tables::default()
            },
        };
        let (nodes, found) = parser.run()?;
        tables = found;
        Ok(nodes)
    })?;
    Ok(Compiled {
        name,
        source,
        program,
        tables,
        hint: AtomicUsize::new(0),
    })
}

impl<'s: 'p, 'p> Parser<'s, 'p> {
    fn run(mut self) -> Result<(Vec<Node<'s>>, Tables), TemplateError> {
        while let Some(start) = scan::find(self.source.as_bytes(), self.open.as_bytes(), self.run) {
            let tag = self.tag(start)?;
            match tag.kind {
                Kind::Variable => self.variable(Op::Variable, &tag)?,
                Kind::Raw => self.variable(Op::Raw, &tag)?,
                Kind::Comment => self.skip(&tag),
                Kind::Delimiters => self.set_delimiters(&tag)?,
                Kind::Section => self.section(Op::Section, &tag)?,
                Kind::Inverted => self.section(Op::Inverted, &tag)?,
                Kind::Close => self.close(&tag)?,
                Kind::Partial => self.partial(&tag)?,
                Kind::Parent => self.parent(&tag)?,
                Kind::Block => self.block(&tag)?,
            }
        }
        // The innermost one: its closing tag is the one that was expected next.
        if let Some(open) = self.stack.last() {
            let name = open.name.of(self.source).to_owned();
            let end = self.source.len();
            let error = self
                .error(ErrorKind::UnclosedSection { name }, open.tag.range())
                .with_related(end..end, "the text ends here");
            return Err(error);
        }
        self.text(self.source.len());
        if self.repeats < WORTH_REMEMBERING {
            self.out.symbols = 0;
        }
        Ok((self.nodes, self.out))
    }

    #[inline]
    fn tag(&self, start: usize) -> Result<Tag, TemplateError> {
        let (bytes, close) = (self.source.as_bytes(), self.close.as_bytes());
        // The fast path takes a name up to the first byte that cannot be in one, which has to be the delimiter.
        if self.ends_names {
            if let Some(tag) = scan::plain(bytes, start, start + self.open.len(), close) {
                return Ok(tag);
            }
        }
        scan::tag(self.source, start, self.open, self.close).map_err(|problem| {
            let (kind, span) = *problem;
            self.error(kind, span)
        })
    }

    fn error(&self, kind: ErrorKind, span: std::ops::Range<usize>) -> TemplateError {
        TemplateError::new(kind, self.name.map(AsRef::as_ref), self.owner, span)
    }

    /// Returns whether the next tag is inside a parent and outside of its blocks.
    #[inline]
    fn ignoring(&self) -> bool {
        self.stack
            .last()
            .is_some_and(|open| open.op == Op::Parent || open.ignored)
    }

    #[inline]
    fn push(&mut self, node: Node<'s>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds the text from the last tag up to `end`.
    #[inline]
    fn text(&mut self, end: usize) {
        if self.run < end && !self.ignoring() {
            let starts_line = self.run_starts_line;
            self.text_node(self.run, end, starts_line);
        }
    }

    #[inline]
    fn text_node(&mut self, start: usize, end: usize, starts_line: bool) -> usize {
        self.push(Node {
            text: self.source.get(start..end).unwrap_or_default(),
            starts_line,
            span: Span::new(start, end),
            ..Node::default()
        })
    }

    fn resume(&mut self, at: usize, starts_line: bool) {
        self.run = at;
        self.run_starts_line = starts_line;
    }

    /// Returns the start of the line of a tag, when only spaces and tabs are before the tag.
    fn indent_before(&self, start: usize) -> Option<usize> {
        let bytes = self.source.as_bytes();
        let mut at = start;
        // Never before the last tag, so that all calls together are linear in the source.
        while at > self.run && matches!(bytes.get(at - 1), Some(b' ' | b'\t')) {
            at -= 1;
        }
        scan::looked_at(start - at + 1);
        let is_first = if at > self.run {
            bytes.get(at - 1) == Some(&b'\n')
        } else {
            self.run_starts_line
        };
        is_first.then_some(at)
    }

    /// Returns whether a line of the source starts at a tag.
    #[inline]
    fn starts_line(&self, start: usize) -> bool {
        if start > self.run {
            self.source.as_bytes().get(start - 1) == Some(&b'\n')
        } else {
            self.run_starts_line
        }
    }

    /// Returns the offset after the line of a tag that is alone on it, and the start of the line.
    fn alone(&self, tag: &Tag) -> Option<(usize, usize)> {
        let before = self.indent_before(tag.start)?;
        let after = scan::line_end(self.source.as_bytes(), tag.end)?;
        Some((before, after))
    }

    /// Adds the text before a tag and continues after it. A tag that is alone on its line removes the line, whose start is returned.
    fn step_over(&mut self, tag: &Tag) -> Option<usize> {
        let alone = self.alone(tag);
        let (before, after) = alone.unwrap_or((tag.start, tag.end));
        self.text(before);
        self.resume(after, alone.is_some());
        alone.map(|(before, _)| before)
    }

    /// Adds a tag that prints nothing.
    fn skip(&mut self, tag: &Tag) {
        let starts_line = self.starts_line(tag.start);
        // The tag prints nothing, but the rest of its line is printed and gets an indent: an empty node marks its start.
        if self.step_over(tag).is_none() && starts_line && !self.ignoring() {
            self.text_node(tag.start, tag.start, true);
        }
    }

    #[inline]
    fn node(&mut self, op: Op, tag: &Tag, dotted: bool) -> Result<Node<'s>, TemplateError> {
        let mut name = tag.name;
        let mut parts = Span::default();
        let is_dot = tag.has_dot && name.of(self.source) == ".";
        if dotted && tag.has_dot && !is_dot {
            let first = self.out.parts.len();
            let all = &mut self.out.parts;
            if !scan::split_dots(self.source, tag.name, |part| all.push(part)) {
                let name = tag.name.of(self.source).to_owned();
                return Err(self.error(ErrorKind::BadName { name }, tag.start..tag.end));
            }
            name = all.get(first).copied().unwrap_or(name);
            parts = Span::new(first, all.len());
        }
        Ok(Node {
            text: name.of(self.source),
            op,
            starts_line: self.starts_line(tag.start),
            is_dot,
            span: Span::new(tag.start, tag.end),
            parts,
            ..Node::default()
        })
    }

    /// Adds a node that looks up its name, with the number of that name.
    #[inline]
    fn push_look_up(&mut self, mut node: Node<'s>) -> usize {
        let at = self.nodes.len();
        let name = node.text.as_bytes();
        let (first, last) = (name.first().copied(), name.last().copied());
        let hash =
            name.len() * 7 + usize::from(first.unwrap_or(0)) * 5 + usize::from(last.unwrap_or(0));
        let Some(seen) = self.seen.get_mut(hash % SEEN) else {
            return self.push(node);
        };
        let other = self.nodes.get_mut(*seen as usize);
        match other.filter(|other| other.text.as_bytes() == name) {
            Some(other) => {
                if other.symbol == 0 {
                    self.out.symbols += 1;
                    other.symbol = self.out.symbols;
                }
                node.symbol = other.symbol;
                self.repeats += 1;
            }
            None => *seen = Span::new(at, 0).start,
        }
        self.push(node)
    }

    #[inline]
    fn variable(&mut self, op: Op, tag: &Tag) -> Result<(), TemplateError> {
        let node = self.node(op, tag, true)?;
        self.text(tag.start);
        if !self.ignoring() {
            self.push_look_up(node);
        }
        self.resume(tag.end, false);
        Ok(())
    }

    fn set_delimiters(&mut self, tag: &Tag) -> Result<(), TemplateError> {
        let Some((open, close)) = scan::delimiters(self.source, tag.name) else {
            return Err(self.error(ErrorKind::BadDelimiters, tag.start..tag.end));
        };
        // Before the delimiters change: the text before the tag was read with the old ones.
        self.skip(tag);
        self.open = open.of(self.source);
        self.close = close.of(self.source);
        self.ends_names = scan::ends_names(self.close);
        self.out.delimiters.push((open, close));
        self.delimiters = Span::new(self.out.delimiters.len(), 0).start;
        Ok(())
    }

    fn opened(&self, op: Op, node: usize, tag: &Tag) -> Open {
        Open {
            op,
            node,
            name: tag.name,
            tag: Span::new(tag.start, tag.end),
            dynamic: tag.dynamic,
            ignored: self.ignoring(),
            arg: None,
            parent: None,
        }
    }

    fn section(&mut self, op: Op, tag: &Tag) -> Result<(), TemplateError> {
        let mut node = self.node(op, tag, true)?;
        let mut open = self.opened(op, 0, tag);
        node.starts_line &= self.step_over(tag).is_none();
        if !open.ignored {
            if op == Op::Section {
                node.extra = Span::new(self.out.bodies.len(), 0).start;
                self.out.bodies.push(Body {
                    span: Span::new(self.run, self.run),
                    delimiters: self.delimiters,
                });
            }
            open.node = self.push_look_up(node);
        }
        self.stack.push(open);
        Ok(())
    }

    fn partial(&mut self, tag: &Tag) -> Result<(), TemplateError> {
        let mut node = self.node(Op::Partial, tag, tag.dynamic)?;
        let alone = self.step_over(tag);
        // Alone on its line, the tag prints no line of its own: the lines of the partial are indented instead.
        node.starts_line &= alone.is_none();
        let indent = Span::new(alone.unwrap_or(tag.start), tag.start);
        node.extra = self.include(indent, alone.is_some(), tag.dynamic);
        node.jump = Span::new(self.nodes.len() + 1, 0).start;
        if !self.ignoring() {
            self.push(node);
        }
        Ok(())
    }

    fn include(&mut self, indent: Span, alone: bool, dynamic: bool) -> u32 {
        let number = Span::new(self.out.inclusions.len(), 0).start;
        self.out.inclusions.push(Inclusion {
            indent,
            alone,
            dynamic,
            args: Span::default(),
        });
        number
    }

    fn parent(&mut self, tag: &Tag) -> Result<(), TemplateError> {
        let mut node = self.node(Op::Parent, tag, tag.dynamic)?;
        let before = self.indent_before(tag.start);
        let line_end = scan::line_end(self.source.as_bytes(), tag.end);
        let mut open = self.opened(Op::Parent, 0, tag);
        let indent = Span::new(before.unwrap_or(tag.start), tag.start);
        let mut indent_node = None;
        self.text(before.unwrap_or(tag.start));
        if !open.ignored {
            if !indent.is_empty() {
                indent_node = Some(self.text_node(indent.range().start, tag.start, true));
            }
            node.extra = self.include(Span::default(), false, tag.dynamic);
            let starts_line = node.starts_line;
            node.starts_line = false;
            open.node = self.push(node);
            open.parent = Some(ParentOpen {
                indent_node,
                indent,
                first_in_line: before.is_some(),
                alone: before.is_some() && line_end.is_some(),
                starts_line,
                args: Vec::new(),
            });
        }
        self.stack.push(open);
        self.resume(line_end.unwrap_or(tag.end), line_end.is_some());
        Ok(())
    }

    fn block(&mut self, tag: &Tag) -> Result<(), TemplateError> {
        let mut node = self.node(Op::Block, tag, false)?;
        let is_arg = self
            .stack
            .last()
            .is_some_and(|open| open.op == Op::Parent && !open.ignored);
        let mut open = self.opened(Op::Block, 0, tag);
        if is_arg {
            // Its parent is printed, and between a parent and its arguments everything else is ignored.
            open.ignored = false;
            node.starts_line = false;
            let line_end = scan::line_end(self.source.as_bytes(), tag.end);
            self.resume(line_end.unwrap_or(tag.end), line_end.is_some());
            // Only text that starts on a line of its own has an indent to remove.
            let dedent = line_end.map_or_else(Span::default, |at| self.first_indent(at).1);
            open.node = self.push(node);
            let first = Span::new(self.nodes.len(), 0).start;
            open.arg = Some(Arg {
                name: tag.name,
                first,
                end: first,
                starts_line: line_end.is_some(),
                dedent,
            });
            self.stack.push(open);
            return Ok(());
        }
        let before = self.indent_before(tag.start).unwrap_or(tag.start);
        let alone = self.step_over(tag).is_some();
        node.starts_line &= !alone;
        let indent = match alone.then(|| self.first_indent(self.run)) {
            Some((content, indent)) if !self.closes_here(content) => indent,
            // An empty block has no line whose indent could count, so that the indent of its tag does.
            _ => Span::new(before, tag.start),
        };
        if !open.ignored {
            node.extra = Span::new(self.out.slots.len(), 0).start;
            self.out.slots.push(Slot { alone, indent });
            open.node = self.push(node);
        }
        self.stack.push(open);
        Ok(())
    }

    /// Returns the first line from `at` that is not blank: the offset of its content, and the spaces before that.
    fn first_indent(&self, at: usize) -> (usize, Span) {
        let bytes = self.source.as_bytes();
        let mut line = at;
        let mut content = at;
        loop {
            match bytes.get(content) {
                Some(b' ' | b'\t') => content += 1,
                Some(b'\n') => {
                    content += 1;
                    line = content;
                }
                Some(b'\r') if bytes.get(content + 1) == Some(&b'\n') => content += 1,
                _ => {
                    scan::looked_at(content - at + 1);
                    return (content, Span::new(line, content));
                }
            }
        }
    }

    /// Returns whether a closing tag starts at `at`.
    fn closes_here(&self, at: usize) -> bool {
        self.source
            .get(at..)
            .and_then(|rest| rest.strip_prefix(self.open))
            .is_some_and(|rest| {
                rest.trim_start_matches(scan::is_whitespace)
                    .starts_with('/')
            })
    }
}
