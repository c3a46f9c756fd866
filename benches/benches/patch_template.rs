//! Scans, parses and applies, compared with a peer with `--features peers`.

#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use interline_benches::patch_inputs as inputs;
use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, apply_patches, parse_patches,
};

fn responses(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_template/parse_patches");
    for (name, text, patches) in [
        ("prose without markers", inputs::prose(), 0),
        ("100 patches in prose", inputs::patches(100, false), 100),
        (
            "100 patches, code spans and fences",
            inputs::patches(100, true),
            100,
        ),
        ("10,500 small patches", inputs::small_patches(), 10_500),
    ] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        assert_eq!(parse_patches(&text).patches.len(), patches);
        group.bench_function(BenchmarkId::new("interline", name), |b| {
            b.iter(|| parse_patches(black_box(&text)));
        });
        let finder = memchr::memmem::Finder::new("<!--");
        group.bench_function(BenchmarkId::new("limit: memmem", name), |b| {
            b.iter(|| finder.find_iter(black_box(text.as_bytes())).count());
        });
        #[cfg(feature = "peers")]
        group.bench_function(BenchmarkId::new("agent-doc-core", name), |b| {
            b.iter(|| agent_doc_core::template::parse_patches(black_box(&text)).unwrap());
        });
    }
    group.finish();
}

fn documents(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_template/Document::parse");
    for count in [4, 1_000] {
        let text = inputs::document(count, inputs::SIZE);
        group.throughput(Throughput::Bytes(text.len() as u64));
        assert_eq!(Document::parse(&text).components().len(), count);
        group.bench_with_input(BenchmarkId::new("interline", count), &text, |b, text| {
            b.iter(|| Document::parse(black_box(text)));
        });
        let finder = memchr::memmem::Finder::new("<!--");
        group.bench_with_input(
            BenchmarkId::new("limit: memmem", count),
            &text,
            |b, text| {
                b.iter(|| finder.find_iter(black_box(text.as_bytes())).count());
            },
        );
        #[cfg(feature = "peers")]
        {
            assert_eq!(
                agent_doc_core::component::parse(&text).unwrap().len(),
                count
            );
            group.bench_with_input(
                BenchmarkId::new("agent-doc-core", count),
                &text,
                |b, text| {
                    b.iter(|| agent_doc_core::component::parse(black_box(text)).unwrap());
                },
            );
        }
    }
    group.finish();
}

fn applying(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_template/apply_patches");
    group.sample_size(20);
    for (name, document, response) in [
        (
            "one append to a 1 MiB exchange",
            inputs::exchange(),
            "Done, the build is green.\n".to_owned(),
        ),
        (
            "100 appends to 100 components",
            inputs::document(100, inputs::SIZE),
            inputs::appends(100),
        ),
    ] {
        group.throughput(Throughput::Bytes(document.len() as u64));
        for (how, policy) in [
            ("refresh", BoundaryPolicy::Refresh),
            ("keep", BoundaryPolicy::Keep),
        ] {
            let options = ApplyOptions::new().boundary(policy);
            let response = parse_patches(&response);
            let applied = apply_patches(&document, &response, &options);
            assert!(
                applied
                    .outcomes
                    .iter()
                    .all(|outcome| !outcome.repaired && !applied.edits.is_empty())
            );
            group.bench_function(BenchmarkId::new(format!("interline: {how}"), name), |b| {
                b.iter(|| apply_patches(black_box(&document), black_box(&response), &options));
            });
        }
        let finder = memchr::memmem::Finder::new("<!--");
        group.bench_function(BenchmarkId::new("limit: memmem and copy", name), |b| {
            b.iter(|| {
                let count = finder.find_iter(black_box(document.as_bytes())).count();
                (count, document.clone())
            });
        });
        #[cfg(feature = "peers")]
        {
            let (patches, unmatched) = agent_doc_core::template::parse_patches(&response).unwrap();
            let none = std::collections::HashMap::new();
            let no_limits = std::collections::HashMap::new();
            group.bench_function(BenchmarkId::new("agent-doc-core", name), |b| {
                b.iter(|| {
                    agent_doc_core::template::apply_patches_pure(
                        black_box(&document),
                        &patches,
                        &unmatched,
                        None,
                        &none,
                        &no_limits,
                    )
                    .unwrap()
                });
            });
        }
    }
    group.finish();
}

fn hostile(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_template/hostile");
    group
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(100));
    group.measurement_time(std::time::Duration::from_millis(500));
    let sizes = [128 << 10, 256 << 10, 512 << 10, 1 << 20];
    for size in sizes {
        for (name, text) in inputs::hostile(size) {
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_with_input(
                BenchmarkId::new(format!("{name}, response"), size),
                &text,
                |b, text| {
                    b.iter(|| parse_patches(black_box(text)));
                },
            );
            let document = inputs::as_document(&text);
            group.bench_with_input(
                BenchmarkId::new(format!("{name}, document"), size),
                &document,
                |b, text| {
                    b.iter(|| Document::parse(black_box(text)));
                },
            );
            let response = parse_patches("<!-- patch:status -->\nnew\n<!-- /patch:status -->\n");
            group.bench_with_input(
                BenchmarkId::new(format!("{name}, apply"), size),
                &document,
                |b, text| {
                    b.iter(|| apply_patches(black_box(text), &response, &ApplyOptions::new()));
                },
            );
        }
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    responses(&mut criterion);
    documents(&mut criterion);
    applying(&mut criterion);
    hostile(&mut criterion);
    criterion.final_summary();
}
