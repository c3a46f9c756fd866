//! Files and directories that the user may not read, list or search.

use std::fs;

use crate::tree::{first_problem, without_problems};
use interline_fragments::{
    DiscoveryOptions, Error, FragmentRegistry, FragmentResource, Layer, discover_with,
};
use interline_testing::{REFUSED, as_unprivileged_user, below, set_mode, set_modes};

fn fragment(directory: &std::path::Path, name: &str) {
    fs::create_dir_all(directory).unwrap();
    let text = format!("---\nname: {name}\ndescription: d\n---\nbody of {name}\n");
    fs::write(directory.join("FRAGMENT.md"), text).unwrap();
}

#[test]
fn reports_files_and_directories_without_read_permission() {
    let name = "refused::reports_files_and_directories_without_read_permission";
    as_unprivileged_user(name, |directory| {
        for name in ["a", "closed", "file", "unlisted", "unsearched", "z"] {
            fragment(&directory.join("l").join(name), name);
        }
        fragment(&directory.join("closed-layer/x"), "x");
        fragment(&directory.join("unlisted-layer/y"), "y");
        set_modes(
            directory,
            &[
                ("l/closed", 0o000),
                ("l/file/FRAGMENT.md", 0o000),
                ("l/unlisted", 0o311),
                ("l/unsearched", 0o644),
                ("closed-layer", 0o000),
                ("unlisted-layer", 0o311),
            ],
        );
        let layer = |path, precedence| Layer::package(directory.join(path), precedence);
        let layers = [
            layer("closed-layer/x", 4),
            layer("closed-layer", 3),
            layer("unlisted-layer", 2),
            layer("l", 1),
        ];
        for threads in [1, 4] {
            let found = discover_with(&layers, &DiscoveryOptions::new().threads(threads));
            let names: Vec<_> = found.values().map(FragmentResource::name).collect();
            assert_eq!(names, ["a", "unlisted", "z"]);
            let problems: Vec<_> = found
                .problems
                .iter()
                .map(|problem| {
                    assert!(matches!(problem.error, Error::File(_)), "{problem:?}");
                    assert!(problem.path.starts_with(directory));
                    below(directory, problem)
                })
                .collect();
            assert_eq!(
                problems,
                [
                    // A layer that cannot be reached.
                    format!("closed-layer/x: {REFUSED}"),
                    // It may contain a fragment itself, which is unknown.
                    format!("closed-layer/FRAGMENT.md: {REFUSED}"),
                    // It contains no fragment itself, and others cannot be found.
                    format!("unlisted-layer: {REFUSED}"),
                    format!("l/closed/FRAGMENT.md: {REFUSED}"),
                    format!("l/file/FRAGMENT.md: {REFUSED}"),
                    format!("l/unsearched/FRAGMENT.md: {REFUSED}"),
                ]
            );
        }
        let error = first_problem(&layers);
        assert_eq!(
            error.path(),
            Some(directory.join("closed-layer/x").as_path())
        );
    });
}

#[test]
fn fails_with_the_path_of_a_fragment_that_loses_its_read_permission() {
    let name = "refused::fails_with_the_path_of_a_fragment_that_loses_its_read_permission";
    as_unprivileged_user(name, |directory| {
        fragment(&directory.join("a"), "a");
        let layers = [Layer::explicit(directory)];
        let registry = FragmentRegistry::from_resources(without_problems(&layers));
        let path = directory.join("a/FRAGMENT.md");
        let expected = format!("{}: {REFUSED}", path.display());
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
