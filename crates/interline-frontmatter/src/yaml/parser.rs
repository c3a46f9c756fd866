//! Builds the tree from the events of `saphyr-parser`, for every block that the reader of plain blocks rejects.
//!
//! The parser has no limits, but is linear and does not recurse. So the limits are checked here on its events, not on the text:
//! a bracket inside a scalar does not count, and no alias is ever expanded.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput, Tag};

use super::closing_bracket;
use super::offsets::{
    Offsets, WHITESPACE, char_at, line_before, narrow, quoted_end, skip_properties, skip_space,
    with_narrow_directives,
};
use super::parser_message::{explain, is_missing_colon};
use super::problem::{Problem, ProblemKind};
use super::tree::{Kind, Node, Style, weight};
use crate::{Limit, ReadOptions};

pub(super) fn read<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Vec<Node<'a>>, Problem> {
    let result = match with_narrow_directives(yaml, false) {
        None => read_any(yaml, options),
        Some(copy) => {
            read_any(&copy, options).map(|nodes| nodes.into_iter().map(Node::into_owned).collect())
        }
    };
    result.map_err(|problem| {
        let copy = with_narrow_directives(yaml, true);
        // Only the location is taken from the second reading: its text may differ, but not where it stops.
        match copy.and_then(|copy| read_any(&copy, options).err()) {
            Some(Problem { span, .. }) => {
                let boundary = |at: &usize| yaml.is_char_boundary(*at);
                let start = (0..=span.start).rev().find(boundary).unwrap_or(0);
                let end = (span.end..yaml.len()).find(boundary);
                let span = start..end.unwrap_or(yaml.len());
                Problem { span, ..problem }
            }
            None => problem,
        }
    })
}

fn read_any<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Vec<Node<'a>>, Problem> {
    match read_brackets(yaml, options) {
        Err(problem) if is_tab_after_colon(&problem) => read_tabs(yaml, options),
        result => result,
    }
}

/// Reads a block whose closing brackets may be in the column of their key.
fn read_brackets<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Vec<Node<'a>>, Problem> {
    match parse(yaml, options) {
        Err(problem) if closing_bracket::is_refused_bracket(yaml, &problem) => {
            closing_bracket::read(yaml, |copy| {
                parse(copy, options).map(|nodes| nodes.into_iter().map(Node::into_owned).collect())
            })
        }
        result => result,
    }
}

/// Returns whether the parser stopped at a tab after a colon, which YAML allows and it does not.
fn is_tab_after_colon(problem: &Problem) -> bool {
    matches!(&problem.kind, ProblemKind::Syntax(message) if message.starts_with("':' must be followed"))
}

/// Reads a block with a space for each tab after a colon.
///
/// A tab inside a scalar is text. Which tabs these are is known only after a first reading, which is valid for that purpose: a space for
/// a tab changes the text of a scalar, not its start or end.
fn read_tabs<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Vec<Node<'a>>, Problem> {
    let tabs = yaml.match_indices(":\t").map(|(colon, _)| colon + 1);
    let without = |tabs: &mut dyn Iterator<Item = usize>| {
        let mut copy = String::with_capacity(yaml.len());
        for tab in tabs {
            copy.push_str(yaml.get(copy.len()..tab).unwrap_or_default());
            copy.push(' ');
        }
        copy.push_str(yaml.get(copy.len()..).unwrap_or_default());
        copy
    };
    let first = without(&mut tabs.clone());
    let first = read_brackets(&first, options)?;
    let mut scalars = first
        .iter()
        .filter(|node| matches!(node.kind, Kind::Scalar(style) if style != Style::Plain))
        .map(Node::span)
        .peekable();
    let second = without(&mut tabs.filter(|tab| {
        while scalars.next_if(|scalar| scalar.end <= *tab).is_some() {}
        scalars.peek().is_none_or(|scalar| *tab < scalar.start)
    }));
    let nodes = read_brackets(&second, options)?;
    Ok(nodes.into_iter().map(Node::into_owned).collect())
}

/// Reads a block with the parser, without workarounds.
fn parse<'a>(yaml: &'a str, options: &ReadOptions) -> Result<Vec<Node<'a>>, Problem> {
    let mut builder = Builder {
        yaml,
        options,
        offsets: Offsets::new(yaml),
        nodes: Vec::with_capacity((yaml.len() / 10).min(1024)),
        open: Vec::new(),
        cursor: 0,
        anchors: HashMap::new(),
        aliases: 0,
        expanded: 0,
        by_aliases: 0,
        exceeded: None,
    };
    let mut documents = 0;
    let mut parser: Parser<'a, StrInput<'a>> = Parser::new_from_str(yaml);
    while let Some(event) = parser.next_event() {
        let event = event.map_err(|error| {
            let at = builder.offsets.byte(error.marker().index());
            let at = if is_missing_colon(error.info()) {
                line_before(yaml, at)
            } else {
                char_at(yaml, at)
            };
            // The parser has a limit of its own. It is higher than ours can be, but it looks ahead of its events.
            if error.info() == "recursion limit exceeded" {
                Problem {
                    kind: ProblemKind::Limit(Limit::Depth, options.depth),
                    span: at,
                }
            } else {
                Problem::syntax(explain(error.info()).into_owned(), at)
            }
        });
        let (event, span) = match (event, builder.exceeded.take()) {
            (Ok(event), exceeded) => {
                builder.exceeded = exceeded;
                event
            }
            (Err(_), Some(exceeded)) => return Err(exceeded),
            (Err(problem), None) => return Err(problem),
        };
        if matches!(event, Event::DocumentStart(_)) {
            documents += 1;
            if documents > 1 {
                let at = builder.offsets.byte(span.start.index());
                let message = "a second YAML document begins, expected one mapping";
                return Err(Problem::syntax(message.to_owned(), char_at(yaml, at)));
            }
        }
        builder.take(event, &span)?;
    }
    builder.exceeded.map_or(Ok(builder.nodes), Err)
}

struct Builder<'a, 'o> {
    yaml: &'a str,
    options: &'o ReadOptions,
    offsets: Offsets,
    nodes: Vec<Node<'a>>,
    open: Vec<Open>,
    /// The end of the last node. The events of missing values and of closing brackets have no exact span, so that these are
    /// searched for from here.
    cursor: usize,
    /// The complete anchors. An alias to an anchor that is not complete is inside it, and would never end.
    anchors: HashMap<usize, Anchor>,
    aliases: usize,
    /// The number of nodes so far, aliases expanded.
    expanded: usize,
    /// The number of nodes that all aliases so far expand to.
    by_aliases: usize,
    /// The error for too many expanded nodes. It is held back until the end: where the number of aliases exceeds its limit too, that is the
    /// clearer reason.
    exceeded: Option<Problem>,
}

/// A complete node that aliases may refer to.
#[derive(Clone, Copy)]
struct Anchor {
    id: u32,
    /// The number of its nodes, aliases expanded.
    size: usize,
    /// How deeply collections are nested in it, aliases expanded.
    height: usize,
}

struct Open {
    id: usize,
    anchor: usize,
    children: usize,
    /// The greatest height among the children.
    height: usize,
    /// [`Builder::expanded`] before it.
    before: usize,
}

impl<'a> Builder<'a, '_> {
    fn take(&mut self, event: Event<'a>, span: &Span) -> Result<(), Problem> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(text, style, anchor, tag.map(Cow::into_owned), span);
            }
            Event::SequenceStart(anchor, tag) => {
                self.open(false, anchor, tag.map(Cow::into_owned), span)?;
            }
            Event::MappingStart(anchor, tag) => {
                self.open(true, anchor, tag.map(Cow::into_owned), span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(anchor) => self.alias(anchor, span)?,
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, node: Node<'a>) -> usize {
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
        }
        self.expanded += weight(&node.text);
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(&self, kind: Kind, text: Cow<'a, str>, range: [usize; 3]) -> Node<'a> {
        Node::new(kind, text, range, self.nodes.len())
    }

    fn scalar(
        &mut self,
        text: Cow<'a, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Tag>,
        span: &Span,
    ) {
        let yaml = self.yaml;
        let has_properties = anchor != 0 || tag.is_some();
        let mut start = self.offsets.byte(span.start.index());
        let (mut after_properties, mut content) = (start, start);
        if has_properties {
            (after_properties, content) = skip_properties(yaml, start);
        }
        let (style, end) = match style {
            ScalarStyle::Plain if text.is_empty() => {
                if !has_properties {
                    after_properties = self.missing();
                    start = after_properties;
                }
                content = after_properties;
                (Style::Plain, after_properties)
            }
            ScalarStyle::Plain => {
                let end = self.offsets.byte(span.end.index()).max(content);
                let text = yaml.get(content..end).unwrap_or_default();
                (
                    Style::Plain,
                    content + text.trim_end_matches(WHITESPACE).len(),
                )
            }
            ScalarStyle::SingleQuoted => (Style::Single, quoted_end(yaml, content)),
            ScalarStyle::DoubleQuoted => (Style::Double, quoted_end(yaml, content)),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                if !has_properties {
                    content = self.skip_indicators();
                    start = content;
                }
                let header = yaml.get(content..).unwrap_or_default();
                let keep = header.bytes().skip(1).take(2).any(|b| b == b'+');
                let end = self.offsets.byte(span.end.index()).max(content);
                let text = yaml.get(content..end).unwrap_or_default();
                let text = if keep {
                    // The parser stops at the next key, after the spaces before it.
                    let lines = text.trim_end_matches(' ');
                    let lines = if lines.ends_with(['\n', '\r']) {
                        lines
                    } else {
                        text
                    };
                    lines.strip_suffix('\n').unwrap_or(lines)
                } else {
                    text.trim_end_matches(WHITESPACE)
                };
                (Style::Block { keep }, content + text.len())
            }
        };
        let mut node = self.node(Kind::Scalar(style), text, [start, content, end]);
        node.tag = tag.map(name);
        node.anchored = anchor != 0;
        let size = weight(&node.text);
        let id = self.push(node);
        self.cursor = end;
        if anchor != 0 {
            self.anchors.insert(
                anchor,
                Anchor {
                    id: narrow(id),
                    size,
                    height: 0,
                },
            );
        }
    }

    fn open(
        &mut self,
        mapping: bool,
        anchor: usize,
        tag: Option<Tag>,
        span: &Span,
    ) -> Result<(), Problem> {
        let mut start = self.offsets.byte(span.start.index());
        // Checked when a collection opens, so that a hostile header is refused before its nodes are stored.
        if self.open.len() >= self.options.depth {
            return Err(Problem {
                kind: ProblemKind::Limit(Limit::Depth, self.options.depth),
                span: char_at(self.yaml, start),
            });
        }
        let has_properties = anchor != 0 || tag.is_some();
        let mut content = start;
        if has_properties {
            content = skip_properties(self.yaml, start).1;
        }
        let bracket = if mapping { b'{' } else { b'[' };
        let bytes = self.yaml.as_bytes();
        // The mapping of an implicit pair, `[[a]: b]`, may start at the bracket of its key: its event is then empty.
        let flow =
            bytes.get(content) == Some(&bracket) && self.offsets.byte(span.end.index()) > start;
        if !flow && !mapping && !has_properties {
            start = self.skip_indicators();
            content = start;
        }
        let kind = if mapping {
            Kind::Mapping { flow }
        } else {
            Kind::Sequence { flow }
        };
        let before = self.expanded;
        let mut node = self.node(kind, Cow::Borrowed(""), [start, content, content]);
        node.tag = tag.map(name);
        node.anchored = anchor != 0;
        let id = self.push(node);
        // Past the bracket or the dash of the first item, so that the next search begins inside.
        let inside = flow || (!mapping && bytes.get(content) == Some(&b'-'));
        self.cursor = content + usize::from(inside);
        self.open.push(Open {
            id,
            anchor,
            children: 0,
            height: 0,
            before,
        });
        Ok(())
    }

    fn close(&mut self, span: &Span) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let next = narrow(self.nodes.len());
        let node = &mut self.nodes[open.id];
        if node.kind.is_flow() {
            // The bracket alone: the span of the event may hold the comma before it, or the spaces after it.
            let is_mapping = matches!(node.kind, Kind::Mapping { .. });
            let bracket = closing_bracket(self.yaml, self.cursor, is_mapping);
            self.cursor = bracket.map_or_else(
                || self.offsets.byte(span.start.index() + 1),
                |bracket| bracket + 1,
            );
        }
        node.end = narrow(self.cursor);
        node.next = next;
        let height = open.height + 1;
        if let Some(parent) = self.open.last_mut() {
            parent.height = parent.height.max(height);
        }
        if open.anchor != 0 {
            let anchor = Anchor {
                id: narrow(open.id),
                size: self.expanded - open.before,
                height,
            };
            self.anchors.insert(open.anchor, anchor);
        }
    }

    fn alias(&mut self, anchor: usize, span: &Span) -> Result<(), Problem> {
        let start = self.offsets.byte(span.start.index());
        let end = self.offsets.byte(span.end.index());
        let limit = |limit, max| Problem {
            kind: ProblemKind::Limit(limit, max),
            span: start..end,
        };
        self.aliases += 1;
        if self.aliases > self.options.aliases {
            return Err(limit(Limit::Aliases, self.options.aliases));
        }
        let Some(&anchor) = self.anchors.get(&anchor) else {
            let message = "alias inside the value that it refers to".to_owned();
            return Err(Problem::syntax(message, start..end));
        };
        // An alias nests what it refers to, and reading the value recurses as deep as that.
        if self.open.len() + anchor.height > self.options.depth {
            return Err(limit(Limit::Depth, self.options.depth));
        }
        if let Some(parent) = self.open.last_mut() {
            parent.height = parent.height.max(anchor.height);
        }
        let text = Cow::Borrowed(self.yaml.get(start + 1..end).unwrap_or_default());
        let node = self.node(Kind::Alias(anchor.id), text, [start, start, end]);
        self.push(node);
        self.expanded = self.expanded.saturating_add(anchor.size);
        self.by_aliases = self.by_aliases.saturating_add(anchor.size);
        if self.by_aliases > self.options.expanded_nodes {
            let problem = limit(Limit::ExpandedNodes, self.options.expanded_nodes);
            self.exceeded.get_or_insert(problem);
        }
        self.cursor = end;
        Ok(())
    }

    /// Returns the offset of a missing value: after the colon or dash, otherwise at the end of the last node.
    fn missing(&self) -> usize {
        let at = skip_space(self.yaml, self.cursor);
        let indicator = self
            .open
            .last()
            .and_then(|open| match self.nodes[open.id].kind {
                Kind::Mapping { .. } if open.children % 2 == 1 => Some(b':'),
                Kind::Mapping { .. } => Some(b'?'),
                Kind::Sequence { flow: false } if open.children > 0 => Some(b'-'),
                _ => None,
            });
        if indicator.is_some() && self.yaml.as_bytes().get(at).copied() == indicator {
            at + 1
        } else {
            self.cursor
        }
    }

    /// Returns the first offset after the last node that is neither whitespace, a comment nor the indicator of an entry.
    fn skip_indicators(&self) -> usize {
        let mut dash = self.open.last().is_some_and(|open| {
            self.nodes[open.id].kind == Kind::Sequence { flow: false } && open.children > 0
        });
        let mut at = self.cursor;
        loop {
            at = skip_space(self.yaml, at);
            match self.yaml.as_bytes().get(at) {
                Some(b':' | b'?' | b',') => at += 1,
                Some(b'-') if dash => {
                    dash = false;
                    at += 1;
                }
                _ => return at,
            }
        }
    }
}

/// Returns the closing bracket of a flow collection whose last item ends at `from`.
fn closing_bracket(yaml: &str, from: usize, is_mapping: bool) -> Option<usize> {
    let mut at = from;
    loop {
        at = skip_space(yaml, at);
        match yaml.as_bytes().get(at) {
            // Indicators of a missing last entry.
            Some(b',' | b':' | b'?') => at += 1,
            Some(b'}') if is_mapping => return Some(at),
            Some(b']') if !is_mapping => return Some(at),
            _ => return None,
        }
    }
}

fn name(tag: Tag) -> Box<str> {
    (tag.handle + &tag.suffix).into_boxed_str()
}
