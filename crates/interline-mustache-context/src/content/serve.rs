//! From a file that was found to what is given out.

use std::collections::HashSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use interline_files::{Error as DiscoveryError, SourceFile};

use super::category::Checked;
use super::error::Shown;
use super::file_info::{basename, is_html, without_extension};
use super::metadata::{CompileError, Metadata, commented, unquoted_tag};
use super::pattern::Patterns;
use super::search::{Found, Search, search};
use super::{
    Collection, Content, ContentError, ContentLibrary, ContextBuilder, FileContent, FileInfo,
    FileProblem,
};
use crate::compiled::Compiled;
use crate::inspect::{self, NameKind};
use crate::partials::Stamp;
use crate::render::Renderer;
use crate::{Error, Map, TemplateContext, Value, parse};

/// How often a file that changes while it is read is read.
const READS: usize = 4;

/// How often a template that prints its size is rendered.
const RENDERS: usize = 4;

/// A template file, compiled.
#[derive(Debug)]
pub(super) struct CompiledFile {
    body: Arc<Compiled>,
    metadata: Option<Metadata>,
    /// Whether what it prints may depend on its size, as far as its tags tell.
    may_print_size: bool,
}

/// One request, while it is answered.
pub(super) struct Request<'r> {
    library: &'r ContentLibrary,
    builder: &'r ContextBuilder,
    base: TemplateContext,
    has_lambda: bool,
    /// Files that were served, without links.
    /// As plain strings, since paths hash component by component.
    served: HashSet<OsString>,
    /// Problems in words: what is searched twice is told once.
    told: HashSet<String>,
    /// Bytes that the files to come may have together.
    room: u64,
    content: Content,
}

/// What the categories that are reached through a collection, or through none, have in common.
pub(super) struct Reached<'r> {
    collection: Option<&'r Collection>,
    context: TemplateContext,
}

impl<'r> Request<'r> {
    pub(super) fn new(
        library: &'r ContentLibrary,
        builder: &'r ContextBuilder,
    ) -> Result<Self, Error> {
        Ok(Self {
            library,
            builder,
            base: builder.base(&library.project)?,
            has_lambda: builder.has_lambda() || library.has_lambda(),
            served: HashSet::new(),
            told: HashSet::new(),
            room: library.options.max_total_bytes,
            content: Content::default(),
        })
    }

    pub(super) fn finish(self) -> Content {
        self.content
    }

    /// For categories that are reached through `collection`.
    pub(super) fn reach<'c>(
        &self,
        collection: Option<&'c Collection>,
    ) -> Result<Reached<'c>, Error> {
        Ok(Reached {
            collection,
            context: self.builder.within(&self.base, collection)?,
        })
    }

    /// Adds the files of a category that fit `narrowing` and were not served yet.
    pub(super) fn category(
        &mut self,
        reached: &Reached<'_>,
        category: &Checked,
        narrowing: &Patterns,
    ) -> Result<(), Error> {
        let library = self.library;
        let options = &library.options;
        let Search { found, problems } = search(
            &library.docroot,
            category,
            narrowing,
            &options.scan,
            options.max_files,
            &options.extensions,
        )?;
        for problem in problems {
            if self.told.insert(problem.to_string()) {
                self.content.problems.push(problem);
            }
        }
        let above = self.builder.above(&reached.context, &category.category)?;
        for file in found {
            if !self.served.insert(file.entry.canonical().into()) {
                continue;
            }
            if self.content.files.len() == options.max_files {
                let limit = options.max_files;
                return Err(ContentError::TooManyFiles { limit }.into());
            }
            let info = self.file(reached.collection, category, &above, &file)?;
            self.content.files.push(info);
        }
        Ok(())
    }

    /// Takes `bytes` of what all files together may have.
    fn take(&mut self, bytes: u64) -> Result<(), Error> {
        match self.room.checked_sub(bytes) {
            Some(left) => {
                self.room = left;
                Ok(())
            }
            None => Err(self.too_many_bytes()),
        }
    }

    fn too_many_bytes(&self) -> Error {
        let limit = self.library.options.max_total_bytes;
        ContentError::TooManyBytes { limit }.into()
    }

    fn file(
        &mut self,
        collection: Option<&Collection>,
        category: &Checked,
        above: &TemplateContext,
        found: &Found,
    ) -> Result<FileInfo, Error> {
        let location = category.location(&found.path);
        let read = self.library.read(&location, found)?;
        let mut info = FileInfo {
            basename: basename(&found.path, &self.library.options.extensions).to_owned(),
            path: found.path.clone(),
            location,
            size: 0,
            mtime: read.modified.unwrap_or(UNIX_EPOCH),
            ctime: read.created,
            category: category.category.name.clone(),
            collection: collection.map(|collection| collection.name.clone()),
            metadata: None,
            content: FileContent::Text(String::new()),
        };
        match read.source {
            Source::Plain(bytes) => {
                info.size = bytes.len() as u64;
                self.take(info.size)?;
                info.content = bytes.into();
            }
            Source::Template(compiled) => self.render(&compiled, above, &mut info)?,
        }
        Ok(info)
    }

    fn render(
        &mut self,
        compiled: &CompiledFile,
        above: &TemplateContext,
        info: &mut FileInfo,
    ) -> Result<(), Error> {
        let library = self.library;
        let environments = &library.environments;
        let environment = if is_html(&info.path, &library.options.extensions) {
            &environments.html
        } else {
            &environments.plain
        };
        // Most often as many digits as there will be, so that the second render confirms it.
        info.size = compiled.body.source.len() as u64;
        let variables = info.variables();
        let builder = self.builder;
        let with_size = |size| builder.over(above, file_with_size(&variables, size));
        let may_print_size = compiled.may_print_size || self.has_lambda;
        let mut text = None;
        for _ in 0..RENDERS {
            let context = with_size(info.size)?;
            let rendered = Renderer::render(&compiled.body, (&context).into(), environment)?;
            let size = rendered.len() as u64;
            let is_settled = !may_print_size || size == info.size;
            info.size = size;
            if is_settled {
                text = Some(rendered);
                break;
            }
        }
        let Some(mut text) = text else {
            return Err(ContentError::SizeUnsettled {
                path: info.location.clone(),
                renders: RENDERS,
            }
            .into());
        };
        self.take(info.size)?;
        // Kept beside other files, and the room for it was a guess.
        text.shrink_to_fit();
        info.content = text.into();
        if let Some(metadata) = &compiled.metadata {
            let context = with_size(info.size)?;
            // It is data and no part of a page, so it is never escaped.
            info.metadata = metadata.render(&context, &environments.plain, &mut self.room)?;
            if info.metadata.is_none() {
                return Err(self.too_many_bytes());
            }
        }
        Ok(())
    }
}

/// The variables of a file with another size: the rest of them is made once.
fn file_with_size(variables: &Map, size: u64) -> Map {
    let mut variables = variables.clone();
    if let Some(Value::Map(file)) = variables.get_mut("file") {
        file.insert("size", size);
    }
    variables
}

/// What was read of a file.
struct ReadFile {
    source: Source,
    modified: Option<SystemTime>,
    created: Option<SystemTime>,
}

enum Source {
    Plain(Vec<u8>),
    Template(Arc<CompiledFile>),
}

impl ContentLibrary {
    /// A file in one of its states, a template compiled or taken from the cache.
    fn read(&self, location: &str, found: &Found) -> Result<ReadFile, Error> {
        let failed =
            |error: DiscoveryError| Error::from(ContentError::file(location, error.into()));
        let max_bytes = self.options.max_file_bytes;
        let is_template = without_extension(&found.path, &self.options.extensions).is_some();
        let mut reads = 0;
        loop {
            reads += 1;
            let file = found.entry.open(max_bytes).map_err(failed)?;
            let (modified, created) = (file.modified(), file.created());
            let stamp = stamp(&file).filter(|_| is_template);
            let known = stamp
                .as_ref()
                .and_then(|stamp| self.compiled.by_stamp(location, stamp));
            let source = match known {
                Some(compiled) => Source::Template(compiled),
                None => {
                    let bytes = match file.read_unchanged() {
                        Err(DiscoveryError::Changed { .. }) if reads < READS => continue,
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

fn stamp(file: &SourceFile) -> Option<Stamp> {
    Some(Stamp {
        path: file.canonical().to_owned(),
        length: file.size(),
        modified: file.modified()?,
    })
}

fn compile(location: &str, bytes: Vec<u8>) -> Result<Arc<CompiledFile>, Error> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        ContentError::file(location, FileProblem::NotUtf8 { offset })
    })?;
    // Control characters in a name would break the line of an error.
    let name: Arc<str> = Shown(location).to_string().into();
    let metadata = Metadata::read(&text, &name).map_err(|error| match error {
        CompileError::Template(error) => Error::from(error),
        CompileError::Yaml(error) => {
            let path = location.to_owned();
            let content = match unquoted_tag(&text, &error) {
                Some((at, fix)) => ContentError::UnquotedTag { path, at, fix },
                None => ContentError::Frontmatter {
                    path,
                    source: Box::new(error),
                },
            };
            content.into()
        }
    })?;
    let source = commented(&text).unwrap_or(text);
    let body = parse::parse(Some(name), source.into(), None)?;
    Ok(Arc::new(CompiledFile {
        may_print_size: may_print_size(&body),
        metadata,
        body: Arc::new(body),
    }))
}

/// Whether any tag could print the size: by its name, through a partial, or as part of what holds it.
fn may_print_size(body: &Compiled) -> bool {
    inspect::names(body).iter().any(|name| {
        name.kind == NameKind::Partial
            || matches!(name.path.as_str(), "file" | ".")
            || name.path.split('.').any(|part| part == "size")
    })
}
