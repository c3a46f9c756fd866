//! Finds fragments, compared with only reading their files; expands them, compared with successive replacement.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use interline_benches::fragment_inputs::{ARGUMENTS, body, values, write_fragments};
use interline_fragments::{
    DiscoveryOptions, FragmentArgument, FragmentRegistry, FragmentResource, Layer, discover,
    discover_with, expand,
};

/// Lists the directories and reads the first 4 KiB of each file, which every discovery has to do.
fn list_and_read(directory: &Path) -> usize {
    let mut buffer = [0; 4096];
    let mut bytes = 0;
    for entry in fs::read_dir(directory).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            let mut file = File::open(file.unwrap().path()).unwrap();
            bytes += file.read(&mut buffer).unwrap();
        }
    }
    bytes
}

fn discovery(c: &mut Criterion) {
    // As a test, each runs once and nothing is measured.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let count = if is_test { 200 } else { 10_000 };
    let directory = tempfile::tempdir().unwrap();
    write_fragments(directory.path(), count).unwrap();
    let layers = [Layer::user(directory.path())];

    let mut group = c.benchmark_group(format!("fragments/discover {count}"));
    group.throughput(Throughput::Elements(count as u64));
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(5));
    assert_eq!(list_and_read(directory.path()), count * 4096);
    group.bench_function("limit: list and read 4 KiB", |b| {
        b.iter(|| list_and_read(black_box(directory.path())));
    });
    let found = discover_with(&layers, &DiscoveryOptions::new());
    assert_eq!((found.loaded.len(), found.problems.len()), (count, 0));
    group.bench_function("interline", |b| {
        b.iter(|| discover(black_box(&layers)));
    });
    let one_thread = DiscoveryOptions::new().threads(1);
    group.bench_function("interline: one thread", |b| {
        b.iter(|| discover_with(black_box(&layers), &one_thread));
    });
    group.finish();

    let mut group = c.benchmark_group(format!("fragments/registry of {count}"));
    let resources = || found.values().cloned().collect::<Vec<_>>();
    let map = |resources: Vec<FragmentResource>| -> HashMap<_, _> {
        let named = resources
            .into_iter()
            .map(|one| (one.name().to_owned(), one));
        named.collect()
    };
    let name = "from_resources";
    group.bench_function(BenchmarkId::new("interline", name), |b| {
        b.iter_batched(
            resources,
            FragmentRegistry::from_resources,
            BatchSize::LargeInput,
        );
    });
    group.bench_function(BenchmarkId::new("limit: a hash map", name), |b| {
        b.iter_batched(resources, map, BatchSize::LargeInput);
    });
    let registry = FragmentRegistry::from_resources(found.values().cloned());
    let names = ["fragment-00000", "fragment-00123", "fragment-00199"];
    group.bench_function(BenchmarkId::new("interline", "get three"), |b| {
        b.iter(|| names.map(|name| registry.get(black_box(name)).unwrap().layer_precedence));
    });
    let map = map(resources());
    group.bench_function(BenchmarkId::new("limit: a hash map", "get three"), |b| {
        b.iter(|| names.map(|name| map[black_box(name)].layer_precedence));
    });
    let listed = registry.format_for_prompt();
    assert_eq!(listed.lines().count(), count);
    group.bench_function(BenchmarkId::new("interline", "format_for_prompt"), |b| {
        b.iter(|| registry.format_for_prompt());
    });
    let copy = |text: &String| black_box(text).clone();
    let limit = "limit: copy the result";
    group.bench_function(BenchmarkId::new(limit, "format_for_prompt"), |b| {
        b.iter(|| copy(&listed));
    });
    let values = [("text", "Guten Tag"), ("from", "de")];
    let expanded = registry.expand(names[1], &values).unwrap().text;
    assert!(expanded.starts_with("Translate Guten Tag from de to fr.\n"));
    group.bench_function(BenchmarkId::new("interline", "expand one"), |b| {
        b.iter(|| registry.expand(black_box(names[1]), &values).unwrap().text);
    });
    group.bench_function(BenchmarkId::new(limit, "expand one"), |b| {
        b.iter(|| copy(&expanded));
    });
    group.finish();
}

/// Expands with one replacement for each argument, which is wrong when a value contains a placeholder.
fn replace_each(body: &str, values: &[(String, String)]) -> String {
    values.iter().fold(body.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{{{name}}}}}"), value)
    })
}

fn expansion(c: &mut Criterion) {
    let body = body(1 << 20, 1000);
    let values = values();
    let arguments: Vec<_> = values
        .iter()
        .map(|(name, _)| FragmentArgument::required(name))
        .collect();
    assert_eq!(
        (values.len(), body.matches("{{").count()),
        (ARGUMENTS, 1000)
    );
    let expected = replace_each(&body, &values);
    assert!(!expected.contains("{{"));
    assert_eq!(expand(&body, &arguments, &values).unwrap().text, expected);

    let mut group = c.benchmark_group("fragments/expand 1 MiB, 1,000 placeholders, 20 arguments");
    group.throughput(Throughput::Bytes(expected.len() as u64));
    group.bench_function("interline", |b| {
        b.iter(|| expand(black_box(&body), &arguments, &values).unwrap().text);
    });
    group.bench_function("str::replace", |b| {
        b.iter(|| replace_each(black_box(&body), &values));
    });
    group.bench_function("limit: copy the result", |b| {
        b.iter(|| black_box(&expected).clone());
    });
    group.finish();
}

/// Expands bodies that make a naive scanner read its input repeatedly; the time for each byte must stay the same.
fn hostile(c: &mut Criterion) {
    let arguments = [FragmentArgument::optional("a", "")];
    let mut group = c.benchmark_group("fragments/expand hostile");
    group.sample_size(20);
    for (name, part) in [
        ("open braces", "{{"),
        ("open placeholders", "{{a"),
        ("placeholders", "{{a}}"),
        ("backslashes", "\\"),
        ("escapes", "\\{{"),
        ("spaces", "{{ a "),
    ] {
        for size in [64 << 10, 128 << 10, 256 << 10] {
            let body = part.repeat(size / part.len()) + "{{";
            group.throughput(Throughput::Bytes(body.len() as u64));
            group.bench_with_input(BenchmarkId::new(name, size), &body, |b, body| {
                b.iter(|| expand(black_box(body), &arguments, ()).unwrap().text);
            });
        }
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    discovery(&mut criterion);
    expansion(&mut criterion);
    hostile(&mut criterion);
    criterion.final_summary();
}
