//! Shared helpers: case files, and strategies for texts and edits.

use interline_text::{Edits, TextEdit};
use proptest::prelude::*;
use proptest::sample::Index;

/// One example of a case file: its heading and the blocks below it, each with its info string.
pub(crate) struct Case {
    pub(crate) title: String,
    blocks: Vec<(String, String)>,
}

impl Case {
    /// Returns the block with this info string, without its last line ending.
    pub(crate) fn block(&self, info: &str) -> &str {
        let found = self.blocks.iter().find(|(name, _)| name == info);
        match found {
            Some((_, text)) => text.strip_suffix('\n').unwrap_or(text),
            None => panic!("{}: no block `{info}`", self.title),
        }
    }
}

/// Reads the examples of a case file: every `##` heading with the fenced blocks below it. Other
/// lines are comments.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in file.lines() {
        if let Some((info, mut text)) = open.take() {
            if line == "```" {
                cases.last_mut().unwrap().blocks.push((info, text));
            } else {
                text.push_str(line);
                text.push('\n');
                open = Some((info, text));
            }
        } else if let Some(title) = line.strip_prefix("## ") {
            let title = title.to_owned();
            cases.push(Case {
                title,
                blocks: Vec::new(),
            });
        } else if let Some(info) = line.strip_prefix("```") {
            open = Some((info.to_owned(), String::new()));
        }
    }
    assert!(open.is_none(), "the last block is not closed");
    assert!(!cases.is_empty(), "the case file has no cases");
    cases
}

/// Replaces the escapes `\r`, `\t` and `\u{…}` for characters that editors do not keep.
pub(crate) fn unescape(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        result.push_str(before);
        let mut chars = after.chars();
        match chars.next() {
            Some('r') => result.push('\r'),
            Some('t') => result.push('\t'),
            Some('u') => {
                let (code, tail) = after[1..].split_once('}').unwrap();
                let code = u32::from_str_radix(&code[1..], 16).unwrap();
                result.push(char::from_u32(code).unwrap());
                rest = tail;
                continue;
            }
            other => panic!("unknown escape {other:?}"),
        }
        rest = chars.as_str();
    }
    result + rest
}

/// Short texts of special characters: line endings of every kind, wide, combining and invisible
/// characters.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let chunks = [
        "a",
        "b",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "é",
        "日",
        "🦀",
        "e\u{301}",
        "\u{feff}",
        "\u{202e}",
        "\u{0}",
        "\u{85}",
        "👩\u{200d}👧",
        "word ",
    ];
    proptest::collection::vec(proptest::sample::select(chunks.to_vec()), 0..24)
        .prop_map(|chunks| chunks.concat())
}

/// An offset in a text of this length or after its end.
pub(crate) fn offset(len: usize) -> impl Strategy<Value = usize> {
    prop_oneof![20 => 0..=len + 2, 1 => Just(usize::MAX)]
}

/// A text and checked edits over it, of up to six that do not overlap.
pub(crate) fn edited() -> impl Strategy<Value = (String, Edits)> {
    let edit = (any::<Index>(), any::<Index>(), text());
    (text(), proptest::collection::vec(edit, 0..6)).prop_map(|(text, wanted)| {
        let edits = without_overlap(&text, wanted);
        (text, edits)
    })
}

/// Edits between random `char` boundaries of `text`, without those that overlap earlier ones.
pub(crate) fn without_overlap(text: &str, wanted: Vec<(Index, Index, String)>) -> Edits {
    let boundaries: Vec<usize> = (0..=text.len())
        .filter(|&at| text.is_char_boundary(at))
        .collect();
    let mut list = Vec::new();
    for (from, to, insert) in wanted {
        let (a, b) = (*from.get(&boundaries), *to.get(&boundaries));
        list.push(TextEdit::replace(a.min(b)..a.max(b), insert));
        if Edits::new(text, list.clone()).is_err() {
            list.pop();
        }
    }
    Edits::new(text, list).unwrap()
}

/// Returns whether no edit inserts a character that it removes at the same edge.
pub(crate) fn nothing_equal_at_edges(text: &str, edits: &Edits) -> bool {
    edits.iter().all(|edit| {
        let (old, new) = (&text[edit.range.clone()], &edit.insert);
        old.is_empty()
            || new.is_empty()
            || old.chars().next() != new.chars().next()
                && old.chars().next_back() != new.chars().next_back()
    })
}
