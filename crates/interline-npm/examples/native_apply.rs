//! Measures `apply_patches` in Rust, for `benchmarks/compare.mjs`: reads `{"document", "answer"}` from standard input and prints the
//! microseconds of one call.

#![allow(
    clippy::print_stdout,
    reason = "the output is the purpose of the program"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use interline::patch_template::{ApplyOptions, BoundaryPolicy, apply_patches, parse_patches};
use serde::Deserialize;

const ROUNDS: usize = 15;
const CALLS: u32 = 40;

#[derive(Deserialize)]
struct Input {
    document: String,
    answer: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Input { document, answer } = serde_json::from_reader(std::io::stdin())?;
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        for _ in 0..CALLS {
            let response = parse_patches(black_box(&answer));
            let applied = apply_patches(black_box(&document), &response, &options);
            black_box(applied.text());
        }
        times.push(begin.elapsed() / CALLS);
    }
    let least = times.into_iter().min().unwrap_or_default();
    println!("{}", least.as_secs_f64() * 1e6);
    Ok(())
}
