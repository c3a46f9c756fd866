//! A log that keeps its lines.

use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Keeper;

impl log::Log for Keeper {
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

/// The lines, such as `WARN a.md:1:1: …`, that `run` logs under the target `interline` in the thread that calls; other tests of the
/// program may log meanwhile.
///
/// # Panics
///
/// When `run` does, or when the program has another log: a [`Sheet`](crate::Sheet) has turned one on.
#[allow(clippy::expect_used, reason = "a test that cannot see the log fails")]
pub fn logged(run: impl FnOnce()) -> Vec<String> {
    static START: Once = Once::new();
    START.call_once(|| {
        log::set_logger(&Keeper).expect("no other log in this program");
        log::set_max_level(log::LevelFilter::Trace);
    });
    LINES.with_borrow_mut(Vec::clear);
    run();
    LINES.with_borrow_mut(std::mem::take)
}
