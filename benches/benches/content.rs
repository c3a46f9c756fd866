//! Finds, renders and joins files of a docroot, compared with only reading them.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use criterion::{BenchmarkId, Criterion, Throughput};
use interline_benches::content_inputs::write_docroot;
use interline_content::{Agent, Category, Clock, Content, ContentLibrary, ContextBuilder, Project};
use interline_mustache_context::Map;

fn library(docroot: &Path) -> ContentLibrary {
    let project = Project::new("interline")
        .category(Category::new("docs", "docs").patterns(["**/*.md"]))
        .category(Category::new("notes", "notes"));
    ContentLibrary::new(docroot, project).unwrap()
}

fn context() -> ContextBuilder {
    ContextBuilder::new()
        .clock(Clock::Fixed(
            UNIX_EPOCH + Duration::from_secs(1_703_466_123),
        ))
        .agent(&Agent::new().name("Notary").prompt_character("/"))
        .extras(Map::from([("team", "Smith & Daughters")]))
}

fn serve(library: &ContentLibrary, context: &ContextBuilder) -> Content {
    library.content_with("docs", None, context).unwrap()
}

/// Reads each file, which every way of serving has to do.
fn read_each(paths: &[PathBuf]) -> usize {
    paths
        .iter()
        .map(|path| std::fs::read(path).unwrap().len())
        .sum()
}

fn check(content: &Content, count: usize) {
    assert_eq!((content.files.len(), content.problems.len()), (count, 0));
    for (number, file) in content.files.iter().enumerate() {
        let text = file.content.as_str().unwrap();
        assert_eq!(file.size, text.len() as u64);
        let name = format!("{:02}.md", number % 100);
        let head = format!("# interline, {name}\n\n* docs\n* notes\nOf docs, docs.\n");
        assert!(text.starts_with(&head), "{text}");
        assert_eq!(text.contains("\n* Be kind, Notary.\n"), number % 4 == 0);
        let size = format!("\n{} bytes at 2023-12-25T01:02:03Z\n", file.size);
        assert_eq!(text.contains(&size), number % 10 == 0);
        assert!(text.ends_with("19. Read the text twice before Notary begins, and say \"<Smith & Daughters>\" what was left out.\n"));
        let title = file.metadata.as_ref().unwrap().get("title").unwrap();
        assert_eq!(title.as_str(), Some(&*format!("Part {number} for Notary")));
    }
}

fn serving(c: &mut Criterion) {
    // As a test, each runs once and nothing is measured.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let count = if is_test { 200 } else { 1_000 };
    let directory = tempfile::tempdir().unwrap();
    let paths = write_docroot(directory.path(), count).unwrap();
    let context = context();

    let warm = library(directory.path());
    let content = serve(&warm, &context);
    check(&content, count);
    let cold_stats = warm.cache_stats();
    assert_eq!((cold_stats.hits, cold_stats.misses), (0, count as u64));
    check(&serve(&warm, &context), count);
    assert_eq!(warm.cache_stats().hits, count as u64);

    let mut group = c.benchmark_group(format!("content/{count} templates"));
    group.throughput(Throughput::Elements(count as u64));
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(5));
    group.bench_function("limit: open and read", |b| {
        b.iter(|| read_each(black_box(&paths)));
    });
    group.bench_function("interline: cold", |b| {
        b.iter(|| serve(&library(directory.path()), black_box(&context)));
    });
    group.bench_function("interline: warm", |b| {
        b.iter(|| serve(&warm, black_box(&context)));
    });
    for threads in [2, 4] {
        let row = format!("{threads} threads");
        for (name, is_cold) in [("cold", true), ("warm", false)] {
            // As many requests as threads: if nothing were shared, the time would be that of one request.
            group.throughput(Throughput::Elements((count * threads) as u64));
            group.bench_function(BenchmarkId::new(format!("interline: {name}"), &row), |b| {
                b.iter(|| {
                    let fresh;
                    let shared = if is_cold {
                        fresh = library(directory.path());
                        &fresh
                    } else {
                        &warm
                    };
                    std::thread::scope(|scope| {
                        for _ in 0..threads {
                            scope.spawn(|| black_box(serve(shared, &context)).files.len());
                        }
                    });
                });
            });
        }
        group.bench_function(BenchmarkId::new("limit: open and read", &row), |b| {
            b.iter(|| {
                std::thread::scope(|scope| {
                    for _ in 0..threads {
                        scope.spawn(|| read_each(black_box(&paths)));
                    }
                });
            });
        });
    }
    group.throughput(Throughput::Elements(1));
    let one = warm.content_with("docs/001/42*", None, &context).unwrap();
    assert_eq!(one.to_bytes(), content.files[142].content.as_bytes());
    group.bench_function(BenchmarkId::new("interline: warm", "one of them"), |b| {
        b.iter(|| {
            warm.content_with(black_box("docs/001/42*"), None, &context)
                .unwrap()
        });
    });
    let limit = "limit: list and read";
    group.bench_function(BenchmarkId::new(limit, "one of them"), |b| {
        let read = || {
            let mut names = fs::read_dir(paths[142].parent().unwrap()).unwrap();
            assert!(names.any(|entry| entry.unwrap().path() == paths[142]));
            read_each(black_box(&paths[142..=142]))
        };
        b.iter(read);
    });
    let bytes = content.to_bytes();
    assert!(bytes.len() > count * 2000);
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function(BenchmarkId::new("interline", "put together"), |b| {
        b.iter(|| black_box(&content).to_bytes());
    });
    let limit = "limit: copy the result";
    group.bench_function(BenchmarkId::new(limit, "put together"), |b| {
        b.iter(|| black_box(&bytes).clone());
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    serving(&mut criterion);
    criterion.final_summary();
}
