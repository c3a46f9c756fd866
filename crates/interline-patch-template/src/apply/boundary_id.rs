//! Ids of boundaries.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::read::{Document, Response};
use crate::scan::is_boundary_id;

/// The source of the id of a new boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoundaryId {
    /// Eight hex digits derived from document and response, so that the same call gives the same bytes.
    #[default]
    Derived,
    /// The first eight hex digits of a random UUID (version 4).
    Random,
    /// This complete id: one word that begins with a letter or digit, without `<` and `>`. An invalid id is reported, and
    /// [`Derived`](Self::Derived) is used.
    Given(String),
}

impl BoundaryId {
    /// Makes a new id: eight hex digits of a random UUID (version 4).
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::BoundaryId;
    ///
    /// assert_eq!(BoundaryId::new().as_str().map(str::len), Some(8));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::Given(Uuid::new_v4().simple().to_string()[..8].to_owned())
    }

    /// Returns the id if it is given.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Given(id) => Some(id),
            Self::Derived | Self::Random => None,
        }
    }

    /// Returns whether it is a given id that cannot be used.
    pub(super) fn is_invalid(&self) -> bool {
        self.as_str().is_some_and(|given| !is_boundary_id(given))
    }
}

/// The number of words of a summary in a slug.
const SLUG_WORDS: usize = 3;
/// The length of a slug in characters.
const SLUG_CHARS: usize = 20;

/// Makes a slug of a summary or file stem: its first three words in lower case, joined by `-`, at most 20 characters. Never
/// cut inside a character. `None` if it has no letter or digit. Linear.
///
/// # Examples
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

/// Returns the marker of a boundary.
pub(crate) fn boundary_marker(id: &str) -> String {
    format!("<!-- agent:boundary:{id} -->")
}

/// Makes the id for a new boundary. A derived or random id that a boundary of the document already has is not used again.
pub(super) fn new_id(
    document: &Document<'_>,
    response: &Response<'_>,
    id: &BoundaryId,
    summary: Option<&str>,
) -> String {
    if let Some(given) = id.as_str().filter(|_| !id.is_invalid()) {
        return given.to_owned();
    }
    let mut seed = 0;
    loop {
        let mut new = match id {
            BoundaryId::Random => Uuid::new_v4().simple().to_string()[..8].to_owned(),
            BoundaryId::Derived | BoundaryId::Given(_) => {
                derived_id(document.text(), response, seed)
            }
        };
        seed += 1;
        // The slug is ignored: two ids with the same digits look alike to a reader.
        let is_used = |old: &str| old.get(..8) == Some(new.as_str());
        if document
            .boundaries()
            .iter()
            .any(|boundary| is_used(&boundary.id))
        {
            continue;
        }
        if let Some(slug) = summary.and_then(boundary_slug) {
            new.push(':');
            new.push_str(&slug);
        }
        return new;
    }
}

fn derived_id(document: &str, response: &Response<'_>, seed: u64) -> String {
    let mut hash = Hash([seed; 4]);
    hash.add(document);
    for patch in &response.patches {
        // Name and content are separate entries, each with its length, so that moving text between them changes the id.
        hash.add(&patch.name);
        hash.add(&patch.content);
    }
    for gap in &response.gaps {
        hash.add(&gap.text);
    }
    format!("{:08x}", hash.finish() >> 32)
}

/// A hash that is the same on every machine and in every release, unlike those of `std`. Not for secrets.
///
/// Its four numbers do not depend on each other, so that a processor computes them side by side: with one number, the hash of the document
/// took 40 % of the time of an append to 1 MiB.
struct Hash([u64; 4]);

impl Hash {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn add(&mut self, text: &str) {
        let mut blocks = text.as_bytes().chunks_exact(32);
        for block in &mut blocks {
            self.mix(block);
        }
        let mut last = [0; 32];
        let rest = blocks.remainder();
        last[..rest.len()].copy_from_slice(rest);
        self.mix(&last);
        // The length keeps texts apart that differ only in trailing zero bytes of their last block.
        self.0[0] = Self::mixed(self.0[0], text.len() as u64);
    }

    /// Adds a block of 32 bytes.
    fn mix(&mut self, block: &[u8]) {
        for (number, word) in self.0.iter_mut().zip(block.chunks_exact(8)) {
            let word = word.try_into().unwrap_or_default();
            *number = Self::mixed(*number, u64::from_le_bytes(word));
        }
    }

    fn mixed(number: u64, word: u64) -> u64 {
        (number.rotate_left(29) ^ word).wrapping_mul(Self::FACTOR)
    }

    fn finish(&self) -> u64 {
        let all = self
            .0
            .iter()
            .fold(0, |all, number| Self::mixed(all, *number));
        (all ^ all >> 32).wrapping_mul(Self::FACTOR)
    }
}
