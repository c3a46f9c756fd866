//! Fragments that are part of the program.

use interline_fragments::{
    DiscoveryLayer, DiscoveryOptions, FragmentRegistry, FragmentResource, Layer, ProjectLayers,
    discover_fragments, discover_with,
};

use crate::tree::Tree;

fn text(name: &str, description: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: {description}\narguments: a=1\n---\n\n{description} {{{{a}}}}\n"
    )
}

fn names(found: &interline_fragments::Discovery) -> Vec<&str> {
    found.resources.iter().map(FragmentResource::name).collect()
}

#[test]
fn they_are_found_listed_and_expanded() {
    let layer = Layer::builtin([("b", text("b", "second")), ("first", text("a", "first"))]);
    let found = discover_fragments([layer]);
    assert_eq!(names(&found), ["a", "b"]);
    assert!(found.problems.is_empty() && found.diagnostics.is_empty());
    let resource = &found.resources[0];
    assert_eq!(resource.path.to_str(), Some("<builtin>/first"));
    assert_eq!(resource.load_text().unwrap(), text("a", "first"));
    assert_eq!(resource.load_body().unwrap(), "first {{a}}\n");

    let json = serde_json::to_string(&found.resources).unwrap();
    let read: Vec<FragmentResource> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, found.resources);

    let registry = FragmentRegistry::from_resources(found.resources);
    assert_eq!(
        registry.format_for_prompt(),
        "- a: first [a]\n- b: second [a]"
    );
    assert_eq!(registry.expand("b", &[("a", "2")]).unwrap(), "second 2\n");
}

#[test]
fn every_directory_shadows_them() {
    let tree = Tree::of(&[("user/x", "a"), ("project/y", "a")]);
    let builtin = Layer::builtin([("a", text("a", "d")), ("b", text("b", "d"))]);
    let user = Layer::from(DiscoveryLayer::package(tree.path("user"), 0));
    let project = Layer::from(DiscoveryLayer::project(tree.path("project")));
    for layers in [
        [builtin.clone(), user.clone(), project.clone()],
        [project, user, builtin],
    ] {
        let found = discover_fragments(&layers);
        assert_eq!(
            tree.lines(&found),
            [
                "a project/y",
                "b <builtin>/b",
                "user/x shadowed by project/y/FRAGMENT.md",
                "<builtin>/a shadowed by project/y/FRAGMENT.md",
            ]
        );
        // A registry resolves them alike, whatever the order.
        let mut all: Vec<_> = found.shadowed.into_iter().map(|s| s.resource).collect();
        all.extend(found.resources);
        for _ in 0..all.len() {
            all.rotate_left(1);
            let registry = FragmentRegistry::from_resources(all.clone());
            assert_eq!(registry.get("a").unwrap().path, tree.path("project/y"));
        }
    }
}

#[test]
fn all_precedences_are_above_them() {
    let tree = Tree::of(&[("max/x", "a"), ("less/y", "a")]);
    let layers = [
        Layer::builtin([("a", text("a", "d"))]),
        Layer::from(tree.layer("less", u32::MAX - 1)),
        Layer::from(tree.layer("max", u32::MAX)),
    ];
    assert_eq!(
        tree.lines(&discover_fragments(&layers)),
        [
            "a max/x",
            "less/y shadowed by max/x/FRAGMENT.md",
            "<builtin>/a shadowed by max/x/FRAGMENT.md",
        ]
    );
}

#[test]
fn one_name_twice_is_a_problem() {
    let same = Layer::builtin([("x", text("a", "first")), ("x", text("a", "second"))]);
    let other = Layer::builtin([("y", text("a", "third"))]);
    let found = discover_fragments([same, other]);
    assert_eq!(found.resources[0].manifest.description, "first");
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["x", "y"].map(|name| format!(
            "<builtin>/{name}/FRAGMENT.md: another fragment of this precedence is called `a`: \
             rename it or <builtin>/x/FRAGMENT.md"
        ))
    );
}

#[test]
fn a_broken_one_is_a_problem_with_its_name() {
    let tree = Tree::of(&[("l/x", "x")]);
    let layers = [
        Layer::builtin([
            ("/etc", "no header".to_owned()),
            ("bad", "---\nname: A\ndescription: d\n---\n".to_owned()),
            ("bad", "---\nname: B\ndescription: d\n---\n".to_owned()),
            ("colon", text("colon", "a: b")),
        ]),
        Layer::from(tree.layer("l", 0)),
    ];
    let found = discover_fragments(&layers);
    assert_eq!(
        tree.lines(&found),
        [
            "colon <builtin>/colon",
            "x l/x",
            "problem: <builtin>//etc/FRAGMENT.md:1:1: invalid frontmatter: expected a first line that is exactly `---`, found `no header`",
            "problem: <builtin>/bad/FRAGMENT.md:2:7: invalid `name`: expected 1 to 64 characters of `a-z`, `0-9` and `-`, found `A`",
            "problem: <builtin>/bad/FRAGMENT.md:2:7: invalid `name`: expected 1 to 64 characters of `a-z`, `0-9` and `-`, found `B`",
        ]
    );
    let [seen] = found.diagnostics.as_slice() else {
        panic!("{:?}", found.diagnostics);
    };
    assert_eq!(
        (seen.path.to_str(), seen.position.to_string().as_str()),
        (Some("<builtin>/colon/FRAGMENT.md"), "3:15")
    );
    let options = DiscoveryOptions::new().header_bytes(20);
    assert_eq!(
        discover_with(&layers[..1], &options).problems.len(),
        4,
        "the limit holds for built-in fragments too"
    );
}

#[test]
fn they_are_there_in_a_workspace_that_is_not_trusted() {
    let tree = Tree::of(&[("w/x", "a")]);
    let layers = [
        Layer::builtin([("a", text("a", "d"))]),
        Layer::from(DiscoveryLayer::project(tree.path("w"))),
    ];
    let options = DiscoveryOptions::new().project_layers(ProjectLayers::Drop);
    let found = discover_with(&layers, &options);
    assert_eq!(tree.lines(&found), ["a <builtin>/a"]);
}
