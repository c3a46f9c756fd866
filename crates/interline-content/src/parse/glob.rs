//! Globs of paths, as a machine of states that reads a path once: no pattern makes it try a path again.

/// The bits of one word of a set of states.
const WORD: usize = u64::BITS as usize;

/// A compiled glob.
#[derive(Clone, Debug)]
pub(super) struct Glob {
    states: Vec<State>,
    /// For each state and the match after them, the states that are reached without a character, as `words` words of bits.
    reached: Vec<u64>,
    words: usize,
    /// The literal characters at the start and at the end. Most paths that do not match have others.
    prefix: String,
    suffix: String,
}

#[derive(Clone, Debug)]
enum State {
    /// Reads one character.
    One(Set),
    /// Reads any number of characters.
    Many(Set),
    /// Continues at each of the states, which are later ones.
    Split(Vec<usize>),
}

/// Characters that a state reads.
#[derive(Clone, Debug, PartialEq)]
enum Set {
    Literal(char),
    /// All but `/`.
    Name,
    /// All.
    Path,
    Class {
        is_negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Set {
    fn contains(&self, c: char) -> bool {
        match self {
            Self::Literal(literal) => *literal == c,
            Self::Name => c != '/',
            Self::Path => true,
            Self::Class { is_negated, ranges } => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) != *is_negated
            }
        }
    }
}

/// A part of a pattern. Groups are flat, so that braces nest without recursion.
#[derive(Debug, PartialEq)]
enum Token {
    One(Set),
    /// `*`
    Star,
    /// `**/` at the start.
    DirsBefore,
    /// `/**/`
    DirsBetween,
    /// `/**` at the end.
    DirsAfter,
    Open,
    Comma,
    Close,
}

impl Glob {
    /// Compiles a pattern. Linear, apart from one bit for each two states. The error is the problem and the fix.
    pub(super) fn new(pattern: &str) -> Result<Self, String> {
        let tokens = tokens(pattern)?;
        let literal = |token: &Token| match token {
            Token::One(Set::Literal(c)) => Some(*c),
            _ => None,
        };
        let prefix = tokens.iter().map_while(literal).collect();
        let suffix: Vec<char> = tokens.iter().rev().map_while(literal).collect();
        let states = states(tokens);
        let words = states.len() / WORD + 1;
        Ok(Self {
            reached: reached(&states, words),
            words,
            states,
            prefix,
            suffix: suffix.into_iter().rev().collect(),
        })
    }

    /// Returns whether all of `path` matches. Linear in the path times the pattern.
    pub(super) fn is_match(&self, path: &str) -> bool {
        if !path.starts_with(&self.prefix) || !path.ends_with(&self.suffix) {
            return false;
        }
        let mut current = self.reached(0).to_vec();
        let mut next = vec![0; self.words];
        for c in path.chars() {
            let mut is_stuck = true;
            for (number, word) in current.iter_mut().enumerate() {
                while *word != 0 {
                    let at = number * WORD + word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    let target = match self.states.get(at) {
                        Some(State::One(set)) if set.contains(c) => at + 1,
                        Some(State::Many(set)) if set.contains(c) => at,
                        _ => continue,
                    };
                    is_stuck = false;
                    for (word, reached) in next.iter_mut().zip(self.reached(target)) {
                        *word |= reached;
                    }
                }
            }
            if is_stuck {
                return false;
            }
            // All words of `current` are zero by now.
            std::mem::swap(&mut current, &mut next);
        }
        let end = self.states.len();
        current
            .get(end / WORD)
            .is_some_and(|word| word & (1 << (end % WORD)) != 0)
    }

    fn reached(&self, state: usize) -> &[u64] {
        let start = state * self.words;
        self.reached
            .get(start..start + self.words)
            .unwrap_or_default()
    }
}

/// Returns what [`Glob::reached`] holds. States lead only to later ones, so that one pass from the end finds all.
fn reached(states: &[State], words: usize) -> Vec<u64> {
    let mut table = vec![0_u64; (states.len() + 1) * words];
    for at in (0..=states.len()).rev() {
        let (before, after) = table.split_at_mut((at + 1) * words);
        let Some(own) = before.get_mut(at * words..) else {
            continue;
        };
        if let Some(word) = own.get_mut(at / WORD) {
            *word |= 1 << (at % WORD);
        }
        let next = [at + 1];
        let targets: &[usize] = match states.get(at) {
            Some(State::Split(targets)) => targets,
            Some(State::Many(_)) => &next,
            Some(State::One(_)) | None => &[],
        };
        for target in targets {
            let start = (target - at - 1) * words;
            let target = after.get(start..start + words).unwrap_or_default();
            for (word, reached) in own.iter_mut().zip(target) {
                *word |= reached;
            }
        }
    }
    table
}

fn tokens(pattern: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut depth = 0_usize;
    let mut previous = None;
    let mut rest = pattern.chars();
    while let Some(c) = rest.next() {
        match c {
            '?' => tokens.push(Token::One(Set::Name)),
            '*' if rest.as_str().starts_with('*') => {
                rest.next();
                let after = rest.clone().next();
                let token = dirs(&tokens, previous, after, depth);
                if token
                    .as_ref()
                    .is_some_and(|token| *token != Token::DirsAfter)
                    && after.is_some()
                {
                    rest.next();
                }
                match token {
                    None => tokens.extend([Token::Star, Token::Star]),
                    Some(Token::DirsBefore) => tokens.push(Token::DirsBefore),
                    // The token before is the separator, or matches directories already.
                    Some(token) => match tokens.pop() {
                        Some(known @ (Token::DirsBefore | Token::DirsAfter)) => tokens.push(known),
                        _ => tokens.push(token),
                    },
                }
            }
            '*' => tokens.push(Token::Star),
            '[' => tokens.push(Token::One(class(&mut rest)?)),
            '{' => {
                depth += 1;
                tokens.push(Token::Open);
            }
            '}' => {
                depth = depth
                    .checked_sub(1)
                    .ok_or("missing `{`; write `\\}` for a literal brace")?;
                tokens.push(Token::Close);
            }
            ',' if depth > 0 => tokens.push(Token::Comma),
            '\\' => {
                let literal = rest
                    .next()
                    .ok_or("nothing after the last `\\`; write `\\\\` for a literal backslash")?;
                tokens.push(Token::One(Set::Literal(literal)));
            }
            literal => tokens.push(Token::One(Set::Literal(literal))),
        }
        let read = pattern.len() - rest.as_str().len();
        previous = pattern
            .get(..read)
            .and_then(|read| read.chars().next_back());
    }
    if depth > 0 {
        return Err("missing `}`; write `\\{` for a literal brace".to_owned());
    }
    Ok(tokens)
}

/// Returns what `**` is between the characters `previous` and `after`: directories where it is a whole part of a path, otherwise `None`.
fn dirs(
    tokens: &[Token],
    previous: Option<char>,
    after: Option<char>,
    depth: usize,
) -> Option<Token> {
    let is_first = matches!(tokens.last(), None | Some(Token::Open | Token::Comma));
    match after {
        None | Some('/') if is_first => Some(Token::DirsBefore),
        _ if is_first || previous != Some('/') => None,
        None => Some(Token::DirsAfter),
        Some('/') => Some(Token::DirsBetween),
        Some(',' | '}') if depth > 0 => Some(Token::DirsAfter),
        Some(_) => None,
    }
}

/// Parses the rest of a class, after its `[`.
fn class(rest: &mut std::str::Chars<'_>) -> Result<Set, String> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let is_negated = rest.as_str().starts_with(['!', '^']);
    if is_negated {
        rest.next();
    }
    let mut is_first = true;
    // Whether a `-` was read after the last character, which it may make the start of a range.
    let mut in_range = false;
    loop {
        let c = rest
            .next()
            .ok_or("missing `]`; write `\\[` for a literal bracket")?;
        match c {
            ']' if !is_first => break,
            '-' if !is_first && !in_range => in_range = true,
            high if in_range => {
                if let Some(range) = ranges.last_mut() {
                    let low = range.0;
                    if low > high {
                        return Err(format!(
                            "`{low}-{high}` is not a range; write `{high}-{low}`"
                        ));
                    }
                    range.1 = high;
                }
                in_range = false;
            }
            c => ranges.push((c, c)),
        }
        is_first = false;
    }
    if in_range {
        ranges.push(('-', '-'));
    }
    Ok(Set::Class { is_negated, ranges })
}

fn states(tokens: Vec<Token>) -> Vec<State> {
    if tokens == [Token::DirsBefore] {
        // `**` alone.
        return vec![State::Many(Set::Path)];
    }
    let separator = || State::One(Set::Literal('/'));
    let mut states = Vec::with_capacity(tokens.len());
    // Of each open group its first state, and the last states of its branches.
    let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
    for token in tokens {
        let at = states.len();
        match token {
            Token::One(set) => states.push(State::One(set)),
            Token::Star => states.push(State::Many(Set::Name)),
            Token::DirsBefore => states.extend([
                State::Split(vec![at + 1, at + 3]),
                State::Many(Set::Path),
                separator(),
            ]),
            Token::DirsBetween => states.extend([
                separator(),
                State::Split(vec![at + 2, at + 4]),
                State::Many(Set::Path),
                separator(),
            ]),
            Token::DirsAfter => states.extend([separator(), State::Many(Set::Path)]),
            Token::Open => {
                states.push(State::Split(vec![at + 1]));
                open.push((at, Vec::new()));
            }
            Token::Comma => {
                states.push(State::Split(Vec::new()));
                if let Some((start, ends)) = open.last_mut() {
                    ends.push(at);
                    if let Some(State::Split(branches)) = states.get_mut(*start) {
                        branches.push(at + 1);
                    }
                }
            }
            Token::Close => {
                for end in open.pop().map(|(_, ends)| ends).unwrap_or_default() {
                    if let Some(State::Split(targets)) = states.get_mut(end) {
                        targets.push(at);
                    }
                }
            }
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use globset::GlobBuilder;
    use proptest::prelude::*;

    use super::*;

    fn naive(pattern: &str) -> Option<globset::GlobMatcher> {
        GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .ok()
            .map(|glob| glob.compile_matcher())
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(2_000))]

        #[test]
        fn same_as_globset(
            pattern in "([ab./*?,!{}\\[\\]^\\\\-]|\\*\\*|/\\*\\*/|\\{a,b\\}|\\[a-b\\]|\\[!a\\]|é){1,9}",
            paths in proptest::collection::vec("[ab.\\-\\[!*]{1,3}(/[abé.]{1,2}){0,3}", 1..8),
        ) {
            let (ours, theirs) = (Glob::new(&pattern), naive(&pattern));
            prop_assert_eq!(ours.is_ok(), theirs.is_some(), "{:?}", ours);
            if let (Ok(ours), Some(theirs)) = (ours, theirs) {
                for path in &paths {
                    // `?` and a class are a character here, and a byte there.
                    if pattern.contains(['?', '[']) && path.contains('é') {
                        continue;
                    }
                    prop_assert_eq!(ours.is_match(path), theirs.is_match(path), "{}", path);
                }
            }
        }
    }

    #[test]
    fn matches_characters() {
        assert!(Glob::new("?.md").unwrap().is_match("é.md"));
        assert!(Glob::new("[à-ü].md").unwrap().is_match("é.md"));
        assert!(Glob::new("[!à-ü].md").unwrap().is_match("a.md"));
    }

    #[test]
    fn says_what_to_write() {
        for (pattern, expected) in [
            ("[a", "missing `]`; write `\\[` for a literal bracket"),
            ("{a", "missing `}`; write `\\{` for a literal brace"),
            ("a}", "missing `{`; write `\\}` for a literal brace"),
            ("[b-a]", "`b-a` is not a range; write `a-b`"),
            (
                "a\\",
                "nothing after the last `\\`; write `\\\\` for a literal backslash",
            ),
        ] {
            assert_eq!(Glob::new(pattern).unwrap_err(), expected, "{pattern}");
        }
    }

    /// An engine that tries a path again for each branch would not return.
    #[test]
    fn many_groups_take_no_longer() {
        let pattern = "{a*,*a,a,*}".repeat(90) + "b";
        let glob = Glob::new(&pattern).unwrap();
        assert!(!glob.is_match(&"a".repeat(200)));
        assert!(glob.is_match(&("a".repeat(200) + "b")));
    }
}
