use std::time::{Duration, Instant, SystemTime};

/// A time limit, and pauses until it is over.
#[derive(Debug)]
pub(crate) struct Wait {
    start: Instant,
    limit: Duration,
}

impl Wait {
    pub(crate) fn new(limit: Duration) -> Self {
        Self {
            start: Instant::now(),
            limit,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.elapsed() >= self.limit
    }

    /// Pauses for 0.1 to 0.9 ms.
    ///
    /// The pause does not grow: the program that has waited longest would be the last to see the lock free. It differs from call to call, so
    /// that programs that began to wait together do not ask together for ever.
    pub(crate) fn pause(&self) {
        let nanos = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |now| now.subsec_nanos());
        let pause = Duration::from_micros(100 + u64::from(nanos / 100 % 800));
        std::thread::sleep(pause.min(self.limit.saturating_sub(self.elapsed())));
    }
}
