use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The operation of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Op {
    /// Static text, `start..end` of the source; may be empty to mark the start of a line.
    #[default]
    Text,
    /// `{{x}}`
    Variable,
    /// `{{{x}}}` and `{{&x}}`
    Raw,
    /// `{{#x}}`; `jump` is its `End`, `extra` its body.
    Section,
    /// `{{/x}}` of a section.
    End,
    /// `{{^x}}`; `jump` is the node after it.
    Inverted,
    /// `{{>x}}`; `jump` is the node after it, `extra` its inclusion.
    Partial,
    /// `{{<x}}`; `jump` is the node after it, `extra` its inclusion.
    Parent,
    /// `{{$x}}`; `jump` is the node after it, `extra` its slot.
    Block,
}

/// A range of bytes of the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        // The parser rejects sources whose offsets do not fit.
        let narrow = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: narrow(start),
            end: narrow(end),
        }
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn of(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or_default()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// One tag or one run of text.
///
/// Nodes are in a flat list, and nesting is a jump in it, so that neither rendering nor dropping recurses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node<'s> {
    /// The text to print; for a tag the name as written, without sigil and spaces, and for a dotted name its first part.
    ///
    /// A slice, taken once by the parser: a slice of a `str` checks its character boundaries, which every render would pay for.
    pub(crate) text: &'s str,
    pub(crate) op: Op,
    /// Whether a line of the source that is printed starts here. An indent is written before it.
    pub(crate) starts_line: bool,
    /// Whether the name is `.`, the innermost scope.
    pub(crate) is_dot: bool,
    pub(crate) span: Span,
    /// The parts of a dotted name, in `Tables::parts`; empty for a name without dots.
    pub(crate) parts: Span,
    /// The number of the name among those that are looked up more than once, from 1; 0 for others.
    pub(crate) symbol: u32,
    pub(crate) jump: u32,
    pub(crate) extra: u32,
}

/// The body of a section, which a lambda gets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) span: Span,
    /// The delimiters at the opening tag.
    pub(crate) delimiters: u32,
}

/// The inclusion of a partial or parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inclusion {
    /// The spaces before a tag that is alone on its line.
    pub(crate) indent: Span,
    pub(crate) alone: bool,
    pub(crate) dynamic: bool,
    /// Arguments of a parent, sorted by name.
    pub(crate) args: Span,
}

/// A block inside a parent tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    pub(crate) name: Span,
    /// Its nodes.
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Whether its text starts on a line of its own.
    pub(crate) starts_line: bool,
    /// The spaces that are removed from each of its lines.
    pub(crate) dedent: Span,
}

/// A block outside of parent tags, which an argument may fill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    /// Whether its opening tag is alone on a line.
    pub(crate) alone: bool,
    pub(crate) indent: Span,
}

type Nodes<'s> = Vec<Node<'s>>;

self_cell::self_cell!(
    /// The nodes of a source, with the source that they borrow from.
    pub(crate) struct Program {
        owner: Arc<str>,
        #[covariant]
        dependent: Nodes,
    }

    impl {Debug}
);

/// A compiled template.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) source: Arc<str>,
    pub(crate) program: Program,
    pub(crate) tables: Tables,
    /// The bytes of the last output.
    pub(crate) hint: AtomicUsize,
}

/// The tables that nodes refer to.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) parts: Vec<Span>,
    /// The number of names that are looked up more than once.
    pub(crate) symbols: u32,
    pub(crate) bodies: Vec<Body>,
    /// Delimiters at the start, `None` for the default ones.
    pub(crate) initial: Option<(Box<str>, Box<str>)>,
    /// The delimiters that tags set. Number 0 are the initial ones, number n is entry n - 1.
    pub(crate) delimiters: Vec<(Span, Span)>,
    pub(crate) inclusions: Vec<Inclusion>,
    pub(crate) args: Vec<Arg>,
    pub(crate) slots: Vec<Slot>,
}

impl Compiled {
    #[inline]
    pub(crate) fn nodes(&self) -> &[Node<'_>] {
        self.program.borrow_dependent()
    }

    /// Returns the parts of a name after the first.
    #[inline]
    pub(crate) fn rest(&self, node: &Node<'_>) -> &[Span] {
        if node.parts.is_empty() {
            return &[];
        }
        self.rest_of_dotted(node)
    }

    /// Not inlined: most names have no dots, and are looked up faster without this code between.
    #[inline(never)]
    fn rest_of_dotted(&self, node: &Node<'_>) -> &[Span] {
        match self.tables.parts.get(node.parts.range()) {
            Some([_, rest @ ..]) => rest,
            _ => &[],
        }
    }

    /// Returns the name of a node as written, without spaces.
    pub(crate) fn name_of<'n>(&'n self, node: &Node<'n>) -> &'n str {
        match self.tables.parts.get(node.parts.range()) {
            Some([first, .., last]) => Span {
                start: first.start,
                end: last.end,
            }
            .of(&self.source),
            _ => node.text,
        }
    }

    pub(crate) fn delimiters(&self, number: u32) -> (&str, &str) {
        match (number as usize)
            .checked_sub(1)
            .and_then(|at| self.tables.delimiters.get(at))
        {
            Some((open, close)) => (open.of(&self.source), close.of(&self.source)),
            None => match &self.tables.initial {
                Some((open, close)) => (open, close),
                None => ("{{", "}}"),
            },
        }
    }

    pub(crate) fn inclusion(&self, node: &Node<'_>) -> Option<&Inclusion> {
        self.tables.inclusions.get(node.extra as usize)
    }

    /// Returns whether a partial or parent is named by the data.
    pub(crate) fn is_dynamic(&self, node: &Node<'_>) -> bool {
        self.inclusion(node)
            .is_some_and(|inclusion| inclusion.dynamic)
    }

    pub(crate) fn args(&self, node: &Node<'_>) -> &[Arg] {
        self.inclusion(node)
            .and_then(|inclusion| self.tables.args.get(inclusion.args.range()))
            .unwrap_or_default()
    }

    /// Returns an estimate of the size of the next output: that of the last one, bounded.
    pub(crate) fn capacity(&self) -> usize {
        match self.hint.load(Ordering::Relaxed) {
            0 => self.source.len() + self.source.len() / 2,
            last => last + last / 16,
        }
        .min(1 << 20)
    }
}
