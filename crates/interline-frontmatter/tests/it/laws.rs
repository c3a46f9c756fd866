//! Laws of headers and their edits, checked by properties here and by the targets in
//! `fuzz`.

use interline_frontmatter::{
    Closer, Document, Error, Map, Number, PathElement, Split, SplitOptions, Value, ValuePath,
    insert, merge, push, remove, remove_path, rename, rename_path, set, set_path, split_with,
};
use interline_text::Edits;

/// The definition read aloud.
fn by_lines(text: &str, marks: &[&str]) -> Option<Result<[String; 5], String>> {
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let is_fence = |line: &str, marks: &[&str]| {
        let line = line
            .strip_suffix('\n')
            .map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        marks.contains(&line.trim_end_matches([' ', '\t']))
    };
    let mut lines = text[bom..].split_inclusive('\n');
    let opener = lines
        .next()
        .filter(|line| line.ends_with('\n') && is_fence(line, &["---"]))?;
    let yaml = bom + opener.len();
    let mut at = yaml;
    for line in lines {
        let end = at + line.len();
        if is_fence(line, marks) {
            return Some(Ok([
                &text[..bom],
                opener,
                &text[yaml..at],
                line,
                &text[end..],
            ]
            .map(str::to_owned)));
        }
        at = end;
    }
    Some(Err(opener.to_owned()))
}

/// Checks that a header ends where the definition says, that its parts are the text, and that the body does not matter.
pub(crate) fn check_split(text: &str, closer: Closer) {
    let marks: &[&str] = match closer {
        Closer::DashesOrDots => &["---", "..."],
        _ => &["---"],
    };
    let options = SplitOptions::new().closer(closer);
    let found = match split_with(text, &options) {
        Split::None => None,
        Split::Unterminated { opener } => Some(Err(text[opener].to_owned())),
        Split::Block(block) => {
            let parts = [
                &text[block.bom_span()],
                block.opener(),
                block.yaml(),
                block.closer(),
                block.body(),
            ];
            assert_eq!(parts.concat(), text);
            assert_eq!(block.text(), text);
            if block.closer().ends_with('\n') {
                // The body has no say.
                let longer = format!("{text}---\n...\n");
                assert_eq!(
                    split_with(&longer, &options).body_start(),
                    block.body_span().start
                );
            }
            Some(Ok(parts.map(str::to_owned)))
        }
    };
    assert_eq!(found, by_lines(text, marks), "{text:?}");
}

/// An edit to make.
#[derive(Clone, Debug)]
pub(crate) enum EditOp {
    Set(String, Value),
    Remove(String),
    Rename(String, String),
    Merge(Map),
    SetPath(ValuePath, Value),
    RemovePath(ValuePath),
    RenamePath(ValuePath, String),
    Push(ValuePath, Value),
    Insert(ValuePath, usize, Value),
}

/// The node at a path, by looking at one step after another; what is missing on the way to a key is made when `makes` is set.
fn node_at<'v>(value: &'v mut Value, path: &[PathElement], makes: bool) -> Option<&'v mut Value> {
    let Some((first, rest)) = path.split_first() else {
        return Some(value);
    };
    if let (Value::Null, PathElement::Key(_), true) = (&*value, first, makes) {
        *value = Map::new().into();
    }
    let inner = match (value, first) {
        (Value::Map(mapping), PathElement::Key(key)) => {
            if !mapping.contains_key(key) && makes {
                mapping.insert(key.as_str(), Value::Null);
            }
            mapping.get_mut(key)?
        }
        (Value::List(items), PathElement::Index(index)) => items.get_mut(*index)?,
        _ => return None,
    };
    node_at(inner, rest, makes)
}

/// The items of a list, which is made of null.
fn items_at<'v>(value: &'v mut Value, path: &ValuePath) -> Option<&'v mut Vec<Value>> {
    let node = node_at(value, path.elements(), true)?;
    if node.is_null() {
        *node = Value::List(Vec::new());
    }
    match node {
        Value::List(items) => Some(items),
        _ => None,
    }
}

fn renamed(mapping: &Map, key: &str, new: &str) -> Map {
    let entries = mapping.iter();
    let entries =
        entries.map(|(known, value)| (if known == key { new } else { known }, value.clone()));
    entries.collect()
}

impl EditOp {
    fn edits(&self, text: &str) -> Result<Edits, Error> {
        match self {
            Self::Set(key, value) => set(text, key, value.clone()),
            Self::Remove(key) => remove(text, key),
            Self::Rename(key, new) => rename(text, key, new),
            Self::Merge(mapping) => merge(text, mapping),
            Self::SetPath(path, value) => set_path(text, path.clone(), value.clone()),
            Self::RemovePath(path) => remove_path(text, path.clone()),
            Self::RenamePath(path, new) => rename_path(text, path.clone(), new),
            Self::Push(path, value) => push(text, path.clone(), value.clone()),
            Self::Insert(path, index, value) => insert(text, path.clone(), *index, value.clone()),
        }
    }

    /// The mapping after a change at a path; nothing where the change cannot be made.
    fn after(&self, before: &Map) -> Option<Map> {
        let mut root = Value::Map(before.clone());
        match self {
            Self::SetPath(path, value) => {
                *node_at(&mut root, path.elements(), true)? = value.clone();
            }
            Self::Push(path, value) => items_at(&mut root, path)?.push(value.clone()),
            Self::Insert(path, index, value) => {
                let items = items_at(&mut root, path)?;
                (*index <= items.len()).then(|| items.insert(*index, value.clone()))?;
            }
            Self::RemovePath(path) => {
                let (last, above) = path.elements().split_last()?;
                match (node_at(&mut root, above, false), last) {
                    (Some(Value::Map(mapping)), PathElement::Key(key)) => {
                        mapping.remove(key);
                    }
                    (Some(Value::List(items)), PathElement::Index(index))
                        if *index < items.len() =>
                    {
                        items.remove(*index);
                    }
                    _ => {}
                }
            }
            Self::RenamePath(path, new) => {
                let (last, above) = path.elements().split_last()?;
                if let (Some(Value::Map(mapping)), PathElement::Key(key)) =
                    (node_at(&mut root, above, false), last)
                {
                    *mapping = renamed(mapping, key, new);
                }
            }
            _ => return None,
        }
        root.as_map().cloned()
    }

    /// Returns the expected mapping, as pairs in their order.
    fn expected(&self, before: &Map) -> Vec<(String, Value)> {
        let mut pairs: Vec<(String, Value)> = before.clone().into_iter().collect();
        let put = |pairs: &mut Vec<(String, Value)>, key: &str, value: &Value| match pairs
            .iter_mut()
            .find(|(known, _)| known == key)
        {
            Some(pair) => pair.1 = value.clone(),
            None => pairs.push((key.to_owned(), value.clone())),
        };
        match self {
            Self::Set(key, value) => put(&mut pairs, key, value),
            Self::Remove(key) => pairs.retain(|(known, _)| known != key),
            Self::Rename(key, new) => {
                if let Some(pair) = pairs.iter_mut().find(|(known, _)| known == key) {
                    pair.0.clone_from(new);
                }
            }
            Self::Merge(mapping) => {
                for (key, value) in mapping.iter() {
                    match value.is_null() {
                        true => pairs.retain(|(known, _)| known != key),
                        false => put(&mut pairs, key, value),
                    }
                }
            }
            Self::SetPath(..)
            | Self::RemovePath(_)
            | Self::RenamePath(..)
            | Self::Push(..)
            | Self::Insert(..) => {
                let after = self.after(before);
                // An edit that cannot be made is rejected, so that it is not checked.
                pairs = after
                    .expect("an edit that cannot be made was made")
                    .into_iter()
                    .collect();
            }
        }
        pairs
    }
}

/// Returns whether a value of another reader is ours.
pub(crate) fn same(theirs: &serde_yaml::Value, ours: &Value) -> bool {
    use serde_yaml::Value as Theirs;
    match (theirs, ours) {
        (Theirs::Null, Value::Null) => true,
        (Theirs::Bool(a), Value::Bool(b)) => a == b,
        (Theirs::String(a), Value::String(b)) => a == b,
        (Theirs::Number(a), Value::Number(b)) => match (a.as_u64(), a.as_i64()) {
            (Some(a), _) => b.as_u64() == Some(a) && !b.is_float(),
            (None, Some(a)) => b.as_i64() == Some(a) && !b.is_float(),
            (None, None) => a.as_f64().is_some_and(|a| Number::from(a) == *b),
        },
        (Theirs::Sequence(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Theirs::Mapping(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|((a, x), (b, y))| a.as_str() == Some(b) && same(x, y))
        }
        _ => false,
    }
}

fn other_reading(yaml: &str) -> Option<Result<serde_yaml::Value, serde_yaml::Error>> {
    // The line endings that only YAML 1.1 has.
    let has_other_endings = yaml.contains(['\u{85}', '\u{2028}', '\u{2029}']);
    (!has_other_endings).then(|| serde_yaml::from_str(yaml))
}

/// Returns whether libyaml refuses a tab in a line without text. YAML 1.2 allows it anywhere, libyaml only below a plain scalar.
fn is_tab_refused(yaml: &str, error: &serde_yaml::Error) -> bool {
    let yaml = yaml.replace("\r\n", "\n");
    let line = error
        .location()
        .and_then(|at| yaml.split(['\n', '\r']).nth(at.line() - 1));
    line.is_some_and(|line| line.contains('\t') && line.trim().is_empty())
}

/// Checks that libyaml reads the new text as we do, if it reads the old one as we do.
fn check_other_reading(old: &str, new: &str, before: &Map, after: &Map) {
    let (Some(Ok(old)), Some(read)) = (other_reading(old), other_reading(new)) else {
        return;
    };
    if after.is_empty() || !same(&old, &Value::Map(before.clone())) {
        return;
    }
    match read {
        Ok(read) => assert!(same(&read, &Value::Map(after.clone())), "libyaml: {read:?}"),
        Err(error) => assert!(is_tab_refused(new, &error), "libyaml: {error}: {new:?}"),
    }
}

/// Checks that an edit of a text is exactly the requested change, or is rejected. Returns whether it was made.
pub(crate) fn check_edit(text: &str, op: &EditOp) -> bool {
    let edits = op.edits(text);
    let Ok(document) = Document::parse(text) else {
        assert!(edits.is_err(), "a text that cannot be read was edited");
        return false;
    };
    let edits = match edits {
        Ok(edits) => edits,
        Err(error @ Error::EditRefused { .. }) => {
            assert!(
                text.get(error.location().unwrap().span.clone()).is_some(),
                "{error:?}"
            );
            assert!(!error.report(text).unwrap().to_string().is_empty());
            return false;
        }
        Err(error) => panic!("{error}: {op:?}"),
    };
    let before = document.mapping();
    let expected = op.expected(&before);
    let changed = edits.apply(text).unwrap();
    let after = Document::parse(&changed).unwrap_or_else(|error| panic!("{error} in {changed:?}"));
    let pairs: Vec<(String, Value)> = after.mapping().into_iter().collect();
    assert_eq!(pairs, expected, "{changed:?}");
    // A byte order mark comes first, before a new block too.
    let body = document.body();
    let is_new = document.split().block().is_none() && after.split().block().is_some();
    let body = body
        .strip_prefix('\u{feff}')
        .filter(|_| is_new)
        .unwrap_or(body);
    assert_eq!(after.body(), body);
    assert_eq!(
        changed.starts_with('\u{feff}'),
        text.starts_with('\u{feff}')
    );

    if let (Some(old), Some(new)) = (document.split().block(), after.split().block()) {
        check_other_reading(old.yaml(), new.yaml(), &before, &after.mapping());
    }
    // Asked again, nothing is left to do.
    let is_settled = matches!(
        op,
        EditOp::Set(..) | EditOp::Remove(_) | EditOp::Merge(_) | EditOp::SetPath(..)
    );
    if is_settled {
        assert!(op.edits(&changed).unwrap().is_empty());
    }
    true
}

#[test]
fn libyaml_refuses_a_tab_below_quotes() {
    for (yaml, is_tab) in [
        ("a: 'x'\n \t\nb: 1\n", true),
        ("a: 'x'\r\n\r\n\t\r\nb: 1\r\n", true),
        ("a: |\n  x\n \t\nb: 1\n", true),
        ("a: x\n \t\nb: @\n", false),
    ] {
        let error = other_reading(yaml).unwrap().unwrap_err();
        assert_eq!(is_tab_refused(yaml, &error), is_tab, "{error}: {yaml:?}");
    }
    assert!(other_reading("a: x\n \t\nb: 1\n").unwrap().is_ok());
}
