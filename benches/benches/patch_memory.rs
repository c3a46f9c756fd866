//! Counts the bytes that readers of a streamed response hold, and asserts their bounds. Separate from the other benches, since counting
//! allocations takes time.

#![allow(clippy::print_stdout, clippy::expect_used)]

use std::hint::black_box;

use allocation_counter::measure;
use interline_benches::patch_inputs as inputs;
use interline_patch_template::ResponseParser;

/// The documented bound of the bytes that a parser holds.
const CAP: u64 = 5 << 18;

fn feed(parser: &mut ResponseParser, text: &str, len: usize) {
    for chunk in text.as_bytes().chunks(len) {
        let chunk = std::str::from_utf8(chunk).expect("the inputs are ASCII");
        parser.push(black_box(chunk)).for_each(drop);
    }
}

/// Runs 10,000 parsers at once, each within a patch of prose, code spans and fences.
fn parsers_at_once() {
    const COUNT: usize = 10_000;
    let text = inputs::patches(1, true);
    let text = &text[text.find("<!-- patch:").unwrap_or_default()..][..2_000];
    let info = measure(|| {
        let mut parsers = vec![ResponseParser::new(); COUNT];
        for parser in &mut parsers {
            feed(parser, text, 4);
        }
        assert!(parsers.iter().all(|parser| parser.open_patch().is_some()));
    });
    let each = info.bytes_max / COUNT as u64;
    println!("10,000 parsers amid a patch: {each} bytes each");
    assert!(each < 4_096, "{each}");
}

/// Reads a patch of 64 MiB in chunks of 4 KiB.
fn a_long_patch() {
    let size = if cfg!(debug_assertions) {
        4 << 20
    } else {
        64 << 20
    };
    let part = inputs::patches(1, true);
    let body = &part[..part.find("<!-- patch:").unwrap_or_default()];
    let info = measure(|| {
        let mut parser = ResponseParser::new();
        feed(&mut parser, "<!-- patch:a -->\n", 4_096);
        for _ in 0..size / body.len() {
            feed(&mut parser, body, 4_096);
        }
        assert_eq!(parser.open_patch(), Some("a"));
    });
    println!(
        "one patch of {} MiB in chunks of 4 KiB: {} bytes",
        size >> 20,
        info.bytes_max
    );
    // After a chunk that ends within `<!--`, the next chunk is copied to the buffered bytes.
    assert!(info.bytes_max < 16 << 10, "{}", info.bytes_max);
}

fn hostile() {
    let size = if cfg!(debug_assertions) {
        128 << 10
    } else {
        1 << 20
    };
    let mut worst = (0, "");
    for (name, text) in inputs::hostile(size) {
        for len in [4, 64, 4_096] {
            let info = measure(|| feed(&mut ResponseParser::new(), &text, len));
            assert!(info.bytes_max <= CAP, "{name} by {len}: {}", info.bytes_max);
            worst = worst.max((info.bytes_max, name));
        }
    }
    println!("hostile responses: at most {} bytes ({})", worst.0, worst.1);
}

fn main() {
    parsers_at_once();
    a_long_patch();
    hostile();
}
