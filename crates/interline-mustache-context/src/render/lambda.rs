//! Lambdas.

use std::sync::Arc;

use super::{Failure, Next, Renderer};
use crate::compiled::{Compiled, Node, Op, Span};
use crate::data::View;
use crate::error::{ErrorKind, Limit};
use crate::lambda::{LambdaRenderer, Returned};
use crate::{Error, Escape, Lambda, LambdaCall, LambdaError, Value, parse};

/// The nesting of lambdas that render, which alone recurses.
const MAX_DEPTH: usize = 64;
/// The number of bytes of a lambda's text that cost a step to parse.
const PARSE_STEP: u64 = 32;

const DEFAULT_DELIMITERS: (&str, &str) = ("{{", "}}");

impl<'r> Renderer<'r> {
    /// Runs a lambda in `{{x}}`.
    #[inline(never)]
    pub(super) fn variable_lambda(
        &mut self,
        lambda: &Lambda,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        if self.is_dry {
            return Ok(Next::At(at + 1));
        }
        let escape = self.escape(node);
        let text = self.ask(lambda, "", DEFAULT_DELIMITERS, code, node, at)?;
        if lambda.returned == Returned::LeftAlone {
            escape.push(&text, &mut self.out);
            return Ok(Next::At(at + 1));
        }
        self.check_depth(code, node)?;
        let compiled = self.compile(&text, DEFAULT_DELIMITERS, code, node, at)?;
        let mut frame = self.frame_inline(compiled);
        if !matches!(escape, Escape::None) {
            // The output of the frame is escaped as a whole when it ends: only then is it known.
            frame.escape_from = Some(self.out.len());
        }
        self.enter(frame, at, at + 1);
        Ok(Next::Frame)
    }

    /// Runs a lambda in a section.
    #[inline(never)]
    pub(super) fn section_lambda(
        &mut self,
        lambda: &Lambda,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Next, Failure> {
        let after = node.jump as usize + 1;
        let Some(body) = code.tables.bodies.get(node.extra as usize) else {
            return Ok(Next::At(after));
        };
        let source = body.span.of(&code.source);
        let delimiters = code.delimiters(body.delimiters);
        let text = self.ask(lambda, source, delimiters, code, node, at)?;
        if lambda.returned == Returned::LeftAlone {
            self.out.push_str(&text);
            return Ok(Next::At(after));
        }
        self.check_depth(code, node)?;
        self.enter_section_text(&text, source, delimiters, code, node, at)?;
        Ok(Next::Frame)
    }

    /// Runs a lambda that returns the name of a partial.
    pub(super) fn name_lambda(
        &mut self,
        lambda: &Lambda,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<String, Failure> {
        let text = self.ask(lambda, "", DEFAULT_DELIMITERS, code, node, at)?;
        match lambda.returned {
            Returned::LeftAlone => Ok(text),
            Returned::Rendered => {
                self.frame.site = at;
                self.render_for_lambda(&text, "", DEFAULT_DELIMITERS)
            }
        }
    }

    /// Calls the lambda.
    fn ask(
        &mut self,
        lambda: &Lambda,
        source: &str,
        delimiters: (&str, &str),
        code: &Compiled,
        node: &Node<'_>,
        at: usize,
    ) -> Result<String, Failure> {
        if self.lambda_depth >= MAX_DEPTH {
            let limit = (Limit::PartialDepth, MAX_DEPTH as u64);
            return Err(self.exceeded(limit, code, node));
        }
        // As much as a partial: a call is code of the host, of unknown cost.
        self.steps += 8;
        self.frame.site = at;
        self.lambda_depth += 1;
        let answer = (lambda.function)(&mut LambdaCall {
            source,
            delimiters,
            renderer: self,
        });
        self.lambda_depth -= 1;
        answer.map_err(|error| Box::new(self.failed(error, code, node)))
    }

    fn failed(&self, error: LambdaError, code: &Compiled, node: &Node<'_>) -> Error {
        // An error of a render inside has its own location already.
        let error = match error.downcast::<Error>() {
            Ok(inner) if inner.template().is_some() => return *inner,
            Ok(inner) => inner as LambdaError,
            Err(error) => error,
        };
        let kind = ErrorKind::Lambda {
            message: error.to_string(),
        };
        self.error_at(kind, code, node).with_cause(error).into()
    }

    fn compile(
        &mut self,
        text: &str,
        delimiters: (&str, &str),
        code: &Compiled,
        node: &Node<'_>,
        at: usize,
    ) -> Result<Arc<Compiled>, Failure> {
        self.steps += text.len() as u64 / PARSE_STEP;
        let name = format!("lambda {}", code.name_of(node));
        let delimiters = Some(delimiters).filter(|set| *set != DEFAULT_DELIMITERS);
        let compiled = parse::parse(Some(name.into()), text.into(), delimiters);
        compiled.map(Arc::new).map_err(|error| {
            self.frame.site = at;
            let error = error.with_callers(1, |_| self.frame.call_place(self.root));
            Box::new(self.reached(error).into())
        })
    }

    /// Makes the text of a section the current frame. Text that is the section's own source is not parsed again.
    fn enter_section_text(
        &mut self,
        text: &str,
        source: &str,
        delimiters: (&str, &str),
        code: &Arc<Compiled>,
        node: &Node<'_>,
        at: usize,
    ) -> Result<(), Failure> {
        let is_section = node.op == Op::Section;
        let mut frame = if is_section && text == source {
            let mut frame = self.frame_indented(Arc::clone(code), Span::default());
            frame.at = at + 1;
            frame.end = node.jump as usize;
            frame.dedent = self.frame.dedent;
            frame
        } else {
            let compiled = self.compile(text, delimiters, code, node, at)?;
            if is_section {
                let mut frame = self.frame_indented(compiled, Span::default());
                let body = code.tables.bodies.get(node.extra as usize);
                frame.in_line = body.is_none_or(|body| body.span.start <= node.span.end);
                frame
            } else {
                self.frame_inline(compiled)
            }
        };
        frame.overrides = self.frame.overrides;
        // The text is part of the template, not a partial: `{{value}}` means the same item inside.
        frame.items_since = self.frame.items_since;
        self.enter(frame, at, node.jump as usize + 1);
        Ok(())
    }
}

impl LambdaRenderer for Renderer<'_> {
    /// Renders `text` for the lambda that was called at the current tag, whose source is `source`.
    fn render_for_lambda(
        &mut self,
        text: &str,
        source: &str,
        delimiters: (&str, &str),
    ) -> Result<String, Failure> {
        let site = self.frame.site;
        let code = Arc::clone(self.code());
        // The tag that called the lambda, which is always there.
        let Some(node) = code.nodes().get(site) else {
            return Ok(String::new());
        };
        self.check_depth(&code, node)?;
        let at = self.frame.at;
        let (scopes, callers) = (self.scopes.len(), self.callers.len());
        let (indent, overrides) = (self.indent.len(), self.overrides.len());
        self.enter_section_text(text, source, delimiters, &code, node, site)?;
        // The lambda gets its text as a string of its own. The outer output waits, and counts towards the limit.
        let outer = std::mem::take(&mut self.out);
        self.held += outer.len();
        let result = self.run(callers + 1);
        self.held -= outer.len();
        let text = std::mem::replace(&mut self.out, outer);
        // A failed render leaves frames on the stack, and the lambda may continue after it.
        self.callers.truncate(callers + 1);
        if let Some(caller) = self.callers.pop() {
            self.frame = caller;
        }
        self.frame.at = at;
        self.scopes.truncate(scopes);
        self.indent.truncate(indent);
        self.overrides.truncate(overrides);
        result.map(|()| text)
    }

    /// Returns a copy of the value of a dotted name in the current scopes.
    fn get_for_lambda(&mut self, name: &str) -> Option<Value> {
        let view = if name == "." {
            self.scopes.top()
        } else {
            let mut parts = name.split('.');
            let first = self.look_up(parts.next()?)?;
            parts.try_fold(first, View::member)?
        };
        view.to_value()
    }
}
