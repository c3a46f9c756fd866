//! Processes that are killed while they write one file together.

use std::collections::HashMap;
use std::time::Duration;

use crate::child::{Role, Writer, append, beside, document};

/// The number of children to kill, unless the environment variable asks for more.
const KILLS: usize = 60;
const MORE_KILLS: &str = "INTERLINE_KILLS";

const WRITERS: usize = 3;

/// A part of one that looks random and is not.
fn part(round: usize) -> f64 {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    (round as f64 * golden).fract()
}

/// Each text that can be read is whole: the lines of each writer follow each other without a gap.
fn assert_whole(text: &str) {
    let mut next: HashMap<&str, usize> = HashMap::new();
    let lines = text.strip_prefix("# start\n").unwrap();
    assert!(lines.is_empty() || lines.ends_with('\n'));
    for line in lines.lines() {
        let (name, number) = line.split_once(' ').unwrap();
        let expected = next.entry(name).or_default();
        assert_eq!(number.parse(), Ok(*expected), "{line}");
        *expected += 1;
    }
}

#[test]
fn a_kill_leaves_a_whole_text_and_no_lock() {
    let more = std::env::var(MORE_KILLS).ok();
    let kills = more.map_or(KILLS, |kills| kills.parse().unwrap());
    let (_directory, path) = document("# start\n");
    let start = |round: usize| Writer::start(&path, &format!("w{round}"), Role::Append(usize::MAX));
    let mut writers: Vec<_> = (0..WRITERS).map(start).collect();
    for round in 0..kills {
        std::thread::sleep(Duration::from_millis(10).mul_f64(1.0 + 5.0 * part(round)));
        let index = round % WRITERS;
        // The old one is killed when the new one takes its place.
        writers[index] = start(WRITERS + round);
        assert_whole(&std::fs::read_to_string(&path).unwrap());
        // No process waits for one that is dead.
        append(&path, &format!("parent {round}\n"));
    }
    for writer in &mut writers {
        assert_eq!(writer.0.try_wait().unwrap(), None);
    }
    drop(writers);
    append(&path, &format!("parent {kills}\n"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_whole(&text);
    let lines = text.lines().filter(|line| line.starts_with("parent "));
    assert_eq!(lines.count(), kills + 1);
    let names = beside(&path);
    println!(
        "{kills} kills, {} lines, {} temporary files",
        text.lines().count(),
        names.len()
    );
    assert!(names.iter().all(|name| name.starts_with(".interline-")));
}
