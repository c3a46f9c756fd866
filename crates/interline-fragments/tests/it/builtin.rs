//! Fragments that are part of the program.

use interline_fragments::{
    DiscoveryOptions, FragmentRegistry, FragmentResource, FragmentSource, Layer, ProjectLayers,
    discover, discover_with,
};

use crate::tree::Tree;

fn text(name: &str, description: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: {description}\narguments: a=1\n---\n\n{description} {{{{a}}}}\n"
    )
}

fn names(found: &interline_fragments::LoadReport) -> Vec<&str> {
    found.values().map(FragmentResource::name).collect()
}

#[test]
fn they_are_found_listed_and_expanded() {
    let layer =
        FragmentSource::builtin([("b", text("b", "second")), ("first", text("a", "first"))]);
    let found = discover([layer]);
    assert_eq!(names(&found), ["a", "b"]);
    assert!(found.problems.is_empty() && found.diagnostics.is_empty());
    let resource = &found.loaded[0].value;
    assert_eq!(resource.path.to_str(), Some("<builtin>/first"));
    assert_eq!(resource.load_text().unwrap(), text("a", "first"));
    assert_eq!(resource.load_body().unwrap(), "first {{a}}\n");

    let json = serde_json::to_string(&found.values().collect::<Vec<_>>()).unwrap();
    let read: Vec<FragmentResource> = serde_json::from_str(&json).unwrap();
    assert!(read.iter().eq(found.values()));

    let registry = FragmentRegistry::from_resources(found.into_values());
    assert_eq!(
        registry.format_for_prompt(),
        "- a: first [a]\n- b: second [a]"
    );
    assert_eq!(
        registry.expand("b", &[("a", "2")]).unwrap().text,
        "second 2\n"
    );
}

#[test]
fn every_directory_shadows_them() {
    let tree = Tree::of(&[("user/x", "a"), ("project/y", "a")]);
    let builtin = FragmentSource::builtin([("a", text("a", "d")), ("b", text("b", "d"))]);
    let user = FragmentSource::from(Layer::package(tree.path("user"), 0));
    let project = FragmentSource::from(Layer::project(tree.path("project")));
    for layers in [
        [builtin.clone(), user.clone(), project.clone()],
        [project, user, builtin],
    ] {
        let found = discover(&layers);
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
        let mut all: Vec<_> = found.shadowed.into_iter().map(|s| s.loaded.value).collect();
        all.extend(found.loaded.into_iter().map(|loaded| loaded.value));
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
        FragmentSource::builtin([("a", text("a", "d"))]),
        FragmentSource::from(tree.layer("less", u32::MAX - 1)),
        FragmentSource::from(tree.layer("max", u32::MAX)),
    ];
    assert_eq!(
        tree.lines(&discover(&layers)),
        [
            "a max/x",
            "less/y shadowed by max/x/FRAGMENT.md",
            "<builtin>/a shadowed by max/x/FRAGMENT.md",
        ]
    );
}

#[test]
fn one_name_twice_is_a_problem() {
    let same = FragmentSource::builtin([("x", text("a", "first")), ("x", text("a", "second"))]);
    let other = FragmentSource::builtin([("y", text("a", "third"))]);
    let found = discover([same, other]);
    assert_eq!(found.loaded[0].value.manifest.description, "first");
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["x", "y"].map(|name| format!(
            "<builtin>/{name}/FRAGMENT.md: another fragment of this precedence is called `a`; \
             rename it or <builtin>/x/FRAGMENT.md"
        ))
    );
}

#[test]
fn a_broken_one_is_a_problem_with_its_name() {
    let tree = Tree::of(&[("l/x", "x")]);
    let layers = [
        FragmentSource::builtin([
            ("/etc", "no header".to_owned()),
            ("bad", "---\nname: A\ndescription: d\n---\n".to_owned()),
            ("bad", "---\nname: B\ndescription: d\n---\n".to_owned()),
            ("colon", text("colon", "a: b")),
        ]),
        FragmentSource::from(tree.layer("l", 0)),
    ];
    let found = discover(&layers);
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
        (
            seen.path().to_str(),
            seen.location.position.to_string().as_str()
        ),
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
fn builtins_are_loaded_in_an_untrusted_workspace() {
    let tree = Tree::of(&[("w/x", "a")]);
    let layers = [
        FragmentSource::builtin([("a", text("a", "d"))]),
        FragmentSource::from(Layer::project(tree.path("w"))),
    ];
    let options = DiscoveryOptions::new().project_layers(ProjectLayers::Drop);
    let found = discover_with(&layers, &options);
    assert_eq!(tree.lines(&found), ["a <builtin>/a"]);
}
