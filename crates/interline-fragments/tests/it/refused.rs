//! Files and directories that the user may not read, list or search.

use std::fs;

use crate::tree::{first_problem, without_problems};
use interline_fragments::{
    DiscoveryLayer, DiscoveryOptions, Error, FragmentRegistry, FragmentResource, discover_with,
};
use interline_testing::{DENIED, as_ordinary_user, set_mode, set_modes};

fn fragment(directory: &std::path::Path, name: &str) {
    fs::create_dir_all(directory).unwrap();
    let text = format!("---\nname: {name}\ndescription: d\n---\nbody of {name}\n");
    fs::write(directory.join("FRAGMENT.md"), text).unwrap();
}

#[test]
fn what_may_not_be_read_is_told_and_costs_itself() {
    let name = "refused::what_may_not_be_read_is_told_and_costs_itself";
    as_ordinary_user(name, |folder| {
        for name in ["a", "closed", "file", "unlisted", "unsearched", "z"] {
            fragment(&folder.join("l").join(name), name);
        }
        fragment(&folder.join("closed-layer/x"), "x");
        fragment(&folder.join("unlisted-layer/y"), "y");
        set_modes(
            folder,
            &[
                ("l/closed", 0o000),
                ("l/file/FRAGMENT.md", 0o000),
                ("l/unlisted", 0o311),
                ("l/unsearched", 0o644),
                ("closed-layer", 0o000),
                ("unlisted-layer", 0o311),
            ],
        );
        let layer = |path, precedence| DiscoveryLayer::package(folder.join(path), precedence);
        let layers = [
            layer("closed-layer/x", 4),
            layer("closed-layer", 3),
            layer("unlisted-layer", 2),
            layer("l", 1),
        ];
        for threads in [1, 4] {
            let found = discover_with(&layers, &DiscoveryOptions::new().threads(threads));
            let names: Vec<_> = found.resources.iter().map(FragmentResource::name).collect();
            assert_eq!(names, ["a", "unlisted", "z"]);
            let prefix = format!("{}/", folder.display());
            let problems: Vec<_> = found
                .problems
                .iter()
                .map(|problem| {
                    assert!(matches!(problem, Error::File(_)), "{problem:?}");
                    assert!(problem.path().unwrap().starts_with(folder));
                    problem.to_string().replace(&prefix, "")
                })
                .collect();
            assert_eq!(
                problems,
                [
                    // A layer that cannot be reached.
                    format!("closed-layer/x: {DENIED}"),
                    // It may hold a fragment itself, and nobody can tell.
                    format!("closed-layer/FRAGMENT.md: {DENIED}"),
                    // It holds none itself, and others cannot be found.
                    format!("unlisted-layer: {DENIED}"),
                    format!("l/closed/FRAGMENT.md: {DENIED}"),
                    format!("l/file/FRAGMENT.md: {DENIED}"),
                    format!("l/unsearched/FRAGMENT.md: {DENIED}"),
                ]
            );
        }
        let error = first_problem(&layers);
        assert_eq!(error.path(), Some(folder.join("closed-layer/x").as_path()));
    });
}

#[test]
fn a_fragment_that_is_closed_later_is_an_error_with_its_path() {
    let name = "refused::a_fragment_that_is_closed_later_is_an_error_with_its_path";
    as_ordinary_user(name, |folder| {
        fragment(&folder.join("a"), "a");
        let layers = [DiscoveryLayer::explicit(folder)];
        let registry = FragmentRegistry::from_resources(without_problems(&layers));
        let path = folder.join("a/FRAGMENT.md");
        let expected = format!("{}: {DENIED}", path.display());
        set_mode(&path, 0o000);
        let none: &[(&str, &str)] = &[];
        for error in [
            registry.load_body("a").unwrap_err(),
            registry.expand("a", none).unwrap_err(),
            registry.get("a").unwrap().load_text().unwrap_err(),
        ] {
            assert_eq!(error.to_string(), expected);
            assert_eq!(error.path(), Some(path.as_path()));
        }
    });
}
