//! Finds fragments, compared with only reading their files; expands them, compared with successive replacement.
#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use interline_benches::fragment_inputs::{ARGUMENTS, body, values, write_fragments};
use interline_fragments::{
    DiscoveryOptions, FragmentArgument, FragmentRegistry, Layer, discover, discover_with, expand,
};

/// Opens each file and reads its first 4 KiB, which every discovery has to do.
fn read_each(paths: &[PathBuf]) -> usize {
    let mut buffer = [0; 4096];
    paths
        .iter()
        .map(|path| File::open(path).unwrap().read(&mut buffer).unwrap())
        .sum()
}

fn discovery(c: &mut Criterion) {
    // As a test, each runs once and nothing is measured.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let count = if is_test { 200 } else { 10_000 };
    let directory = tempfile::tempdir().unwrap();
    let paths = write_fragments(directory.path(), count).unwrap();
    let layers = [Layer::user(directory.path())];

    let mut group = c.benchmark_group(format!("fragments/discover {count}"));
    group.throughput(Throughput::Elements(count as u64));
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(5));
    assert_eq!(read_each(&paths), count * 4096);
    group.bench_function("limit: open and read 4 KiB", |b| {
        b.iter(|| read_each(black_box(&paths)));
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
    group.bench_function("from_resources", |b| {
        b.iter_batched(
            || found.values().cloned().collect::<Vec<_>>(),
            FragmentRegistry::from_resources,
            BatchSize::LargeInput,
        );
    });
    let registry = FragmentRegistry::from_resources(found.values().cloned());
    let names = ["fragment-00000", "fragment-00123", "fragment-00199"];
    group.bench_function("get", |b| {
        b.iter(|| names.map(|name| registry.get(black_box(name)).unwrap().layer_precedence));
    });
    assert_eq!(registry.format_for_prompt().lines().count(), count);
    group.bench_function("format_for_prompt", |b| {
        b.iter(|| registry.format_for_prompt());
    });
    let values = [("text", "Guten Tag"), ("from", "de")];
    assert!(
        registry
            .expand(names[1], &values)
            .unwrap()
            .text
            .starts_with("Translate Guten Tag from de to fr.\n")
    );
    group.bench_function("expand one", |b| {
        b.iter(|| registry.expand(black_box(names[1]), &values).unwrap().text);
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
