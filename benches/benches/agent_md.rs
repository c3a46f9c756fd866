//! Reads agent files from disk, compared with readers that do less; `gray_matter` with `--features peers`.
#![allow(clippy::print_stderr, clippy::unwrap_used)]

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput};
use interline_agent_md::{
    AgentKind, Dialect, Hidden, Naming, Options, Recursion, load_dir_with, parse_with, to_dialect,
};
use interline_benches::agent_inputs::Agents;

const KIND: AgentKind = AgentKind::Operator;

fn options() -> Options {
    Options::new()
        .naming(Naming::HeaderOrFile)
        .recursion(Recursion::Descend)
        // Projects keep agents in directories such as `.gemini`, which are below that of the corpus.
        .hidden(Hidden::Keep)
        .threads(1)
}

/// Reads each file separately, as a program that knows the paths does.
fn read_each(files: &[PathBuf], options: &Options) -> usize {
    let mut agents = 0;
    for path in files {
        let text = fs::read_to_string(path).unwrap();
        let label = path.to_string_lossy();
        agents += usize::from(parse_with(&text, &label, KIND, options).is_ok());
    }
    agents
}

/// Does the least that a reader must do: finds the fences, parses the header as YAML, hashes the body.
fn bare(files: &[PathBuf]) -> usize {
    let mut agents = 0;
    for path in files {
        let text = fs::read_to_string(path).unwrap();
        let rest = text.strip_prefix("---\n").unwrap_or_default();
        let Some(end) = rest.find("\n---") else {
            continue;
        };
        let body = rest[end + 4..].trim_start_matches('\n');
        let hash = blake3::hash(body.as_bytes()).to_hex();
        let header = serde_yaml::from_str::<serde_yaml::Mapping>(&rest[..=end]);
        agents += usize::from(black_box(header).is_ok() && black_box(hash).len() == 64);
    }
    agents
}

fn reading(c: &mut Criterion) {
    let scratch = tempfile::tempdir().unwrap();
    let agents = Agents::find(scratch.path(), 1000).unwrap();
    let count = agents.files.len();
    eprintln!("agent files: {count}, {}", agents.origin);
    assert!(count >= 800, "{count}");

    let mut group = c.benchmark_group(format!("agent-md/read {}", agents.origin));
    group
        .sampling_mode(SamplingMode::Flat)
        .measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::Elements(count as u64));

    let options = options();
    // All files are read, those with broken headers too.
    assert_eq!(read_each(&agents.files, &options), count);
    group.bench_function("interline: file by file", |b| {
        b.iter(|| read_each(&agents.files, &options));
    });
    let report = load_dir_with(&agents.directory, KIND, &options);
    let markdown = agents
        .files
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .count();
    let read =
        report.loaded.len() + report.shadowed.len() + report.skipped.len() + report.problems.len();
    assert!(report.loaded.len() + report.shadowed.len() >= markdown);
    // The count of this row includes the files without a header.
    group.throughput(Throughput::Elements(read as u64));
    group.bench_function("interline: directory", |b| {
        b.iter(|| load_dir_with(&agents.directory, KIND, &options));
    });
    let all_cores = options.clone().threads(0);
    group.bench_function("interline: directory, all cores", |b| {
        b.iter(|| load_dir_with(&agents.directory, KIND, &all_cores));
    });
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("limit: open and read", |b| {
        b.iter(|| {
            let read = agents
                .files
                .iter()
                .map(|path| fs::read(path).unwrap().len());
            read.sum::<usize>()
        });
    });
    // It does not read broken headers.
    assert!(bare(&agents.files) < count);
    group.bench_function("yaml_serde and blake3", |b| b.iter(|| bare(&agents.files)));
    #[cfg(feature = "peers")]
    peers::reading(&mut group, &agents.files);
    group.finish();
}

#[cfg(feature = "peers")]
mod peers {
    use std::fs;
    use std::hint::black_box;
    use std::path::PathBuf;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use gray_matter::engine::YAML;
    use gray_matter::{Matter, Pod};

    pub(super) fn reading(group: &mut BenchmarkGroup<'_, WallTime>, files: &[PathBuf]) {
        let matter = Matter::<YAML>::new();
        let read = || {
            let mut agents = 0;
            for path in files {
                let text = fs::read_to_string(path).unwrap();
                let read = matter.parse::<Pod>(&text);
                agents += usize::from(black_box(read).is_ok_and(|read| read.data.is_some()));
            }
            agents
        };
        assert!(read() > 0);
        group.bench_function("gray_matter", |b| b.iter(read));
    }
}

fn converting(c: &mut Criterion) {
    let text = interline_benches::agent_inputs::synthetic(1);
    let agent = parse_with(&text, "x.md", KIND, &Options::new())
        .unwrap()
        .agent;
    let mut group = c.benchmark_group("agent-md/write");
    assert_eq!(
        parse_with(&agent.to_markdown().unwrap(), "x.md", KIND, &Options::new())
            .unwrap()
            .agent,
        agent
    );
    group.bench_function("interline: to_markdown", |b| {
        b.iter(|| black_box(&agent).to_markdown());
    });
    let markdown = agent.to_markdown().unwrap();
    group.bench_function("limit: copy the result", |b| {
        b.iter(|| black_box(&markdown).clone());
    });
    for dialect in [Dialect::ClaudeCode, Dialect::OpenCode] {
        group.bench_function(format!("interline: to {dialect}"), |b| {
            b.iter(|| to_dialect(black_box(&agent), dialect));
        });
    }
    group.finish();
}

fn hostile(c: &mut Criterion) {
    let mut group = c.benchmark_group("agent-md/hostile");
    let parts: String = (0..8000).map(|i| format!("k{i}: *\n")).collect();
    for (name, header) in [
        ("deep lists", format!("deep: {}\n", "[".repeat(5000))),
        ("1 MB header", format!("long: {}\n", "x".repeat(1 << 20))),
        ("broken parts", parts[..60_000].to_owned()),
        (
            "broken lines",
            format!("description: a: b\n{}", "<a>\n".repeat(15_000)),
        ),
        (
            "parentheses",
            format!("tools: [{}]\n", vec!["a(()"; 10_000].join(", ")),
        ),
    ] {
        let text = format!("---\nname: x\n{header}---\nb\n");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| parse_with(black_box(&text), "x.md", KIND, &Options::new()).is_ok());
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    reading(&mut criterion);
    converting(&mut criterion);
    hostile(&mut criterion);
    criterion.final_summary();
}
