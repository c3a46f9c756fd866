use std::sync::Arc;

use super::glob::Glob;
use crate::Error;
use crate::extensions::{Extensions, without_extension};

/// The most bytes of one pattern.
const MAX_BYTES: usize = 1024;

/// Patterns that select paths of a category.
///
/// A path is compared as it is and, for a template, also without its extension. It is compared only, and never joined with anything: no
/// pattern leads out of a category.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns(Arc<[Glob]>);

impl Patterns {
    /// Compiles `patterns`; without any, all paths match. Linear.
    pub(crate) fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        let compile = |pattern: &str| {
            check(pattern)
                .map_err(str::to_owned)
                .and_then(|()| Glob::new(pattern))
                .map_err(|message| Error::Pattern {
                    pattern: pattern.to_owned(),
                    message,
                })
        };
        let globs = patterns.into_iter().map(compile);
        Ok(Self(globs.collect::<Result<_, _>>()?))
    }

    /// Returns whether any pattern matches `path`, which is relative to the category. Linear in the path times the patterns.
    pub(crate) fn is_match(&self, path: &str, extensions: &Extensions) -> bool {
        let any = |path: &str| self.0.iter().any(|glob| glob.is_match(path));
        self.0.is_empty() || any(path) || without_extension(path, extensions).is_some_and(any)
    }
}

/// Rejects patterns that can never match.
fn check(pattern: &str) -> Result<(), &'static str> {
    if pattern.len() > MAX_BYTES {
        return Err("longer than 1024 bytes: write a shorter pattern");
    }
    if pattern.is_empty() {
        return Err("empty: write a glob such as `*.md` or `**/*.md`");
    }
    if pattern.contains('\0') {
        return Err("contains a NUL character: expected a path");
    }
    let mut parts = pattern.split('/');
    if pattern.starts_with('/') || parts.clone().next().is_some_and(is_drive) {
        return Err("absolute: write a path relative to the directory of the category");
    }
    if parts.any(|part| matches!(part, "" | "." | "..")) {
        return Err("write parts with single `/` between them, none of them `.` or `..`");
    }
    Ok(())
}

fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}
