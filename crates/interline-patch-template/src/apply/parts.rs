//! The parts of a response: the input of a plan.

use std::borrow::Cow;
use std::ops::Range;

use super::context::Context;
use super::decision::Decision;
use super::options::ApplyOptions;
use super::outcome::{Part, Status};
use super::policies::{BoundaryPolicy, Unmatched};

/// How an old boundary is removed. A repair takes the next way when without the boundary another marker would change its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    /// With its line, if nothing else is on it.
    Whole,
    /// An empty line stays.
    EmptyLine,
    /// Not at all.
    No,
}

/// How a new boundary is written. A repair takes the next way when with the boundary another marker would change its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewBoundary {
    Plain,
    /// After a blank line.
    Apart,
    /// Not at all.
    No,
}

/// Everything about a response that a repair may change. A plan is made from parts and does not change them; a repair makes
/// new ones.
#[derive(Debug)]
pub(super) struct Parts<'c> {
    pub(super) list: Vec<SourcePart<'c>>,
    /// For each boundary of the document.
    pub(super) removals: Vec<Removal>,
    pub(super) new_boundary: NewBoundary,
}

impl<'c> Parts<'c> {
    /// Takes the parts of the response in its order. Linear.
    pub(super) fn new(context: &Context<'c>) -> Self {
        let response = context.response;
        let patches = response.patches.iter().enumerate().map(|(index, patch)| {
            let name = Some(&*patch.name);
            SourcePart::new(Part::Patch(index), patch.span(), name, &patch.content)
        });
        let gaps = response.gaps.iter().enumerate().map(|(index, gap)| {
            let mut part = SourcePart::new(Part::Gap(index), gap.span.clone(), None, &gap.text);
            // Decided here already, so that a discarded gap takes part in no plan and no repair.
            if context.options.unmatched == Unmatched::Discard {
                part.decided = Some(Decision::of(Status::Discarded));
            }
            part
        });
        let mut list: Vec<_> = patches.chain(gaps).collect();
        // Patches and gaps are in two lists; only together, in the order of the response, does a later part supersede an earlier one.
        list.sort_by_key(|part| part.span.start);
        Self {
            list,
            // The tidy choice first. A repair moves one step at a time towards leaving the document as it is.
            removals: vec![Removal::Whole; context.document.boundaries().len()],
            new_boundary: NewBoundary::Plain,
        }
    }

    /// Returns whether a new boundary ends `exchange`.
    pub(super) fn has_new_boundary(&self, options: &ApplyOptions) -> bool {
        options.boundary == BoundaryPolicy::Refresh && self.new_boundary != NewBoundary::No
    }
}

/// A patch or a gap, with its repairs so far.
#[derive(Debug)]
pub(super) struct SourcePart<'c> {
    pub(super) part: Part,
    /// Its bytes in the response.
    pub(super) span: Range<usize>,
    /// The component it names; `None` for a gap.
    pub(super) name: Option<&'c str>,
    /// Its text in the response.
    pub(super) source: &'c str,
    /// Its text in the document: with the line ending of the document once it is prepared, and as repaired so far.
    pub(super) text: Cow<'c, str>,
    /// The outcome, where it does not depend on the plan: the part is discarded, rejected or already present.
    pub(super) decided: Option<Decision<'c>>,
    /// Whether the text has the line ending of the document and reads back on its own.
    pub(super) is_prepared: bool,
    /// Whether its component ends in the middle of a line.
    pub(super) is_inline: bool,
    /// Whether its content gets lines of its own nevertheless, because it would not read back in the middle of a line.
    pub(super) has_own_lines: bool,
    /// Whether text comes after it before the next marker.
    pub(super) is_followed: bool,
    /// The repairs, as messages name them.
    pub(super) repairs: Vec<&'static str>,
    /// Text and repairs before the last repair of the ladder. If that one does not help, the next one starts from here.
    pub(super) before_repair: Option<(Cow<'c, str>, Vec<&'static str>)>,
    /// The last step of the ladder of repairs that was tried.
    pub(super) level: u8,
}

impl<'c> SourcePart<'c> {
    fn new(part: Part, span: Range<usize>, name: Option<&'c str>, source: &'c str) -> Self {
        Self {
            part,
            span,
            name,
            source,
            text: Cow::Borrowed(source),
            decided: None,
            is_prepared: false,
            is_inline: false,
            has_own_lines: false,
            is_followed: false,
            repairs: Vec::new(),
            before_repair: None,
            level: 0,
        }
    }

    /// Returns whether the part is to be applied, as far as is decided.
    pub(super) fn is_live(&self) -> bool {
        self.decided.is_none()
    }

    /// Notes a repair once.
    pub(super) fn note(&mut self, repair: &'static str) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }

    /// Leaves the part out.
    pub(super) fn reject(&mut self) {
        self.decided = Some(Decision::of(Status::Rejected));
    }
}
