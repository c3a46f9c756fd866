//! Splits, reads and edits frontmatter, compared with peers with `--features peers`.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use interline_benches::frontmatter_inputs::{
    BLOCK, HOSTILE, Header, block_for_the_parser, block_with_an_entry_for_the_parser, document,
};
use interline_benches::handwritten;
use interline_frontmatter::{
    Document, Edits, Map, agent, parse, push, set, set_path, split, to_document,
};

fn splitting(c: &mut Criterion) {
    assert_eq!(BLOCK.len(), 511);
    let text = document(BLOCK);
    let mut group = c.benchmark_group("frontmatter/split");
    for (name, text) in [
        ("21 KB document", text.clone()),
        ("2 MB document", text.clone() + &"---\n".repeat(500_000)),
        ("no frontmatter", text[4..].to_owned()),
    ] {
        let block = split(&text).block().map(|block| block.yaml().len());
        assert_eq!(block, name.contains("document").then_some(511));
        group.throughput(Throughput::Bytes(511));
        group.bench_function(BenchmarkId::new("interline", name), |b| {
            b.iter(|| split(black_box(&text)));
        });
        group.bench_function(BenchmarkId::new("limit: memmem", name), |b| {
            let finder = memchr::memmem::Finder::new("\n---\n");
            b.iter(|| finder.find(&black_box(text.as_bytes())[..text.len().min(1_024)]));
        });
    }
    group.finish();
}

fn unterminated(c: &mut Criterion) {
    let mut group = c.benchmark_group("frontmatter/split unterminated");
    for line in ["----\n", " ---\n", "--\n"] {
        for size in [32 << 10, 64 << 10, 128 << 10, 256 << 10] {
            let text = format!("---\n{}", line.repeat(size / line.len()));
            assert!(split(&text).block().is_none());
            group.throughput(Throughput::Bytes(text.len() as u64));
            let name = format!("{:?}, {size} bytes", line.trim_end());
            group.bench_function(BenchmarkId::new("interline", &name), |b| {
                b.iter(|| split(black_box(&text)));
            });
            group.bench_function(BenchmarkId::new("limit: memmem", &name), |b| {
                let finder = memchr::memmem::Finder::new("\n---");
                b.iter(|| finder.find_iter(black_box(text.as_bytes())).count());
            });
        }
    }
    group.finish();
}

/// Documents that the YAML parser reads in part or as a whole.
fn by_the_parser() -> [(&'static str, String); 2] {
    let block = BLOCK.replace("owner: 'team parsers'", "owner: &owner {name: team}");
    [
        ("one entry", document(&block_with_an_entry_for_the_parser())),
        ("all", document(&block)),
    ]
}

/// Returns a document with a list of 100 items, each with a comment.
fn commented_list() -> String {
    let items: String = (0..100)
        .map(|n| format!("  - docs/part-{n}.md # about part {n}\n"))
        .collect();
    document(&format!("title: Plan\nrelated:\n{items}draft: false\n"))
}

fn check(header: &Header) {
    assert_eq!(header.branch, "feature/read-the-header-once");
    assert_eq!(header.links, ["docs/design.md", "docs/testing.md"]);
    assert_eq!((header.priority, header.draft), (2, false));
}

fn reading(c: &mut Criterion) {
    let text = document(BLOCK);
    let mut group = c.benchmark_group("frontmatter/read 511 bytes");
    group.throughput(Throughput::Bytes(511));

    check(&parse::<Header>(&text).unwrap().value);
    group.bench_function("interline: typed", |b| {
        b.iter(|| parse::<Header>(black_box(&text)).unwrap());
    });
    assert_eq!(
        agent::parse(&text).unwrap().value.branch.as_deref(),
        Some("feature/read-the-header-once")
    );
    group.bench_function("interline: agent::parse", |b| {
        b.iter(|| agent::parse(black_box(&text)).unwrap());
    });
    assert_eq!(parse::<Map>(&text).unwrap().value.len(), 16);
    group.bench_function("interline: untyped", |b| {
        b.iter(|| parse::<Map>(black_box(&text)).unwrap());
    });
    for (what, text) in by_the_parser() {
        check(&parse::<Header>(&text).unwrap().value);
        group.bench_function(
            format!("interline: typed, {what} by the YAML parser"),
            |b| {
                b.iter(|| parse::<Header>(black_box(&text)).unwrap());
            },
        );
    }
    let anchored = document(&block_for_the_parser());
    check(&parse::<Header>(&anchored).unwrap().value);
    group.bench_function("interline: typed, with an anchor", |b| {
        b.iter(|| parse::<Header>(black_box(&anchored)).unwrap());
    });
    assert_eq!(
        handwritten::header(&text).unwrap(),
        parse::<Header>(&text).unwrap().value
    );
    group.bench_function("limit: by hand", |b| {
        b.iter(|| handwritten::header(black_box(&text)).unwrap());
    });
    #[cfg(feature = "peers")]
    peers::reading(&mut group, &text);
    group.finish();
}

#[cfg(feature = "peers")]
mod peers {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use gray_matter::Matter;
    use gray_matter::engine::YAML;

    use super::{Header, check};

    pub(super) fn reading(group: &mut BenchmarkGroup<'_, WallTime>, text: &str) {
        check(&fronma::parser::parse::<Header>(text).unwrap().headers);
        group.bench_function("fronma: typed", |b| {
            b.iter(|| fronma::parser::parse::<Header>(black_box(text)).unwrap());
        });
        check(&markdown_frontmatter::parse::<Header>(text).unwrap().0);
        group.bench_function("markdown-frontmatter: typed", |b| {
            b.iter(|| markdown_frontmatter::parse::<Header>(black_box(text)).unwrap());
        });
        let matter = Matter::<YAML>::new();
        check(&matter.parse::<Header>(text).unwrap().data.unwrap());
        group.bench_function("gray_matter: typed", |b| {
            b.iter(|| matter.parse::<Header>(black_box(text)).unwrap());
        });
    }
}

fn editing(c: &mut Criterion) {
    let mut group = c.benchmark_group("frontmatter/edit 511 bytes");
    group.throughput(Throughput::Bytes(511));
    let text = document(BLOCK);
    let id = "11111111-2222-4333-8444-555555555555";
    let expected = text.replace("5f0c2a58-7d0e-4c1f-9a1b-3c8f2f6f7b11", id);

    let edits = agent::set_session_id(&text, id).unwrap();
    assert_eq!(edits.apply(&text).unwrap(), expected);
    group.bench_function("interline: set_session_id", |b| {
        b.iter(|| agent::set_session_id(black_box(&text), id).unwrap());
    });
    // The new value in the place of the old one, whatever else is in the header.
    let replace = |text: &str| {
        let key = memchr::memmem::find(text.as_bytes(), b"\nagent_doc_session: ").unwrap();
        let start = key + "\nagent_doc_session: ".len();
        let end = start + memchr::memchr(b'\n', &text.as_bytes()[start..]).unwrap();
        (start..end, id.to_owned())
    };
    let found = edits
        .iter()
        .map(|edit| (edit.range.clone(), edit.insert.clone()));
    assert_eq!(found.collect::<Vec<_>>(), [replace(&text)]);
    group.bench_function("limit: find the line", |b| {
        b.iter(|| replace(black_box(&text)));
    });
    assert_eq!(set(&text, "added", "x").unwrap().len(), 1);
    group.bench_function("interline: set a new key", |b| {
        b.iter(|| set(black_box(&text), "added", "x").unwrap());
    });
    assert!(agent::ensure_session(&text).unwrap().edits.is_empty());
    group.bench_function("interline: ensure_session, unchanged", |b| {
        b.iter(|| agent::ensure_session(black_box(&text)).unwrap());
    });
    for (what, text) in by_the_parser() {
        assert_eq!(agent::set_session_id(&text, id).unwrap().len(), 1);
        let name = format!("interline: set_session_id, {what} by the YAML parser");
        group.bench_function(name, |b| {
            b.iter(|| agent::set_session_id(black_box(&text), id).unwrap());
        });
    }
    let list = commented_list();
    let edits = set_path(&list, ("related", 57), "docs/other.md").unwrap();
    let expected = list.replace("docs/part-57.md", "docs/other.md");
    assert_eq!(edits.apply(&list).unwrap(), expected);
    let mut edit_of_a_list = |name: &str, line: &str, edit: &dyn Fn(&str) -> Edits| {
        let find = |list: &str| list.lines().position(|found| found.starts_with(line));
        assert!(find(&list).is_some());
        group.bench_function(BenchmarkId::new("interline", name), |b| {
            b.iter(|| edit(black_box(&list)));
        });
        group.bench_function(BenchmarkId::new("limit: find the line", name), |b| {
            b.iter(|| find(black_box(&list)));
        });
    };
    edit_of_a_list(
        "set_path, an item of 100 with comments",
        "  - docs/part-57.md",
        &|list| set_path(list, ("related", 57), "docs/other.md").unwrap(),
    );
    edit_of_a_list("push, to 100 items with comments", "draft: ", &|list| {
        push(list, ["related"], "docs/other.md").unwrap()
    });
    // Programs that keep neither comments nor quotes read everything, change one key, and write everything.
    let rewritten = reserialise(&text, id);
    assert!(rewritten.contains(id) && !rewritten.contains("# the large one"));
    group.bench_function("yaml_serde: reserialising", |b| {
        b.iter(|| reserialise(black_box(&text), id));
    });
    group.finish();
}

fn reserialise(text: &str, id: &str) -> String {
    let split = split(text);
    let block = split.block().unwrap();
    let mut value: serde_yaml::Value = serde_yaml::from_str(block.yaml()).unwrap();
    value["agent_doc_session"] = id.into();
    serde_yaml::to_string(&value).unwrap()
}

fn writing(c: &mut Criterion) {
    let text = document(BLOCK);
    let mapping = parse::<Map>(&text).unwrap().value;
    let written = to_document(&mapping, "").unwrap();
    assert_eq!(parse::<Map>(&written).unwrap().value, mapping);
    let mut group = c.benchmark_group("frontmatter/write 511 bytes");
    group.throughput(Throughput::Bytes(511));
    group.bench_function("interline: to_document", |b| {
        b.iter(|| to_document(black_box(&mapping), "").unwrap());
    });
    group.bench_function("limit: copy the result", |b| {
        b.iter(|| black_box(&written).clone());
    });
    group.finish();
}

fn hostile(c: &mut Criterion) {
    let mut group = c.benchmark_group("frontmatter/hostile");
    group.sample_size(20);
    for (name, block) in HOSTILE {
        for size in [8 << 10, 16 << 10, 32 << 10, 64 << 10] {
            let text = format!("---\n{}---\n", block(size - 64));
            let is_refused = matches!(name, "open brackets" | "dashes inside dashes");
            assert_eq!(Document::parse(&text).is_err(), is_refused, "{name} {size}");
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_with_input(BenchmarkId::new(name, size), &text, |b, text| {
                b.iter(|| Document::parse(black_box(text)).is_ok());
            });
        }
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    splitting(&mut criterion);
    unterminated(&mut criterion);
    reading(&mut criterion);
    editing(&mut criterion);
    writing(&mut criterion);
    hostile(&mut criterion);
    criterion.final_summary();
}
