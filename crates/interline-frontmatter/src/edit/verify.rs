use interline_text::Edits;

use crate::yaml::{self, Kind, Tree};
use crate::{Document, ReadOptions, Split, Value, split_with};

/// One entry that must be there after an edit.
pub(super) struct Expected<'e> {
    key: &'e str,
    value: ExpectedValue<'e>,
}

enum ExpectedValue<'e> {
    /// The node of this number in the old block.
    Old(usize),
    New(&'e Value),
}

impl<'e> Expected<'e> {
    pub(super) fn old(key: &'e str, value: usize) -> Self {
        Self {
            key,
            value: ExpectedValue::Old(value),
        }
    }

    pub(super) fn new(key: &'e str, value: &'e Value) -> Self {
        Self {
            key,
            value: ExpectedValue::New(value),
        }
    }
}

/// Reads the block again after the edits and compares it, entry by entry, with what it must hold. Says what is wrong.
///
/// Only the part before the body is looked at, since all edits lie in it.
pub(super) fn verify(
    document: &Document<'_>,
    expected: &[Expected<'_>],
    edits: &Edits,
    options: &ReadOptions,
) -> Result<(), String> {
    let Split::Block(old) = document.split() else {
        return Err("there is no block".to_owned());
    };
    let fault = |what: &str| format!("the block would not read back as asked: {what}");
    let header = &old.text()[..old.body_span().start];
    let mut changed = String::with_capacity(header.len() + 64);
    let mut done = 0;
    for edit in edits {
        changed.push_str(header.get(done..edit.range.start).unwrap_or_default());
        changed.push_str(&edit.insert);
        done = edit.range.end;
    }
    changed.push_str(header.get(done..).unwrap_or_default());

    let split = split_with(&changed, &options.split);
    let new = match &split {
        Split::Block(new) if new.body().is_empty() && new.closer() == old.closer() => new,
        _ => return Err(fault("it would end elsewhere")),
    };
    let block = yaml::read(&changed, new.yaml_span(), options)
        .map_err(|error| fault(&error.to_string()))?;
    let old_tree = &document.block().tree;
    let mut entries = block.tree.root_entries();
    for expected in expected {
        let Some((key, value)) = entries.next() else {
            return Err(fault(&format!("key `{}` would be missing", expected.key)));
        };
        if block.tree.node(key).text != expected.key {
            return Err(fault(&format!("key `{}` would change", expected.key)));
        }
        let same = match expected.value {
            ExpectedValue::Old(id) => same(old_tree, id, &block.tree, value),
            ExpectedValue::New(wanted) => block.tree.matches(value, wanted),
        };
        if !same {
            return Err(fault(&format!(
                "the value of `{}` would change",
                expected.key
            )));
        }
    }
    match entries.next() {
        None => Ok(()),
        Some((key, _)) => Err(fault(&format!(
            "key `{}` would appear",
            block.tree.node(key).text
        ))),
    }
}

/// Whether two nodes have the same meaning, tags included, aliases followed. Recursion is bounded by the limit of depth,
/// work by that of expanded nodes.
fn same(old: &Tree<'_>, a: usize, new: &Tree<'_>, b: usize) -> bool {
    let (a, b) = (old.target(a), new.target(b));
    let (x, y) = (&old.nodes[a], &new.nodes[b]);
    if x.tag != y.tag {
        return false;
    }
    match (x.kind, y.kind) {
        (Kind::Scalar(_), Kind::Scalar(_)) => x.text == y.text && x.same_meaning(y),
        (Kind::Sequence { .. }, Kind::Sequence { .. })
        | (Kind::Mapping { .. }, Kind::Mapping { .. }) => {
            let (mut xs, mut ys) = (old.children(a), new.children(b));
            loop {
                match (xs.next(), ys.next()) {
                    (None, None) => return true,
                    (Some(x), Some(y)) if same(old, x, new, y) => {}
                    _ => return false,
                }
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use interline_text::TextEdit;

    use super::*;

    /// What the second look says of edits that no plan would make.
    fn told(text: &str, edits: Vec<TextEdit>, expected: &[(&str, &str)]) -> String {
        let options = ReadOptions::default();
        let document = Document::parse(text).unwrap();
        let edits = Edits::new(text, edits).unwrap();
        let values: Vec<Value> = expected.iter().map(|(_, value)| (*value).into()).collect();
        let expected: Vec<_> = expected
            .iter()
            .zip(&values)
            .map(|((key, _), value)| Expected::new(key, value))
            .collect();
        verify(&document, &expected, &edits, &options).unwrap_err()
    }

    #[test]
    fn wrong_edits_are_noticed() {
        let text = "---\na: x\n---\nbody";
        let cases = [
            // A fence within the header.
            ("x\n---", &[("a", "x")][..], "it would end elsewhere"),
            ("y", &[("a", "x")], "the value of `a` would change"),
            ("x", &[("b", "x")], "key `b` would change"),
            ("x", &[("a", "x"), ("b", "y")], "key `b` would be missing"),
            ("x\nb: y", &[("a", "x")], "key `b` would appear"),
        ];
        for (insert, expected, fault) in cases {
            let told = told(text, vec![TextEdit::replace(7..8, insert)], expected);
            assert_eq!(
                told,
                format!("the block would not read back as asked: {fault}")
            );
        }
        let told = told(text, vec![TextEdit::replace(7..8, "[")], &[("a", "x")]);
        assert!(told.contains("invalid YAML"), "{told}");
    }

    #[test]
    fn old_values_are_compared_to_their_depth() {
        let text = "---\na: {b: [1, x]}\n---\n";
        let document = Document::parse(text).unwrap();
        let (_, value) = document.block().tree.root_entries().next().unwrap();
        for (insert, same) in [
            ("1", true),
            ("2", false),
            ("'1'", false),
            ("!t 1", false),
            ("1, 1", false),
            ("[]", false),
        ] {
            let edits = Edits::new(text, vec![TextEdit::replace(12..13, insert)]).unwrap();
            let expected = [Expected::old("a", value)];
            let result = verify(&document, &expected, &edits, &ReadOptions::default());
            assert_eq!(result.is_ok(), same, "{insert}: {result:?}");
        }
    }
}
