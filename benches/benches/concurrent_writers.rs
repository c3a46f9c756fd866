//! Appends to one document from several processes: counts updates a second, lost updates and repeated calls.
//!
//! ```sh
//! cargo bench -p interline-benches --bench concurrent_writers
//! TMPDIR=/dev/shm cargo bench -p interline-benches --bench concurrent_writers  # without a disk
//! ```

#![allow(clippy::print_stdout, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Error, FileError, apply_to_file, parse_patches,
};

/// The environment variable with the name, number of updates and document of a child process.
const TASK: &str = "INTERLINE_BENCH_WRITER";

const DOCUMENT: &str = "# Log\n\n<!-- agent:log mode=append -->\n<!-- /agent:log -->\n";

/// The updates of all processes in one run.
const UPDATES: usize = 1_000;

fn append(path: &Path, line: &str) -> usize {
    let text = format!("<!-- patch:log -->\n{line}\n<!-- /patch:log -->\n");
    let response = parse_patches(&text);
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    let mut repeated = 0;
    loop {
        match apply_to_file(path, &response, &options) {
            Ok(_) => return repeated,
            Err(Error::File(error)) if matches!(*error, FileError::Conflict { .. }) => {
                repeated += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Appends in a child process; prints the number of repeated calls and the longest update in microseconds.
fn write(task: &str) {
    let mut parts = task.splitn(3, ' ');
    let mut next = || parts.next().expect("a task has three parts");
    let (name, updates, path) = (next(), next(), next());
    let updates: usize = updates.parse().expect("a number");
    let (mut repeated, mut longest) = (0, Duration::ZERO);
    for number in 0..updates {
        let begin = Instant::now();
        repeated += append(Path::new(path), &format!("- {name} {number}"));
        longest = longest.max(begin.elapsed());
    }
    println!("{repeated} {}", longest.as_micros());
}

fn run(writers: usize, updates: usize) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("log.md");
    fs::write(&path, DOCUMENT).expect("the directory can be written");
    let each = updates / writers;
    let program = std::env::current_exe().expect("this program has a path");
    let begin = Instant::now();
    let children: Vec<_> = (0..writers)
        .map(|writer| {
            Command::new(&program)
                .env(TASK, format!("w{writer} {each} {}", path.display()))
                .stdout(Stdio::piped())
                .spawn()
                .expect("this program starts")
        })
        .collect();
    let (mut repeated, mut longest) = (0, 0);
    for child in children {
        let output = child.wait_with_output().expect("the child ends");
        assert!(output.status.success(), "{}", output.status);
        let output = String::from_utf8_lossy(&output.stdout);
        let mut numbers = output
            .split_whitespace()
            .map(|number| number.parse::<usize>().expect("a number"));
        repeated += numbers.next().expect("repeated calls");
        longest = longest.max(numbers.next().expect("the longest update"));
    }
    let took = begin.elapsed();
    let text = fs::read_to_string(&path).expect("the document");
    let written = text.lines().filter(|line| line.starts_with("- w")).count();
    let done = each * writers;
    println!(
        "{writers} processes: {:.0} updates a second, {} of {done} lost, {repeated} calls repeated, the longest update {:.1} ms",
        done as f64 / took.as_secs_f64(),
        done - written,
        longest as f64 / 1_000.0
    );
    assert_eq!(done, written, "no update is lost");
}

fn main() {
    if let Ok(task) = std::env::var(TASK) {
        return write(&task);
    }
    // As a test, runs are short.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let updates = if is_test { 40 } else { UPDATES };
    for writers in [1, 2, 8] {
        run(writers, updates);
    }
}
