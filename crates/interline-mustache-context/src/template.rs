use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::compiled::Compiled;
use crate::render::Renderer;
use crate::{Data, Environment, Error, Value, parse};

/// A parsed template: parsed once, rendered any number of times, from any number of threads. Clones are cheap.
#[derive(Clone, Debug)]
pub struct Template {
    pub(crate) compiled: Arc<Compiled>,
}

impl From<Arc<Compiled>> for Template {
    fn from(compiled: Arc<Compiled>) -> Self {
        Self { compiled }
    }
}

impl Template {
    /// Parses a template that has no name. Linear, however deep the source nests.
    ///
    /// # Errors
    ///
    /// [`Error::Template`] with the location of the malformed tag.
    pub fn parse(source: impl Into<Arc<str>>) -> Result<Self, Error> {
        Self::new(None, source.into())
    }

    /// Parses a template whose errors give `name`, such as a path.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn parse_named(
        name: impl Into<Arc<str>>,
        source: impl Into<Arc<str>>,
    ) -> Result<Self, Error> {
        Self::new(Some(name.into()), source.into())
    }

    fn new(name: Option<Arc<str>>, source: Arc<str>) -> Result<Self, Error> {
        parse::parse(name, source, None)
            .map(|compiled| Self::from(Arc::new(compiled)))
            .map_err(Error::from)
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.compiled.name.as_deref()
    }

    /// Returns the source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.compiled.source
    }

    /// Renders with any serializable data and the default [`Environment`]: HTML escaping, no partials, missing names empty.
    ///
    /// The data is converted first, as [`Value::from_serialize`] does it. [`render_with`](Self::render_with) renders a
    /// `serde_json::Value` or a [`TemplateContext`](crate::TemplateContext) without that, and values that hold a
    /// [`Lambda`](crate::Lambda), which cannot be serialized.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_mustache_context::Template;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Task<'a> {
    ///     title: &'a str,
    ///     files: &'a [&'a str],
    /// }
    ///
    /// let template = Template::parse("{{title}}: {{#files}}{{.}}{{^last}}, {{/last}}{{/files}}")?;
    /// let task = Task { title: "Review", files: &["a.rs", "b.rs"] };
    /// assert_eq!(template.render(&task)?, "Review: a.rs, b.rs");
    /// # Ok::<(), interline_mustache_context::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Value`] for data that cannot be represented, and [`Error::Template`] when a limit is exceeded.
    pub fn render<T: Serialize + ?Sized>(&self, data: &T) -> Result<String, Error> {
        self.render_serialize(data, Environment::shared())
    }

    /// Renders with any serializable data and the partials, escaping, limits and lambdas of `environment`.
    ///
    /// Linear in the data, and as [`render_with`](Self::render_with).
    ///
    /// # Errors
    ///
    /// As [`render_with`](Self::render_with), and [`Error::Value`] for data that cannot be represented.
    pub fn render_serialize<T: Serialize + ?Sized>(
        &self,
        data: &T,
        environment: &Environment,
    ) -> Result<String, Error> {
        let value = Value::from_serialize(data)?;
        value.check_finite()?;
        self.render_with(&value, environment)
    }

    /// Renders with borrowed [`Data`], which is not converted, and the partials, escaping, limits and lambdas of
    /// `environment`.
    ///
    /// Linear in the visited nodes and data, plus the output.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_mustache_context::{Environment, Escape, Template};
    /// use serde_json::json;
    ///
    /// let environment = Environment::new().escape(Escape::None);
    /// let template = Template::parse("Dear {{name}}")?;
    /// assert_eq!(template.render_with(&json!({"name": "A & B"}), &environment)?, "Dear A & B");
    /// # Ok::<(), interline_mustache_context::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Template`] when a limit is exceeded, a lambda fails, a partial is malformed or cannot be read, or names are
    /// missing under [`Missing::Error`](crate::Missing::Error).
    pub fn render_with<'a>(
        &self,
        data: impl Into<Data<'a>>,
        environment: &Environment,
    ) -> Result<String, Error> {
        Renderer::render(&self.compiled, data.into(), environment)
    }

    /// Renders as [`render_with`](Self::render_with) and writes the output with one call; nothing is written when the render fails.
    ///
    /// # Errors
    ///
    /// As [`render_with`](Self::render_with), and [`Error::Write`] when `out` fails.
    pub fn render_to<'a>(
        &self,
        data: impl Into<Data<'a>>,
        environment: &Environment,
        out: &mut impl fmt::Write,
    ) -> Result<(), Error> {
        let text = self.render_with(data, environment)?;
        out.write_str(&text).map_err(Error::Write)
    }
}
