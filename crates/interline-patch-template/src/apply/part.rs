//! The parts of a response on their way into the document.

use std::ops::Range;

use crate::config::Mode;
use crate::read::Response;

use super::options::{ApplyOptions, Unmatched};
use super::outcome::{Part, Status};

/// A patch or a gap, with what has been done to it so far.
#[derive(Debug)]
pub(crate) struct Work<'r> {
    pub(crate) part: Part,
    /// Its bytes in the response.
    pub(crate) span: Range<usize>,
    /// The component it names; `None` for a gap.
    pub(crate) name: Option<&'r str>,
    /// Its text as it stands in the response.
    pub(crate) source: &'r str,
    /// Its text, in the line ending of the document once it has been prepared, and as repaired so far.
    pub(crate) text: String,
    pub(crate) status: Status,
    pub(crate) component: Option<String>,
    pub(crate) mode: Option<Mode>,
    pub(crate) routed: bool,
    pub(crate) prepared: bool,
    /// Whether the component it goes to ends in the middle of a line.
    pub(crate) inline: bool,
    /// Whether its content stands on lines of its own all the same.
    pub(crate) own_lines: bool,
    /// What was done so that it reads back, in words.
    pub(crate) repairs: Vec<&'static str>,
    /// What the next repair starts from: the text before the last one, which did not help.
    pub(crate) sound: Option<(String, Vec<&'static str>)>,
    /// How many repairs have been tried.
    pub(crate) level: u8,
    /// A later part replaces it in the end, so that it need not read back; it counts as empty meanwhile.
    pub(crate) is_muted: bool,
    /// It goes to a component that has nearly the name.
    pub(crate) is_near: bool,
    /// Text comes after it before the next marker.
    pub(crate) is_followed: bool,
    /// There is no component for it, and none is made.
    pub(crate) is_homeless: bool,
}

impl Work<'_> {
    pub(crate) fn is_live(&self) -> bool {
        !matches!(
            self.status,
            Status::Rejected | Status::Discarded | Status::AlreadyPresent
        )
    }

    /// Its text as it goes into the document.
    pub(crate) fn shown(&self) -> &str {
        if self.is_muted { "" } else { &self.text }
    }

    pub(crate) fn note(&mut self, repair: &'static str) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
        }
    }
}

/// The parts of a response in its order. Linear.
pub(crate) fn works<'r>(response: &'r Response<'_>, options: &ApplyOptions) -> Vec<Work<'r>> {
    let work = |part, span, name, text: &'r str, status| Work {
        part,
        span,
        name,
        source: text,
        text: text.to_owned(),
        status,
        component: None,
        mode: None,
        routed: false,
        prepared: false,
        inline: false,
        own_lines: false,
        repairs: Vec::new(),
        sound: None,
        level: 0,
        is_muted: false,
        is_near: false,
        is_followed: false,
        is_homeless: false,
    };
    let discard = options.unmatched == Unmatched::Discard;
    let gap_status = if discard {
        Status::Discarded
    } else {
        Status::Applied
    };
    let patches = response.patches.iter().enumerate().map(|(index, patch)| {
        work(
            Part::Patch(index),
            patch.span(),
            Some(&*patch.name),
            &patch.content,
            Status::Applied,
        )
    });
    let gaps = response.gaps.iter().enumerate().map(|(index, gap)| {
        work(
            Part::Gap(index),
            gap.span.clone(),
            None,
            &gap.text,
            gap_status,
        )
    });
    let mut works: Vec<_> = patches.chain(gaps).collect();
    works.sort_by_key(|work| work.span.start);
    works
}
