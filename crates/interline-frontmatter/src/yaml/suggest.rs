//! The nearest of the known names, for messages about an unknown one.

/// The known name that differs from `name` in case, in `-` and `_`, or in at most two letters (one, in a short name).
///
/// Linear in the names, quadratic in the length of one; longer ones than 64 characters have no near name.
pub(super) fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let folded = |name: &str| name.to_lowercase().replace('-', "_");
    let wanted: Vec<char> = folded(name).chars().collect();
    if wanted.is_empty() || wanted.len() > 64 {
        return None;
    }
    let most = if wanted.len() < 4 { 1 } else { 2 };
    known
        .iter()
        .filter_map(|known| {
            let letters: Vec<char> = folded(known).chars().collect();
            let is_near = letters.len().abs_diff(wanted.len()) <= most && letters.len() > most;
            let distance = is_near.then(|| distance(&wanted, &letters))?;
            (distance <= most).then_some((distance, *known))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// How many letters to insert, remove, replace, or swap with the next.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let mut least = (row[j] + usize::from(x != y))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let known = ["title", "draft", "allowed-tools", "to"];
        for (name, near) in [
            ("titel", Some("title")),
            ("Title", Some("title")),
            ("allowed_tools", Some("allowed-tools")),
            ("drafts", Some("draft")),
            ("tot", Some("to")),
            ("other", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, &known), near, "{name}");
        }
    }
}
