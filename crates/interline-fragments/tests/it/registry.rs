use std::fs;
use std::io;

use interline_fragments::{Error, FragmentRegistry};

use crate::tree::{Tree, without_problems};

fn registry(tree: &Tree) -> FragmentRegistry {
    without_problems(&[tree.layer("low", 0), tree.layer("high", 1)])
        .into_iter()
        .collect()
}

#[test]
fn listing_and_running_agree() {
    let tree = Tree::of(&[("low/a", "a"), ("high/a", "a"), ("low/b", "b")]);
    let registry = registry(&tree);
    assert_eq!(registry.names().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!((registry.len(), registry.is_empty()), (2, false));
    let a = registry.get("a").unwrap();
    assert_eq!((a.layer_precedence, &a.path), (1, &tree.path("high/a")));
    assert_eq!(registry.load_body("a").unwrap(), "body of high/a\n");
    assert_eq!(registry.expand("a", ()).unwrap().text, "body of high/a\n");
    assert_eq!(
        registry.format_for_prompt(),
        "- a: from high/a\n- b: from low/b"
    );
    assert_eq!(
        registry.format_for_rpc_metadata(),
        "a: from high/a\nb: from low/b"
    );
    let paths: Vec<_> = registry.iter().map(|r| r.path.clone()).collect();
    assert_eq!(paths, [tree.path("high/a"), tree.path("low/b")]);
    assert_eq!((&registry).into_iter().count(), 2);
}

#[test]
fn the_highest_precedence_is_used_then_the_first() {
    let tree = Tree::of(&[("low/1", "a"), ("high/2", "a"), ("high/3", "b")]);
    let found = interline_fragments::discover_with(
        &[tree.layer("low", 0), tree.layer("high", 1)],
        &interline_fragments::DiscoveryOptions::new(),
    );
    let mut all: Vec<_> = found.shadowed.into_iter().map(|s| s.loaded.value).collect();
    all.extend(found.loaded.into_iter().map(|loaded| loaded.value));
    let mut again = all[1].clone();
    again.path = "elsewhere".into();
    all.push(again);
    let registry = FragmentRegistry::from_resources(all);
    assert_eq!(registry.names().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(registry.get("a").unwrap().path, tree.path("high/2"));
}

#[test]
fn names_are_those_of_the_header() {
    let tree = Tree::of(&[("low/foo", "bar")]);
    let registry = registry(&tree);
    assert!(registry.get("foo").is_none());
    assert!(registry.get("bar").is_some());
    let error = registry.load_body("foo").unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown fragment `foo`: expected a known name, such as `bar`"
    );
    let error = registry.expand("baz", ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown fragment `baz`: did you mean `bar`"
    );
    let empty = FragmentRegistry::default();
    let error = empty.expand("a\nb", &[("a", "1")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown fragment `a b`: no fragment is loaded"
    );
}

#[test]
fn an_unknown_name_is_reported_with_its_neighbours() {
    let names: Vec<String> = (0..300).map(|n| format!("rule-{n:03}")).collect();
    let files: Vec<(String, &str)> = names
        .iter()
        .map(|name| (format!("low/{name}"), name.as_str()))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, name)| (path.as_str(), *name))
        .collect();
    let registry = registry(&Tree::of(&files));
    for (asked, shown) in [
        ("rule-150x", 146..156),
        ("a", 0..10),
        ("z", 290..300),
        ("rule-002-", 0..10),
    ] {
        let error = registry.load_body(asked).unwrap_err();
        let Error::UnknownFragment { near, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(near, names[shown], "{asked}");
    }
}

#[test]
fn texts_are_those_of_now() {
    let tree = Tree::new();
    let path = tree.write(
        "low/x/FRAGMENT.md",
        "---\nname: x\ndescription: d\narguments: a\n---\nold {{a}}\n",
    );
    let registry = registry(&tree);
    let values = [("a", "1")];
    assert_eq!(registry.expand("x", &values).unwrap().text, "old 1\n");
    tree.write(
        "low/x/FRAGMENT.md",
        "---\nname: x\ndescription: d\narguments: a\n---\n\nnew {{a}}\n",
    );
    assert_eq!(registry.load_body("x").unwrap(), "new {{a}}\n");
    assert_eq!(registry.expand("x", &values).unwrap().text, "new 1\n");

    tree.write("low/x/FRAGMENT.md", "---\nname: x\nnever closed\n");
    assert_eq!(
        tree.short(registry.load_body("x").unwrap_err()),
        "low/x/FRAGMENT.md:1:1: invalid frontmatter: unterminated frontmatter: expected a later line that is exactly `---`"
    );
    tree.write("low/x/FRAGMENT.md", "gone\n");
    assert!(matches!(
        registry.load_body("x"),
        Err(Error::InvalidFrontmatter { .. })
    ));

    fs::remove_file(&path).unwrap();
    let error = registry.expand("x", &values).unwrap_err();
    assert_eq!(error.path(), Some(path.as_path()));
    let Error::File(error) = error else {
        panic!("{error:?}");
    };
    assert_eq!(error.io_kind(), Some(io::ErrorKind::NotFound));
}

#[test]
fn missing_arguments_come_with_the_name_of_the_fragment() {
    let tree = Tree::new();
    tree.write(
        "low/x/FRAGMENT.md",
        "---\nname: x\ndescription: d\narguments: a, b, c=1\n---\n{{a}}\n",
    );
    let registry = registry(&tree);
    let error = registry.expand("x", ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "fragment `x`: no value for the required arguments `a`, `b`"
    );
    let values = [("a", "1"), ("b", "2"), ("z", "3")];
    let expansion = registry.expand("x", &values).unwrap();
    assert_eq!(
        (expansion.text.as_str(), expansion.unused),
        ("1\n", vec!["z".to_owned()])
    );
    assert_eq!(registry.expand("x", &values).unwrap().text, "1\n");
}

#[test]
fn an_empty_registry() {
    let registry = FragmentRegistry::default();
    assert!(registry.is_empty() && registry.get("a").is_none());
    assert_eq!(registry.format_for_prompt(), "");
    assert_eq!(registry.format_for_rpc_metadata(), "");
    assert!(registry.to_mcp_prompts().is_empty());
}
