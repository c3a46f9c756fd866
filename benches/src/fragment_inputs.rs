//! Fragments: files for discovery, a body for expansion.

use std::path::{Path, PathBuf};

/// The number of arguments of [`body`].
pub const ARGUMENTS: usize = 20;

/// Returns the fragment with this number: a header of usual size and a body of 6 KB, the median of agent files.
#[must_use]
pub fn fragment(number: usize) -> String {
    let body =
        "Read the text twice before you begin, and say what you left out and why.\n".repeat(82);
    format!(
        "---\nname: fragment-{number:05}\ndescription: Translate text from one language to another, part {number}.\n\
         arguments: text, from=en, to=fr\n---\n\nTranslate {{{{text}}}} from {{{{from}}}} to {{{{to}}}}.\n\n{body}"
    )
}

/// Writes `count` directories with a fragment each in `root`; returns the paths of the files.
///
/// # Errors
///
/// When a file cannot be written.
pub fn write_fragments(root: &Path, count: usize) -> std::io::Result<Vec<PathBuf>> {
    (0..count)
        .map(|number| {
            let directory = root.join(format!("fragment-{number:05}"));
            std::fs::create_dir(&directory)?;
            let path = directory.join("FRAGMENT.md");
            std::fs::write(&path, fragment(number))?;
            Ok(path)
        })
        .collect()
}

/// Returns a body of about `size` bytes with `placeholders` placeholders of [`ARGUMENTS`] arguments, spread evenly.
#[must_use]
pub fn body(size: usize, placeholders: usize) -> String {
    const LINE: &str =
        "The text is given between the lines below; {braces} and \\backslashes are text.\n";
    let text = LINE.repeat(size / placeholders / LINE.len() + 1);
    (0..placeholders)
        .map(|number| {
            let end = size / placeholders - "{{argument-00}}".len();
            format!("{}{{{{argument-{:02}}}}}", &text[..end], number % ARGUMENTS)
        })
        .collect()
}

/// Returns the names and values of the arguments of [`body`].
#[must_use]
pub fn values() -> Vec<(String, String)> {
    (0..ARGUMENTS)
        .map(|number| {
            (
                format!("argument-{number:02}"),
                format!("the value of number {number}"),
            )
        })
        .collect()
}
