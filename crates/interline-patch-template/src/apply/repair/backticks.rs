//! Escapes backticks in content.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use crate::apply::parts::SourcePart;

const BACKTICKS: &str = "backticks escaped";

/// Which backticks are escaped, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Backticks {
    /// Those whose run has no partner in the text, with a backslash.
    Odd,
    /// All of them, with a backslash.
    All,
    /// All of them, as entities: a backslash does not keep them from closing a code span.
    Entities,
}

/// Escapes backticks. A run without a partner would open a code span that contains the closer.
pub(super) fn escape_backticks(part: &mut SourcePart<'_>, which: Backticks) {
    let runs = backtick_runs(&part.text);
    let partners = partners(&runs);
    let escape = match which {
        Backticks::Entities => "&#96;",
        Backticks::Odd | Backticks::All => "\\`",
    };
    let mut escaped = String::with_capacity(part.text.len());
    let (mut done, mut index) = (0, 0);
    while let Some(run) = runs.get(index) {
        match partners.get(index) {
            // The runs in between are inside the code span and open nothing.
            Some(&Some(partner)) if which == Backticks::Odd => index = partner + 1,
            _ => {
                escaped.push_str(&part.text[done..run.start]);
                escaped.push_str(&escape.repeat(run.len()));
                done = run.end;
                index += 1;
            }
        }
    }
    if done > 0 {
        escaped.push_str(&part.text[done..]);
        part.text = Cow::Owned(escaped);
        part.note(BACKTICKS);
    }
}

/// Returns for each run the next one of the same length.
fn partners(runs: &[Range<usize>]) -> Vec<Option<usize>> {
    let mut next: HashMap<usize, usize> = HashMap::new();
    let mut partners: Vec<Option<usize>> = runs
        .iter()
        .enumerate()
        // Backwards, so that each run finds the next one of its length in the map.
        .rev()
        .map(|(index, run)| next.insert(run.len(), index))
        .collect();
    partners.reverse();
    partners
}

fn backtick_runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}
