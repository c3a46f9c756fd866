//! One request: from the files that are found to the content.

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::UNIX_EPOCH;

use interline_mustache_context::TemplateContext;

use super::docroot::{CompiledFile, Docroot, Source};
use crate::category::Checked;
use crate::extensions::{basename, is_html};
use crate::files::{Found, Search, search};
use crate::parse::Patterns;
use crate::{Collection, Content, ContextBuilder, Error, FileContent, FileInfo, Project};

/// How often a template that prints its size is rendered.
const RENDERS: usize = 4;

/// One request, while it is answered.
pub(crate) struct Request<'r> {
    docroot: &'r Docroot,
    builder: &'r ContextBuilder,
    base: TemplateContext,
    has_lambda: bool,
    /// Files that were served, without links.
    /// As plain strings, since paths hash component by component.
    served: HashSet<OsString>,
    /// The messages of problems, so that a category that is searched twice is reported once.
    reported: HashSet<String>,
    /// Bytes that the files to come may have together.
    room: u64,
    pub(crate) content: Content,
}

impl<'r> Request<'r> {
    pub(crate) fn new(
        docroot: &'r Docroot,
        project: &Project,
        builder: &'r ContextBuilder,
    ) -> Result<Self, Error> {
        Ok(Self {
            docroot,
            builder,
            base: builder.base(project)?,
            has_lambda: builder.has_lambda() || docroot.environments.plain.has_lambdas(),
            served: HashSet::new(),
            reported: HashSet::new(),
            room: docroot.options.max_total_bytes,
            content: Content::default(),
        })
    }

    /// Adds the files of categories, which are reached through `collection`, that fit `narrowing` and were not served yet.
    pub(crate) fn add<'c>(
        &mut self,
        collection: Option<&Collection>,
        categories: impl Iterator<Item = &'c Checked>,
        narrowing: &Patterns,
    ) -> Result<(), Error> {
        let within = self.builder.within(&self.base, collection)?;
        for category in categories {
            self.category(collection, &within, category, narrowing)?;
        }
        Ok(())
    }

    /// Adds the files of a category that fit `narrowing` and were not served yet.
    fn category(
        &mut self,
        collection: Option<&Collection>,
        within: &TemplateContext,
        category: &Checked,
        narrowing: &Patterns,
    ) -> Result<(), Error> {
        let docroot = self.docroot;
        let options = &docroot.options;
        let Search { found, problems } = search(&docroot.path, category, narrowing, options)?;
        for problem in problems {
            if self.reported.insert(problem.to_string()) {
                self.content.problems.push(problem);
            }
        }
        let above = self.builder.above(within, &category.category)?;
        for file in found {
            if !self.served.insert(file.entry.canonical().into()) {
                continue;
            }
            if self.content.files.len() == options.max_files {
                let limit = options.max_files;
                return Err(Error::TooManyFiles { limit });
            }
            let info = self.file(collection, category, &above, &file)?;
            self.content.files.push(info);
        }
        Ok(())
    }

    /// Takes `bytes` of what all files together may have.
    fn take(&mut self, bytes: u64) -> Result<(), Error> {
        let left = self.room.checked_sub(bytes);
        self.room = left.ok_or_else(|| self.too_many_bytes())?;
        Ok(())
    }

    fn too_many_bytes(&self) -> Error {
        let limit = self.docroot.options.max_total_bytes;
        Error::TooManyBytes { limit }
    }

    fn file(
        &mut self,
        collection: Option<&Collection>,
        category: &Checked,
        above: &TemplateContext,
        found: &Found,
    ) -> Result<FileInfo, Error> {
        let location = category.location(&found.path);
        let read = self.docroot.read(&location, found)?;
        let mut info = FileInfo {
            basename: basename(&found.path, &self.docroot.options.extensions).to_owned(),
            path: found.path.clone(),
            location,
            size: 0,
            mtime: read.modified.unwrap_or(UNIX_EPOCH),
            ctime: read.created,
            category: category.category.name.clone(),
            collection: collection.map(|collection| collection.name.clone()),
            metadata: None,
            diagnostics: Vec::new(),
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
        let environments = &self.docroot.environments;
        let environment = if is_html(&info.path, &self.docroot.options.extensions) {
            &environments.html
        } else {
            &environments.plain
        };
        // Most often as many digits as there will be, so that the second render confirms it.
        info.size = compiled.body.source().len() as u64;
        let mut size = info.size;
        let mut context = self.builder.over(above, info.variables())?;
        let may_print_size = compiled.may_print_size || self.has_lambda;
        let mut text = None;
        for _ in 0..RENDERS {
            let rendered = compiled.body.render_with(&context, environment)?;
            info.size = rendered.len() as u64;
            if !may_print_size || info.size == size {
                text = Some(rendered);
                break;
            }
            size = info.size;
            context = self.builder.over(above, info.variables())?;
        }
        let Some(mut text) = text else {
            return Err(Error::UnstableSize {
                path: info.location.clone(),
                renders: RENDERS,
            });
        };
        self.take(info.size)?;
        // Kept beside other files, and the room for it was a guess.
        text.shrink_to_fit();
        info.content = text.into();
        if let Some(metadata) = &compiled.metadata {
            info.diagnostics.clone_from(&metadata.diagnostics);
            if size != info.size && (compiled.metadata_may_print_size || self.has_lambda) {
                context = self.builder.over(above, info.variables())?;
            }
            // It is data and no part of a page, so it is never escaped.
            info.metadata = metadata.render(&context, &environments.plain, &mut self.room)?;
            if info.metadata.is_none() {
                return Err(self.too_many_bytes());
            }
        }
        Ok(())
    }
}
