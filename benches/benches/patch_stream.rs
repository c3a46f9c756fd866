//! Reads responses as they arrive, compared with reading them in one call.

#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use interline_benches::patch_inputs as inputs;
use interline_patch_template::{Event, ResponseParser, parse_patches};

/// Splits the text into chunks of `len` bytes, or a little more so that no character is split.
fn chunks(text: &str, len: usize) -> Vec<&str> {
    let mut all = Vec::with_capacity(text.len() / len + 1);
    let mut rest = text;
    while !rest.is_empty() {
        let mut at = len.min(rest.len());
        while !rest.is_char_boundary(at) {
            at += 1;
        }
        let (chunk, after) = rest.split_at(at);
        all.push(chunk);
        rest = after;
    }
    all
}

/// Returns the number of closed patches.
fn read(chunks: &[&str]) -> usize {
    let mut parser = ResponseParser::new();
    let mut closed = 0;
    let mut take = |event: Event<'_>| closed += usize::from(matches!(event, Event::Closed { .. }));
    for chunk in chunks {
        parser.push(black_box(chunk)).for_each(&mut take);
    }
    parser.finish().for_each(&mut take);
    closed
}

fn chunks_of_a_response(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_stream/10,500 small patches");
    let text = inputs::small_patches();
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("limit: one call", |b| {
        b.iter(|| parse_patches(black_box(&text)));
    });
    for (name, chunks) in [
        ("chunks of 4 bytes", chunks(&text, 4)),
        ("lines", text.split_inclusive('\n').collect()),
        ("one chunk", vec![text.as_str()]),
    ] {
        assert_eq!(read(&chunks), 10_500);
        group.bench_function(format!("interline: {name}"), |b| b.iter(|| read(&chunks)));
    }
    group.finish();
}

/// Feeds chunks to 10,000 copies of `one` in turn. Returns the time of `count` calls of `feed`.
fn fed_in_turn<T: Clone>(
    one: T,
    chunks: &[&str],
    count: u64,
    feed: impl Fn(&mut T, &str),
) -> Duration {
    let mut all = vec![one; 10_000];
    let mut fed = 0;
    let mut rounds = chunks.iter().cycle();
    let start = Instant::now();
    while fed < count {
        let chunk = rounds.next().unwrap();
        for one in all.iter_mut().take((count - fed) as usize) {
            feed(one, black_box(chunk));
            fed += 1;
        }
    }
    start.elapsed()
}

fn parsers_at_once(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_stream/10,000 parsers, one push");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2));
    let text = inputs::small_patches();
    let chunks = chunks(&text[..2_000], 4);
    group.bench_function("chunks of 4 bytes", |b| {
        b.iter_custom(|count| {
            fed_in_turn(ResponseParser::new(), &chunks, count, |parser, chunk| {
                parser.push(chunk).for_each(drop);
            })
        });
    });
    // As many buffers are as far apart in memory as the parsers.
    group.bench_function("limit: copy the chunk", |b| {
        b.iter_custom(|count| fed_in_turn(String::new(), &chunks, count, String::push_str));
    });
    group.finish();
}

fn hostile(c: &mut Criterion) {
    let mut group = c.benchmark_group("patch_stream/hostile");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(200));
    for size in [128 << 10, 256 << 10, 512 << 10, 1 << 20] {
        for (name, text) in inputs::hostile(size) {
            group.throughput(Throughput::Bytes(text.len() as u64));
            for (how, chunks) in [
                ("chunks of 4 bytes", chunks(&text, 4)),
                ("lines", text.split_inclusive('\n').collect()),
                ("one chunk", vec![text.as_str()]),
            ] {
                let id = BenchmarkId::new(format!("{name}, {how}"), size);
                group.bench_with_input(id, &chunks, |b, chunks| b.iter(|| read(chunks)));
            }
        }
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    chunks_of_a_response(&mut criterion);
    parsers_at_once(&mut criterion);
    hostile(&mut criterion);
    criterion.final_summary();
}
