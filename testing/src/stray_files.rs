//! Stray files that programs leave beside a file.

use std::fs;
use std::path::Path;

/// Returns names of files that programs leave beside `name` while they write or when they are killed:
/// the temporary files of this project, swap and backup files of editors, and partial downloads.
///
/// [`write_stray_files`] creates them, and the [`lock_link`] too.
#[must_use]
pub fn stray_files(name: &str) -> Vec<String> {
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

/// Returns the name of the lock that Emacs creates beside `name` while a user edits it: on Unix a
/// dangling symlink whose target names the user.
#[must_use]
pub fn lock_link(name: &str) -> String {
    format!(".#{name}")
}

/// Writes all files of [`stray_files()`] to `directory`, and on Unix the [`lock_link`].
///
/// Every second file holds `text`, the others its first half.
///
/// # Panics
///
/// When a file cannot be written.
#[allow(clippy::expect_used, reason = "a test that cannot write fails")]
pub fn write_stray_files(directory: &Path, name: &str, text: &str) {
    let text = text.as_bytes();
    for (n, other) in stray_files(name).into_iter().enumerate() {
        let text = if n % 2 == 0 {
            text
        } else {
            text.get(..text.len() / 2).unwrap_or_default()
        };
        fs::write(directory.join(other), text).expect("a stray file can be written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("somebody@host.4711:1", directory.join(lock_link(name)))
        .expect("a symlink can be created");
}
