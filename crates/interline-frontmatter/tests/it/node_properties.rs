//! An edit of a node changes that node: every line of another stays as it is, comments stay, and other readers see exactly the change.

use std::collections::HashSet;

use interline_frontmatter::{
    Document, Error, Map, PathElement, Value, ValuePath, insert, push, remove_path, rename_path,
    set_path,
};
use interline_text::Edits;
use proptest::prelude::*;

use crate::laws::same;

/// The documented reasons for which an edit of a valid header may be refused.
const REASONS: [&str; 5] = [
    "is used elsewhere, by `*",
    "it is the alias `*",
    "where its comment cannot move with it",
    "it is written with `?`",
    "would come before the anchor",
];

/// Numbers from a seed: a generator that needs no shrinking, since headers are small.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % sides as u64).unwrap()
    }
}

/// Makes headers in which every scalar, key and comment is another.
struct Maker {
    dice: Dice,
    next: usize,
    text: String,
    anchors: Vec<String>,
}

impl Maker {
    fn id(&mut self, letter: char) -> String {
        self.next += 1;
        format!("{letter}{}", self.next)
    }

    fn comment(&mut self) {
        if self.dice.roll(3) == 0 {
            let id = self.id('c');
            self.text += &format!(" # {id}");
        }
    }

    fn comment_line(&mut self, indent: usize) {
        match self.dice.roll(6) {
            0 => {
                let id = self.id('c');
                self.text += &format!("{:indent$}# {id}\n", "");
            }
            1 => self.text += "\n",
            _ => {}
        }
    }

    fn scalar(&mut self) -> String {
        let id = self.id('v');
        match self.dice.roll(12) {
            0 => format!("'{id}'"),
            1 => format!("\"{id}\""),
            2 => format!("{}.{}0", self.next, self.next),
            3 => format!("2026-01-{:02}", 1 + self.next % 28),
            4 => format!("0x{:X}", self.next + 100),
            5 => format!("&a{id} {id}"),
            6 => format!("!!str {id}"),
            _ => id,
        }
    }

    fn flow(&mut self, depth: usize) -> String {
        let count = self.dice.roll(4);
        let is_map = self.dice.roll(2) == 0;
        let items: Vec<String> = (0..count)
            .map(|_| {
                let value = if depth > 0 && self.dice.roll(4) == 0 {
                    self.flow(depth - 1)
                } else {
                    self.scalar()
                };
                if is_map {
                    format!("{}: {value}", self.id('k'))
                } else {
                    value
                }
            })
            .collect();
        let items = items.join(", ");
        if is_map {
            format!("{{{items}}}")
        } else {
            format!("[{items}]")
        }
    }

    /// Returns the text after a colon or dash, up to the end of its lines.
    fn value(&mut self, indent: usize, depth: usize, is_item: bool) {
        match self.dice.roll(if depth > 0 { 12 } else { 7 }) {
            0 => {
                let id = self.id('v');
                let header = ["|", ">", "|-", "|+", ">-"][self.dice.roll(5)];
                let inner = indent + 2;
                self.text += &format!(" {header}\n{:inner$}{id}\n\n{:inner$}# text\n", "", "");
                return;
            }
            1 => {
                let flow = self.flow(2);
                self.text += &format!(" {flow}");
            }
            2 if !self.anchors.is_empty() && self.dice.roll(2) == 0 => {
                let anchor = self.anchors[self.dice.roll(self.anchors.len())].clone();
                self.text += &format!(" *{anchor}");
            }
            3 if self.dice.roll(3) == 0 => self.text += " ",
            4 if self.dice.roll(2) == 0 => {
                let anchor = self.id('r');
                let scalar = self.id('v');
                self.text += &format!(" &{anchor} {scalar}");
                self.anchors.push(anchor);
            }
            7..=8 => {
                let mut first = false;
                if is_item && self.dice.roll(2) == 0 {
                    self.text += " ";
                    first = true;
                } else {
                    self.comment();
                    self.text += "\n";
                }
                self.map(indent + 2, depth - 1, first);
                return;
            }
            9..=11 => {
                let mut first = false;
                let mut inner = indent + 2;
                if is_item && self.dice.roll(2) == 0 {
                    self.text += " ";
                    first = true;
                } else {
                    self.comment();
                    self.text += "\n";
                    if !is_item && self.dice.roll(3) == 0 {
                        inner = indent;
                    }
                }
                self.list(inner, depth - 1, first);
                return;
            }
            _ => {
                let scalar = self.scalar();
                self.text += &format!(" {scalar}");
            }
        }
        self.comment();
        self.text += "\n";
    }

    fn map(&mut self, indent: usize, depth: usize, mut first: bool) {
        for _ in 0..1 + self.dice.roll(3) {
            if !first {
                self.comment_line(indent);
                self.text += &" ".repeat(indent);
            }
            first = false;
            let key = self.id('k');
            self.text += &format!("{key}:");
            self.value(indent, depth, false);
        }
    }

    fn list(&mut self, indent: usize, depth: usize, mut first: bool) {
        for _ in 0..1 + self.dice.roll(4) {
            if !first {
                self.comment_line(indent);
                self.text += &" ".repeat(indent);
            }
            first = false;
            self.text += "-";
            self.value(indent, depth, true);
        }
    }
}

/// Every node but the root, with its path.
fn paths(value: &Value, path: &mut Vec<PathElement>, found: &mut Vec<Vec<PathElement>>) {
    if !path.is_empty() {
        found.push(path.clone());
    }
    let mut inside = |element: PathElement, value: &Value| {
        path.push(element);
        paths(value, path, found);
        path.pop();
    };
    match value {
        Value::Map(mapping) => {
            for (key, value) in mapping.iter() {
                inside(key.into(), value);
            }
        }
        Value::List(items) => {
            for (index, value) in items.iter().enumerate() {
                inside(index.into(), value);
            }
        }
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, path: &[PathElement]) -> &'v mut Value {
    path.iter()
        .fold(value, |value, element| match (value, element) {
            (Value::Map(mapping), PathElement::Key(key)) => mapping.get_mut(key).unwrap(),
            (Value::List(items), PathElement::Index(index)) => &mut items[*index],
            _ => panic!("a path that is not there"),
        })
}

/// A value like the old one, as a program would make it: items added, removed, moved and changed.
fn changed(dice: &mut Dice, value: &Value) -> Value {
    match value {
        Value::List(items) => {
            let mut items = items.clone();
            // One change, since of several it is not clear which item is which.
            {
                let at = dice.roll(items.len() + 1);
                match dice.roll(5) {
                    0 => items.insert(at, "new1".into()),
                    1 => items.insert(
                        at,
                        vec![Value::from("new2"), Map::from([("kn", 1)]).into()].into(),
                    ),
                    2 if at < items.len() => drop(items.remove(at)),
                    3 if at < items.len() => {
                        let item = items.remove(at);
                        let to = dice.roll(items.len() + 1);
                        items.insert(to, item);
                    }
                    _ if at < items.len() => items[at] = changed(dice, &items[at]),
                    _ => {}
                }
            }
            items.into()
        }
        Value::Map(mapping) => {
            let mut mapping = mapping.clone();
            let keys: Vec<String> = mapping.keys().map(str::to_owned).collect();
            for _ in 0..1 + dice.roll(2) {
                let key = keys.get(dice.roll(keys.len() + 1));
                match (dice.roll(3), key) {
                    (0, Some(key)) => drop(mapping.remove(key)),
                    (1, Some(key)) => {
                        if let Some(value) = mapping.get_mut(key) {
                            *value = changed(dice, value);
                        }
                    }
                    _ => drop(mapping.insert("knew", vec!["new3", "new4"])),
                }
            }
            mapping.into()
        }
        _ => match dice.roll(6) {
            0 => Value::from("two\nlines\n"),
            1 => Value::Null,
            2 => 7.into(),
            3 => Map::from([("knew", "new5")]).into(),
            4 => vec!["new6"].into(),
            _ => "new7".into(),
        },
    }
}

/// Makes a random edit, and the value that the header must have after it.
fn edit(dice: &mut Dice, text: &str, before: &Value) -> (String, Result<Edits, Error>, Value) {
    let mut found = Vec::new();
    paths(before, &mut Vec::new(), &mut found);
    let mut after = before.clone();
    let path = found[dice.roll(found.len())].clone();
    let as_path = || path.iter().cloned().collect::<ValuePath>();
    let (last, above) = path.split_last().unwrap();
    let old = at(&mut after, &path).clone();
    match (dice.roll(7), last, &old) {
        (0, _, _) => {
            match (at(&mut after, above), last) {
                (Value::Map(mapping), PathElement::Key(key)) => drop(mapping.remove(key)),
                (Value::List(items), PathElement::Index(index)) => drop(items.remove(*index)),
                _ => panic!("a path that is not there"),
            }
            ("remove".to_owned(), remove_path(text, as_path()), after)
        }
        (1, PathElement::Key(key), _) => {
            let Value::Map(mapping) = at(&mut after, above) else {
                panic!("a key outside of a mapping")
            };
            let entries = std::mem::take(mapping).into_iter();
            let renamed = entries.map(|(known, value)| {
                let name = if known == *key {
                    "krenamed".to_owned()
                } else {
                    known
                };
                (name, value)
            });
            *mapping = renamed.collect();
            (
                "rename".to_owned(),
                rename_path(text, as_path(), "krenamed"),
                after,
            )
        }
        (2, _, Value::List(items)) => {
            let mut items = items.clone();
            items.push("new8".into());
            *at(&mut after, &path) = items.into();
            ("push".to_owned(), push(text, as_path(), "new8"), after)
        }
        (3, _, Value::List(items)) => {
            let mut items = items.clone();
            let index = dice.roll(items.len() + 1);
            let new = Value::from(Map::from([("kx", "new9"), ("ky", "new10")]));
            items.insert(index, new.clone());
            *at(&mut after, &path) = items.into();
            (
                format!("insert {index}"),
                insert(text, as_path(), index, new),
                after,
            )
        }
        (4, _, Value::Map(_)) => {
            let path = as_path()
                .elements()
                .iter()
                .cloned()
                .chain(["knew".into()])
                .collect::<ValuePath>();
            let Value::Map(mapping) = at(&mut after, &path.elements()[..path.elements().len() - 1])
            else {
                panic!("no mapping")
            };
            mapping.insert("knew", "new11");
            ("add".to_owned(), set_path(text, path, "new11"), after)
        }
        _ => {
            let new = changed(dice, &old);
            *at(&mut after, &path) = new.clone();
            (
                format!("set to {new:?}"),
                set_path(text, as_path(), new),
                after,
            )
        }
    }
}

/// The ids in a text: scalars and keys, or comments.
fn ids(text: &str, letters: &[char]) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| {
            word.starts_with(letters)
                && word.len() > 1
                && word[1..].bytes().all(|b| b.is_ascii_digit())
        })
        .map(str::to_owned)
        .collect()
}

/// A line without its indent and the dashes before its content.
fn content(line: &str) -> &str {
    let mut line = line.trim_end_matches(['\r', '\n']);
    loop {
        let inner = line.trim_start_matches(' ');
        line = inner.strip_prefix("- ").unwrap_or(inner);
        if line == inner {
            return line;
        }
    }
}

/// Writes a header and its value for readers in other languages, when asked by `INTERLINE_READERS`: see `tests/readers.py`.
fn record(document: &Document<'_>, value: &Value) {
    use std::io::Write as _;

    let (Some(path), Some(block)) = (
        std::env::var_os("INTERLINE_READERS"),
        document.split().block(),
    ) else {
        return;
    };
    let file = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path);
    let case = serde_json::json!({ "yaml": block.yaml(), "value": value });
    writeln!(file.unwrap(), "{case}").unwrap();
}

fn check(seed: u64) -> Option<&'static str> {
    let mut maker = Maker {
        dice: Dice(seed | 1),
        next: 0,
        text: String::new(),
        anchors: Vec::new(),
    };
    for _ in 0..5 {
        maker.dice.roll(7);
    }
    let indent = [0, 0, 0, 2][maker.dice.roll(4)];
    maker.map(indent, 3, false);
    let crlf = maker.dice.roll(3) == 0;
    let mut yaml = maker.text;
    if crlf {
        yaml = yaml.replace('\n', "\r\n");
    }
    let ending = if crlf { "\r\n" } else { "\n" };
    let text = format!("---{ending}{yaml}---{ending}body\n");
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    let before = Value::Map(document.mapping());
    let (what, edits, after) = edit(&mut maker.dice, &text, &before);
    let edits = match edits {
        Ok(edits) => edits,
        Err(error) => {
            let message = error.to_string();
            let reason = REASONS.iter().find(|reason| message.contains(*reason));
            return Some(reason.unwrap_or_else(|| panic!("{what}: {error} in\n{text}")));
        }
    };
    let changed = edits.apply(&text).unwrap();
    let shown = || format!("{what} in\n{text}gives\n{changed}");
    // It is exactly the change, for us and for another reader.
    let again = Document::parse(&changed).unwrap();
    let found = Value::Map(again.mapping());
    assert_eq!(found, after, "{}", shown());
    assert_eq!(again.body(), document.body());
    let theirs = |text: &Document<'_>| {
        serde_yaml::from_str::<serde_yaml::Value>(text.split().block().unwrap().yaml())
    };
    if theirs(&document).is_ok_and(|theirs| same(&theirs, &before)) {
        let is_empty = after.as_map().is_some_and(Map::is_empty);
        let theirs = theirs(&again).unwrap_or_else(|error| panic!("{error}: {}", shown()));
        assert!(is_empty || same(&theirs, &after), "{theirs:?}: {}", shown());
    }
    if crlf {
        assert_eq!(
            changed.matches("\r\n").count() + 1,
            changed.matches('\n').count(),
            "{}",
            shown()
        );
    }

    record(&again, &after);

    // Every line of which all nodes are still there is there.
    let kept = ids(&format!("{after:?}"), &['v', 'k']);
    let lines: HashSet<&str> = changed.lines().map(content).collect();
    let comments = ids(&changed, &['c']);
    let mut above: Vec<String> = Vec::new();
    for line in yaml.lines() {
        let (code, comment) = match line.find("# ") {
            Some(at) => line.split_at(at),
            None => (line, ""),
        };
        let own = ids(comment, &['c']);
        if code.trim().is_empty() {
            above.extend(own);
            continue;
        }
        let nodes = ids(code, &['v', 'k']);
        let is_kept = !nodes.is_empty() && nodes.is_subset(&kept);
        // A key alone may get another value; brackets may get other items; a scalar without an id may be another.
        let is_simple =
            !code.contains(['[', '{', '*']) && nodes.iter().any(|id| id.starts_with('v'));
        if is_kept && is_simple {
            assert!(lines.contains(content(line)), "line {line:?}: {}", shown());
            // Comments above what stays, stay.
            for id in &above {
                assert!(comments.contains(id), "comment {id}: {}", shown());
            }
            for id in &own {
                assert!(comments.contains(id), "comment {id}: {}", shown());
            }
        }
        above.clear();
    }
    // No comment is there twice.
    for id in &comments {
        let count = changed
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| word == id)
            .count();
        assert_eq!(count, 1, "comment {id}: {}", shown());
    }
    None
}

#[test]
fn an_edit_changes_nothing_else() {
    let config = crate::proptest_cases(3000);
    let cases = config.cases;
    let refused = std::cell::Cell::new(0);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        ..config
    });
    let result = runner.run(&any::<u64>(), |seed| {
        refused.set(refused.get() + u32::from(check(seed).is_some()));
        Ok(())
    });
    result.unwrap();
    assert!(
        refused.get() * 20 < cases,
        "{} of {cases} refused",
        refused.get()
    );
}
