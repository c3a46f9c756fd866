//! Renders nodes and data as text, without recursion.

mod add_missing;
mod call;
mod frame;
mod frames;
mod lambda;
mod missing;
mod scope;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::compiled::{Compiled, Node, Op};
use crate::data::{Data, Shape, View};
use crate::error::{ErrorKind, Limit, MissingKind, MissingName, TemplateError};
use crate::{Environment, Error, Escape, Missing, Sections, print};
use frame::{Frame, Overrides};
use missing::MissingList;
use scope::Scopes;

/// The next step of the loop after a tag.
enum Next {
    /// Continue at a node of the same frame.
    At(usize),
    /// Continue in another frame.
    Frame,
}

/// An error of the size of a word, since every tag may return one.
type Failure = Box<Error>;

/// A name that was looked up.
#[derive(Clone, Copy, Default)]
struct Known<'r> {
    /// The serial of the scopes in which it was looked up; 0 before that.
    serial: u64,
    view: Option<View<'r>>,
}

/// One render.
pub(crate) struct Renderer<'r> {
    environment: &'r Environment,
    /// The template that is rendered, which is the code of the root frame.
    root: &'r Arc<Compiled>,
    /// Whether lambdas are not called.
    is_dry: bool,
    out: String,
    /// The bytes of outputs that wait for a lambda to return.
    held: usize,
    scopes: Scopes<'r>,
    /// The last lookup of each name that the root template looks up more than once.
    known: Vec<Known<'r>>,
    frame: Frame,
    /// The frames that wait for the current one, the root first.
    callers: Vec<Frame>,
    overrides: Vec<Overrides>,
    /// The indents of all frames, one after another.
    indent: String,
    partials: BTreeMap<Box<str>, Option<Arc<Compiled>>>,
    missed: MissingList,
    steps: u64,
    lambda_depth: usize,
}

impl<'r> Renderer<'r> {
    fn new(template: &'r Arc<Compiled>, data: Data<'r>, environment: &'r Environment) -> Self {
        Self {
            environment,
            root: template,
            is_dry: false,
            // The size of the last output: the same template is usually rendered with similar data.
            out: String::with_capacity(template.capacity()),
            held: 0,
            scopes: Scopes::new(data.0),
            known: vec![Known::default(); template.tables.symbols as usize],
            frame: Frame {
                end: template.nodes().len(),
                is_plain: true,
                is_root: true,
                ..Frame::default()
            },
            callers: Vec::new(),
            overrides: Vec::new(),
            indent: String::new(),
            partials: BTreeMap::new(),
            missed: MissingList::default(),
            steps: 0,
            lambda_depth: 0,
        }
    }

    pub(crate) fn render(
        template: &'r Arc<Compiled>,
        data: Data<'r>,
        environment: &'r Environment,
    ) -> Result<String, Error> {
        let mut renderer = Self::new(template, data, environment);
        renderer.run(0).map_err(|failure| *failure)?;
        if let Some(error) = renderer.missed.into_error() {
            return Err(error.into());
        }
        template.hint.store(renderer.out.len(), Ordering::Relaxed);
        Ok(renderer.out)
    }

    /// Returns the names that a render would not find. Lambdas are not called.
    pub(crate) fn missing(
        template: &'r Arc<Compiled>,
        data: Data<'r>,
        environment: &'r Environment,
    ) -> Result<Vec<MissingName>, Error> {
        let environment = environment
            .clone()
            .missing(Missing::Error)
            .sections(Sections::Strict);
        let mut renderer = Renderer::new(template, data, &environment);
        renderer.is_dry = true;
        renderer.run(0).map_err(|failure| *failure)?;
        Ok(renderer.missed.into_names())
    }

    /// Runs the current frame and those it calls, until it is done and `depth` frames wait.
    fn run(&mut self, depth: usize) -> Result<(), Failure> {
        loop {
            let row = match &self.frame.code {
                None => self.run_nodes(self.root)?,
                Some(code) => {
                    let code = Arc::clone(code);
                    self.run_nodes(&code)?
                }
            };
            // Another frame was called.
            let Some(row) = row else { continue };
            self.leave_frame();
            if self.callers.len() <= depth {
                return self.check_end(row);
            }
            if let Some(caller) = self.callers.pop() {
                self.frame = caller;
            }
        }
    }

    /// Runs nodes of the current frame until it is done or another frame is current. Returns how many of its last nodes were counted at
    /// once, `None` for another frame.
    #[inline]
    fn run_nodes(&mut self, code: &Arc<Compiled>) -> Result<Option<usize>, Failure> {
        let limits = self.environment.limits;
        let nodes = code.nodes().get(..self.frame.end).unwrap_or_default();
        let is_plain = self.frame.is_plain;
        let mut at = self.frame.at;
        // Nodes before this one are in `steps`. A row of texts and variables is counted at once.
        let mut counted = at;
        while let Some(node) = nodes.get(at) {
            // The frequent ones first, one by one: a jump through a table costs a tenth of a render.
            let next = if node.op == Op::Text {
                if is_plain {
                    self.out.push_str(node.text);
                } else {
                    self.indented(node.text, node.starts_line);
                }
                at += 1;
                continue;
            } else if matches!(node.op, Op::Variable | Op::Raw) {
                // The source bounds the output of text, but not that of variables.
                if self.is_too_long() {
                    let row = at + 1 - counted;
                    self.steps += row as u64;
                    counted = at + 1;
                    self.check_limits(code, at, row)?;
                }
                if !is_plain && node.starts_line {
                    self.start_line();
                }
                match self.variable(code, node, at)? {
                    Next::At(next) => at = next,
                    Next::Frame => {
                        self.steps += (at + 1 - counted) as u64;
                        return Ok(None);
                    }
                }
                continue;
            } else {
                let row = at + 1 - counted;
                self.steps += row as u64;
                if self.steps > limits.steps || self.is_too_long() {
                    self.check_limits(code, at, row)?;
                }
                if !is_plain && node.starts_line {
                    self.start_line();
                }
                if node.op == Op::End {
                    if self.scopes.advance() {
                        Next::At(node.jump as usize + 1)
                    } else {
                        self.scopes.pop();
                        Next::At(at + 1)
                    }
                } else if node.op == Op::Section {
                    self.section(code, node, at)?
                } else {
                    self.rare(code, node, at)?
                }
            };
            match next {
                Next::At(next) => at = next,
                Next::Frame => return Ok(None),
            }
            counted = at;
        }
        let row = at - counted;
        self.steps += row as u64;
        Ok(Some(row))
    }

    /// Runs a tag that is neither a variable nor a section.
    #[inline(never)]
    fn rare(&mut self, code: &Arc<Compiled>, node: &Node<'_>, at: usize) -> Result<Next, Failure> {
        match node.op {
            Op::Text | Op::Variable | Op::Raw | Op::Section | Op::End => Ok(Next::At(at + 1)),
            Op::Inverted => Ok(match self.resolve(code, node).map(View::shape) {
                None => {
                    self.absent(code, node, MissingKind::Inverted);
                    Next::At(at + 1)
                }
                Some(Shape::Falsy) => Next::At(at + 1),
                Some(_) => Next::At(node.jump as usize),
            }),
            Op::Partial | Op::Parent => self.include(code, node, at),
            Op::Block => self.block(code, node, at),
        }
    }

    #[inline(always)]
    fn variable(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        match self.resolve(code, node) {
            Some(view) => {
                if let Some(lambda) = view.lambda() {
                    return self.variable_lambda(lambda, code, node, at);
                }
                if !self.is_dry {
                    print::value(view, self.escape(node), &mut self.out);
                }
            }
            None => match self.environment.missing {
                Missing::Empty => {}
                Missing::Keep => self.out.push_str(node.span.of(&code.source)),
                Missing::Error => {
                    let name = code.name_of(node).to_owned();
                    self.miss(code, node, name, MissingKind::Variable);
                }
            },
        }
        Ok(Next::At(at + 1))
    }

    /// Returns how the value of a variable is escaped.
    #[inline]
    fn escape(&self, node: &Node<'_>) -> Escape {
        match node.op {
            Op::Raw => Escape::None,
            _ => self.environment.escape,
        }
    }

    #[inline]
    fn section(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        // `jump` is the end node, which belongs to the section.
        let after = node.jump as usize + 1;
        let Some(view) = self.resolve(code, node) else {
            self.absent(code, node, MissingKind::Section);
            return Ok(Next::At(after));
        };
        match view.shape() {
            Shape::Falsy => return Ok(Next::At(after)),
            Shape::Truthy => self.scopes.push(view, view, 0),
            Shape::List(length) => {
                let first = view.item(0).unwrap_or(view);
                self.scopes.push(first, view, length);
            }
            Shape::Lambda(_) if self.is_dry => {
                // The items are printed by the nodes of the section.
                let top = self.scopes.top();
                self.scopes.push(top, top, 0);
            }
            Shape::Lambda(lambda) => return self.section_lambda(lambda, code, node, at),
        }
        let limit = self.environment.limits.section_depth;
        // The root is not a section.
        if self.scopes.len() > limit.saturating_add(1) {
            return Err(self.exceeded((Limit::SectionDepth, limit as u64), code, node));
        }
        Ok(Next::At(at + 1))
    }

    /// Returns the value of a dotted name: its first part is looked up in the scopes, the others inside of that value.
    #[inline(always)]
    fn resolve(&mut self, code: &Compiled, node: &Node<'_>) -> Option<View<'r>> {
        if node.is_dot {
            return Some(self.scopes.top());
        }
        let mut view = self.look_up_node(node)?;
        for part in code.rest(node) {
            self.steps += 1;
            view = view.member(part.of(&code.source))?;
        }
        Some(view)
    }

    /// Looks up the first part of a name, or takes the last answer where no scope has changed since.
    #[inline(always)]
    fn look_up_node(&mut self, node: &Node<'_>) -> Option<View<'r>> {
        if node.symbol == 0 || !self.frame.is_root {
            return self.look_up(node.text);
        }
        let serial = self.scopes.names_serial();
        match self.known.get(node.symbol as usize - 1) {
            Some(known) if known.serial == serial => known.view,
            _ => {
                let view = self.look_up(node.text);
                if let Some(known) = self.known.get_mut(node.symbol as usize - 1) {
                    *known = Known { serial, view };
                }
                view
            }
        }
    }

    #[inline(always)]
    fn look_up(&mut self, name: &str) -> Option<View<'r>> {
        match self.scopes.get(name, &mut self.steps) {
            None => self.look_up_last(name),
            found => found,
        }
    }

    /// Looks up a name that no scope has.
    #[inline(never)]
    fn look_up_last(&mut self, name: &str) -> Option<View<'r>> {
        match self.environment.lambdas.get(name) {
            None if name == "value" => {
                let since = self.frame.items_since;
                self.scopes.scalar_item(since, &mut self.steps)
            }
            lambda => lambda.map(View::Value),
        }
    }

    #[inline]
    fn is_too_long(&self) -> bool {
        self.out.len() + self.held > self.environment.limits.output_bytes
    }

    /// Returns the error of a limit that is exceeded at node `at`, or at one of the `row` nodes up to it that were counted at
    /// once.
    #[cold]
    fn check_limits(&mut self, code: &Compiled, at: usize, row: usize) -> Result<(), Failure> {
        let limits = self.environment.limits;
        let node = |at| code.nodes().get(at);
        if self.steps > limits.steps {
            // From the last one back to the first that exceeds the limit.
            let mut over = at;
            let mut steps = self.steps;
            for earlier in ((at + 1).saturating_sub(row)..at).rev() {
                let cost = node(over).map_or(1, |node| 1 + code.rest(node).len() as u64);
                steps = steps.saturating_sub(cost);
                if steps <= limits.steps {
                    break;
                }
                over = earlier;
            }
            if let Some(node) = node(over) {
                return Err(self.exceeded((Limit::Steps, limits.steps), code, node));
            }
        }
        if self.is_too_long() {
            if let Some(node) = node(at).filter(|_| !self.is_dry) {
                let limit = (Limit::OutputBytes, limits.output_bytes as u64);
                return Err(self.exceeded(limit, code, node));
            }
            self.out.clear();
        }
        Ok(())
    }

    /// Checks the limits at the end of a template.
    fn check_end(&mut self, row: usize) -> Result<(), Failure> {
        if self.steps <= self.environment.limits.steps && !self.is_too_long() {
            return Ok(());
        }
        let code = Arc::clone(self.code());
        self.check_limits(&code, self.frame.end.saturating_sub(1), row)
    }

    fn exceeded(&self, (limit, value): (Limit, u64), code: &Compiled, node: &Node<'_>) -> Failure {
        let kind = ErrorKind::Limit { limit, value };
        Box::new(self.error_at(kind, code, node).into())
    }

    /// Returns an error at a tag of the current frame, with the tags through which rendering reached it.
    fn error_at(&self, kind: ErrorKind, code: &Compiled, node: &Node<'_>) -> TemplateError {
        let name = code.name.as_deref();
        let error = TemplateError::new(kind, name, &code.source, node.span.range());
        self.reached(error)
    }

    /// Adds the tags through which rendering reached the current frame.
    fn reached(&self, error: TemplateError) -> TemplateError {
        let place = |at: usize| self.callers[at].call_place(self.root);
        error.with_callers(self.callers.len(), place)
    }
}
