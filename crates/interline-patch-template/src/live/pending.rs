//! The text of a part that has arrived and is not inserted yet.

use crate::steps;

const WHITE: [char; 4] = [' ', '\t', '\r', '\n'];

/// The text of the current part that waits.
///
/// It remembers what it has searched, so that each byte is looked at a few times however small the chunks are and however long it
/// waits.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    text: String,
    /// The bytes before the spaces and line endings at the end.
    kept: usize,
    /// The bytes in which no marker begins.
    looked: usize,
    /// The offset up to which the spaces after the `<!--` at `looked` have been read.
    skipped: usize,
    /// The first character that does not end a line.
    first: Option<char>,
    has_line: bool,
}

/// The marker of a component or boundary in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Whole,
    /// The text from this offset on may become one.
    Begin(usize),
}

impl Pending {
    /// Adds text.
    pub(crate) fn push(&mut self, delta: &str) {
        if !self.has_line {
            let rest = match self.first {
                Some(_) => delta,
                None => delta.trim_start_matches(['\r', '\n']),
            };
            self.first = self.first.or(rest.chars().next());
            self.has_line = rest.contains('\n');
        }
        // Whitespace at the end waits: it may turn out to be the end of the part, which is trimmed.
        let solid = delta.trim_end_matches(WHITE).len();
        steps::count(delta.len() - solid + 1);
        if solid > 0 {
            self.kept = self.text.len() + solid;
        }
        self.text.push_str(delta);
    }

    /// Adds text before anything was inserted. Blank lines at the start are dropped.
    pub(crate) fn push_at_start(&mut self, mut delta: &str) {
        // Nothing but whitespace so far, so that everything up to the last line ending is leading blank lines.
        if self.kept == 0 {
            let space = delta.len() - delta.trim_start_matches(WHITE).len();
            steps::count(2 * space + 1);
            if let Some(newline) = delta[..space].rfind('\n') {
                *self = Self::default();
                delta = &delta[newline + 1..];
            }
        }
        self.push(delta);
    }

    /// Returns the number of bytes before the spaces and line endings at the end.
    pub(crate) fn kept(&self) -> usize {
        self.kept
    }

    /// Returns whether the first character that does not end a line begins text, or its line is complete.
    pub(crate) fn has_plain_start(&self) -> bool {
        self.has_line || self.first.is_some_and(char::is_alphabetic) && !self.text.contains('|')
    }

    /// Returns the first marker in the text, or the start of one.
    pub(crate) fn marker(&mut self) -> Option<Seen> {
        loop {
            let Some(found) = self.text[self.looked..].find('<') else {
                steps::count(self.text.len() - self.looked + 1);
                self.pass(self.text.len());
                return None;
            };
            steps::count(found + 1);
            if found > 0 {
                self.pass(self.looked + found);
            }
            let at = self.looked;
            let rest = &self.text[at..];
            if rest.starts_with("<!--") {
                let spaces = &self.text[self.skipped.max(at + "<!--".len())..];
                let inner = spaces.trim_start_matches([' ', '\t']);
                steps::count(spaces.len() - inner.len() + 1);
                self.skipped = self.text.len() - inner.len();
                let inner = inner.strip_prefix('/').unwrap_or(inner);
                if inner.starts_with("agent:") {
                    return Some(Seen::Whole);
                }
                if "agent:".starts_with(inner) {
                    return Some(Seen::Begin(at));
                }
            } else if "<!--".starts_with(rest) {
                return Some(Seen::Begin(at));
            }
            self.pass(at + 1);
        }
    }

    /// Notes that no marker begins before `at`.
    fn pass(&mut self, at: usize) {
        self.looked = at;
        self.skipped = 0;
    }

    /// Takes the first `len` bytes, or all.
    pub(crate) fn take(&mut self, len: usize) -> String {
        let len = len.min(self.text.len());
        self.kept = self.kept.saturating_sub(len);
        self.looked = self.looked.saturating_sub(len);
        self.skipped = self.skipped.saturating_sub(len);
        self.text.drain(..len).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Finds the marker without a memory.
    fn marker_in(text: &str) -> Option<Seen> {
        for (at, _) in text.match_indices('<') {
            let rest = &text[at..];
            if "<!--".starts_with(rest) {
                return Some(Seen::Begin(at));
            }
            let Some(inner) = rest.strip_prefix("<!--") else {
                continue;
            };
            let inner = inner.trim_start_matches([' ', '\t']);
            let inner = inner.strip_prefix('/').unwrap_or(inner);
            if inner.starts_with("agent:") {
                return Some(Seen::Whole);
            }
            if "agent:".starts_with(inner) {
                return Some(Seen::Begin(at));
            }
        }
        None
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(256))]

        #[test]
        fn finds_the_same_marker_as_without_a_memory(
            chunks in prop::collection::vec(
                prop::sample::select(vec![
                    "<", "!", "--", "<!--", "<!-- ", " ", "\t", "\n", "\r\n", "/", "agent", "agen", "t:", "agent:x", "é", "a",
                ]),
                0..30,
            ),
            at_start in any::<bool>(),
        ) {
            let mut pending = Pending::default();
            let mut text = String::new();
            let mut has_begun = !at_start;
            for chunk in chunks {
                if has_begun {
                    pending.push(chunk);
                    text.push_str(chunk);
                } else {
                    pending.push_at_start(chunk);
                    text.push_str(chunk);
                    let space = text.len() - text.trim_start_matches(WHITE).len();
                    let first = text[..space].rfind('\n').map_or(0, |newline| newline + 1);
                    text.drain(..first);
                }
                let kept = text.trim_end_matches(WHITE).len();
                prop_assert_eq!(&pending.text, &text);
                prop_assert_eq!(pending.kept(), kept);
                let seen = pending.marker();
                prop_assert_eq!(seen, marker_in(&text));
                let len = match seen {
                    Some(Seen::Whole) => break,
                    Some(Seen::Begin(at)) => kept.min(at),
                    None => kept,
                };
                has_begun |= len > 0;
                prop_assert_eq!(pending.take(len), text.drain(..len).collect::<String>());
            }
        }
    }

    #[test]
    fn looks_at_each_byte_a_few_times() {
        for part in [
            " ", "\n", "\t\n", "<", "<!-", "<!-- ", "<a ", "a ", "<!-- / ",
        ] {
            for begin in ["", "a", "<!--", "a <!-- "] {
                for at_start in [false, true] {
                    let counts = [500, 1000, 2000, 4000].map(|count| {
                        let mut pending = Pending::default();
                        pending.push(begin);
                        steps::of(|| {
                            for c in part.repeat(count).chars() {
                                let chunk = c.encode_utf8(&mut [0; 4]).to_owned();
                                if at_start {
                                    pending.push_at_start(&chunk);
                                } else {
                                    pending.push(&chunk);
                                }
                                let kept = pending.kept();
                                match pending.marker() {
                                    Some(Seen::Begin(at)) => drop(pending.take(kept.min(at))),
                                    _ => drop(pending.take(kept)),
                                }
                            }
                        })
                    });
                    for pair in counts.windows(2) {
                        assert!(
                            pair[1] * 10 <= pair[0] * 22 + 500,
                            "{begin:?} {part:?}: {counts:?}"
                        );
                    }
                }
            }
        }
    }
}
