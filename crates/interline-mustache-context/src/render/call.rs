//! Partials, parents and blocks.

use std::sync::Arc;

use super::{Failure, Frame, Next, Overrides, Renderer};
use crate::compiled::{Arg, Compiled, Node};
use crate::error::{Limit, MissingKind};
use crate::{Error, Missing};

/// The steps of a call, which costs more than a tag.
const CALL_STEPS: u64 = 8;

impl Renderer<'_> {
    /// Runs the template that a partial or parent tag names.
    pub(super) fn include(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        let after = node.jump as usize;
        let Some(included) = self.included(code, node, at)? else {
            return Ok(Next::At(after));
        };
        let mut frame = match code.inclusion(node) {
            Some(inclusion) if inclusion.alone => self.frame_indented(included, inclusion.indent),
            _ => self.frame_inline(included),
        };
        // A parent without arguments fills nothing, and its blocks see the arguments around it. A partial has none.
        if !code.args(node).is_empty() {
            self.overrides.push(Overrides {
                code: Arc::clone(code),
                node: at,
                outer: self.frame.overrides,
            });
            frame.overrides = Some(self.overrides.len() - 1);
        }
        self.call(frame, code, node, at, after)
    }

    pub(super) fn block(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        let after = node.jump as usize;
        let Some((filled, arg, outer)) = self.filling(code.name_of(node)) else {
            return Ok(Next::At(at + 1));
        };
        let Some(slot) = code.tables.slots.get(node.extra as usize).copied() else {
            return Ok(Next::At(after));
        };
        let mut frame = self.frame_indented(filled, slot.indent);
        frame.at = arg.first as usize;
        frame.end = arg.end as usize;
        frame.dedent = arg.dedent;
        frame.overrides = outer;
        // The text continues the line of the block's tag, whose indent is printed already.
        if !slot.alone {
            frame.in_line = arg.starts_line;
        } else if !arg.starts_line && arg.first < arg.end {
            self.start_line_of(&frame);
        }
        self.call(frame, code, node, at, after)
    }

    fn call(
        &mut self,
        frame: Frame,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        site: usize,
        go_on: usize,
    ) -> Result<Next, Failure> {
        // Depth is bounded before the frame exists: a partial that includes itself would grow the stack of frames without end.
        self.check_depth(code, node)?;
        self.steps += CALL_STEPS;
        self.enter(frame, site, go_on);
        Ok(Next::Frame)
    }

    pub(super) fn check_depth(&self, code: &Compiled, node: &Node<'_>) -> Result<(), Failure> {
        let limit = self.environment.limits.partial_depth;
        if self.callers.len() < limit {
            return Ok(());
        }
        Err(self.exceeded((Limit::PartialDepth, limit as u64), code, node))
    }

    /// Returns the arguments of the outermost parent tag that fills a block, and the arguments that take precedence over those.
    fn filling(&mut self, name: &str) -> Option<(Arc<Compiled>, Arg, Option<usize>)> {
        let mut found = None;
        let mut next = self.frame.overrides;
        while let Some(overrides) = next.and_then(|at| self.overrides.get(at)) {
            self.steps += 1;
            let code = &overrides.code;
            if let Some(node) = code.nodes().get(overrides.node) {
                let args = code.args(node);
                if let Ok(at) = args.binary_search_by(|arg| arg.name.of(&code.source).cmp(name)) {
                    // The search continues outwards: the outermost argument takes precedence.
                    found = args
                        .get(at)
                        .map(|arg| (Arc::clone(code), *arg, overrides.outer));
                }
            }
            next = overrides.outer;
        }
        found
    }

    /// Returns the template that a partial or parent tag names.
    fn included(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Option<Arc<Compiled>>, Failure> {
        let is_dynamic = code.is_dynamic(node);
        let found = if is_dynamic {
            match self.dynamic_name(code, node, at)? {
                Some(name) => self.fetch(&name, code, node)?,
                None => None,
            }
        } else {
            self.fetch(code.name_of(node), code, node)?
        };
        if found.is_none() && self.environment.missing == Missing::Error {
            let star = if is_dynamic { "*" } else { "" };
            let name = format!("{star}{}", code.name_of(node));
            self.miss(code, node, name, MissingKind::Partial);
        }
        Ok(found)
    }

    /// Returns the value of a name as a string.
    fn dynamic_name(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Option<String>, Failure> {
        let Some(view) = self.resolve(code, node) else {
            return Ok(None);
        };
        let name = match view.lambda() {
            Some(_) if self.is_dry => return Ok(None),
            Some(lambda) => self.name_lambda(lambda, code, node, at)?,
            None => {
                let mut name = String::new();
                crate::print::value(view, crate::Escape::None, &mut name);
                name
            }
        };
        Ok(Some(name).filter(|name| !name.is_empty()))
    }

    fn fetch(
        &mut self,
        name: &str,
        code: &Compiled,
        node: &Node<'_>,
    ) -> Result<Option<Arc<Compiled>>, Failure> {
        if let Some(known) = self.partials.get(name) {
            return Ok(known.clone());
        }
        let fetched = self.environment.fetch(name, code, node.span.range());
        let fetched = fetched.map_err(|error| Error::from(self.reached(error)))?;
        self.partials.insert(name.into(), fetched.clone());
        Ok(fetched)
    }
}
