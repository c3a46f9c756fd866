//! Ids, slugs and the upkeep of boundaries.

use std::ops::Range;

use interline_text::Edits;
use uuid::Uuid;

use crate::read::{Document, Response};
use crate::scan::{is_blank_to_line_end, is_boundary_id, line_end};

use super::apply_patches;
use super::options::{ApplyOptions, BoundaryId};

/// Words of a summary that a slug takes.
const SLUG_WORDS: usize = 3;
/// Characters of a slug.
const SLUG_CHARS: usize = 20;

/// The slug of a summary or file stem: its first three words in lower case, joined by `-`, at most 20 characters,
/// never cut inside one. `None` when it holds no letter or digit.
///
/// ```
/// use interline_patch_template::boundary_slug;
///
/// assert_eq!(boundary_slug("My Great Long Plan").as_deref(), Some("my-great-long"));
/// assert_eq!(boundary_slug("---"), None);
/// ```
#[must_use]
pub fn boundary_slug(summary: &str) -> Option<String> {
    let lower = summary.to_lowercase();
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let joined = words.take(SLUG_WORDS).collect::<Vec<_>>().join("-");
    let cut: String = joined.chars().take(SLUG_CHARS).collect();
    let slug = cut.trim_end_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}

/// The marker of a boundary.
pub(crate) fn boundary_marker(id: &str) -> String {
    format!("<!-- agent:boundary:{id} -->")
}

/// The id for a fresh boundary, and whether a given one had to be passed over. An id that stands in the document
/// already is not taken again.
pub(crate) fn fresh_id(
    document: &Document<'_>,
    response: &Response<'_>,
    id: &BoundaryId,
    summary: Option<&str>,
) -> (String, bool) {
    if let BoundaryId::Given(given) = id {
        if is_boundary_id(given) {
            return (given.clone(), false);
        }
    }
    let mut seed = 0;
    loop {
        let mut fresh = match id {
            BoundaryId::Random => Uuid::new_v4().simple().to_string()[..8].to_owned(),
            BoundaryId::Derived | BoundaryId::Given(_) => {
                derived_id(document.text(), response, seed)
            }
        };
        seed += 1;
        let stands = |old: &str| old.get(..8) == Some(fresh.as_str());
        if document
            .boundaries()
            .iter()
            .any(|boundary| stands(&boundary.id))
        {
            continue;
        }
        if let Some(slug) = summary.and_then(boundary_slug) {
            fresh.push(':');
            fresh.push_str(&slug);
        }
        return (fresh, matches!(id, BoundaryId::Given(_)));
    }
}

fn derived_id(document: &str, response: &Response<'_>, seed: u64) -> String {
    let mut hash = Hash(seed);
    hash.add(document);
    for patch in &response.patches {
        hash.add(&patch.name);
        hash.add(&patch.content);
    }
    for gap in &response.gaps {
        hash.add(&gap.text);
    }
    format!("{:08x}", hash.finish() >> 32)
}

/// A mixing of text into a number that is the same on every machine and in every release. Not for secrets.
struct Hash(u64);

impl Hash {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn add(&mut self, text: &str) {
        let mut chunks = text.as_bytes().chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(
                chunk
                    .iter()
                    .rev()
                    .fold(0, |number, &byte| number << 8 | u64::from(byte)),
            );
        }
        self.mix(
            chunks
                .remainder()
                .iter()
                .fold(0, |number, &byte| number << 8 | u64::from(byte)),
        );
        self.mix(text.len() as u64);
    }

    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(29) ^ number).wrapping_mul(Self::FACTOR);
    }

    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 32).wrapping_mul(Self::FACTOR)
    }
}

/// The whole line of a boundary when nothing else is on it but what may stand before a closer too: blanks and `>`.
pub(crate) fn own_line(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let before = text.as_bytes()[..span.start].iter().rev();
    let prefix = before
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'>'))
        .count();
    let start = span.start - prefix;
    let begins = start == 0 || text.as_bytes()[start - 1] == b'\n';
    (begins && is_blank_to_line_end(text, span.end)).then(|| start..line_end(text, span.end))
}

/// What goes when a boundary is removed: its whole line when nothing else is on it, otherwise the marker alone.
pub(crate) fn removal_of(text: &str, span: &Range<usize>) -> Range<usize> {
    own_line(text, span).unwrap_or_else(|| span.clone())
}

/// The edits that put one boundary with the id `id` at the end of `exchange` and remove every other one. In a document
/// without `exchange` stale ones go, and none is made. Linear.
///
/// Where `id` is not one word that begins with a letter or digit, the document is left as it is.
#[must_use]
pub fn reposition_boundary_to_end(document: &str, id: &str) -> Edits {
    if !is_boundary_id(id) {
        return Edits::none(document.len());
    }
    let options = ApplyOptions::new().boundary_id(BoundaryId::Given(id.to_owned()));
    apply_patches(document, &Response::default(), &options).edits
}

/// The same with a slug of `summary` behind the id.
#[must_use]
pub fn reposition_boundary_to_end_with_summary(document: &str, id: &str, summary: &str) -> Edits {
    match boundary_slug(summary) {
        Some(slug) => reposition_boundary_to_end(document, &format!("{id}:{slug}")),
        None => reposition_boundary_to_end(document, id),
    }
}
