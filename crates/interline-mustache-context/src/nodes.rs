//! The nodes of a template, for a program that renders values of its own.

use std::ops::Range;

use crate::Template;
use crate::compiled::{Compiled, Node, Op};

/// The kind of a node.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeKind {
    /// Static text.
    Text,
    /// `{{x}}`.
    Variable,
    /// `{{{x}}}` and `{{&x}}`.
    Raw,
    /// `{{#x}}`; `next` is its `End`.
    Section,
    /// `{{/x}}` of a section.
    End,
    /// `{{^x}}`; `next` is the node after it.
    Inverted,
    /// `{{>x}}`.
    Partial,
    /// A partial with a dynamic name, a parent or a block.
    Other,
}

/// A tag or a run of text. Nesting is a jump in the flat list.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateNode<'t> {
    /// The kind.
    pub kind: NodeKind,
    /// The text, or the name with its dots; empty for an `End`.
    pub text: &'t str,
    /// The bytes of the text or the tag.
    pub span: Range<usize>,
    /// The node to continue with when this one is skipped.
    pub next: usize,
    /// The bytes between the tags of a section.
    pub body: Option<Range<usize>>,
}

impl Template {
    /// Returns the nodes in the order of the source. Linear.
    #[doc(hidden)]
    pub fn nodes(&self) -> impl Iterator<Item = TemplateNode<'_>> {
        let code = &*self.compiled;
        let nodes = code.nodes().iter().enumerate();
        nodes.map(|(at, node)| template_node(code, node, at))
    }
}

fn template_node<'t>(code: &'t Compiled, node: &Node<'t>, at: usize) -> TemplateNode<'t> {
    let kind = match node.op {
        Op::Text => NodeKind::Text,
        Op::Variable => NodeKind::Variable,
        Op::Raw => NodeKind::Raw,
        Op::Section => NodeKind::Section,
        Op::End => NodeKind::End,
        Op::Inverted => NodeKind::Inverted,
        Op::Partial if !code.is_dynamic(node) => NodeKind::Partial,
        Op::Partial | Op::Parent | Op::Block => NodeKind::Other,
    };
    let body = match node.op {
        Op::Section => code.tables.bodies.get(node.extra as usize),
        _ => None,
    };
    TemplateNode {
        kind,
        text: match node.op {
            Op::Text => node.text,
            _ => code.name_of(node),
        },
        span: node.span.range(),
        next: match node.op {
            Op::Section | Op::Inverted => node.jump as usize,
            _ => at + 1,
        },
        body: body.map(|body| body.span.range()),
    }
}
