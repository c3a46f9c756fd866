use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Static text, `start..end` of the source; may be empty to mark the start of a line.
    Text,
    /// `{{x}}`
    Variable,
    /// `{{{x}}}` and `{{&x}}`
    Raw,
    /// `{{x}}` whose name, without dots, stands in the template before.
    Repeated,
    /// `{{#x}}`; `jump` is its `End`, `extra` its body.
    Section,
    /// `{{/x}}` of a section.
    End,
    /// `{{^x}}`; `jump` is the node after it.
    Inverted,
    /// `{{>x}}`; `extra` is its inclusion.
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
        // The parser refuses sources whose offsets do not fit.
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
/// Nodes lie one after another; what nests in a template is a jump here, so that neither rendering nor dropping recurses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'s> {
    /// What is printed; of a tag the name as written, without sigil and blanks, and of a dotted name its first part.
    ///
    /// Cut out of the source once and not by every render, because each cut looks whether it goes through a character.
    pub(crate) text: &'s str,
    pub(crate) op: Op,
    /// Whether a line of the source begins here, and stays: an indent goes before it.
    pub(crate) starts_line: bool,
    /// Whether the name is `.`, the innermost scope.
    pub(crate) is_dot: bool,
    pub(crate) span: Span,
    /// Where the name begins.
    pub(crate) name_at: u32,
    /// Number of the entry of `Compiled::dotted` with the other parts, from 1; 0 without any.
    pub(crate) dotted: u32,
    /// Number of the name among those that are looked up more than once, from 1; 0 for others.
    pub(crate) symbol: u32,
    pub(crate) jump: u32,
    pub(crate) extra: u32,
}

/// What a lambda is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) span: Span,
    /// Delimiters at the opening tag.
    pub(crate) delimiters: u32,
}

/// How a partial or parent is included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inclusion {
    /// Blanks before a tag that stands alone.
    pub(crate) indent: Span,
    pub(crate) alone: bool,
    pub(crate) dynamic: bool,
    /// Arguments of a parent, sorted by name.
    pub(crate) args: (u32, u32),
}

/// A block inside a parent tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    pub(crate) name: Span,
    /// Its nodes.
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Whether its text begins with a line of its own.
    pub(crate) starts_line: bool,
    /// Blanks that each of its lines loses.
    pub(crate) dedent: Span,
}

/// Where a block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotKind {
    /// Its opening tag is alone on a line.
    Alone,
    /// It is the first thing in a line that goes on.
    LineStart,
    /// Something stands before it.
    Inline,
}

/// A block outside of parent tags: a place that may be filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) kind: SlotKind,
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

/// A template made ready for rendering.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) source: Arc<str>,
    pub(crate) program: Program,
    pub(crate) tables: Tables,
    /// Bytes of the last output.
    pub(crate) hint: AtomicUsize,
}

/// What nodes refer to.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) parts: Vec<Span>,
    /// Of dotted names, the entries of `parts` that come after the first part.
    pub(crate) dotted: Vec<(u32, u32)>,
    /// How many names are looked up more than once.
    pub(crate) symbols: u32,
    pub(crate) bodies: Vec<Body>,
    /// Delimiters at the start, `None` for the default ones.
    pub(crate) initial: Option<(Box<str>, Box<str>)>,
    /// Delimiters set by tags; number 0 are the initial ones, number n is entry n - 1.
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

    /// The parts of a name after the first.
    #[inline]
    pub(crate) fn rest(&self, node: &Node<'_>) -> &[Span] {
        if node.dotted == 0 {
            return &[];
        }
        self.tables
            .dotted
            .get(node.dotted as usize - 1)
            .and_then(|&(first, end)| self.tables.parts.get(first as usize..end as usize))
            .unwrap_or_default()
    }

    /// The name of a node as written, without blanks.
    pub(crate) fn name_of<'n>(&'n self, node: &Node<'n>) -> &'n str {
        match self.rest(node).last() {
            Some(last) => Span {
                start: node.name_at,
                end: last.end,
            }
            .of(&self.source),
            None => node.text,
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

    pub(crate) fn args(&self, node: &Node<'_>) -> &[Arg] {
        self.inclusion(node)
            .and_then(|inclusion| {
                self.tables
                    .args
                    .get(inclusion.args.0 as usize..inclusion.args.1 as usize)
            })
            .unwrap_or_default()
    }

    /// A guess at the size of the next output: that of the last one, bounded.
    pub(crate) fn capacity(&self) -> usize {
        match self.hint.load(Ordering::Relaxed) {
            0 => self.source.len() + self.source.len() / 2,
            last => last + last / 16,
        }
        .min(1 << 20)
    }
}
