//! Templates from files.

use std::path::Path;

use interline_files::SourceFile;

use crate::partials::{MAX_BYTES, Stamp};
use crate::{Environment, Error, Template};

impl Environment {
    /// Loads a template from a file, or from the cache when the file has not changed. Its name is the path as given.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read, is not UTF-8, not a regular file or larger than 64 MiB; [`Error::Template`]
    /// when the template is malformed.
    pub fn load(&self, path: impl AsRef<Path>) -> Result<Template, Error> {
        let path = path.as_ref();
        let file = SourceFile::open(path, MAX_BYTES).map_err(Error::File)?;
        let name = path.to_string_lossy();
        let stamped = self.cache.as_deref().zip(Stamp::of(&file));
        if let Some((cache, stamp)) = &stamped {
            if let Some(known) = cache.by_stamp(&name, stamp) {
                return Ok(known.into());
            }
        }
        let source = file.read_text().map_err(Error::File)?;
        let template = Template::parse_named(&*name, source)?;
        if let Some((cache, stamp)) = stamped {
            cache.insert(&name, Some(stamp), &template.compiled);
        }
        Ok(template)
    }
}
