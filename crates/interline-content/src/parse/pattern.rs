use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::Error;
use crate::extensions::{Extensions, without_extension};

/// Bytes of one pattern.
const MAX_BYTES: usize = 1024;

/// Which paths of a category are meant.
///
/// A path is compared as it is and, of a template, also without its extension. It is compared only, and never joined with anything: no
/// pattern leads out of a category.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    /// `None` for all.
    set: Option<GlobSet>,
}

impl Patterns {
    /// Any of `patterns`; all paths when there is none. Linear in them.
    pub(crate) fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        let mut builder = GlobSetBuilder::new();
        let mut is_empty = true;
        for pattern in patterns {
            let error = |message| Error::Pattern {
                pattern: pattern.to_owned(),
                message,
            };
            check(pattern).map_err(|message| error(message.to_owned()))?;
            let glob = GlobBuilder::new(pattern)
                .literal_separator(true)
                .backslash_escape(true)
                .empty_alternates(true)
                .build()
                .map_err(|problem| error(problem.kind().to_string()))?;
            builder.add(glob);
            is_empty = false;
        }
        let set = builder.build().map_err(|problem| Error::Pattern {
            pattern: problem.glob().unwrap_or_default().to_owned(),
            message: problem.kind().to_string(),
        })?;
        Ok(Self {
            set: (!is_empty).then_some(set),
        })
    }

    /// Whether any of them fits `path`, which is relative to the category. Linear in the path.
    pub(crate) fn fit(&self, path: &str, extensions: &Extensions) -> bool {
        let Some(set) = &self.set else {
            return true;
        };
        set.is_match(path)
            || without_extension(path, extensions).is_some_and(|path| set.is_match(path))
    }
}

/// Refuses what would never fit, so that nobody wonders.
fn check(pattern: &str) -> Result<(), &'static str> {
    if pattern.len() > MAX_BYTES {
        return Err("longer than 1024 bytes: expected a shorter one");
    }
    if pattern.is_empty() {
        return Err("empty: expected a glob such as `*.md` or `**/*.md`");
    }
    if pattern.contains('\0') {
        return Err("holds a NUL: expected a path");
    }
    let mut parts = pattern.split('/');
    if pattern.starts_with('/') || parts.clone().next().is_some_and(is_drive) {
        return Err("absolute: expected a path relative to the directory of the category");
    }
    if parts.any(|part| matches!(part, "" | "." | "..")) {
        return Err("expected parts with single `/` between them, none of them `.` or `..`");
    }
    Ok(())
}

fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}
