use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::slice;

use interline_files::Error as FileError;
use interline_mustache_context::plumbing::Cache;
use interline_mustache_context::{CacheStats, DirPartials, Error as EngineError, Escape};

use crate::category::Checked;
use crate::files::DocrootPartials;
use crate::parse::Patterns;
use crate::parse::expression::{self, is_of_name};
use crate::render::{Docroot, Environments, Request};
use crate::{
    Collection, Content, ContentOptions, ContextBuilder, Error, ExpressionProblem, Project,
    ProjectProblem,
};

/// The files of a docroot, by categories and collections of a project, rendered for an agent.
///
/// It may be used from many threads. Templates are compiled once, and again when their files change.
///
/// ```
/// use interline_content::{Agent, Category, ContentLibrary, ContextBuilder, Project};
///
/// let docroot = tempfile::tempdir()?;
/// std::fs::create_dir(docroot.path().join("docs"))?;
/// std::fs::write(docroot.path().join("docs/tone.md"), "Be kind, {{not a tag}}.\n")?;
/// std::fs::write(docroot.path().join("docs/intro.md.mustache"), "---\nfor: '{{agent.name}}'\n---\nHello {{agent.name}}.\n")?;
///
/// let project = Project::new("interline").category(Category::new("docs", "docs"));
/// let library = ContentLibrary::new(docroot.path(), project)?;
/// let context = ContextBuilder::new().agent(&Agent::new().name("Notary"));
///
/// let one = library.content_with("docs/intro*", None, &context)?;
/// assert_eq!(one.to_text()?, "Hello Notary.\n");
/// assert_eq!(one.files[0].metadata.as_ref().unwrap().get("for").unwrap().as_str(), Some("Notary"));
///
/// let all = library.content_with("docs", None, &context)?;
/// assert!(all.content_type().starts_with("multipart/mixed; boundary="));
/// assert!(all.to_text()?.contains("Content-Location: docs/tone.md\r\nContent-Length: 24\r\n\r\nBe kind, {{not a tag}}.\n\r\n--"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ContentLibrary {
    docroot: Docroot,
    project: Project,
    categories: HashMap<String, Checked>,
}

impl ContentLibrary {
    /// Makes the library of a project, with the defaults of [`ContentOptions`].
    ///
    /// # Errors
    ///
    /// When the docroot is not a directory, two categories or collections have one name, a name or pattern is
    /// none, a directory leaves the docroot by its name, or a collection names a category that is not there.
    pub fn new(docroot: impl AsRef<Path>, project: Project) -> Result<Self, Error> {
        Self::with_options(docroot, project, ContentOptions::new())
    }

    /// Makes the library of a project.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_options(
        docroot: impl AsRef<Path>,
        project: Project,
        options: ContentOptions,
    ) -> Result<Self, Error> {
        Self::open(docroot.as_ref(), project, options)
    }

    fn open(docroot: &Path, project: Project, options: ContentOptions) -> Result<Self, Error> {
        let partials = DirPartials::new(docroot).map_err(|error| match error {
            EngineError::File(FileError::Io { source, .. }) => Error::Docroot { source },
            other => other.into(),
        })?;
        let path = docroot.canonicalize().map_err(|source| Error::Docroot {
            source: source.into(),
        })?;
        let categories = check(&project)?;
        let environment = match options.environment.cache_stats() {
            Some(_) => options.environment.clone(),
            None => options.environment.clone().cache(options.cache),
        };
        let plain = environment.escape(Escape::None).partials(DocrootPartials(
            partials.extensions(options.extensions.iter()),
        ));
        Ok(Self {
            docroot: Docroot {
                path,
                environments: Environments {
                    html: plain.clone().escape(Escape::Html),
                    plain,
                },
                compiled: Cache::new(options.cache),
                options,
            },
            project,
            categories,
        })
    }

    /// Returns the project.
    #[must_use]
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Returns the statistics of the cache of compiled templates.
    #[must_use]
    pub fn cache_stats(&self) -> CacheStats {
        self.docroot.compiled.stats()
    }

    /// Returns the statistics of the cache of partials.
    #[must_use]
    pub fn partials_stats(&self) -> CacheStats {
        let partials = &self.docroot.environments.plain;
        partials.cache_stats().unwrap_or_default()
    }

    /// Returns the files of a category that match `pattern`, or all of them, without an agent.
    ///
    /// # Errors
    ///
    /// As [`content_with`](Self::content_with).
    pub fn category_content(&self, name: &str, pattern: Option<&str>) -> Result<Content, Error> {
        self.category_content_with(name, pattern, &ContextBuilder::new())
    }

    /// Returns the files of a category, rendered with the agent, clock and variables of `context`.
    ///
    /// # Errors
    ///
    /// As [`content_with`](Self::content_with).
    pub fn category_content_with(
        &self,
        name: &str,
        pattern: Option<&str>,
        context: &ContextBuilder,
    ) -> Result<Content, Error> {
        self.answer(context, || {
            let known = self.project.categories.iter().map(|known| &known.name);
            let target = self.category(name);
            let target = target.ok_or_else(|| unknown("category", name, known))?;
            Ok(vec![(target, Patterns::new(pattern)?)])
        })
    }

    /// Returns the files of the categories of a collection that match `pattern`, or all of them, without an agent.
    ///
    /// # Errors
    ///
    /// As [`content_with`](Self::content_with).
    pub fn collection_content(&self, name: &str, pattern: Option<&str>) -> Result<Content, Error> {
        self.collection_content_with(name, pattern, &ContextBuilder::new())
    }

    /// Returns the files of the categories of a collection, rendered with the agent, clock and variables of `context`.
    ///
    /// # Errors
    ///
    /// As [`content_with`](Self::content_with).
    pub fn collection_content_with(
        &self,
        name: &str,
        pattern: Option<&str>,
        context: &ContextBuilder,
    ) -> Result<Content, Error> {
        self.answer(context, || {
            let known = self.project.collections.iter().map(|known| &known.name);
            let target = self.collection(name);
            let target = target.ok_or_else(|| unknown("collection", name, known))?;
            Ok(vec![(target, Patterns::new(pattern)?)])
        })
    }

    /// Returns the files of all categories and collections that `expression` names, without an agent.
    ///
    /// # Errors
    ///
    /// As [`content_with`](Self::content_with).
    pub fn content(&self, expression: &str, pattern: Option<&str>) -> Result<Content, Error> {
        self.content_with(expression, pattern, &ContextBuilder::new())
    }

    /// Returns the files of all categories and collections that `expression` names, rendered with the agent, clock and variables of
    /// `context`.
    ///
    /// An expression is a list of names separated by commas, each with an optional pattern after it: `style, docs/**/*.md`. `pattern` is for
    /// the names without one. A pattern only narrows a category. A file that is reached more than once is returned the first time.
    ///
    /// The library makes the layers of project, collection, category and file, and `context` adds variables to each layer. The clock is
    /// read once.
    ///
    /// Linear in the entries of the directories, for each name of the expression, and in what is rendered. The caller's variables of
    /// the layers of category and extras are copied for each category, those of the layer of a file for each file.
    ///
    /// # Errors
    ///
    /// All or nothing: for an invalid expression or pattern, a file that cannot be read, an invalid frontmatter, an exceeded limit, a
    /// template that cannot be parsed or rendered, and variables that cannot be part of a context.
    pub fn content_with(
        &self,
        expression: &str,
        pattern: Option<&str>,
        context: &ContextBuilder,
    ) -> Result<Content, Error> {
        self.answer(context, || {
            let terms = expression::parse(expression)?;
            let outer = Patterns::new(pattern)?;
            let mut targets = Vec::new();
            for term in terms {
                let error = |span, problem| Error::expression(expression, span, problem);
                let narrowing = match term.pattern {
                    None => outer.clone(),
                    Some(pattern) => Patterns::new([pattern]).map_err(|problem| match problem {
                        Error::Pattern { message, .. } => error(
                            term.pattern_span.clone(),
                            ExpressionProblem::Pattern { message },
                        ),
                        other => other,
                    })?,
                };
                let category = self.category(term.name);
                let target = category.or_else(|| self.collection(term.name));
                let target = target.ok_or_else(|| {
                    let known = self.names();
                    error(term.name_span, ExpressionProblem::Unknown { known })
                })?;
                targets.push((target, narrowing));
            }
            Ok(targets)
        })
    }

    /// Serves the files of `targets`, which are all looked up before anything is read.
    fn answer<'l>(
        &'l self,
        context: &ContextBuilder,
        targets: impl FnOnce() -> Result<Vec<(Target<'l>, Patterns)>, Error>,
    ) -> Result<Content, Error> {
        let mut request = Request::new(&self.docroot, &self.project, context)?;
        for (target, narrowing) in targets()? {
            let names = target.categories.iter();
            let categories = names.filter_map(|name| self.categories.get(name));
            request.add(target.collection, categories, &narrowing)?;
        }
        Ok(request.content)
    }

    fn category(&self, name: &str) -> Option<Target<'_>> {
        let checked = self.categories.get(name)?;
        Some(Target {
            collection: None,
            categories: slice::from_ref(&checked.category.name),
        })
    }

    fn collection(&self, name: &str) -> Option<Target<'_>> {
        let mut known = self.project.collections.iter();
        let collection = known.find(|known| known.name == name)?;
        Some(Target {
            collection: Some(collection),
            categories: &collection.categories,
        })
    }

    fn names(&self) -> Vec<String> {
        let categories = self.project.categories.iter().map(|known| &known.name);
        let collections = self.project.collections.iter().map(|known| &known.name);
        categories.chain(collections).cloned().collect()
    }
}

/// Without the docroot, which is confidential.
impl fmt::Debug for ContentLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContentLibrary")
            .field("project", &self.project)
            .field("options", &self.docroot.options)
            .field("cache", &self.cache_stats())
            .finish_non_exhaustive()
    }
}

/// The categories of a name, and the collection through which they are reached.
struct Target<'l> {
    collection: Option<&'l Collection>,
    /// The names of the categories.
    categories: &'l [String],
}

fn unknown<'n>(what: &'static str, name: &str, known: impl Iterator<Item = &'n String>) -> Error {
    Error::Unknown {
        what,
        name: name.to_owned(),
        known: known.cloned().collect(),
    }
}

/// The categories of a project by their names, when all of it can be used.
fn check(project: &Project) -> Result<HashMap<String, Checked>, Error> {
    let categories = project.categories.iter().map(|category| &category.name);
    let collections = project.collections.iter().map(|known| &known.name);
    let mut seen = HashSet::new();
    for name in categories.chain(collections) {
        let problem = if name.is_empty() || !name.chars().all(is_of_name) {
            ProjectProblem::Name
        } else if seen.insert(name) {
            continue;
        } else {
            ProjectProblem::Twice
        };
        let name = name.clone();
        return Err(Error::Project { name, problem });
    }
    let mut checked = HashMap::new();
    for category in &project.categories {
        checked.insert(category.name.clone(), Checked::new(category.clone())?);
    }
    for collection in &project.collections {
        if !collection
            .categories
            .iter()
            .all(|name| checked.contains_key(name))
        {
            return Err(Error::Project {
                name: collection.name.clone(),
                problem: ProjectProblem::NoCategory,
            });
        }
    }
    Ok(checked)
}
