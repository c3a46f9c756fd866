//! Partials that change while they are read, and what a killed program leaves beside them.

use std::fs;

use interline_mustache_context::{DirPartials, Environment, Template};
use interline_testing::race;
use serde_json::json;

/// `apply_to_file` of `interline-patch-template` writes beside the file first, and may be killed then.
#[test]
fn what_a_killed_writer_leaves_is_no_partial() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join(".interline-Ab12cD"), "half").unwrap();
    let environment = Environment::new().partials(DirPartials::new(directory.path()).unwrap());
    let template = Template::parse("[{{>.interline-Ab12cD}}]").unwrap();
    assert_eq!(
        template.render_with(&json!({}), &environment).unwrap(),
        "[]"
    );
}

#[test]
fn a_partial_that_changes_is_one_of_its_texts_or_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("p.mustache");
    let environment = Environment::new()
        .partials(DirPartials::new(directory.path()).unwrap())
        .cache(4);
    let texts = ["one".repeat(10), "three".repeat(1_000)];
    let other = path.with_extension("other");
    let template = Template::parse("[{{>p}}]").unwrap();
    let possible = [
        format!("[{}]", texts[0]),
        format!("[{}]", texts[1]),
        "[]".to_owned(),
    ];
    let mut rendered = 0;
    race(
        500..100_000,
        |round| {
            match round % 4 {
                0 => drop(fs::remove_file(&path)),
                1 => drop(fs::create_dir(&path)),
                2 => drop(fs::remove_dir(&path)),
                _ => {
                    fs::write(&other, &texts[round % 2]).unwrap();
                    drop(fs::rename(&other, &path));
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
            }
            let _ =
                fs::write(&other, &texts[round / 4 % 2]).and_then(|()| fs::rename(&other, &path));
        },
        |_| {
            if let Ok(text) = template.render_with(&json!({}), &environment) {
                assert!(possible.contains(&text), "{} bytes", text.len());
                rendered += usize::from(text != "[]");
            }
            rendered > 0
        },
    );
    assert!(rendered > 0);
}
