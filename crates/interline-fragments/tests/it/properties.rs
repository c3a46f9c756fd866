use std::collections::{BTreeMap, HashMap};

use interline_fragments::{DiscoveryOptions, FragmentArgument, FragmentManifest, discover, expand};
use proptest::prelude::*;

use crate::proptest_cases;
use crate::tree::Tree;

/// Texts of what matters to expansion.
fn body() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec!["{{a}}", "{{ b }}", "{{c}}", "{{", "}}", "{", "}", "a", "b", "\\", "$", " ", "\t", "é"]),
        1 => Just("{{\u{a0}a}}"),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

/// Expansion as its rules read, a character at a time and with no care for speed.
fn oracle(body: &str, values: &BTreeMap<&str, String>) -> String {
    let chars: Vec<char> = body.chars().collect();
    let row = |from: usize, c: char| {
        chars[from..]
            .iter()
            .take_while(|&&other| other == c)
            .count()
    };
    let placeholder = |from: usize| {
        let rest: String = chars[from..].iter().collect();
        let end = rest.find("}}")?;
        let name = rest[..end].trim_matches([' ', '\t']);
        let value = values.get(name)?;
        Some((value.clone(), from + rest[..end].chars().count() + 2))
    };
    let mut text = String::new();
    let mut at = 0;
    while at < chars.len() {
        let backslashes = row(at, '\\');
        let braces = row(at + backslashes, '{');
        let inner = at + backslashes + braces;
        let is_foreign = backslashes == 0 && braces == 2 && at > 0 && chars[at - 1] == '$';
        if braces < 2 {
            let passed = (backslashes + braces).max(1);
            text.extend(&chars[at..at + passed]);
            at += passed;
        } else if backslashes % 2 == 1 {
            text.push_str(&"\\".repeat(backslashes / 2));
            text.push_str(&"{".repeat(braces));
            at = inner;
        } else if let Some((value, end)) = placeholder(inner).filter(|_| !is_foreign) {
            text.push_str(&"\\".repeat(backslashes / 2));
            text.push_str(&"{".repeat(braces - 2));
            text.push_str(&value);
            at = end;
        } else {
            text.extend(&chars[at..inner]);
            at = inner;
        }
    }
    text
}

fn declared() -> [FragmentArgument; 2] {
    ["a", "b"].map(FragmentArgument::required)
}

proptest! {
    #![proptest_config(proptest_cases(2000))]

    #[test]
    fn expansion_is_one_pass(body in body(), a in body(), b in body()) {
        let values = BTreeMap::from([("a", a), ("b", b)]);
        let text = expand(&body, &declared(), &values).unwrap().text;
        prop_assert_eq!(text, oracle(&body, &values));
    }

    #[test]
    fn values_are_never_expanded(body in body(), a in body(), b in body()) {
        // With values that nothing could mistake, then with the ones that were drawn.
        let marks = HashMap::from([("a", "\u{1}"), ("b", "\u{2}")]);
        let marked = expand(&body, &declared(), &marks).unwrap().text;
        let values = HashMap::from([("a", a.as_str()), ("b", b.as_str())]);
        let text = expand(&body, &declared(), &values).unwrap().text;
        let parts = marked.split_inclusive(['\u{1}', '\u{2}']).map(|part| {
            match part.strip_suffix('\u{1}') {
                Some(part) => part.to_owned() + &a,
                None => part.strip_suffix('\u{2}').map_or(part.to_owned(), |part| part.to_owned() + &b),
            }
        });
        prop_assert_eq!(text, parts.collect::<String>());
    }

    #[test]
    fn the_result_is_not_larger_than_its_input(body in body(), a in body(), b in body()) {
        let longest = a.len().max(b.len());
        let values = [("a", &a), ("b", &b)];
        let text = expand(&body, &declared(), &values).unwrap().text;
        prop_assert!(text.len() <= body.len() + body.matches("{{").count() * longest);
    }

    #[test]
    fn nothing_is_declared_nothing_changes(body in body().prop_filter("no escapes", |b| !b.contains("\\{{"))) {
            prop_assert_eq!(expand(&body, &[], ()).unwrap().text, body);
    }

    #[test]
    fn a_backslash_before_each_brace_keeps_a_text(text in body()) {
        // Each `{{` with the character directly before it, escaped.
        let mut body = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find("{{") {
            let before = &rest[..at];
            let backslashes = before.len() - before.trim_end_matches('\\').len();
            body.push_str(before);
            body.push_str(&"\\".repeat(backslashes + 1));
            let braces = rest[at..].len() - rest[at..].trim_start_matches('{').len();
            body.push_str(&"{".repeat(braces));
            rest = &rest[at + braces..];
        }
        body.push_str(rest);
        let values = [("a", "1"), ("b", "2")];
        prop_assert_eq!(expand(&body, &declared(), &values).unwrap().text, text);
    }

    #[test]
    fn no_header_makes_it_panic(text in "(---\n)?((name|description|arguments): ?[-a=,'\"\\[{}\\]: \n\\\\]{0,12}\n){0,4}(---\n)?.{0,20}") {
        if let Err(error) = FragmentManifest::parse(&text, "p".as_ref()) {
            prop_assert!(text.get(error.location().unwrap().span.clone()).is_some());
            prop_assert!(!error.report(&text).unwrap().to_string().is_empty());
        }
    }

    /// Whatever is typed after the colon is the description, and where it is not, that is reported.
    #[test]
    fn any_description_that_begins_with_a_letter_is_read(text in "[a-zA-Z][ -~é]{0,30}", ending in prop::sample::select(vec!["\n", "\r\n"])) {
        let header = format!("---\nname: x\ndescription: {text}\narguments: a\n---\n").replace('\n', ending);
        let parsed = FragmentManifest::parse(&header, "p".as_ref()).unwrap();
        let (manifest, diagnostics) = (parsed.manifest, parsed.diagnostics);
        prop_assert_eq!(manifest.arguments.len(), 1);
        if manifest.description != text.trim() {
            let (before, after) = text.split_once(" #").unwrap();
            prop_assert_eq!(&manifest.description, before.trim());
            let is_comment = after.is_empty() || after.starts_with([' ', '#']);
            prop_assert!(is_comment || diagnostics[0].code == "text-in-comment");
        }
        for diagnostic in diagnostics {
            prop_assert!(header.get(diagnostic.span).is_some());
        }
    }

    #[test]
    fn a_text_form_reads_back(arguments in prop::collection::btree_map("[a-zA-Z0-9_-]{1,5}", prop::option::of("[ -~]{0,8}"), 0..5)) {
        let items = arguments.iter().map(|(name, default)| match default {
            None => name.clone(),
            Some(default) => format!("{name}='{}'", default.replace('\'', "''")),
        });
        let items = items.collect::<Vec<_>>().join(" , ");
        let header = format!("---\nname: x\ndescription: d\narguments: |-\n  {items}\n---\n");
        let read = FragmentManifest::parse(&header, "p".as_ref()).unwrap().manifest;
        let read: BTreeMap<String, Option<String>> =
            read.arguments.into_iter().map(|argument| (argument.name, argument.default)).collect();
        prop_assert_eq!(read, arguments);
    }
}

/// A directory, the name in its header (`None` for one that is broken), and the layer.
type Drawn = (String, Option<String>, usize);

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let one = ("[a-d]", prop::option::weighted(0.8, "[x-z]"), 0_usize..3);
    prop::collection::vec(one, 0..10).prop_map(|mut drawn| {
        drawn.sort();
        drawn.dedup_by_key(|(directory, _, layer)| (directory.clone(), *layer));
        drawn.sort_by_key(|(directory, _, layer)| (*layer, directory.clone()));
        drawn.dedup_by_key(|(directory, _, layer)| (directory.clone(), *layer));
        drawn
    })
}

fn write(tree: &Tree, drawn: &[Drawn]) {
    for (directory, name, layer) in drawn {
        let path = format!("{layer}/{directory}");
        match name {
            Some(name) => tree.fragment(&path, name),
            None => tree.write(&format!("{path}/FRAGMENT.md"), "broken"),
        };
    }
}

proptest! {
    #![proptest_config(proptest_cases(60))]

    #[test]
    fn order_decides_nothing(
        drawn in drawn(),
        creation in any::<prop::sample::Index>(),
        layers in Just([0_usize, 1, 2]).prop_shuffle(),
        threads in 0_usize..3,
    ) {
        let first = Tree::new();
        write(&first, &drawn);
        let sorted: Vec<_> = (0..3).map(|i| first.layer(&i.to_string(), i)).collect();
        let expected = first.found(&sorted);

        let second = Tree::new();
        let mut turned = drawn.clone();
        if !turned.is_empty() {
            let by = creation.index(turned.len());
            turned.rotate_left(by);
            turned.reverse();
        }
        write(&second, &turned);
        let shuffled: Vec<_> = layers.iter().map(|i| second.layer(&i.to_string(), u32::try_from(*i).unwrap())).collect();
        let options = DiscoveryOptions::new().threads(threads);
        prop_assert_eq!(second.found_with(&shuffled, &options), expected);
    }

    #[test]
    fn a_broken_file_hides_no_other(drawn in drawn()) {
        let with = Tree::new();
        write(&with, &drawn);
        let without = Tree::new();
        let valid: Vec<_> = drawn.iter().filter(|(_, name, _)| name.is_some()).cloned().collect();
        write(&without, &valid);
        let found = [&with, &without].map(|tree| {
            let layers: Vec<_> = (0..3).map(|i| tree.layer(&i.to_string(), i)).collect();
            tree.found(&layers)
        });
        let (broken, rest): (Vec<_>, Vec<_>) =
            found[0].iter().partition(|line| line.contains("invalid frontmatter"));
        prop_assert_eq!(broken.len(), drawn.len() - valid.len());
        prop_assert_eq!(rest, found[1].iter().collect::<Vec<_>>());
    }

    /// Whatever a file holds, it is a fragment or a problem, and the others are found.
    #[test]
    fn any_file_is_a_fragment_or_a_problem(content in content(), is_first in any::<bool>()) {
        let tree = Tree::of(&[("l/m", "one"), ("l/n", "two")]);
        let directory = if is_first { "l/a" } else { "l/z" };
        let path = tree.write(&format!("{directory}/FRAGMENT.md"), &content);
        let found = discover(&[tree.layer("l", 0)]);
        let is_fragment = found.values().any(|resource| resource.fragment_md_path == path);
        let is_problem = found.problems.iter().any(|problem| problem.path == path);
        prop_assert!(is_fragment != is_problem, "{:?}", found);
        for name in ["one", "two"] {
            prop_assert!(found.values().any(|resource| resource.name() == name));
        }
        prop_assert_eq!(found.loaded.len() + found.problems.len(), 3);
    }
}

/// A file that is nearly a fragment, or any bytes.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let line = prop::sample::select(vec![
        "---",
        "---x",
        "name: three",
        "name: one",
        "name:",
        "Name: four",
        "description: a: b",
        "description: [x] y",
        "description: d #e",
        "description: \"",
        "arguments: [a",
        "arguments: a, a",
        "arguments: a",
        "text",
        "",
        "\t- x",
        "k: *a",
        "\r",
    ]);
    prop_oneof![
        3 => prop::collection::vec(line, 0..7).prop_map(|lines| format!("---\n{}\n---\n", lines.join("\n")).into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}
