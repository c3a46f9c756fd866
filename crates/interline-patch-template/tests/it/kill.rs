//! A program that is killed while it replaces a file leaves the old text or the new one.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use interline_patch_template::{ApplyOptions, BoundaryPolicy, apply_to_file, parse_patches};

/// Names the file that a run of this binary is to work on.
const FILE: &str = "INTERLINE_KILLED_AT";

/// The number of children to kill, unless the environment variable asks for more.
const KILLS: usize = 250;
const MORE_KILLS: &str = "INTERLINE_KILLS";

/// The number of children at a time, each in a directory of its own.
const WORKERS: usize = 2;

/// Bytes of the document: so many that reading, writing and syncing take their time.
const SIZE: usize = 512 << 10;

fn document(word: &str) -> String {
    let line = "This line does not change, whatever happens to the others.\n";
    let rest = line.repeat(SIZE / line.len());
    format!("<!-- agent:status -->\n{word}\n<!-- /agent:status -->\n{rest}")
}

fn apply(path: &Path) {
    let response = parse_patches("<!-- patch:status -->\nnew\n<!-- /patch:status -->\n");
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    apply_to_file(path, &response, &options).unwrap();
}

/// A child that applies to a file and has reached the point before it.
fn child(path: &Path) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["kill::the_child_does_its_work", "--exact", "--nocapture"])
        .env(FILE, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    assert!(lines.map(Result::unwrap).any(|line| line == "ready"));
    child
}

fn go(child: &mut Child) {
    child.stdin.take().unwrap().write_all(b"go\n").unwrap();
}

/// Does the task of the child; without a child, runs one that is not killed.
#[test]
fn the_child_does_its_work() {
    if let Some(path) = std::env::var_os(FILE) {
        println!("\nready");
        std::io::stdin().read_exact(&mut [0; 3]).unwrap();
        apply(Path::new(&path));
        return;
    }
    let (_directory, path) = directory();
    let mut child = child(&path);
    go(&mut child);
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&path).unwrap() == document("new"));
}

fn directory() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    fs::write(&path, document("old")).unwrap();
    (directory, path)
}

/// The temporary files in a directory. What stays is out of the way of everybody who looks for documents.
fn leftovers(directory: &Path) -> HashSet<String> {
    let names = fs::read_dir(directory).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let leftovers: HashSet<String> = names.filter(|name| name != "plan.md").collect();
    for name in &leftovers {
        assert!(
            name.starts_with(".interline-") && !name[1..].contains('.'),
            "{name}"
        );
    }
    leftovers
}

/// The states of the file after each run.
#[derive(Default)]
struct Tally {
    old: usize,
    new: usize,
    /// Runs that came to their end, among those with the new text.
    ended: usize,
    /// Temporary files that stayed.
    leftovers: usize,
}

/// A part of one that looks random and is not.
fn part(run: usize) -> f64 {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    (run as f64 * golden).fract()
}

/// Kills children in one run after another; every third at some time between its start and somewhat after its end, the others
/// at some time after the temporary file is there.
fn kill(runs: std::ops::Range<usize>) -> Tally {
    let (directory, path) = directory();
    let (old, new) = (document("old"), document("new"));
    let mut tally = Tally::default();
    // The duration of the last one: other programs run too.
    let mut whole = Duration::from_millis(50);
    let mut known = HashSet::new();
    for run in runs {
        let mut child = child(&path);
        let begin = Instant::now();
        go(&mut child);
        if run % 25 == 0 {
            // This one is not killed.
            assert!(child.wait().unwrap().success());
            whole = begin.elapsed();
            tally.ended += 1;
        } else {
            let (mut from, mut length) = (begin, whole.mul_f64(1.1));
            if run % 3 != 0 {
                while leftovers(directory.path()) == known && child.try_wait().unwrap().is_none() {}
                (from, length) = (Instant::now(), whole.mul_f64(0.3));
            }
            std::thread::sleep(length.mul_f64(part(run)).saturating_sub(from.elapsed()));
            child.kill().unwrap();
            tally.ended += usize::from(child.wait().unwrap().success());
        }
        let text = fs::read(&path).unwrap();
        if text == old.as_bytes() {
            tally.old += 1;
        } else {
            assert!(
                text == new.as_bytes(),
                "run {run}: neither the old text nor the new one"
            );
            tally.new += 1;
            fs::write(&path, &old).unwrap();
        }
        // A file that stays is known to the following runs too.
        known = leftovers(directory.path());
    }
    tally.leftovers = known.len();
    apply(&path);
    assert!(fs::read(&path).unwrap() == new.as_bytes());
    assert_eq!(leftovers(directory.path()), known);
    tally
}

#[test]
fn a_kill_leaves_the_old_text_or_the_new_one() {
    let more = std::env::var(MORE_KILLS).ok();
    let kills = more.map_or(KILLS, |kills| kills.parse().unwrap());
    assert!(kills >= KILLS, "{kills}");
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| worker * kills / WORKERS..(worker + 1) * kills / WORKERS)
            .map(|runs| scope.spawn(move || kill(runs)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .collect()
    });
    let sum = |part: fn(&Tally) -> usize| tallies.iter().map(part).sum::<usize>();
    let (old, new, ended, leftovers) = (
        sum(|tally| tally.old),
        sum(|tally| tally.new),
        sum(|tally| tally.ended),
        sum(|tally| tally.leftovers),
    );
    println!(
        "{kills} runs: {old} old, {new} new ({ended} of them at their end), {leftovers} temporary files"
    );
    assert_eq!(old + new, kills);
    // Kills came before, during and after the writing.
    assert!(old >= 20, "{old}");
    assert!(new - ended >= 5, "{new} {ended}");
    assert!(leftovers >= 20, "{leftovers}");
}
