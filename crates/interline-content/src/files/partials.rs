use std::borrow::Cow;
use std::io;

use interline_mustache_context::{DirPartials, Partials, Stamp};

use crate::parse::commented;

/// The templates of a docroot as partials, by their paths without their extensions. Of one with frontmatter the body is what counts, as it
/// is where the template itself is served.
#[derive(Debug)]
pub(crate) struct DocrootPartials(pub(crate) DirPartials);

impl Partials for DocrootPartials {
    fn source(&self, name: &str) -> io::Result<Option<Cow<'_, str>>> {
        let source = self.0.source(name)?;
        Ok(source.map(|source| match commented(&source) {
            Some(commented) => Cow::Owned(commented),
            None => source,
        }))
    }

    fn stamp(&self, name: &str) -> io::Result<Option<Stamp>> {
        // The compiled text is not that of the file, and the cache may belong to an environment in which it is. Nothing is below
        // a file, so that no file has this path.
        let stamp = self.0.stamp(name)?;
        Ok(stamp.map(|stamp| Stamp {
            path: stamp.path.join("body"),
            ..stamp
        }))
    }
}
