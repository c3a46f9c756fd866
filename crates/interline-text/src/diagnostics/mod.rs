//! Diagnostics, and reports that show them with the lines they are about.

mod diagnostic;
#[cfg(feature = "log")]
mod logging;
mod mark;
mod report;
mod severity;
mod window;

pub use diagnostic::{Diagnostic, Related};
#[cfg(feature = "log")]
pub use logging::log_all;
pub use report::Report;
pub use severity::Severity;
