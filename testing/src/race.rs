//! A writer and a reader in two threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the other thread when it is dropped, also when the test fails.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Calls `reader` while another thread calls `writer` repeatedly, each with the number of its round,
/// from 0.
///
/// The reader runs at least `rounds.start` rounds, and then until it returns true for having seen
/// all that the test is about, but at most `rounds.end`: the scheduler may run either thread first.
///
/// # Examples
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
/// When `writer` or `reader` panics.
pub fn race(
    rounds: Range<usize>,
    mut writer: impl FnMut(usize) + Send,
    mut reader: impl FnMut(usize) -> bool,
) {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _stop = StopOnDrop(&stop);
        scope.spawn(|| {
            for round in 0.. {
                if stop.load(Ordering::Relaxed) {
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
