//! What programs leave beside a file.

use std::fs;
use std::path::Path;

/// What other programs leave beside `name` while they write, or when they are killed: this project's own temporary files, swap
/// and backup files of editors, halves of transfers. What [`write_litter`] writes beside them is [`lock_link`].
#[must_use]
pub fn litter(name: &str) -> Vec<String> {
    vec![
        ".interline-Ab12cD".to_owned(),
        ".interline-000000".to_owned(),
        format!("{name}~"),
        format!(".{name}.swp"),
        format!(".{name}.swo"),
        format!("#{name}#"),
        format!("{name}.bak"),
        format!("{name}.orig"),
        format!("{name}.rej"),
        format!("{name}.tmp"),
        format!("{name}.part"),
        format!(".{name}.Xy34zW"),
        "4913".to_owned(),
    ]
}

/// What Emacs puts beside `name` while somebody edits it: on Unix a link to no file, whose target says who it is.
#[must_use]
pub fn lock_link(name: &str) -> String {
    format!(".#{name}")
}

/// Writes all of [`litter`] into `folder`: every other one the whole of `text`, and the rest half of it; and on Unix the
/// [`lock_link`].
///
/// # Panics
///
/// When it cannot be written.
#[allow(clippy::expect_used, reason = "a test that cannot write fails")]
pub fn write_litter(folder: &Path, name: &str, text: &str) {
    let text = text.as_bytes();
    for (n, other) in litter(name).into_iter().enumerate() {
        let text = if n % 2 == 0 {
            text
        } else {
            text.get(..text.len() / 2).unwrap_or_default()
        };
        fs::write(folder.join(other), text).expect("litter can be written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("somebody@host.4711:1", folder.join(lock_link(name)))
        .expect("a link can be made");
}
