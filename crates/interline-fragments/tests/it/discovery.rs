use std::fs;

use interline_fragments::{
    DiscoveryOptions, FileDiagnostic, Layer, ProjectLayers, Recovery, discover, discover_with,
    standard_layers,
};

use crate::tree::{Tree, first_problem, without_problems};

#[test]
fn the_result_is_sorted_by_name_and_the_directory_does_not_matter() {
    let tree = Tree::of(&[("l/1", "z"), ("l/2", "a"), ("l/foo", "bar"), ("l/9", "0")]);
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.found(&layers),
        ["0 l/9", "a l/2", "bar l/foo", "z l/1"]
    );
    let names: Vec<_> = without_problems(&layers)
        .iter()
        .map(|r| r.name().to_owned())
        .collect();
    assert_eq!(names, ["0", "a", "bar", "z"]);
}

#[test]
fn a_broken_file_affects_no_other() {
    let tree = Tree::of(&[("low/a", "a"), ("high/b", "b")]);
    let no_opener = "problem: low/bad/FRAGMENT.md:1:1: invalid frontmatter: expected a first line that is exactly `---`, found `name: bad`";
    for (make, problem) in [
        (
            (|tree: &Tree| {
                tree.write("low/bad/FRAGMENT.md", "name: bad\ndescription: d\n---\nb\n");
            }) as fn(&Tree),
            no_opener,
        ),
        (
            |tree| {
                tree.write(
                    "low/bad/FRAGMENT.md",
                    b"---\nname: bad\ndescription: \xff\n---\n",
                );
            },
            "problem: low/bad/FRAGMENT.md:3:14: invalid UTF-8; save the file as UTF-8",
        ),
        (
            |tree| {
                tree.directory("low/bad/FRAGMENT.md");
            },
            "problem: low/bad/FRAGMENT.md: expected a regular file, found a directory",
        ),
        (
            |tree| {
                tree.write("low/bad/FRAGMENT.md", "---\nname: bad\n");
            },
            "problem: low/bad/FRAGMENT.md:1:1: invalid frontmatter: unterminated frontmatter: expected a later line that is exactly `---`",
        ),
        (
            |tree| {
                tree.write("low/bad/FRAGMENT.md", "");
            },
            "problem: low/bad/FRAGMENT.md:1:1: invalid frontmatter: expected a first line that is exactly `---`, found ``",
        ),
    ] {
        make(&tree);
        let layers = [tree.layer("low", 0), tree.layer("high", 1)];
        assert_eq!(tree.found(&layers), ["a low/a", "b high/b", problem]);
        let error = first_problem(&layers);
        assert_eq!(
            error.path(),
            Some(tree.path("low/bad/FRAGMENT.md").as_path())
        );
        assert_eq!(format!("problem: {}", tree.short(error)), problem);
        fs::remove_dir_all(tree.path("low/bad")).unwrap();
    }
}

#[test]
fn one_name_twice_in_one_precedence() {
    let tree = Tree::of(&[("one/x", "a"), ("two/y", "a")]);
    let problem =
        "another fragment of this precedence is called `a`; rename it or one/x/FRAGMENT.md";
    let layers = [tree.layer("one", 2), tree.layer("two", 2)];
    assert_eq!(
        tree.found(&layers),
        [
            "a one/x".to_owned(),
            format!("problem: two/y/FRAGMENT.md: {problem}")
        ]
    );
    let error = first_problem(&layers);
    assert_eq!(tree.short(&error), format!("two/y/FRAGMENT.md: {problem}"));
    assert_eq!(error.field(), Some("name"));
    // The first layer takes precedence, whichever it is.
    let layers = [tree.layer("two", 2), tree.layer("one", 2)];
    assert_eq!(tree.found(&layers)[0], "a two/y");
}

#[test]
fn the_order_of_layers_does_not_decide() {
    let tree = Tree::of(&[("low/p", "a"), ("low/q", "a"), ("high/r", "a")]);
    let expected = [
        "a high/r",
        "problem: low/q/FRAGMENT.md: another fragment of this precedence is called `a`; rename it or low/p/FRAGMENT.md",
        "low/p shadowed by high/r/FRAGMENT.md",
    ];
    let (low, high) = (tree.layer("low", 0), tree.layer("high", 1));
    for layers in [[low.clone(), high.clone()], [high, low]] {
        assert_eq!(tree.found(&layers), expected);
        let error = first_problem(&layers);
        assert!(
            tree.short(error)
                .starts_with("low/q/FRAGMENT.md: another fragment")
        );
    }
}

#[test]
fn the_order_of_creation_does_not_decide() {
    for order in [["p", "q"], ["q", "p"]] {
        let tree = Tree::new();
        for directory in order {
            tree.fragment(&format!("l/{directory}"), "a");
        }
        assert_eq!(
            tree.found(&[tree.layer("l", 0)]),
            [
                "a l/p",
                "problem: l/q/FRAGMENT.md: another fragment of this precedence is called `a`; rename it or l/p/FRAGMENT.md",
            ]
        );
    }
}

#[test]
fn one_path_given_twice() {
    let tree = Tree::of(&[("l/x", "x"), ("l/d/FRAGMENT.md", "never")]);
    fs::remove_dir_all(tree.path("l/d")).unwrap();
    tree.fragment("l/y", "y");
    for other in ["l", "l/../l", "l/x/.."] {
        for precedence in [0, 1] {
            let layers = [tree.layer("l", 0), tree.layer(other, precedence)];
            let found = discover_with(&layers, &DiscoveryOptions::new());
            assert_eq!(
                (
                    found.loaded.len(),
                    found.problems.len(),
                    found.shadowed.len()
                ),
                (2, 0, 0)
            );
            assert_eq!(without_problems(&layers).len(), 2);
        }
    }
}

#[test]
fn a_layer_inside_of_another_is_accepted() {
    let tree = Tree::of(&[("l/x", "x")]);
    let layers = [tree.layer("l", 0), tree.layer("l/x", 1)];
    assert_eq!(tree.found(&layers), ["x l/x"]);
    assert_eq!(without_problems(&layers)[0].layer_precedence, 1);
}

fn standard(tree: &Tree) -> [Layer; 2] {
    standard_layers(tree.path("c"), tree.path("w"), "quill").map(|layer| layer.within("fragments"))
}

#[test]
fn precedence_decides() {
    let tree = Tree::of(&[
        ("c/quill/fragments/1", "a"),
        ("w/.quill/fragments/2", "a"),
        ("e/3", "a"),
    ]);
    let mut layers = standard(&tree).to_vec();
    assert_eq!(
        tree.found(&layers),
        [
            "a w/.quill/fragments/2",
            "c/quill/fragments/1 shadowed by w/.quill/fragments/2/FRAGMENT.md"
        ]
    );
    layers.push(Layer::explicit(tree.path("e")));
    assert_eq!(
        tree.found(&layers),
        [
            "a e/3",
            "w/.quill/fragments/2 shadowed by e/3/FRAGMENT.md",
            "c/quill/fragments/1 shadowed by e/3/FRAGMENT.md"
        ]
    );
    layers[0].precedence = 9;
    assert_eq!(tree.found(&layers)[0], "a c/quill/fragments/1");
}

#[test]
fn an_untrusted_workspace_is_not_read() {
    let tree = Tree::of(&[("c/quill/fragments/1", "a"), ("w/.quill/fragments/2", "a")]);
    // Any file there would be a problem if it were read.
    tree.write("w/.quill/fragments/bad/FRAGMENT.md", "no header");
    let layers = standard(&tree);
    let options = DiscoveryOptions::new().project_layers(ProjectLayers::Drop);
    assert_eq!(
        tree.found_with(&layers, &options),
        ["a c/quill/fragments/1"]
    );
}

#[test]
fn only_direct_children_are_searched() {
    let tree = Tree::of(&[("l/group/x", "deep"), ("", "above")]);
    assert!(tree.found(&[tree.layer("l", 0)]).is_empty());
    assert!(without_problems(&[tree.layer("l", 0)]).is_empty());
}

#[test]
fn a_wrong_spelling_is_reported() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.write("l/x/fragment.md", "---\nname: x\ndescription: d\n---\n");
    tree.write("l/Fragment.md", "---\nname: y\ndescription: d\n---\n");
    let layers = [tree.layer("l", 0)];
    assert_eq!(
        tree.found(&layers),
        [
            "a l/a",
            "problem: l/Fragment.md: wrong spelling of the file name; rename it to `FRAGMENT.md`",
            "problem: l/x/fragment.md: wrong spelling of the file name; rename it to `FRAGMENT.md`",
        ]
    );
    assert_eq!(discover(&layers).loaded.len(), 1);
}

#[test]
fn a_scan_directory_may_be_one_fragment() {
    let tree = Tree::of(&[("l", "one"), ("l/a", "a")]);
    let layers = [tree.layer("l", 0)];
    assert_eq!(tree.found(&layers), ["one l"]);
    // Also when its header is broken: what is meant does not depend on that.
    tree.write("l/FRAGMENT.md", "no header");
    let found = tree.found(&layers);
    assert!(
        found.len() == 1 && found[0].starts_with("problem: l/FRAGMENT.md:1:1: "),
        "{found:?}"
    );
}

#[test]
fn layers_that_are_not_directories() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.write("file", "");
    assert!(tree.found(&[tree.layer("missing", 0)]).is_empty());
    assert!(without_problems(&[tree.layer("missing", 0)]).is_empty());
    assert!(tree.found(&[]).is_empty());
    assert_eq!(
        tree.found(&[tree.layer("file", 0), tree.layer("l", 1)]),
        [
            "a l/a",
            "problem: file: expected a directory, found something else"
        ]
    );
}

#[test]
fn a_large_body_is_not_read() {
    let tree = Tree::new();
    let path = tree.write("l/x/FRAGMENT.md", "---\nname: x\ndescription: d\n---\n");
    // A hole takes no space, and would take a while to read.
    fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(50_000_000)
        .unwrap();
    let layers = [tree.layer("l", 0)];
    assert_eq!(tree.found(&layers), ["x l/x"]);
    let options = DiscoveryOptions::new().file_bytes(49_999_999);
    assert_eq!(
        tree.found_with(&layers, &options),
        [
            "problem: l/x/FRAGMENT.md: larger than 49999999 bytes; make the file smaller or raise the limit"
        ]
    );
    // Invalid UTF-8 after the header is found when the body is asked for.
    fs::write(
        &path,
        [
            "---\nname: x\ndescription: d\n---\n".as_bytes(),
            &[b'x'; 9000],
            &[0xff],
        ]
        .concat(),
    )
    .unwrap();
    let resources = without_problems(&layers);
    let error = resources[0].load_body().unwrap_err();
    assert!(error.to_string().contains("invalid UTF-8"), "{error}");
}

#[test]
fn headers_are_bounded_and_may_be_longer_than_a_read() {
    let tree = Tree::new();
    let header = |len: usize| {
        let text = "---\nname: x\ndescription: d\nnote: \"\"\n---\n";
        text.replace("\"\"", &format!("\"{}\"", "n".repeat(len - text.len())))
    };
    let layers = [tree.layer("l", 0)];
    for len in [100, 4095, 4096, 4097, 8192, 8193, 20_000, 65_536] {
        tree.write("l/x/FRAGMENT.md", header(len) + "---\nmore\n");
        assert_eq!(tree.found(&layers), ["x l/x"], "{len}");
    }
    tree.write("l/x/FRAGMENT.md", header(65_537) + "body");
    assert_eq!(
        tree.found(&layers),
        [
            "problem: l/x/FRAGMENT.md: the header does not end within 65536 bytes; close it, make it smaller or raise the limit"
        ]
    );
    let options = DiscoveryOptions::new().header_bytes(100_000);
    assert_eq!(tree.found_with(&layers, &options), ["x l/x"]);
    tree.write("l/x/FRAGMENT.md", header(65_537));
    let options = DiscoveryOptions::new().header_bytes(200);
    assert!(tree.found_with(&layers, &options)[0].contains("does not end within 200 bytes"));
}

#[test]
fn a_line_cut_by_a_read_is_not_a_fence() {
    // The first read ends after `---` of a longer line.
    let tree = Tree::new();
    for tail in ["foo", "-", " x", "\rx"] {
        for shift in 0..3 {
            let start = "---\nname: x\ndescription: d\nnote: |\n  ";
            let fill = "n".repeat(4096 - start.len() - 4 - shift);
            let text = format!("{start}{fill}\n---{tail}\n---\nbody\n");
            tree.write("l/x/FRAGMENT.md", &text);
            let whole =
                interline_fragments::FragmentManifest::parse(&text, &tree.path("l/x/FRAGMENT.md"));
            let found = discover(&[tree.layer("l", 0)]);
            match (whole, found.loaded.as_slice(), found.problems.as_slice()) {
                (Ok(whole), [found], []) => assert_eq!(whole.manifest, found.value.manifest),
                (Err(whole), [], [found]) => assert_eq!(whole.to_string(), found.to_string()),
                (whole, ..) => panic!("{whole:?}\n{found:?}"),
            }
        }
    }
}

#[test]
fn diagnostics_come_with_their_file() {
    let tree = Tree::new();
    let path = tree.write(
        "l/x/FRAGMENT.md",
        "---\nname: x\ndescription: d\narguments: [{name: a, required: true, default: x}]\n---\n",
    );
    let found = discover_with(&[tree.layer("l", 0)], &DiscoveryOptions::new());
    assert_eq!((found.loaded.len(), found.problems.len()), (1, 0));
    let [seen] = found.diagnostics.as_slice() else {
        panic!("{:?}", found.diagnostics);
    };
    assert_eq!(
        (seen.path(), seen.location.position.to_string()),
        (path.as_path(), "4:12".to_owned())
    );
    assert_eq!(seen.diagnostic.code, "required-with-default");
}

#[test]
fn strict_reading_repairs_nothing() {
    let tree = Tree::of(&[("l/a", "a")]);
    tree.write(
        "l/b/FRAGMENT.md",
        "---\nname: b\ndescription: Use: it\n---\n",
    );
    let layers = [tree.layer("l", 0)];
    assert_eq!(tree.found(&layers), ["a l/a", "b l/b"]);
    let options = DiscoveryOptions::new().recovery(Recovery::Strict);
    let found = tree.found_with(&layers, &options);
    assert_eq!(found[0], "a l/a");
    assert!(
        found[1].starts_with("problem: l/b/FRAGMENT.md:3:17: invalid frontmatter: invalid YAML"),
        "{found:?}"
    );
}

#[test]
fn names_that_differ_in_case_only() {
    let tree = Tree::of(&[("l/a", "a"), ("l/A", "b")]);
    let found = tree.found(&[tree.layer("l", 0)]);
    // On a file system that ignores case both are one directory.
    let expected: &[&str] =
        if tree.path("l/A").canonicalize().unwrap() == tree.path("l/a").canonicalize().unwrap() {
            &["b l/a"]
        } else {
            &["a l/a", "b l/A"]
        };
    assert_eq!(found, expected);
}

#[test]
fn ten_thousand_fragments_whatever_the_threads() {
    let tree = Tree::large();
    for number in 0..10_000 {
        let directory = format!("l/{:05}", (number * 7919) % 10_000);
        if number % 1000 == 0 {
            tree.write(&format!("{directory}/FRAGMENT.md"), "broken");
        } else {
            // Each name a few times.
            tree.fragment(&directory, &format!("f-{}", number % 9_900));
        }
    }
    let layers = [tree.layer("l", 0)];
    let sequential = tree.found_with(&layers, &DiscoveryOptions::new().threads(1));
    assert!(sequential.len() == 10_000, "{}", sequential.len());
    for threads in [0, 2, 5] {
        assert!(tree.found_with(&layers, &DiscoveryOptions::new().threads(threads)) == sequential);
    }
    let found = discover_with(&layers, &DiscoveryOptions::new());
    assert!(found.values().is_sorted_by(|a, b| a.name() < b.name()));
    let options = DiscoveryOptions::new().max_entries(9_999);
    assert!(tree.found_with(&layers, &options)[0].contains("more than 9999 entries"));
}

/// The diagnostics of a search in one layer, as lines.
fn diagnostics(tree: &Tree, layer: &str, options: &DiscoveryOptions) -> Vec<String> {
    let found = discover_with(&[tree.layer(layer, 0)], options);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    let line = |seen: &FileDiagnostic| {
        format!(
            "{}:{}: {}",
            tree.short(seen.path().display()),
            seen.location.position,
            seen.diagnostic
        )
    };
    found.diagnostics.iter().map(line).collect()
}

#[test]
fn files_of_a_layer_without_fragments_are_reported() {
    let move_to = |path: &str, to: &str| {
        format!(
            "l/{path}:1:1: warning[not-a-fragment]: no fragment is in this layer: \
             a fragment is a directory with a file `FRAGMENT.md`; move this file to `{to}/FRAGMENT.md`"
        )
    };
    let command = "---\ndescription: Fix an issue\n---\nFix $ARGUMENTS.\n";
    for (files, expected) in [
        // The commands of a tool.
        (vec!["fix.md", "review.md"], move_to("fix.md", "fix")),
        (vec!["README.md", "notes.txt", "z.MD"], move_to("z.MD", "z")),
        // A file of the layer before one below it.
        (vec!["a/x.md", "b.md"], move_to("b.md", "b")),
        (vec!["git/commit.md", "git/push.md"], move_to("git/commit.md", "commit")),
        // The skills of a tool.
        (vec!["review/SKILL.md"], move_to("review/SKILL.md", "review")),
        (
            vec!["group/x/FRAGMENT.md"],
            "l/group/x/FRAGMENT.md:1:1: warning[not-a-fragment]: no fragment is in this layer: \
             a fragment is directly in the directory of a layer; make `group` a layer, or move `x` out of it"
                .to_owned(),
        ),
    ] {
        let tree = Tree::new();
        for file in files {
            tree.write(&format!("l/{file}"), command);
        }
        assert_eq!(diagnostics(&tree, "l", &DiscoveryOptions::new()), [expected]);
    }
}

#[test]
fn files_beside_fragments_are_not_reported() {
    let options = DiscoveryOptions::new();
    for files in [
        vec!["README.md"],
        vec!["notes.txt", "x/readme.md"],
        vec![".hidden.md", ".x/a.md"],
        vec!["a/b/c/deep.md"],
        vec![],
    ] {
        let tree = Tree::new();
        tree.directory("l");
        for file in files {
            tree.write(&format!("l/{file}"), "");
        }
        assert!(diagnostics(&tree, "l", &options).is_empty());
    }
    let tree = Tree::of(&[("l/a", "a")]);
    tree.write("l/notes.md", "");
    tree.write("l/a/more.md", "");
    assert!(diagnostics(&tree, "l", &options).is_empty());
    assert!(diagnostics(&tree, "l/a", &options).is_empty());
    // A broken fragment is reported as such.
    tree.write("l/a/FRAGMENT.md", "no header");
    for layer in ["l", "l/a"] {
        let found = discover(&[tree.layer(layer, 0)]);
        assert_eq!((found.problems.len(), found.diagnostics.len()), (1, 0));
    }
    // And a wrong spelling.
    let tree = Tree::new();
    tree.write("l/fragment.md", "");
    tree.write("l/x.md", "");
    let found = discover(&[tree.layer("l", 0)]);
    assert_eq!((found.problems.len(), found.diagnostics.len()), (1, 0));
}

#[test]
fn each_layer_without_fragments_is_reported_once() {
    let tree = Tree::of(&[("good/a", "a")]);
    for layer in ["one", "two"] {
        tree.write(&format!("{layer}/x.md"), "");
    }
    let layers = [
        tree.layer("one", 0),
        tree.layer("good", 1),
        tree.layer("two", 2),
        tree.layer("two", 3),
        tree.layer("missing", 4),
    ];
    for threads in [1, 3] {
        let found = discover_with(&layers, &DiscoveryOptions::new().threads(threads));
        let paths: Vec<_> = found
            .diagnostics
            .iter()
            .map(|seen| seen.path().to_owned())
            .collect();
        assert_eq!(paths, [tree.path("two/x.md"), tree.path("one/x.md")]);
        assert_eq!(found.loaded.len(), 1);
    }
    // A layer of many directories is not searched as a whole.
    for number in 0..2000 {
        tree.directory(&format!("large/{number}"));
    }
    tree.write("large/1/x.md", "");
    assert!(diagnostics(&tree, "large", &DiscoveryOptions::new()).is_empty());
}
