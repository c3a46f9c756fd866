//! Inside a crate arrows between modules only go down.
#![allow(clippy::unwrap_used)]

use std::fs;

use interline_api::{Arrows, CRATES, project};

#[test]
fn no_directory_uses_one_that_uses_it() {
    let mut broken = Vec::new();
    for name in CRATES {
        let arrows = Arrows::of(&project().join("crates").join(name)).unwrap();
        let rules = arrows.broken_rules();
        broken.extend(rules.iter().map(|rule| format!("{name}: {rule}")));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The broken rules of a crate of these files.
fn broken_rules(files: &[(&str, &str)]) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join("src").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    Arrows::of(directory.path()).unwrap().broken_rules()
}

#[test]
fn directories_that_use_each_other_are_found() {
    let files = |low: &'static str| {
        [
            ("lib.rs", "mod high;\nmod low;\npub use high::High;\n"),
            ("high/mod.rs", "mod part;\npub use part::High;\n"),
            (
                "high/part.rs",
                "use crate::low::Low;\npub struct High(Low);\n",
            ),
            ("low.rs", low),
        ]
    };
    let expected = "these use each other: high, low\n    high::part -> low\n    low -> high::part";
    for up in [
        "use crate::High;\npub struct Low(High);\n",
        "pub struct Low(Option<Box<crate::high::High>>);\n",
        "use crate::high::High as Up;\npub struct Low(Option<Box<Up>>);\n",
        "pub struct Low;\npub fn low() { let _: Option<super::High> = None; }\n",
    ] {
        assert_eq!(broken_rules(&files(up)), [expected], "{up}");
    }
    for down in [
        "pub struct Low;\n",
        "pub struct Low;\n#[cfg(test)]\nmod tests { use crate::High; }\n",
    ] {
        assert!(broken_rules(&files(down)).is_empty(), "{down}");
    }
}

#[test]
fn circles_of_more_than_three_modules_are_found() {
    let files = |last: &'static str| {
        [
            ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\n"),
            ("a.rs", "use crate::b::B;\npub struct A(B);\n"),
            ("b.rs", "use crate::c::C;\npub struct B(C);\n"),
            ("c.rs", "use crate::d::D;\npub struct C(D);\n"),
            ("d.rs", last),
        ]
    };
    assert_eq!(
        broken_rules(&files("use crate::a::A;\npub struct D(Box<A>);\n")),
        ["a circle of 4 modules: a, b, c, d\n    a -> b\n    b -> c\n    c -> d\n    d -> a"]
    );
    // Three files that belong together may use each other.
    assert!(broken_rules(&files("use crate::b::B;\npub struct D(Box<B>);\n")).is_empty());
}
