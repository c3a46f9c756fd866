use interline_files::{Containment, Duplicates, Hidden, Recursion, ScanOptions};
use interline_mustache_context::Environment;

use crate::extensions::Extensions;

/// Options and limits of a library.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ContentOptions {
    pub(crate) environment: Environment,
    pub(crate) extensions: Extensions,
    pub(crate) cache: usize,
    pub(crate) scan: ScanOptions,
    pub(crate) max_files: usize,
    pub(crate) max_file_bytes: u64,
    pub(crate) max_total_bytes: u64,
}

impl Default for ContentOptions {
    fn default() -> Self {
        Self {
            environment: Environment::new(),
            extensions: Extensions::default(),
            cache: 10_000,
            scan: ScanOptions::new()
                .recursion(Recursion::Descend)
                .hidden(Hidden::Skip)
                .containment(Containment::WithinRoot)
                .duplicates(Duplicates::Each),
            max_files: 10_000,
            max_file_bytes: 16 << 20,
            max_total_bytes: 64 << 20,
        }
    }
}

impl ContentOptions {
    /// Returns the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Its lambdas, limits and policy of missing names hold for all templates, and its cache for partials. Escaping and partials are
    /// the library's. Default: [`Environment::new`].
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// The extensions of templates, such as `.mustache`, `.hbs`, `.handlebars` or `.md.mustache`, each with or without its
    /// first dot; empty ones are ignored. Default: `.mustache`.
    ///
    /// A partial is named by its path without one of them: with `.md.mustache`, `{{>parts/rules}}` is `parts/rules.md.mustache`. Of
    /// two files the one whose extension is given first is the partial.
    #[must_use]
    pub fn extensions<E: Into<String>>(mut self, extensions: impl IntoIterator<Item = E>) -> Self {
        self.extensions = Extensions::new(extensions);
        self
    }

    /// Sets how many compiled templates are kept, and as many partials when the environment has no cache of its own. Default: 10,000.
    #[must_use]
    pub fn cache(mut self, capacity: usize) -> Self {
        self.cache = capacity;
        self
    }

    /// Sets how many levels of directories below that of a category are searched. Default: 16.
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.scan = self.scan.max_depth(levels);
        self
    }

    /// Sets how many directory entries one category may have. Default: 100,000.
    #[must_use]
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.scan = self.scan.max_entries(entries);
        self
    }

    /// Sets how many files a request may return. Default: 10,000.
    #[must_use]
    pub fn max_files(mut self, files: usize) -> Self {
        self.max_files = files;
        self
    }

    /// Sets the bytes of one file before it is rendered. Default: 16 MiB. What may come of a template is bounded by the
    /// [limits](interline_mustache_context::Limits) of the environment.
    #[must_use]
    pub fn max_file_bytes(mut self, bytes: u64) -> Self {
        self.max_file_bytes = bytes;
        self
    }

    /// Sets the bytes of all files of a request together, templates and their frontmatter rendered. Default: 64 MiB.
    #[must_use]
    pub fn max_total_bytes(mut self, bytes: u64) -> Self {
        self.max_total_bytes = bytes;
        self
    }
}
