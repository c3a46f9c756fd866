//! The nodes of a template, for a program that renders them itself.

use interline_mustache_context::{NodeKind, Template};

#[test]
fn nodes_have_their_spans_and_jumps() {
    let source = "é{{#a.b}}\n x{{{y}}}{{/a.b}}{{^c}}{{z}}{{/c}}\n  {{>p}}\n{{>*q}}";
    let template = Template::parse(source).unwrap();
    let nodes: Vec<_> = template.nodes().collect();
    let shown: Vec<_> = nodes
        .iter()
        .map(|node| (node.kind, node.text, &source[node.span.clone()], node.next))
        .collect();
    assert_eq!(
        shown,
        [
            (NodeKind::Text, "é", "é", 1),
            (NodeKind::Section, "a.b", "{{#a.b}}", 4),
            (NodeKind::Text, "\n x", "\n x", 3),
            (NodeKind::Raw, "y", "{{{y}}}", 4),
            (NodeKind::End, "", "{{/a.b}}", 5),
            (NodeKind::Inverted, "c", "{{^c}}", 7),
            (NodeKind::Variable, "z", "{{z}}", 7),
            (NodeKind::Text, "\n", "\n", 8),
            (NodeKind::Partial, "p", "{{>p}}", 9),
            (NodeKind::Other, "q", "{{>*q}}", 10),
        ]
    );
    assert_eq!(&source[nodes[1].body.clone().unwrap()], "\n x{{{y}}}");
}
