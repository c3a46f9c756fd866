//! Reading files and standard input.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;

use interline::files::SourceFile;
use interline::text::Location;

use crate::failure::Failure;
use crate::finding::Source;

/// The name of standard input in messages.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// The bytes that a file or standard input may have: more than any document, and less than memory.
const MAX_BYTES: u64 = 1 << 30;

/// Returns whether a path means standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads the file at `path`, or standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    if is_stdin(path) {
        return read_stdin();
    }
    let text = SourceFile::open(path, MAX_BYTES)?.read_text()?;
    Ok(Source::new(path.display().to_string(), text))
}

/// Reads the file at `path`, or standard input for `-` and when there is no path.
///
/// `what` names the argument. A terminal is not waited for unless it was asked for with `-`.
pub(crate) fn read_or_stdin(path: Option<&Path>, what: &str) -> Result<Arc<Source>, Failure> {
    match path {
        Some(path) => read(path),
        None if std::io::stdin().is_terminal() => Err(Failure::usage(format!(
            "{what} is missing; name a file, or write `-` to type it"
        ))),
        None => read_stdin(),
    }
}

/// Reads all of standard input.
pub(crate) fn read_stdin() -> Result<Arc<Source>, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(MAX_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::input(STDIN_NAME, None, error.to_string()))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(STDIN_NAME, text)),
        Err(error) => Err(not_utf8(error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

/// Makes the failure of standard input that is not UTF-8 from the byte `offset` on.
fn not_utf8(bytes: &[u8], offset: usize) -> Failure {
    let valid = bytes.get(..offset).unwrap_or_default();
    let before = String::from_utf8_lossy(valid);
    let location = Location::new(&before, before.len()..before.len());
    Failure::input(
        STDIN_NAME,
        Some(location),
        "invalid UTF-8; send it as UTF-8",
    )
}
