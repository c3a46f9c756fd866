use std::collections::{BTreeMap, BTreeSet};

use interline_files::{Recursion, Resolution, ScanOptions, SourceFile, resolve};
use proptest::prelude::*;

use crate::tree::Tree;

/// Paths of files below one directory; none is a directory to another, since those end in a digit.
fn files() -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("([ab]/){0,3}[abAB]{1,2}[0-9]", 0..12)
}

proptest! {
    #![proptest_config(interline_testing::proptest_cases(48))]

    #[test]
    fn the_order_of_creation_makes_no_difference(files in files(), seed in any::<u64>()) {
        let sorted: Vec<String> = files.iter().map(|file| format!("l/{file}")).collect();
        let mut shuffled = sorted.clone();
        shuffled.sort_by_key(|file| scatter(file, seed));
        let options = ScanOptions::new().recursion(Recursion::Descend);
        let seen = [sorted, shuffled].map(|files| {
            let tree = Tree::of(&files.iter().map(String::as_str).collect::<Vec<_>>());
            tree.seen(&[tree.layer("l", 0)], &options)
        });
        prop_assert_eq!(&seen[0], &seen[1]);
        let found = seen[0].iter().filter(|path| !path.ends_with('/')).count();
        prop_assert_eq!(found, files.len());
    }

    #[test]
    fn the_order_of_layers_makes_no_difference(
        files in files(),
        precedences in proptest::collection::btree_set(0_u32..9, 3),
        order in Just([0_usize, 1, 2]).prop_shuffle(),
    ) {
        let roots = ["a", "b", ""];
        let tree = Tree::of(&files.iter().map(String::as_str).collect::<Vec<_>>());
        let layers: Vec<_> = roots.iter().zip(precedences).map(|(r, p)| tree.layer(r, p)).collect();
        let shuffled: Vec<_> = order.iter().map(|&i| layers[i].clone()).collect();
        let options = ScanOptions::new().recursion(Recursion::Descend);
        prop_assert_eq!(tree.seen(&layers, &options), tree.seen(&shuffled, &options));
    }

    #[test]
    fn results_are_those_of_a_plain_search(
        candidates in proptest::collection::vec(("[ab]{0,2}", 0_u32..4), 0..20),
    ) {
        let expected: Vec<Resolution> = candidates.iter().enumerate().map(|(index, (name, precedence))| {
            let first = |p: u32| candidates.iter().position(|(n, other)| n == name && *other == p);
            let of = first(*precedence).unwrap();
            let highest = candidates.iter().filter(|(n, _)| n == name).map(|(_, p)| *p).max().unwrap();
            if of != index {
                Resolution::Duplicate { of }
            } else if highest == *precedence {
                Resolution::Used
            } else {
                Resolution::Shadowed { by: first(highest).unwrap() }
            }
        }).collect();
        let found = resolve(candidates.iter().map(|(name, precedence)| (name, *precedence)));
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_prefix_is_what_the_file_begins_with(
        bytes in proptest::collection::vec(prop_oneof![Just(b'a'), Just(0xc3), Just(0xa9), any::<u8>()], 0..9000),
        enough in 0_usize..9000,
        max in 0_usize..9000,
    ) {
        let tree = Tree::new();
        let path = tree.write("file", &bytes);
        let mut buffer = String::new();
        let prefix = SourceFile::open(path, u64::MAX).unwrap()
            .read_prefix(&mut buffer, max, |text| text.len() >= enough);
        if let Ok(prefix) = prefix {
            prop_assert!(bytes.starts_with(prefix.text.as_bytes()));
            prop_assert_eq!(prefix.is_whole, prefix.text.len() == bytes.len());
            prop_assert!(prefix.is_whole || prefix.text.len() >= enough);
        } else {
            prop_assert!(bytes.len() > max || std::str::from_utf8(&bytes).is_err());
        }
    }
}

/// A number that scatters names.
fn scatter(name: &str, seed: u64) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = std::hash::DefaultHasher::new();
    (name, seed).hash(&mut hasher);
    hasher.finish()
}

#[test]
fn one_pair_of_names_for_each_precedence() {
    let standings = resolve((0..1000_u32).map(|i| (i / 2, i % 2)));
    let counts = standings
        .iter()
        .fold(BTreeMap::new(), |mut counts, standing| {
            *counts
                .entry(matches!(standing, Resolution::Used))
                .or_insert(0) += 1;
            counts
        });
    assert_eq!(counts, BTreeMap::from([(false, 500), (true, 500)]));
}
