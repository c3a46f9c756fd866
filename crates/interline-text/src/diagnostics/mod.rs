//! Diagnostics, and reports that show them in the text.

mod diagnostic;
mod report;
mod window;

#[cfg(feature = "log")]
pub use diagnostic::log_all;
pub use diagnostic::{Diagnostic, Related, Severity};
pub use report::Report;
