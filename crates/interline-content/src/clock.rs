use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

/// Where `now` and `timestamp` come from. It is read once for each context and each request.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Clock {
    /// The clock of the system.
    #[default]
    System,
    /// It stands still.
    Fixed(SystemTime),
    /// Whatever the function says.
    Custom(Arc<dyn Fn() -> SystemTime + Send + Sync>),
}

impl Clock {
    /// A clock of the caller's.
    pub fn custom(clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self::Custom(Arc::new(clock))
    }

    /// Reads it.
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
