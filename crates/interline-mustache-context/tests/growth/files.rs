//! Templates and partials from files, and the cache.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use interline_mustache_context::{DirPartials, Environment, Limits, Template};
use interline_testing::{GrowthTable, hostile_texts, input, numbered};
use serde_json::json;

use crate::templates::templates;

#[test]
fn loading() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("template.mustache");
    let mut table = GrowthTable::new(templates());
    for (name, environment) in [
        ("Environment::load", Environment::new()),
        ("Environment::load, a cache", Environment::new().cache(4)),
    ] {
        table.entry_with_setup(name, 60.0, |source, meter| {
            fs::write(&path, source).unwrap();
            meter.run(|| {
                let loaded = environment.load(&path);
                let again = environment.load(&path);
                (
                    loaded.map_err(|error| error.to_string()),
                    again.is_ok(),
                    environment.cache_stats(),
                )
            });
        });
    }
    table.entry("Environment::load, as a path", 8.0, |text| {
        Environment::new()
            .load(directory.path().join(text))
            .map_err(|error| error.to_string())
    });
    table.finish();
}

#[test]
fn a_partial() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("p.mustache");
    let environment = Environment::new()
        .partials(DirPartials::new(directory.path()).unwrap())
        // The partial of an input may name itself.
        .limits(Limits::new().partial_depth(2));
    let template = Template::parse("  {{>p}}\n").unwrap();
    let mut table = GrowthTable::new(templates());
    for (name, environment) in [
        ("DirPartials, a long partial", environment.clone()),
        ("DirPartials, a cache", environment.cache(4)),
    ] {
        table.entry_with_setup(name, 60.0, |source, meter| {
            // A partial that names itself often is rendered as often, which is bounded and not linear.
            fs::write(&path, source.replace("{{>p}}", "{{>q}}")).unwrap();
            meter.run(|| {
                template
                    .render_with(&json!({}), &environment)
                    .map_err(|error| error.to_string())
            });
        });
    }
    table.finish();
}

/// The deepest directory below `root` that the system lets be made, up to `levels`.
fn deep(root: &Path, levels: usize) -> PathBuf {
    let mut path = root.to_owned();
    for _ in 0..levels {
        let below = path.join("d");
        if below.as_os_str().len() > 4000 || fs::create_dir(&below).is_err() {
            break;
        }
        path = below;
    }
    path
}

#[test]
fn names_of_partials() {
    let directory = tempfile::tempdir().unwrap();
    let environment = Environment::new().partials(DirPartials::new(directory.path()).unwrap());
    let mut names = hostile_texts();
    names.extend([
        input("directories", |bytes| "d/".repeat(bytes / 2) + "p"),
        input("directories that are not there", |bytes| {
            "e/".repeat(bytes / 2) + "p"
        }),
        input("ways up", |bytes| "../".repeat(bytes / 3) + "p"),
        input("slashes", |bytes| "/".repeat(bytes) + "p"),
        input("one name", |bytes| "p".repeat(bytes)),
    ]);
    fs::write(deep(directory.path(), usize::MAX).join("p.mustache"), "x").unwrap();
    let mut table = GrowthTable::new(names);
    table.entry("DirPartials, a long name", 20.0, |name| {
        let template = Template::parse(format!("{{{{>{name}}}}}"))?;
        template.render_with(&json!({}), &environment)
    });
    table.finish();
}

/// Twice the input is twice the partials here: 32 bytes stand for one, and the figures are for each byte of the template.
#[test]
fn many_partials() {
    let tags = |bytes: usize| numbered(bytes, |n| format!("{{{{>sub/partial-number-{n:05}}}}}\n"));
    let mut table = GrowthTable::new(vec![input("partials", tags)]);
    let directory = tempfile::tempdir().unwrap();
    let partials = DirPartials::new(directory.path()).unwrap();
    fs::create_dir(directory.path().join("sub")).unwrap();
    let plain = Environment::new().partials(partials);
    let environments = [
        ("DirPartials, many", plain.clone()),
        ("DirPartials, many, a cache", plain.clone().cache(10_000)),
        ("DirPartials, many, a small cache", plain.cache(10)),
    ];
    for (name, environment) in &environments {
        table.entry_with_setup(name, 60.0, |source, meter| {
            for name in names(source) {
                let path = directory.path().join(format!("{name}.mustache"));
                if !path.exists() {
                    fs::write(path, "{{x}}").unwrap();
                }
            }
            let template = Template::parse(source).unwrap();
            meter.run(|| {
                let first = template.render_with(&json!({}), environment);
                let second = template.render_with(&json!({}), environment);
                (first, second, environment.cache_stats())
            });
        });
    }
    for (name, capacity) in [
        ("a cache by source", 10_000),
        ("a small cache by source", 10),
    ] {
        table.entry_with_setup(name, 60.0, |source, meter| {
            let partials: HashMap<String, String> = names(source)
                .map(|name| (name.to_owned(), "{{x}}".to_owned()))
                .collect();
            let environment = Environment::new().partials(partials).cache(capacity);
            let template = Template::parse(source).unwrap();
            meter.run(|| {
                let first = template.render_with(&json!({}), &environment);
                let second = template.render_with(&json!({}), &environment);
                (first, second, environment.cache_stats())
            });
        });
    }
    table.finish();
}

fn names(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .filter_map(|line| line.strip_prefix("{{>")?.strip_suffix("}}"))
}
