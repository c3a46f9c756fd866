//! The known name that an unknown one was probably meant to be.

use std::borrow::Cow;

/// Longer names are only compared but for case and separators, so that comparing takes bounded time.
const LIMIT: usize = 40;

/// Whether two names are equal but for case and separators: `-`, `_` and spaces.
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

/// Whether two different names are equal but for case and separators, or differ by one or two characters.
///
/// Two edits count from six characters on, and names that share nothing are never near. An edit inserts, removes or replaces a
/// character, or swaps two neighbours. Linear in the names.
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

/// Returns the known name that is nearest to `name` as [`is_near`] counts: the one with the fewest edits, and of several with
/// as few the first. Linear in the number of names.
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

/// How many edits are between two folded names, when they are near.
fn edits(name: &str, other: &str) -> Option<usize> {
    if name == other {
        return Some(0);
    }
    if name.len() > LIMIT || other.len() > LIMIT {
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

/// A name in lower case and without separators.
fn folded(name: &str) -> Cow<'_, str> {
    let is_separator = |c: char| matches!(c, '-' | '_' | ' ');
    if !name.contains(|c: char| is_separator(c) || c.is_uppercase()) {
        return Cow::Borrowed(name);
    }
    let letters = name.chars().filter(|&c| !is_separator(c));
    Cow::Owned(letters.flat_map(char::to_lowercase).collect())
}
