use std::collections::HashMap;
use std::hash::Hash;

/// The result for one of several candidates of one name. Indices are positions in the list of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resolution {
    /// It is the first candidate with the highest precedence of its name, and is used.
    Used,
    /// It is shadowed by a candidate of higher precedence.
    Shadowed {
        /// The candidate that is used.
        by: usize,
    },
    /// It comes after another candidate of the same name and precedence.
    Duplicate {
        /// The first candidate of this name and precedence. It is used or shadowed.
        of: usize,
    },
}

/// Resolves names that several candidates have: returns a result for each pair of a name and a precedence, in their order.
///
/// The highest precedence is used, and of several candidates of one precedence the first. The order of candidates of different
/// precedence makes no difference. Linear.
///
/// # Examples
///
/// ```
/// use interline_files::{Resolution, resolve};
///
/// let resolutions = resolve([("a", 0), ("a", 1), ("a", 0), ("b", 0)]);
/// assert_eq!(resolutions, [
///     Resolution::Shadowed { by: 1 },
///     Resolution::Used,
///     Resolution::Duplicate { of: 0 },
///     Resolution::Used,
/// ]);
/// ```
pub fn resolve<K, P>(candidates: impl IntoIterator<Item = (K, P)>) -> Vec<Resolution>
where
    K: Hash + Eq,
    P: Ord + Hash + Copy,
{
    let mut names: HashMap<K, usize> = HashMap::new();
    // For each name its first candidate, and the first of the highest precedence so far.
    let mut known: Vec<[(P, usize); 2]> = Vec::new();
    // The first candidates of the other precedences. Most names have one precedence, so that the map stays empty.
    let mut firsts: HashMap<(usize, P), usize> = HashMap::new();
    // For each candidate its name, and the first candidate of the same precedence when it is another one.
    let mut seen: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, (name, precedence)) in candidates.into_iter().enumerate() {
        let name = *names.entry(name).or_insert(known.len());
        let Some([first, best]) = known.get_mut(name) else {
            known.push([(precedence, index); 2]);
            seen.push((name, None));
            continue;
        };
        let before = if first.0 == precedence {
            Some(first.1)
        } else {
            let first = *firsts.entry((name, precedence)).or_insert(index);
            (first != index).then_some(first)
        };
        if best.0 < precedence {
            *best = (precedence, index);
        }
        seen.push((name, before));
    }
    let resolution = |(index, (name, first)): (usize, (usize, Option<usize>))| match first {
        Some(of) => Resolution::Duplicate { of },
        None => match known.get(name) {
            Some(&[_, (_, by)]) if by != index => Resolution::Shadowed { by },
            _ => Resolution::Used,
        },
    };
    seen.into_iter().enumerate().map(resolution).collect()
}
