use std::collections::HashMap;

use crate::apply::context::Context;
use crate::apply::parts::Parts;
use crate::apply::plan::{Plan, Target};
use crate::apply::policies::BoundaryPolicy;

use super::changes::Changes;
use super::renderer::Renderer;

/// Which changes of boundaries are rendered. A mismatch that disappears with fewer of them is due to those left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::apply) enum BoundaryChanges {
    None,
    /// The new one is written.
    New,
    /// The new one is written, and old ones are removed.
    All,
}

/// A plan as changes of the document and as the new text, not verified yet.
#[derive(Debug)]
pub(in crate::apply) struct Rendered {
    pub(in crate::apply) changes: Changes,
    pub(in crate::apply) text: String,
}

impl Rendered {
    /// Renders a plan. Linear in the document and in the parts.
    pub(in crate::apply) fn new(
        context: &Context<'_>,
        parts: &Parts<'_>,
        plan: &Plan<'_>,
        boundaries: BoundaryChanges,
    ) -> Self {
        let mut renderer = Renderer {
            context,
            parts,
            plan,
            changes: Vec::new(),
            current: None,
            appended: HashMap::new(),
        };
        let exchange = plan
            .exchange(context)
            .filter(|_| context.options.boundary == BoundaryPolicy::Refresh);
        // Before anything else: appended text, removals and the new boundary all depend on whether the old boundary stays.
        renderer.current = exchange.and_then(|exchange| renderer.current_boundary(exchange));
        for (target, content) in &plan.contents {
            match target {
                Target::Component(index) => renderer.component(*index, content),
                Target::NewExchange => renderer.new_exchange(content),
            }
        }
        if boundaries == BoundaryChanges::All {
            renderer.removals();
        }
        // Last, since the new boundary begins its line only if the text that is appended before it ends one.
        if let (Some(Target::Component(index)), None) = (exchange, renderer.current) {
            if boundaries != BoundaryChanges::None {
                renderer.new_boundary(index);
            }
        }
        let changes = Changes::new(renderer.changes);
        let text = changes.apply(context.document.text());
        Self { changes, text }
    }
}
