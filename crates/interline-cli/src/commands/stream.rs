//! `interline apply --stream`: a response that is read as it arrives.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use interline::files::{self, UpdateOptions, update};
use interline::patch_template::{
    Applied, ApplyOptions, Event, Outcome as PartOutcome, Part, Response, ResponseOptions,
    ResponseParser, apply_patches, fold_with, parse_patches_with,
};
use interline::text::{Diagnostic, Location, Position, TextEdit, position};
use serde::Serialize;

use super::apply::outcome_of;
use crate::answer::{Answer, JsonDiagnostic};
use crate::diff::difference;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::finding::{Finding, Source};
use crate::input;
use crate::output::{Outcome, Output, json_line};

/// The bytes that are read at once. A pipe gives what has arrived.
const CHUNK: usize = 64 * 1024;

/// The document, and where the response comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'p> {
    pub(super) document: &'p Path,
    pub(super) response: Option<&'p Path>,
    pub(super) is_written: bool,
}

/// Applies a response to a document while the response arrives.
pub(super) fn run(
    target: Target<'_>,
    options: &ApplyOptions,
    response_options: &ResponseOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    let mut reader = Reader::open(target.response)?;
    let mut stream = Stream::new(target, options, response_options, output)?;
    while let Some(chunk) = reader.next()? {
        stream.push(&chunk)?;
    }
    stream.finish()
}

/// A line of `--json`.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<'a> {
    /// A patch begins.
    Opened { component: &'a str },
    /// More content of the patch that is open.
    Content { text: &'a str },
    /// A patch is complete.
    Closed { component: &'a str },
    /// More text outside patches.
    Text { text: &'a str },
    /// The document changed. The edits are for the document as it was before.
    Changed { edits: Vec<TextEdit>, written: bool },
    /// Another program has written the document. What follows is applied to its text.
    Reread { text: &'a str },
    /// The end: the object that `apply --json` prints.
    Done {
        #[serde(flatten)]
        answer: &'a Answer,
    },
}

/// The state between two chunks.
struct Stream<'a> {
    target: Target<'a>,
    options: &'a ApplyOptions,
    response_options: &'a ResponseOptions,
    output: Output,
    parser: ResponseParser,
    response: String,
    events: Vec<Event<'static>>,
    open: Option<String>,
    document: Shared,
    is_printing: bool,
}

/// The document, which other programs may change too.
struct Shared {
    /// The text that the response is applied to: that of the start, or what another program has written since.
    base: Arc<Source>,
    /// The parts of the response that are in `base` already, with their outcomes and diagnostics.
    done: Parts,
    outcomes: Vec<PartOutcome>,
    diagnostics: Vec<Diagnostic>,
    /// The parts that are in `current`.
    seen: Parts,
    /// The text that was written last, or that of `base`.
    current: String,
    /// The result of applying the parts since `base`.
    last: Option<Applied>,
}

/// Numbers of parts of a response.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Parts {
    patches: usize,
    gaps: usize,
}

impl<'a> Stream<'a> {
    fn new(
        target: Target<'a>,
        options: &'a ApplyOptions,
        response_options: &'a ResponseOptions,
        output: Output,
    ) -> Result<Self, Failure> {
        let base = input::read(target.document)?;
        Ok(Self {
            target,
            options,
            response_options,
            output,
            parser: ResponseParser::new(),
            response: String::new(),
            events: Vec::new(),
            open: None,
            document: Shared {
                current: base.text.clone(),
                base,
                done: Parts::default(),
                outcomes: Vec::new(),
                diagnostics: Vec::new(),
                seen: Parts::default(),
                last: None,
            },
            is_printing: output.json,
        })
    }

    /// Reads the next chunk, and applies every patch that it completes.
    fn push(&mut self, chunk: &str) -> Result<(), Failure> {
        self.response.push_str(chunk);
        let events: Vec<_> = self.parser.push(chunk).map(Event::into_owned).collect();
        let is_complete = events
            .iter()
            .any(|event| matches!(event, Event::Closed { .. }));
        for event in events {
            self.print_event(&event);
            self.events.push(event);
        }
        if is_complete {
            self.apply_complete()?;
        }
        Ok(())
    }

    /// Applies everything up to the closer of the last patch that is complete.
    fn apply_complete(&mut self) -> Result<(), Failure> {
        let end_of = |event: &Event<'_>| match event {
            Event::Closed { span } => Some(span.end),
            _ => None,
        };
        let Some(last) = self
            .events
            .iter()
            .rposition(|event| end_of(event).is_some())
        else {
            return Ok(());
        };
        let end = self.events.get(last).and_then(end_of).unwrap_or_default();
        let text = self.response.get(..end).unwrap_or(&self.response);
        let complete = self.events.iter().take(last + 1).cloned();
        let response = fold_with(text, complete, self.response_options).into_owned();
        self.update(&response).map(drop)
    }

    /// Brings the document to what `response` makes of it.
    fn update(&mut self, response: &Response<'_>) -> Result<Vec<Finding>, Failure> {
        let mut found = Vec::new();
        let mut before = self.document.current.clone();
        if self.target.is_written {
            let (document, options) = (&mut self.document, self.options);
            let path = self.target.document;
            let mut other = None;
            let mut last = None;
            let updated = update(path, &UpdateOptions::new(), |old| {
                if old != document.current {
                    document.rebase(path, old);
                    other = Some(old.to_owned());
                }
                let applied = document.apply(response, options);
                let new = applied.text().to_owned();
                last = Some(applied);
                Ok::<_, files::Error>(Some(new))
            })?;
            let of_file = updated.diagnostics.into_iter();
            found.extend(of_file.map(|found| Finding::of_file(path, found)));
            // The closure has been called with the text that was read last.
            let applied = last.unwrap_or_else(|| document.apply(response, options));
            document.keep(applied, response);
            if let Some(text) = other {
                self.print_line(&Line::Reread { text: &text });
                before = text;
            }
        } else {
            let applied = self.document.apply(response, self.options);
            self.document.keep(applied, response);
        }
        self.print_change(&before);
        Ok(found)
    }

    fn finish(mut self) -> Result<Outcome, Failure> {
        let events: Vec<_> = self.parser.finish().map(Event::into_owned).collect();
        for event in events {
            self.print_event(&event);
            self.events.push(event);
        }
        let text = std::mem::take(&mut self.response);
        let response = parse_patches_with(&text, self.response_options);
        let found = self.update(&response)?;
        let answer = Source::new(self.response_name(), text.as_str());
        let (base, applied) = self.document.take();
        let mut outcome = outcome_of(&base, &answer, &response, &applied);
        outcome.findings.splice(0..0, found);
        outcome.answer.written = Some(self.target.is_written);
        // They are events already, and the text may be the work of two programs.
        outcome.answer.edits = None;
        if self.output.json {
            outcome.answer.ok = outcome.exit() == Exit::Done;
            outcome.answer.text = Some(applied.into_text());
            outcome.answer.diagnostics =
                outcome.findings.iter().map(JsonDiagnostic::from).collect();
            self.print_line(&Line::Done {
                answer: &outcome.answer,
            });
            outcome.is_printed = true;
        } else if !self.target.is_written {
            outcome.text = applied.into_text();
        }
        Ok(outcome)
    }

    fn response_name(&self) -> String {
        match self.target.response {
            Some(path) if !input::is_stdin(path) => path.display().to_string(),
            _ => input::STDIN_NAME.to_owned(),
        }
    }

    fn print_event(&mut self, event: &Event<'_>) {
        match event {
            Event::Opened { name, .. } => {
                self.open = Some(name.to_string());
                self.print_line(&Line::Opened { component: name });
            }
            Event::Content(text) => self.print_line(&Line::Content { text }),
            Event::Closed { .. } => {
                let component = self.open.take().unwrap_or_default();
                self.print_line(&Line::Closed {
                    component: &component,
                });
            }
            Event::Text(text) => self.print_line(&Line::Text { text }),
            // Diagnostics are printed at the end, with their positions.
            _ => {}
        }
    }

    fn print_change(&mut self, before: &str) {
        let after = &self.document.current;
        if before != after && self.is_printing {
            let edits = vec![difference(before, after)];
            let written = self.target.is_written;
            self.print_line(&Line::Changed { edits, written });
        }
    }

    /// Prints a line of `--json`. When the reader has closed its end, nothing is printed, and the document is still changed.
    fn print_line(&mut self, line: &Line<'_>) {
        if self.is_printing {
            let printed = json_line(line)
                .map_err(io::Error::from)
                .and_then(|line| self.output.print(&line));
            self.is_printing = printed.is_ok();
        }
    }
}

impl Shared {
    /// Takes the text that another program has written as the one that the rest of the response is applied to. The parts that have been
    /// applied are in it already, as far as that program kept them.
    fn rebase(&mut self, path: &Path, text: &str) {
        self.base = Source::new(path.display().to_string(), text);
        self.done = self.seen;
        text.clone_into(&mut self.current);
        if let Some(applied) = self.last.take() {
            self.outcomes.extend(applied.outcomes);
            self.diagnostics.extend(applied.response_diagnostics);
        }
    }

    /// Applies the parts of `response` that are not in the base.
    fn apply(&self, response: &Response<'_>, options: &ApplyOptions) -> Applied {
        let Parts { patches, gaps } = self.done;
        if self.done == Parts::default() {
            return apply_patches(&self.base.text, response, options);
        }
        let mut rest = response.clone();
        rest.patches.drain(..patches.min(rest.patches.len()));
        rest.gaps.drain(..gaps.min(rest.gaps.len()));
        let mut applied = apply_patches(&self.base.text, &rest, options);
        for outcome in &mut applied.outcomes {
            outcome.part = match outcome.part {
                Part::Patch(index) => Part::Patch(index + patches),
                Part::Gap(index) => Part::Gap(index + gaps),
            };
        }
        applied
    }

    /// Keeps what was made of `response`.
    fn keep(&mut self, applied: Applied, response: &Response<'_>) {
        applied.text().clone_into(&mut self.current);
        self.last = Some(applied);
        self.seen = Parts {
            patches: response.patches.len(),
            gaps: response.gaps.len(),
        };
    }

    /// Returns the base, and what was made of it, with the outcomes of all parts.
    fn take(&mut self) -> (Arc<Source>, Applied) {
        let last = self.last.take();
        let mut applied = last.unwrap_or_else(|| {
            apply_patches(&self.base.text, &Response::new(), &ApplyOptions::new())
        });
        applied.outcomes.splice(0..0, self.outcomes.drain(..));
        applied
            .response_diagnostics
            .splice(0..0, self.diagnostics.drain(..));
        (self.base.clone(), applied)
    }
}

/// Reads UTF-8 in chunks that end with a whole character.
struct Reader {
    source: Box<dyn Read>,
    name: String,
    /// The start of a character that is cut off.
    cut: Vec<u8>,
    /// The text so far, for the position of an error.
    position: Position,
    offset: usize,
}

impl Reader {
    fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let (source, name): (Box<dyn Read>, _) = match path {
            Some(path) if !input::is_stdin(path) => {
                let file = File::open(path).map_err(|error| files::Error::io(path, error))?;
                (Box::new(file), path.display().to_string())
            }
            _ => (Box::new(io::stdin().lock()), input::STDIN_NAME.to_owned()),
        };
        Ok(Self {
            source,
            name,
            cut: Vec::new(),
            position: Position::START,
            offset: 0,
        })
    }

    /// Returns the text that has arrived since the last call; waits for some. `None` at the end.
    fn next(&mut self) -> Result<Option<String>, Failure> {
        let mut buffer = vec![0; CHUNK];
        loop {
            let count = match self.source.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::file(Path::new(&self.name), error.to_string())),
            };
            if count == 0 {
                return match self.cut.is_empty() {
                    true => Ok(None),
                    false => Err(self.not_utf8("")),
                };
            }
            let mut bytes = std::mem::take(&mut self.cut);
            bytes.extend_from_slice(&buffer[..count]);
            let text = match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => {
                    let valid = error.utf8_error().valid_up_to();
                    let is_cut = error.utf8_error().error_len().is_none();
                    let mut bytes = error.into_bytes();
                    let rest = bytes.split_off(valid);
                    let text = String::from_utf8(bytes).unwrap_or_default();
                    if !is_cut {
                        return Err(self.not_utf8(&text));
                    }
                    self.cut = rest;
                    text
                }
            };
            self.pass(&text);
            if !text.is_empty() {
                return Ok(Some(text));
            }
        }
    }

    /// Moves the position to the end of `text`.
    fn pass(&mut self, text: &str) {
        let end = position(text, text.len());
        self.position = Position {
            line: self.position.line + end.line - 1,
            column: match end.line {
                1 => self.position.column + end.column - 1,
                _ => end.column,
            },
        };
        self.offset += text.len();
    }

    fn not_utf8(&mut self, before: &str) -> Failure {
        self.pass(before);
        let at = Location::at(self.offset..self.offset, self.position);
        Failure::input(&self.name, Some(at), "invalid UTF-8; send it as UTF-8")
    }
}
