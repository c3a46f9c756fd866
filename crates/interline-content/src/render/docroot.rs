//! The files of a docroot, read, and compiled where they are templates.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use interline_files::Error as FileError;
use interline_mustache_context::plumbing::Cache;
use interline_mustache_context::{Environment, NameKind, Stamp, Template};

use crate::error::Shown;
use crate::extensions::without_extension;
use crate::files::Found;
use crate::parse::{Metadata, commented};
use crate::{ContentOptions, Error, FileProblem};

/// The times that a file which changes while it is read is read.
const READS: usize = 4;

/// A docroot and what all requests share.
pub(crate) struct Docroot {
    pub(crate) path: PathBuf,
    pub(crate) options: ContentOptions,
    pub(crate) environments: Environments,
    pub(crate) compiled: Cache<Arc<CompiledFile>>,
}

/// The environments of the two kinds of templates.
pub(crate) struct Environments {
    pub(crate) plain: Environment,
    pub(crate) html: Environment,
}

/// A template file, compiled.
#[derive(Debug)]
pub(crate) struct CompiledFile {
    pub(crate) body: Template,
    pub(crate) metadata: Option<Metadata>,
    /// Whether its output may depend on its size, as far as its tags show.
    pub(crate) may_print_size: bool,
    /// The same of its metadata.
    pub(crate) metadata_may_print_size: bool,
}

/// The content of a file.
pub(crate) struct ReadFile {
    pub(crate) source: Source,
    pub(crate) modified: Option<SystemTime>,
    pub(crate) created: Option<SystemTime>,
}

pub(crate) enum Source {
    Plain(Vec<u8>),
    Template(Arc<CompiledFile>),
}

impl Docroot {
    /// A file in one of its states, a template compiled or taken from the cache.
    pub(crate) fn read(&self, location: &str, found: &Found) -> Result<ReadFile, Error> {
        let failed = |error: FileError| Error::file(location, error.into());
        let max_bytes = self.options.max_file_bytes;
        let is_template = without_extension(&found.path, &self.options.extensions).is_some();
        let mut reads = 0;
        loop {
            reads += 1;
            let file = found.entry.open(max_bytes).map_err(failed)?;
            let (modified, created) = (file.modified(), file.created());
            let stamp = Stamp::of(&file).filter(|_| is_template);
            let known = stamp
                .as_ref()
                .and_then(|stamp| self.compiled.by_stamp(location, stamp));
            let source = match known {
                Some(compiled) => Source::Template(compiled),
                None => {
                    let bytes = match file.read_unchanged() {
                        Err(FileError::Changed { .. }) if reads < READS => continue,
                        read => read.map_err(failed)?,
                    };
                    if is_template {
                        let compiled = compile(location, bytes)?;
                        self.compiled.insert(location, stamp, &compiled);
                        Source::Template(compiled)
                    } else {
                        Source::Plain(bytes)
                    }
                }
            };
            return Ok(ReadFile {
                source,
                modified,
                created,
            });
        }
    }
}

fn compile(path: &str, bytes: Vec<u8>) -> Result<Arc<CompiledFile>, Error> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Error::file(path, FileProblem::NotUtf8 { offset })
    })?;
    // Control characters in a name would break the line of an error.
    let name: Arc<str> = Shown(path).to_string().into();
    let metadata = Metadata::read(&text, path, &name)?;
    let source = commented(&text).unwrap_or(text);
    let body = Template::parse_named(name, source)?;
    Ok(Arc::new(CompiledFile {
        may_print_size: may_print_size(&body),
        metadata_may_print_size: metadata
            .as_ref()
            .is_some_and(|metadata| metadata.templates.iter().any(may_print_size)),
        metadata,
        body,
    }))
}

/// Returns whether any tag could print the size: by its name, through a partial, or as part of what contains it.
fn may_print_size(template: &Template) -> bool {
    template.any_name(|kind, name| {
        kind == NameKind::Partial
            || matches!(name, "file" | ".")
            || name.split('.').any(|part| part == "size")
    })
}
