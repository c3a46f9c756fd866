//! Code spans of one paragraph or heading, decided as its bytes arrive.
//!
//! CommonMark decides a backtick run by the text after it: with a later run of the same length in the same paragraph it is the
//! edge of a code span, otherwise it is text. The scanner therefore reads on as if every undecided construct failed, and keeps
//! one small record for each: when one completes, the records made inside it are discarded. Nothing is read twice and no text is
//! kept. Undecided backtick runs have different lengths of at most [`LONGEST_RUN`], and of the other constructs only a bounded
//! number differ.
//!
//! One construct is left out: the label of a full reference link (`[text][label]`) is inline content here, because only the whole
//! document shows whether it is defined. It matters for labels with a backtick.

use std::collections::VecDeque;

use crate::steps;

use super::angle::{AngleState, AngleStep};
use super::link::{LinkState, LinkStep};

/// The length of a backtick run that may open a code span. Longer runs are text, so that undecided runs take bounded memory,
/// whatever the paragraph.
const LONGEST_RUN: u32 = 1_000;

/// From this number of machines on, those in the same state are merged.
const MERGE_AT: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Inline {
    /// Undecided backtick runs in the order of their offsets; their lengths differ.
    codes: Vec<Code>,
    /// For each length the index of the run in `codes` plus one; 0 if no run has this length.
    by_len: Vec<u16>,
    /// Undecided constructs of other kinds in the order of their offsets.
    machines: Vec<Machine>,
    brackets: Brackets,
    run: Run,
    escaped: bool,
    bang: bool,
    /// Set if the last byte was a `]` that closed an active bracket: whether the bracket is that of an image.
    link_may_follow: Option<bool>,
    definition: DefinitionPlace,
    marks: VecDeque<Mark>,
}

/// An undecided backtick run.
#[derive(Clone, Copy, Debug)]
struct Code {
    start: usize,
    len: u32,
    brackets: Brackets,
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: usize,
    len: u32,
    escaped: bool,
}

#[derive(Clone, Copy, Debug)]
struct Machine {
    start: usize,
    state: State,
    brackets: Brackets,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Angle(AngleState),
    Link {
        state: LinkState,
        is_image: bool,
    },
    Label {
        len: u16,
        text: bool,
        escaped: bool,
    },
    AfterLabel,
    Definition(LinkState),
    /// The first byte of a line after a definition without a title.
    TitleLine,
}

/// Whether a link reference definition may begin here in the paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DefinitionPlace {
    /// The paragraph has not begun.
    #[default]
    Start,
    /// Right after the line of a definition.
    Behind,
    /// Not here: text has begun, or a definition is being read.
    Inside,
}

/// Open square brackets, the innermost in the lowest bit. Those beyond 64 are text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Brackets {
    /// A link may end here.
    active: u64,
    image: u64,
}

impl Brackets {
    fn push(&mut self, image: bool) {
        self.active = self.active << 1 | 1;
        self.image = self.image << 1 | u64::from(image);
    }

    /// Closes the innermost bracket. Returns whether it is that of an image; `None` if no link may end here.
    fn pop(&mut self) -> Option<bool> {
        let (active, image) = (self.active & 1 == 1, self.image & 1 == 1);
        self.active >>= 1;
        self.image >>= 1;
        active.then_some(image)
    }

    /// Links do not nest: after a complete one, the brackets around it can only be images.
    fn complete_link(&mut self) {
        self.active &= self.image;
    }
}

/// An offset whose verdict is wanted.
#[derive(Clone, Copy, Debug)]
struct Mark {
    at: usize,
    in_code: bool,
}

impl Inline {
    /// Begins a paragraph or heading. Everything undecided must have been [finished](Self::finish).
    pub(super) fn begin(&mut self, heading: bool) {
        debug_assert!(self.marks.is_empty());
        self.clear();
        if heading {
            self.definition = DefinitionPlace::Inside;
        }
    }

    /// Drops everything, marks included.
    pub(super) fn abandon(&mut self) {
        self.marks.clear();
        self.clear();
    }

    fn clear(&mut self) {
        self.truncate(0);
        self.brackets = Brackets::default();
        self.run = Run::default();
        self.escaped = false;
        self.bang = false;
        self.link_may_follow = None;
        self.definition = DefinitionPlace::Start;
    }

    /// Asks for the verdict on the byte that is fed next, whose offset is `at`.
    pub(super) fn mark(&mut self, at: usize) {
        self.end_run();
        self.marks.push_back(Mark { at, in_code: false });
    }

    /// Reads more bytes; `at` is the offset of the first. Line endings are read too, leading spaces and tabs of a line are not.
    pub(super) fn feed(&mut self, bytes: &[u8], at: usize) {
        let mut index = 0;
        while index < bytes.len() {
            if self.is_idle() {
                let rest = &bytes[index..];
                let plain = rest
                    .iter()
                    .position(|&b| is_special(b))
                    .unwrap_or(rest.len());
                self.bang &= plain == 0;
                index += plain;
            }
            if let Some(&byte) = bytes.get(index) {
                self.step(byte, at + index);
                index += 1;
            }
        }
    }

    /// Reads more bytes if none of them can change the state. Returns `false` without an effect if one may.
    pub(super) fn skim(&mut self, bytes: &[u8]) -> bool {
        let continues = self.is_idle() && !bytes.iter().any(|&b| is_special(b));
        self.bang &= !continues;
        continues
    }

    /// Returns whether only special bytes can change the state.
    fn is_idle(&self) -> bool {
        self.machines.is_empty()
            && self.run.len == 0
            && !self.escaped
            && self.link_may_follow.is_none()
            && self.definition == DefinitionPlace::Inside
    }

    /// Returns whether all bytes so far are link reference definitions, so that no text is left for a heading.
    pub(super) fn is_only_definitions(&self) -> bool {
        self.definition == DefinitionPlace::Behind
    }

    /// Ends the paragraph: undecided constructs fail.
    pub(super) fn finish(&mut self) {
        self.end_run();
        if matches!(
            self.machines.first().map(|m| m.state),
            Some(State::Definition(_))
        ) {
            // The end of the text ends a definition as a line ending does.
            self.step_machines(b'\n', 0);
        }
        self.truncate(0);
    }

    /// Returns the next mark whose verdict is certain, in order: its offset and whether it is in a code span.
    pub(super) fn decided(&mut self) -> Option<(usize, bool)> {
        let mark = *self.marks.front()?;
        // A mark in a code span may still turn out to be inside a tag that began before it; another one inside a code span.
        let undecided = if mark.in_code {
            self.machines.first().is_some_and(|m| m.start < mark.at)
        } else {
            self.codes.first().is_some_and(|c| c.start < mark.at)
        };
        (!undecided).then(|| self.take_mark()).flatten()
    }

    /// Returns the next mark with its verdict as if the paragraph ended here.
    pub(super) fn take_mark(&mut self) -> Option<(usize, bool)> {
        self.marks.pop_front().map(|mark| (mark.at, mark.in_code))
    }

    fn step(&mut self, byte: u8, at: usize) {
        steps::count(1);
        if self.definition != DefinitionPlace::Inside {
            self.definition = DefinitionPlace::Inside;
            if byte == b'[' {
                // A machine may be waiting for the title of the definition before; this byte begins another definition.
                self.machines.clear();
                self.start(
                    at,
                    State::Label {
                        len: 0,
                        text: false,
                        escaped: false,
                    },
                );
                self.brackets.push(false);
                return;
            }
        }
        // A run is handled at its end, when its length is known. Its bytes still go through the machines, since a tag may
        // contain them.
        if byte == b'`' {
            if self.run.len == 0 {
                self.run = Run {
                    start: at,
                    len: 0,
                    escaped: self.escaped,
                };
            }
            self.run.len = self.run.len.saturating_add(1);
            self.escaped = false;
            self.bang = false;
            self.link_may_follow = None;
            self.step_machines(byte, at);
            return;
        }
        self.end_run();
        if self.step_machines(byte, at) {
            return;
        }
        let bang = std::mem::take(&mut self.bang);
        let link = self.link_may_follow.take();
        // A backslash escapes punctuation only; before anything else it is text.
        if std::mem::take(&mut self.escaped) && byte.is_ascii_punctuation() {
            return;
        }
        match byte {
            b'\\' => self.escaped = true,
            b'<' => self.start(at, State::Angle(AngleState::Start)),
            b'!' => self.bang = true,
            b'[' => self.brackets.push(bang),
            b']' => self.link_may_follow = self.brackets.pop(),
            b'(' => {
                if let Some(is_image) = link {
                    let state = LinkState::BeforeDestination;
                    self.start(at, State::Link { state, is_image });
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, start: usize, state: State) {
        // The brackets are restored if the construct completes: those inside it were not brackets.
        self.machines.push(Machine {
            start,
            state,
            brackets: self.brackets,
        });
        if self.machines.len() > MERGE_AT {
            self.merge();
        }
    }

    /// Merges machines in the same state: they have the same end, which is that of the earliest.
    fn merge(&mut self) {
        let mut kept = 0;
        for index in 0..self.machines.len() {
            let machine = self.machines[index];
            let (before, _) = self.machines.split_at(kept);
            steps::count(before.len());
            // The number of states bounds the number of machines that are kept.
            if !before.iter().any(|k| k.state == machine.state) {
                self.machines[kept] = machine;
                kept += 1;
            }
        }
        self.machines.truncate(kept);
    }

    /// Ends a backtick run: it closes the code span that a run of its length opened, or may open one.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        if run.len == 0 {
            return;
        }
        // A backslash has no effect inside a code span, so that all of the run closes it.
        if let Some(index) = self.code_of_len(run.len) {
            let code = self.codes[index];
            self.complete(code.start, code.brackets, true);
            return;
        }
        // Outside of one it takes the first backtick from the run.
        let len = run.len - u32::from(run.escaped);
        if len == 0 || len > LONGEST_RUN || self.code_of_len(len).is_some() {
            return;
        }
        let slot = len as usize;
        if self.by_len.len() <= slot {
            self.by_len.resize(slot + 1, 0);
        }
        self.codes.push(Code {
            start: run.start,
            len,
            brackets: self.brackets,
        });
        // Runs have different lengths, so that one slot for each length is enough.
        self.by_len[slot] = u16::try_from(self.codes.len()).unwrap_or(u16::MAX);
    }

    fn code_of_len(&self, len: u32) -> Option<usize> {
        let slot = self.by_len.get(len as usize)?;
        slot.checked_sub(1).map(usize::from)
    }

    /// Steps the undecided constructs, the outermost first. Returns whether the byte was the last of one.
    fn step_machines(&mut self, byte: u8, at: usize) -> bool {
        let mut index = 0;
        while index < self.machines.len() {
            steps::count(1);
            let machine = self.machines[index];
            let next = match machine.state {
                // Always the last machine, since the byte before started it.
                State::Angle(AngleState::Start) => {
                    self.machines.truncate(index);
                    for state in AngleState::first(byte).into_iter().flatten() {
                        if !self.is_covered(index, state) {
                            let state = State::Angle(state);
                            self.machines.push(Machine { state, ..machine });
                        }
                    }
                    return false;
                }
                State::Angle(state) => match state.step(byte) {
                    AngleStep::Next(next) => {
                        let began = std::mem::discriminant(&state) != std::mem::discriminant(&next);
                        (!began || !self.is_covered(index, next)).then_some(State::Angle(next))
                    }
                    AngleStep::Complete => {
                        self.complete(machine.start, machine.brackets, false);
                        return true;
                    }
                    AngleStep::Fail => None,
                },
                State::Link { state, is_image } => match state.step(byte) {
                    LinkStep::Next(state) | LinkStep::LineEnd(state) => {
                        Some(State::Link { state, is_image })
                    }
                    LinkStep::Parenthesis => {
                        self.complete(machine.start, machine.brackets, false);
                        if !is_image {
                            self.brackets.complete_link();
                        }
                        return true;
                    }
                    LinkStep::Fail => None,
                },
                State::Label { len, text, escaped } => step_label(byte, len, text, escaped),
                State::AfterLabel => {
                    (byte == b':').then_some(State::Definition(LinkState::BeforeDestination))
                }
                State::TitleLine => match LinkState::AfterDestination.step(byte) {
                    LinkStep::Next(state @ LinkState::Title { .. }) => {
                        Some(State::Definition(state))
                    }
                    _ => None,
                },
                State::Definition(state) => match state.step(byte) {
                    LinkStep::Next(state) => Some(State::Definition(state)),
                    LinkStep::LineEnd(state) => {
                        self.complete(machine.start, Brackets::default(), false);
                        self.definition = DefinitionPlace::Behind;
                        if state != LinkState::AfterTitle {
                            self.start(at + 1, State::TitleLine);
                        }
                        return true;
                    }
                    LinkStep::Parenthesis | LinkStep::Fail => None,
                },
            };
            match next {
                Some(state) => {
                    self.machines[index].state = state;
                    index += 1;
                }
                None => {
                    self.machines.remove(index);
                }
            }
        }
        false
    }

    /// Returns whether a machine before `index` waits for the same terminator as `state`, and meets it first.
    fn is_covered(&self, index: usize, state: AngleState) -> bool {
        state.is_bounded_by_terminator()
            && self.machines[..index].iter().any(|machine| {
                matches!(machine.state, State::Angle(other)
                    if std::mem::discriminant(&other) == std::mem::discriminant(&state))
            })
    }

    /// Completes the construct that began at `start`: undecided constructs inside it are part of it.
    fn complete(&mut self, start: usize, brackets: Brackets, code: bool) {
        self.truncate(start);
        self.brackets = brackets;
        self.escaped = false;
        self.bang = false;
        self.link_may_follow = None;
        for mark in self
            .marks
            .iter_mut()
            .rev()
            .take_while(|mark| mark.at > start)
        {
            steps::count(1);
            mark.in_code = code;
        }
    }

    /// Drops the undecided constructs that begin at `start` or later.
    fn truncate(&mut self, start: usize) {
        // Both lists are in the order of their starts, so that each record is dropped once.
        while let Some(code) = self.codes.last().filter(|code| code.start >= start) {
            if let Some(slot) = self.by_len.get_mut(code.len as usize) {
                *slot = 0;
            }
            self.codes.pop();
        }
        let kept = self
            .machines
            .iter()
            .rposition(|machine| machine.start < start);
        self.machines.truncate(kept.map_or(0, |index| index + 1));
    }
}

/// The bytes of the label of a link reference definition, at most. CommonMark says 999 characters; implementations count bytes.
const LONGEST_LABEL: u16 = 1_000;

/// Steps such a label by one byte. A label of whitespace only is not one.
fn step_label(byte: u8, len: u16, text: bool, escaped: bool) -> Option<State> {
    let len = len + 1;
    let next = |text, escaped| Some(State::Label { len, text, escaped });
    match byte {
        b']' if !escaped => text.then_some(State::AfterLabel),
        _ if len > LONGEST_LABEL => None,
        _ if escaped => next(true, false),
        b'\\' => next(true, true),
        b'[' => None,
        b' ' | b'\t' | b'\n' | b'\r' => next(text, false),
        _ => next(true, false),
    }
}

/// Returns whether a byte can change the state of an idle scanner.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'`' | b'\\' | b'<' | b'[' | b']' | b'!')
}
