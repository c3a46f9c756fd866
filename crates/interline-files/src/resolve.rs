use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// What became of a candidate among those of its name. Indices are those of the candidates in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It has the highest precedence of its name, and is the first with it.
    Winner,
    /// One of higher precedence wins.
    Shadowed {
        /// The winner.
        by: usize,
    },
    /// Another one of the same precedence came before it.
    Duplicate {
        /// The first of this name and precedence, which is the winner or shadowed.
        of: usize,
    },
}

/// Settles names that several candidates claim: for each `(name, precedence)`, in their order, what became of it.
///
/// The highest precedence wins. Of those of one precedence the first stands, the others are duplicates of it. The
/// order of candidates of different precedence makes no difference. Linear.
///
/// ```
/// use interline_files::{Standing, resolve};
///
/// let standings = resolve([("a", 0), ("a", 1), ("a", 0), ("b", 0)]);
/// assert_eq!(standings, [
///     Standing::Shadowed { by: 1 },
///     Standing::Winner,
///     Standing::Duplicate { of: 0 },
///     Standing::Winner,
/// ]);
/// ```
pub fn resolve<K: Hash + Eq>(candidates: impl IntoIterator<Item = (K, u32)>) -> Vec<Standing> {
    let mut names: HashMap<K, usize> = HashMap::new();
    // For each name its first candidate, and the first of the highest precedence so far.
    let mut initial: Vec<(u32, usize)> = Vec::new();
    let mut winners: Vec<(u32, usize)> = Vec::new();
    // The first candidates of the other precedences; most names have none.
    let mut firsts: HashMap<(usize, u32), usize> = HashMap::new();
    // For each candidate its name, and the one that came before it with the same precedence.
    let mut seen: Vec<(usize, Option<usize>)> = Vec::new();
    for (index, (name, precedence)) in candidates.into_iter().enumerate() {
        let name = *names.entry(name).or_insert(winners.len());
        let (Some(first), Some(winner)) = (initial.get(name), winners.get_mut(name)) else {
            initial.push((precedence, index));
            winners.push((precedence, index));
            seen.push((name, None));
            continue;
        };
        let before = if first.0 == precedence {
            Some(first.1)
        } else {
            match firsts.entry((name, precedence)) {
                Entry::Occupied(first) => Some(*first.get()),
                Entry::Vacant(place) => {
                    place.insert(index);
                    None
                }
            }
        };
        if winner.0 < precedence {
            *winner = (precedence, index);
        }
        seen.push((name, before));
    }
    let standing = |(index, (name, first)): (usize, (usize, Option<usize>))| match first {
        Some(of) => Standing::Duplicate { of },
        None => match winners.get(name) {
            Some(&(_, by)) if by != index => Standing::Shadowed { by },
            _ => Standing::Winner,
        },
    };
    seen.into_iter().enumerate().map(standing).collect()
}
