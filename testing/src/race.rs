//! Two threads at one thing.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends the other thread, also when a test fails.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Calls `reader` while another thread calls `writer` again and again, each with the number of its round, from 0.
///
/// The reader has `rounds.start` rounds, and more, up to `rounds.end`, until it says that it has seen all that the test is about: nobody
/// knows which of two threads the system lets run.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let written = AtomicUsize::new(0);
/// let mut seen = 0;
/// interline_testing::race(
///     10..1_000_000,
///     |round| written.store(round, Ordering::Relaxed),
///     |_| {
///         seen = written.load(Ordering::Relaxed);
///         seen > 0
///     },
/// );
/// assert!(seen > 0);
/// ```
///
/// # Panics
///
/// When one of them does.
pub fn race(
    rounds: Range<usize>,
    mut writer: impl FnMut(usize) + Send,
    mut reader: impl FnMut(usize) -> bool,
) {
    let ends = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _ends = Ends(&ends);
        scope.spawn(|| {
            for round in 0.. {
                if ends.load(Ordering::Relaxed) {
                    break;
                }
                writer(round);
            }
        });
        let mut has_seen_all = false;
        for round in 0..rounds.end {
            if round >= rounds.start && has_seen_all {
                break;
            }
            has_seen_all = reader(round);
        }
    });
}
