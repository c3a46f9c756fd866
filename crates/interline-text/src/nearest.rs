//! Suggestions for unknown names.

use std::borrow::Cow;

/// The length in bytes above which only differences in case and separators are near. It bounds the
/// time of a comparison, which is quadratic in the length.
const MAX_LEN: usize = 40;

/// Returns whether two names are equal apart from case and the separators `-`, `_` and space.
///
/// Linear in the names.
///
/// # Examples
///
/// ```
/// use interline_text::is_same_name;
///
/// assert!(is_same_name("allowed_tools", "Allowed-Tools"));
/// assert!(!is_same_name("allowed-tool", "allowed-tools"));
/// ```
#[must_use]
pub fn is_same_name(name: &str, other: &str) -> bool {
    folded(name) == folded(other)
}

/// Returns whether two different names are equal apart from case and separators, or differ by one
/// or two edits.
///
/// An edit inserts, removes or replaces a character, or swaps two adjacent ones. Names of fewer than
/// six characters may differ by one edit, and names without a common character are never near.
/// Linear in the names.
///
/// # Examples
///
/// ```
/// use interline_text::is_near;
///
/// assert!(is_near("Status", "status"));
/// assert!(is_near("statsu", "status"));
/// assert!(!is_near("a", "b"));
/// ```
#[must_use]
pub fn is_near(name: &str, other: &str) -> bool {
    name != other && edits(&folded(name), &folded(other)).is_some()
}

/// Returns the known name that is nearest to `name`: of those for which [`is_near`] holds, the first
/// with the fewest edits. Linear in the number of names.
///
/// # Examples
///
/// ```
/// use interline_text::nearest;
///
/// assert_eq!(nearest("statsu", ["exchange", "status"]), Some("status"));
/// assert_eq!(nearest("log", ["exchange", "status"]), None);
/// ```
#[must_use]
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted = folded(name);
    known
        .into_iter()
        .filter(|known| *known != name)
        .filter_map(|known| Some((edits(&wanted, &folded(known))?, known)))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, known)| known)
}

/// Returns the number of edits between two folded names when they are near.
fn edits(name: &str, other: &str) -> Option<usize> {
    if name == other {
        return Some(0);
    }
    if name.len() > MAX_LEN || other.len() > MAX_LEN {
        return None;
    }
    let (len, other_len) = (name.chars().count(), other.chars().count());
    let longest = len.max(other_len);
    let limit = if longest < 6 { 1 } else { 2 };
    if len.abs_diff(other_len) > limit {
        return None;
    }
    let edits = strsim::osa_distance(name, other);
    (edits <= limit && edits < longest).then_some(edits)
}

/// Returns a name in lower case and without separators.
fn folded(name: &str) -> Cow<'_, str> {
    let is_separator = |c: char| matches!(c, '-' | '_' | ' ');
    if !name.contains(|c: char| is_separator(c) || c.is_uppercase()) {
        return Cow::Borrowed(name);
    }
    let letters = name.chars().filter(|&c| !is_separator(c));
    let mut folded = String::with_capacity(name.len());
    // Nearly all names are ASCII, for which the mappings of Unicode would take ten times as long.
    if name.is_ascii() {
        folded.extend(letters.map(|c| c.to_ascii_lowercase()));
    } else {
        folded.extend(letters.flat_map(char::to_lowercase));
    }
    Cow::Owned(folded)
}
