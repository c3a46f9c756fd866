//! Names that are nearly another.

/// Whether two words differ only in case and separators.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

/// The word that `word` was probably meant as: the same in another case or with other separators; or, from `least` letters on, one
/// or two edits away.
pub(crate) fn nearest<'w>(
    word: &str,
    least: usize,
    known: impl Iterator<Item = &'w str>,
) -> Option<&'w str> {
    // Work is bounded: a long word is no slip of the pen.
    if word.len() > 40 {
        return None;
    }
    let letters = plain(word).len();
    let most = match letters {
        _ if letters < least => 0,
        0..=5 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &'w str)> = None;
    for candidate in known {
        let distance = if plain(candidate) == plain(word) {
            0
        } else {
            1 + distance(&plain(word), &plain(candidate))
        };
        let is_near = distance == 0 || (most > 0 && distance <= most + 1);
        if is_near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, word)| word)
}

fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Letters inserted, removed or replaced, or two swapped.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX / 2;
    }
    let mut rows = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_nearest_word() {
        let known = ["Bash", "Read", "allowed-tools", "description"];
        let nearest = |word| nearest(word, 4, known.into_iter());
        assert_eq!(nearest("Bsah"), Some("Bash"));
        assert_eq!(nearest("allowed_tools"), Some("allowed-tools"));
        assert_eq!(nearest("desciption"), Some("description"));
        assert_eq!(nearest("read"), Some("Read"));
        assert_eq!(nearest("Foo"), None);
        assert_eq!(nearest("version"), None);
    }
}
