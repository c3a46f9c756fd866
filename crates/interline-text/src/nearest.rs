//! The known name that an unknown one was probably meant to be.

/// Longer names are compared in their case only, so that comparing takes bounded time.
const LIMIT: usize = 32;

/// Whether two names that are not equal differ in case alone, or by one or two characters.
///
/// Two edits count from six characters on, and a name never counts as near to one with which it shares nothing.
/// An edit inserts, removes or replaces a character, or swaps two neighbours. Takes bounded time.
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
    if name == other {
        return false;
    }
    if is_same_but_for_case(name, other) {
        return true;
    }
    if name.len() > LIMIT || other.len() > LIMIT {
        return false;
    }
    let (len, other_len) = (name.chars().count(), other.chars().count());
    let longest = len.max(other_len);
    let limit = if longest < 6 { 1 } else { 2 };
    if len.abs_diff(other_len) > limit {
        return false;
    }
    let distance = strsim::osa_distance(name, other);
    distance <= limit && distance < longest
}

/// Returns the known name that is nearest to `name`: one that differs in case alone, otherwise the one with the fewest
/// edits as [`is_near`] counts them. The first of several that are equally near. Linear in the number of names.
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
    known
        .into_iter()
        .filter(|known| is_near(name, known))
        .min_by_key(|known| match is_same_but_for_case(name, known) {
            true => 0,
            false => 1 + strsim::osa_distance(name, known),
        })
}

fn is_same_but_for_case(name: &str, other: &str) -> bool {
    if name.is_ascii() && other.is_ascii() {
        return name.eq_ignore_ascii_case(other);
    }
    name.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_counts_less_than_edits() {
        assert_eq!(nearest("Log", ["logs", "log"]), Some("log"));
        assert_eq!(nearest("lgo", ["log", "lag"]), Some("log"));
        assert_eq!(nearest("same", ["same"]), None);
    }

    #[test]
    fn short_names_are_near_by_one_edit() {
        assert!(is_near("a", "aa"));
        assert!(!is_near("ab", "cd"));
        assert!(!is_near("log", "tags"));
        assert!(is_near("exchange", "exchnage"));
        assert!(is_near("exchange", "exchng"));
        assert!(!is_near("exchange", "change-x"));
    }

    #[test]
    fn long_names_are_near_by_case_only() {
        let long = "x".repeat(1000);
        assert!(is_near(&long, &long.to_uppercase()));
        assert!(!is_near(&long, &format!("{long}x")));
    }
}
