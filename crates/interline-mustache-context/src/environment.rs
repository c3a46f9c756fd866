use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use crate::cache::{Cache, CacheStats};
use crate::compiled::Compiled;
use crate::error::{ErrorKind, TemplateError, location};
use crate::partials::Partials;
use crate::{Escape, Lambda, Limits, Map, parse};

/// The policy for `{{x}}` when `x` is undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Missing {
    /// The tag prints nothing, and a missing partial is empty.
    #[default]
    Empty,
    /// The render fails and lists **every** missing name and partial that it reached, each tag once. Sections may be absent, unless
    /// [`Sections::Strict`] is set too.
    Error,
    /// The tag is output as written, so that the output can be rendered again with more data. A missing
    /// partial is empty.
    Keep,
}

/// Whether the name of a section may be absent from the data: that of `{{#x}}` and of `{{^x}}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sections {
    /// An absent name counts as false.
    #[default]
    Lenient,
    /// The render fails and lists every absent name, with the names that are missing under [`Missing::Error`]. A section that
    /// is optional needs a value, such as null or `false`.
    Strict,
}

/// The settings with which templates are rendered, besides the data.
///
/// Clones share partials and cache.
///
/// ```
/// use std::collections::HashMap;
/// use interline_mustache_context::{Environment, Escape, Missing, Template};
/// use serde_json::json;
///
/// let partials = HashMap::from([("sign", "-- {{name}}")]);
/// let environment = Environment::new()
///     .partials(partials)
///     .escape(Escape::None)
///     .missing(Missing::Error)
///     .cache(100);
/// let template = Template::parse("Yours,\n{{>sign}}")?;
/// let text = template.render_with(&json!({"name": "Ada & Co"}), &environment)?;
/// assert_eq!(text, "Yours,\n-- Ada & Co");
/// # Ok::<(), interline_mustache_context::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Environment {
    pub(crate) escape: Escape,
    pub(crate) missing: Missing,
    pub(crate) sections: Sections,
    pub(crate) limits: Limits,
    pub(crate) lambdas: Map,
    pub(crate) partials: Option<Arc<dyn Partials>>,
    pub(crate) cache: Option<Arc<Cache<Arc<Compiled>>>>,
}

impl Environment {
    /// HTML escaping, missing names empty, the default limits; no partials, no lambdas, no cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the environment of plain `Template::render`.
    pub(crate) fn shared() -> &'static Self {
        static SHARED: LazyLock<Environment> = LazyLock::new(Environment::new);
        &SHARED
    }

    /// Sets how `{{x}}` escapes.
    #[must_use]
    pub fn escape(mut self, escape: Escape) -> Self {
        self.escape = escape;
        self
    }

    /// Sets the policy for missing names.
    #[must_use]
    pub fn missing(mut self, missing: Missing) -> Self {
        self.missing = missing;
        self
    }

    /// Sets whether the names of sections may be absent.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_mustache_context::{Environment, Sections, Template};
    /// use serde_json::json;
    ///
    /// let strict = Environment::new().sections(Sections::Strict);
    /// let template = Template::parse("{{#itmes}}{{.}}{{/itmes}}{{#note}}{{.}}{{/note}}")?;
    /// let error = template.render_with(&json!({"items": [1, 2], "note": null}), &strict).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:1: undefined section `itmes` (did you mean `items`?)"
    /// );
    /// # Ok::<(), interline_mustache_context::Error>(())
    /// ```
    #[must_use]
    pub fn sections(mut self, sections: Sections) -> Self {
        self.sections = sections;
        self
    }

    /// Sets the limits of a render.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the source of partials and parents. They always begin with the default delimiters.
    #[must_use]
    pub fn partials(mut self, partials: impl Partials + 'static) -> Self {
        self.partials = Some(Arc::new(partials));
        self
    }

    /// Adds a lambda for every render, which is found where no scope has the name.
    #[must_use]
    pub fn lambda(mut self, name: impl Into<String>, lambda: Lambda) -> Self {
        self.lambdas.insert(name, lambda);
        self
    }

    /// Keeps up to `capacity` compiled templates: those of files under path, length and time of change, others under name and
    /// source. It may be used from many threads.
    ///
    /// A file that is changed twice within the resolution of its clock and keeps its length is taken for unchanged.
    #[must_use]
    pub fn cache(mut self, capacity: usize) -> Self {
        self.cache = Some(Arc::new(Cache::new(capacity)));
        self
    }

    /// Returns the statistics of the cache; `None` without one.
    #[must_use]
    pub fn cache_stats(&self) -> Option<CacheStats> {
        self.cache.as_deref().map(Cache::stats)
    }

    /// Returns whether the environment has lambdas.
    #[must_use]
    pub fn has_lambdas(&self) -> bool {
        !self.lambdas.is_empty()
    }

    /// Returns the partial that the tag at `span` of `code` names; `None` when it does not exist.
    pub(crate) fn fetch(
        &self,
        name: &str,
        code: &Compiled,
        span: Range<usize>,
    ) -> Result<Option<Arc<Compiled>>, TemplateError> {
        let Some(partials) = &self.partials else {
            return Ok(None);
        };
        let from = code.name.as_deref();
        let unreadable = |error: io::Error| {
            let kind = ErrorKind::Partial {
                name: name.to_owned(),
                message: error.to_string(),
            };
            TemplateError::new(kind, from, &code.source, span.clone()).with_cause(error.into())
        };
        let cache = self.cache.as_deref();
        let stamp = match cache {
            Some(_) => partials.stamp(name).map_err(unreadable)?,
            None => None,
        };
        let by_stamp = cache.zip(stamp.as_ref());
        if let Some(known) = by_stamp.and_then(|(cache, stamp)| cache.by_stamp(name, stamp)) {
            return Ok(Some(known));
        }
        let Some(source) = partials.source(name).map_err(unreadable)? else {
            return Ok(None);
        };
        let by_source = cache.filter(|_| stamp.is_none());
        if let Some(known) = by_source.and_then(|cache| cache.by_source(name, &source)) {
            return Ok(Some(known));
        }
        let compiled = parse::parse(Some(name.into()), source.into(), None);
        let compiled = compiled.map(Arc::new).map_err(|error| {
            error.with_callers(1, |_| location(from, &code.source, span.clone()))
        })?;
        if let Some(cache) = cache {
            cache.insert(name, stamp, &compiled);
        }
        Ok(Some(compiled))
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("escape", &self.escape)
            .field("missing", &self.missing)
            .field("sections", &self.sections)
            .field("limits", &self.limits)
            .field("lambdas", &self.lambdas)
            .field("partials", &self.partials.is_some())
            .field("cache", &self.cache_stats())
            .finish()
    }
}
