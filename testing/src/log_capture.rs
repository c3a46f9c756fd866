//! A logger that captures the lines of each thread.

use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct CapturingLogger;

impl log::Log for CapturingLogger {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.target() == "interline"
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            let line = format!("{} {}", record.level(), record.args());
            LINES.with_borrow_mut(|lines| lines.push(line));
        }
    }

    fn flush(&self) {}
}

/// Runs `run` and returns the lines that it logs in this thread with the target `interline`, such as
/// `WARN a.md:1:1: …`.
///
/// Other tests of the program may log at the same time.
///
/// # Panics
///
/// When `run` panics, or when the program has another logger. A [`GrowthTable`](crate::GrowthTable) installs one.
#[allow(clippy::expect_used, reason = "a test that cannot capture logs fails")]
pub fn captured_logs(run: impl FnOnce()) -> Vec<String> {
    static START: Once = Once::new();
    START.call_once(|| {
        log::set_logger(&CapturingLogger).expect("no other logger in this program");
        log::set_max_level(log::LevelFilter::Trace);
    });
    LINES.with_borrow_mut(Vec::clear);
    run();
    LINES.with_borrow_mut(std::mem::take)
}
