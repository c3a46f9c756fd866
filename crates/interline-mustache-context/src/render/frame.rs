use std::sync::Arc;

use interline_text::Location;

use crate::compiled::{Compiled, Span};
use crate::error::location;

/// The nodes that are being run, and the state of their output.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// `None` for the template that is rendered.
    pub(super) code: Option<Arc<Compiled>>,
    /// The next node; in a frame that waits, the node to continue with.
    pub(super) at: usize,
    pub(super) end: usize,
    /// The node that called the frame above.
    pub(super) site: usize,
    /// The offset of the indent of its lines in the buffer.
    pub(super) indent: usize,
    /// The length of the buffer before this frame was called.
    pub(super) indent_before: usize,
    /// The spaces that are removed from its lines.
    pub(super) dedent: Span,
    /// Whether the next line has started already.
    pub(super) in_line: bool,
    /// Whether its lines are printed unchanged. Decided when the frame is entered, from its indent.
    pub(super) is_plain: bool,
    /// The serial of the scopes when it was called: `{{value}}` is an item of its own list sections only, since the specification
    /// has it as an ordinary name in a partial.
    pub(super) items_since: u64,
    /// Whether its nodes are those of the template that is rendered.
    pub(super) is_root: bool,
    /// The innermost arguments that its blocks may be filled with.
    pub(super) overrides: Option<usize>,
    /// The number of arguments before this frame was called.
    pub(super) overrides_before: usize,
    /// Where the output starts that is escaped as a whole when the frame ends.
    pub(super) escape_from: Option<usize>,
}

/// The arguments of a parent tag.
#[derive(Debug)]
pub(super) struct Overrides {
    pub(super) code: Arc<Compiled>,
    pub(super) node: usize,
    /// Those of the parent tag around it, which take precedence.
    pub(super) outer: Option<usize>,
}

impl Frame {
    /// Returns the location of the tag that called the frame above.
    pub(super) fn call_place(&self, root: &Compiled) -> Location {
        // The root is not counted by an `Arc` in each frame: most renders have no other.
        let code = self.code.as_deref().unwrap_or(root);
        let span = code.nodes().get(self.site).map(|node| node.span);
        let span = span.unwrap_or_default().range();
        location(code.name.as_deref(), &code.source, span)
    }
}
