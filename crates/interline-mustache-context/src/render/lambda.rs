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
        escape: Escape,
        at: usize,
    ) -> Result<Next, Failure> {
        if self.is_dry {
            return Ok(Next::At(at + 1));
        }
        let code = Arc::clone(self.code());
        let text = self.ask(lambda, "", DEFAULT_DELIMITERS, &code, at)?;
        if lambda.returned == Returned::LeftAlone {
            escape.push(&text, &mut self.out);
            return Ok(Next::At(at + 1));
        }
        self.check_call(&code, at)?;
        let compiled = self.compile(&text, DEFAULT_DELIMITERS, &code, at)?;
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
        let text = self.ask(lambda, source, delimiters, code, at)?;
        if lambda.returned == Returned::LeftAlone {
            self.out.push_str(&text);
            return Ok(Next::At(after));
        }
        self.check_call(code, at)?;
        self.enter_section_text(&text, source, delimiters, at, after)?;
        Ok(Next::Frame)
    }

    /// Runs a lambda that returns the name of a partial.
    pub(super) fn name_lambda(
        &mut self,
        lambda: &Lambda,
        code: &Arc<Compiled>,
        at: usize,
    ) -> Result<String, Failure> {
        let text = self.ask(lambda, "", DEFAULT_DELIMITERS, code, at)?;
        match lambda.returned {
            Returned::LeftAlone => Ok(text),
            Returned::Rendered => {
                self.frame.site = at;
                self.render_for_lambda(&text, "", DEFAULT_DELIMITERS)
            }
        }
    }

    fn check_call(&self, code: &Compiled, at: usize) -> Result<(), Failure> {
        match code.nodes().get(at) {
            Some(node) => self.check_depth(code, node),
            None => Ok(()),
        }
    }

    /// Calls the lambda.
    fn ask(
        &mut self,
        lambda: &Lambda,
        source: &str,
        delimiters: (&str, &str),
        code: &Arc<Compiled>,
        at: usize,
    ) -> Result<String, Failure> {
        let node = code.nodes().get(at).copied();
        if let Some(node) = node.as_ref().filter(|_| self.lambda_depth >= MAX_DEPTH) {
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
        answer.map_err(|error| Box::new(self.failed(error, code, node.as_ref())))
    }

    fn failed(&self, error: LambdaError, code: &Compiled, node: Option<&Node<'_>>) -> Error {
        // An error of a render inside has its own location already.
        let error = match error.downcast::<Error>() {
            Ok(inner) if inner.template().is_some() => return *inner,
            Ok(inner) => inner as LambdaError,
            Err(error) => error,
        };
        let kind = ErrorKind::Lambda {
            message: error.to_string(),
        };
        let nowhere = Node {
            text: "",
            op: Op::Text,
            starts_line: false,
            is_dot: false,
            span: Span::default(),
            name_at: 0,
            dotted: 0,
            symbol: 0,
            jump: 0,
            extra: 0,
        };
        self.error_at(kind, code, node.unwrap_or(&nowhere))
            .with_cause(error)
            .into()
    }

    fn compile(
        &mut self,
        text: &str,
        delimiters: (&str, &str),
        code: &Compiled,
        at: usize,
    ) -> Result<Arc<Compiled>, Failure> {
        self.steps += text.len() as u64 / PARSE_STEP;
        let name = code.nodes().get(at).map(|node| code.name_of(node));
        let name = format!("lambda {}", name.unwrap_or_default());
        let delimiters = Some(delimiters).filter(|set| *set != DEFAULT_DELIMITERS);
        let compiled = parse::parse(Some(name.into()), text.into(), delimiters);
        compiled.map(Arc::new).map_err(|error| {
            self.frame.site = at;
            let error = error
                .with_callers(1, |_| self.frame.call_place(self.root))
                .with_callers(self.callers.len(), |at| {
                    self.callers[at].call_place(self.root)
                });
            Box::new(error.into())
        })
    }

    /// Makes the text of a section the current frame. Text that is the section's own source is not parsed again.
    fn enter_section_text(
        &mut self,
        text: &str,
        source: &str,
        delimiters: (&str, &str),
        at: usize,
        go_on: usize,
    ) -> Result<(), Failure> {
        let code = Arc::clone(self.code());
        let node = code.nodes().get(at).copied();
        let node = node.filter(|node| node.op == Op::Section);
        let begins_line = node.is_some_and(|node| {
            let body = code.tables.bodies.get(node.extra as usize);
            body.is_some_and(|body| body.span.start > node.span.end)
        });
        let mut frame = match node {
            Some(node) if text == source => {
                let mut frame = self.frame_indented(Arc::clone(&code), Span::default());
                frame.at = at + 1;
                frame.end = node.jump as usize;
                frame.dedent = self.frame.dedent;
                frame
            }
            Some(_) => {
                let compiled = self.compile(text, delimiters, &code, at)?;
                let mut frame = self.frame_indented(compiled, Span::default());
                frame.in_line = !begins_line;
                frame
            }
            None => {
                let compiled = self.compile(text, delimiters, &code, at)?;
                self.frame_inline(compiled)
            }
        };
        frame.overrides = self.frame.overrides;
        // The text is part of the template, not a partial: `{{value}}` means the same item inside.
        frame.items_since = self.frame.items_since;
        self.enter(frame, at, go_on);
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
        self.check_call(&code, site)?;
        let (at, end) = (self.frame.at, self.frame.end);
        let (scopes, callers) = (self.scopes.len(), self.callers.len());
        let (indent, overrides) = (self.indent.len(), self.overrides.len());
        self.enter_section_text(text, source, delimiters, site, site)?;
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
        self.frame.end = end;
        self.frame.site = site;
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
