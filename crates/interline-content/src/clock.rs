use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

/// The source of `now` and `timestamp`. It is read once for each context and each request.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Clock {
    /// The clock of the system.
    #[default]
    System,
    /// Always the same time.
    Fixed(SystemTime),
    /// The time that a function returns.
    Custom(Arc<dyn Fn() -> SystemTime + Send + Sync>),
}

impl Clock {
    /// Makes a clock from a function.
    pub fn custom(clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self::Custom(Arc::new(clock))
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> SystemTime {
        match self {
            Self::System => SystemTime::now(),
            Self::Fixed(time) => *time,
            Self::Custom(clock) => clock(),
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("System"),
            Self::Fixed(time) => f.debug_tuple("Fixed").field(time).finish(),
            Self::Custom(_) => f.write_str("Custom"),
        }
    }
}
