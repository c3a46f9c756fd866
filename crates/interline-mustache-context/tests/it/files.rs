//! Files: partials from a directory, templates that are loaded, the cache.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use interline_mustache_context::{
    DirPartials, Environment, Error, ErrorKind, Missing, MissingKind, Partials, Template,
};
use serde_json::json;

fn write(directory: &Path, name: &str, text: &str) {
    let path = directory.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn render(source: &str, environment: &Environment) -> String {
    let data = json!({"n": "../secret", "x": 1});
    Template::parse(source)
        .unwrap()
        .render_with(&data, environment)
        .unwrap()
}

#[test]
fn a_directory_holds_its_partials_and_no_others() {
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("root");
    write(outer.path(), "secret.mustache", "SECRET");
    write(&root, "git/ops.mustache", "ops {{x}}");
    write(&root, "a.mustache", "a{{>git/ops}}");
    write(&root, "dir.mustache/x", "");
    let environment = Environment::new().partials(DirPartials::new(&root).unwrap());
    assert_eq!(render("{{>a}} {{>git/ops}}", &environment), "aops 1 ops 1");
    let absolute = outer.path().join("secret");
    let absolute = absolute.to_str().unwrap();
    for name in [
        "../secret",
        "git/../../secret",
        "git/../a",
        "./a",
        "git//ops",
        "/a",
        "a/",
        "*n",
        absolute,
        "dir",
        "nope",
        "nope/a",
        "a/b",
        "..",
        ".",
        "git",
        "a.mustache",
        "a.mustache/x",
        "..\\secret",
    ] {
        assert_eq!(
            render(&format!("[{{{{>{name}}}}}]"), &environment),
            "[]",
            "{name}"
        );
        // It counts as missing.
        let strict = environment.clone().missing(Missing::Error);
        let template = Template::parse(format!("{{{{>{name}}}}}")).unwrap();
        let error = template
            .render_with(&json!({"n": "../secret"}), &strict)
            .unwrap_err();
        assert_eq!(
            error.template().unwrap().missing()[0].kind,
            MissingKind::Partial
        );
    }
    let long = "x".repeat(5_000);
    assert_eq!(render(&format!("[{{{{>{long}}}}}]"), &environment), "[]");
    assert_eq!(
        DirPartials::new(&root).unwrap().source("a\0b").unwrap(),
        None
    );
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;

    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("root");
    write(outer.path(), "out/secret.mustache", "SECRET");
    write(&root, "in/a.mustache", "inside");
    symlink(
        outer.path().join("out/secret.mustache"),
        root.join("file.mustache"),
    )
    .unwrap();
    symlink(outer.path().join("out"), root.join("directory")).unwrap();
    symlink(root.join("in"), root.join("again")).unwrap();
    symlink(root.join("loop.mustache"), root.join("loop.mustache")).unwrap();
    let environment = Environment::new().partials(DirPartials::new(&root).unwrap());
    assert_eq!(
        render(
            "[{{>file}}{{>directory/secret}}][{{>again/a}}]",
            &environment
        ),
        "[][inside]"
    );
    // A circle of symlinks is not a missing name.
    let template = Template::parse("{{>loop}}").unwrap();
    let error = template.render_with(&json!({}), &environment).unwrap_err();
    let error = error.template().unwrap();
    assert!(
        matches!(error.kind(), ErrorKind::Partial { name, .. } if name == "loop"),
        "{error}"
    );
    // A link to the directory itself is fine.
    symlink(&root, outer.path().join("link")).unwrap();
    let linked = Environment::new().partials(DirPartials::new(outer.path().join("link")).unwrap());
    assert_eq!(render("{{>in/a}}", &linked), "inside");
}

#[test]
fn other_extensions() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "a.md", "md");
    write(root.path(), "b", "bare");
    let partials = DirPartials::new(root.path()).unwrap();
    let md = Environment::new().partials(partials.clone().extension("md"));
    assert_eq!(render("{{>a}}{{>b}}", &md), "md");
    let bare = Environment::new().partials(partials.extension(""));
    assert_eq!(render("{{>a}}{{>b}}{{>a.md}}", &bare), "baremd");
}

#[test]
fn directories_that_are_none() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "file", "");
    for name in ["file", "nope"] {
        let error = DirPartials::new(root.path().join(name)).unwrap_err();
        assert_eq!(error.error_type(), "file_error");
        assert!(error.path().unwrap().ends_with(name));
    }
}

#[test]
fn what_is_no_text_fails_the_render() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("p.mustache"), b"\xff").unwrap();
    let environment = Environment::new().partials(DirPartials::new(root.path()).unwrap());
    for environment in [environment.clone(), environment.cache(3)] {
        let template = Template::parse_named("root", "x\n{{>p}}").unwrap();
        let error = template.render_with(&json!({}), &environment).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("root:2:1: partial `p` cannot be read: "),
            "{error}"
        );
        let kind = error.template().unwrap().kind();
        assert!(matches!(kind, ErrorKind::Partial { name, .. } if name == "p"));
        assert!(std::error::Error::source(error.template().unwrap()).is_some());
    }
}

#[test]
fn map_closure_and_directory_give_the_same() {
    let sources = [("p", "  {{>q}}\n{{x}}"), ("q", "a\nb\n")];
    let root = tempfile::tempdir().unwrap();
    for (name, source) in sources {
        write(root.path(), &format!("{name}.mustache"), source);
    }
    let closure = move |name: &str| {
        let found = sources.iter().find(|(known, _)| *known == name);
        found.map(|(_, source)| (*source).to_owned())
    };
    for environment in [
        Environment::new().partials(HashMap::from(sources)),
        Environment::new().partials(BTreeMap::from(sources)),
        Environment::new().partials(closure),
        Environment::new().partials(DirPartials::new(root.path()).unwrap()),
    ] {
        assert_eq!(
            render(" {{>p}}\n.{{>nope}}", &environment),
            "   a\n   b\n 1."
        );
    }
}

#[test]
fn a_partial_is_asked_for_once_in_a_render() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let environment = Environment::new().partials(move |name: &str| {
        count.fetch_add(1, Ordering::Relaxed);
        (name == "p").then(|| "x".to_owned())
    });
    let source = "{{>p}}{{>nope}}".repeat(1_000);
    assert_eq!(render(&source, &environment), "x".repeat(1_000));
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[test]
fn loaded_templates_are_cached_until_the_file_changes() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "a.mustache", "one {{x}}");
    let path = root.path().join("a.mustache");
    let environment = Environment::new().cache(2);
    let load = || {
        let template = environment.load(&path).unwrap();
        assert_eq!(template.name(), path.to_str());
        template
            .render_with(&json!({"x": 1}), &environment)
            .unwrap()
    };
    assert_eq!((load(), load()), ("one 1".to_owned(), "one 1".to_owned()));
    let stats = environment.cache_stats().unwrap();
    assert_eq!(
        (stats.hits, stats.misses, stats.len, stats.capacity),
        (1, 1, 1, 2)
    );

    // Another length.
    fs::write(&path, "three {{x}}").unwrap();
    assert_eq!(load(), "three 1");
    // The same length, another time.
    fs::write(&path, "seven {{x}}").unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(std::time::UNIX_EPOCH).unwrap();
    assert_eq!(load(), "seven 1");

    // Others push it out.
    for name in ["b", "c", "d"] {
        write(root.path(), name, "x");
        environment.load(root.path().join(name)).unwrap();
    }
    let stats = environment.cache_stats().unwrap();
    assert_eq!((stats.len, stats.evictions), (2, 2));
    assert_eq!(load(), "seven 1");
}

#[test]
fn partials_of_a_directory_are_cached_until_they_change() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "p.mustache", "one");
    let partials = DirPartials::new(root.path()).unwrap();
    let environment = Environment::new().partials(partials).cache(10);
    assert_eq!(render("{{>p}}", &environment), "one");
    assert_eq!(render("{{>p}}", &environment), "one");
    assert_eq!(environment.cache_stats().unwrap().hits, 1);
    write(root.path(), "p.mustache", "three");
    assert_eq!(render("{{>p}}", &environment), "three");
    fs::remove_file(root.path().join("p.mustache")).unwrap();
    assert_eq!(render("[{{>p}}]", &environment), "[]");
}

#[test]
fn what_is_in_use_stays() {
    let environment = Environment::new()
        .cache(3)
        .partials(|name: &str| Some(name.to_owned()));
    render("{{>a}}{{>b}}{{>c}}", &environment);
    for other in ["d", "e", "f", "g", "h"] {
        assert_eq!(render("{{>a}}", &environment), "a");
        assert_eq!(render(&format!("{{{{>{other}}}}}"), &environment), other);
    }
    let stats = environment.cache_stats().unwrap();
    assert_eq!((stats.hits, stats.len, stats.evictions), (5, 3, 5));
    assert!(Environment::new().cache_stats().is_none());
}

#[test]
fn the_cache_may_be_used_from_many_threads() {
    let environment = Environment::new()
        .cache(4)
        .partials(|name: &str| Some(format!("<{name}>")));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let environment = environment.clone();
            scope.spawn(move || {
                for turn in 0..200 {
                    let name = format!("p{}", (turn + thread) % 7);
                    assert_eq!(
                        render(&format!("{{{{{{x}}}}}}{{{{>{name}}}}}"), &environment),
                        format!("1<{name}>")
                    );
                }
            });
        }
    });
    let stats = environment.cache_stats().unwrap();
    assert_eq!(stats.hits + stats.misses, 800);
    assert!(stats.len <= 4);
}

#[test]
fn files_that_cannot_be_loaded() {
    let root = tempfile::tempdir().unwrap();
    for path in [root.path().to_owned(), root.path().join("nope")] {
        for environment in [Environment::new(), Environment::new().cache(1)] {
            let error = environment.load(&path).unwrap_err();
            assert!(matches!(&error, Error::File(file) if file.path() == Some(path.as_path())));
            assert!(error.location().is_none() && error.report().is_none());
        }
    }
    write(root.path(), "a.md.mustache", "{{#x}}");
    let error = Environment::new()
        .load(root.path().join("a.md.mustache"))
        .unwrap_err();
    assert!(error.to_string().contains("a.md.mustache:1:1: "), "{error}");
}
