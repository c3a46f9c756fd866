//! Exit statuses.

use std::process::ExitCode;

/// The exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything is done.
    Done,
    /// Something is reported at error level, or `--check` would change something.
    Reported,
    /// Wrong use, or a file that cannot be read or written.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Reported => 1,
            Exit::Failed => 2,
        })
    }
}
