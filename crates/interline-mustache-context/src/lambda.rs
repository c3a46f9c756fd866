use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use interline_value::Opaque;

use crate::{Error, Value};

/// The error of a lambda.
pub type LambdaError = Box<dyn std::error::Error + Send + Sync>;

type Function = dyn Fn(&mut LambdaCall<'_, '_>) -> Result<String, LambdaError> + Send + Sync;

/// The use of the text that a lambda returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returned {
    Rendered,
    LeftAlone,
}

/// A function in the data, called where a tag names it.
///
/// In a section it is given the section's source as written; in `{{x}}` an empty source, and what comes out is escaped as any
/// value is. As the value of an inverted section it counts as true and is not called.
///
/// Two lambdas are equal when they are the same one.
///
/// ```
/// use interline_mustache_context::{Environment, Lambda, Map, Template};
///
/// let mut data = Map::new();
/// data.insert("name", "Ada");
/// data.insert("twice", Lambda::spec(|call| Ok(call.source().repeat(2))));
/// data.insert("loud", Lambda::with_render(|call| {
///     let source = call.source();
///     Ok(call.render(source)?.to_uppercase())
/// }));
/// let template = Template::parse("{{#twice}}{{name}} {{/twice}}{{#loud}}{{name}}{{/loud}}")?;
/// assert_eq!(template.render_with(&data, &Environment::new())?, "Ada Ada ADA");
/// # Ok::<(), interline_mustache_context::Error>(())
/// ```
#[derive(Clone)]
pub struct Lambda {
    pub(crate) returned: Returned,
    pub(crate) function: Arc<Function>,
}

impl Lambda {
    /// Makes a lambda as the specification defines it: its text is a template, rendered with the current scopes; for a section with the
    /// delimiters in force there, for `{{x}}` with the default ones.
    pub fn spec<F>(function: F) -> Self
    where
        F: Fn(&mut LambdaCall<'_, '_>) -> Result<String, LambdaError> + Send + Sync + 'static,
    {
        Self {
            returned: Returned::Rendered,
            function: Arc::new(function),
        }
    }

    /// Makes a lambda whose text is output as it is. It can render text itself with [`LambdaCall::render`].
    pub fn with_render<F>(function: F) -> Self
    where
        F: Fn(&mut LambdaCall<'_, '_>) -> Result<String, LambdaError> + Send + Sync + 'static,
    {
        Self {
            returned: Returned::LeftAlone,
            function: Arc::new(function),
        }
    }
}

impl fmt::Debug for Lambda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lambda")
            .field("returned", &self.returned)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Lambda {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.function, &other.function)
    }
}

impl Eq for Lambda {}

// A render that a panic of the function ends is dropped, and the function is called anew in the next one.
impl UnwindSafe for Lambda {}
impl RefUnwindSafe for Lambda {}

impl From<Lambda> for Value {
    fn from(lambda: Lambda) -> Self {
        Self::Opaque(Opaque::new(lambda))
    }
}

/// The render that calls a lambda.
pub struct LambdaCall<'c, 'r> {
    pub(crate) source: &'c str,
    pub(crate) delimiters: (&'c str, &'c str),
    pub(crate) renderer: &'c mut (dyn LambdaRenderer + 'r),
}

/// The methods of the renderer that a lambda may call. The renderer reads data, and a lambda is part of it, so that this module cannot
/// name the renderer itself.
pub(crate) trait LambdaRenderer: Send + Sync {
    /// Renders `text` for a lambda that was called with `source`.
    fn render_for_lambda(
        &mut self,
        text: &str,
        source: &str,
        delimiters: (&str, &str),
    ) -> Result<String, Box<Error>>;

    /// Returns the value of a dotted name.
    fn get_for_lambda(&mut self, name: &str) -> Option<Value>;
}

impl<'c> LambdaCall<'c, '_> {
    /// The section's source, exactly as written between its tags; empty for `{{x}}`. When a tag is alone
    /// on its line, the rest of the line belongs to the tag.
    #[must_use]
    pub fn source(&self) -> &'c str {
        self.source
    }

    /// Returns the current delimiters.
    #[must_use]
    pub fn delimiters(&self) -> (&'c str, &'c str) {
        self.delimiters
    }

    /// Renders `text` with the current scopes and delimiters.
    ///
    /// # Errors
    ///
    /// Those of a render. Return the error as it is: it keeps its kind and location.
    pub fn render(&mut self, text: &str) -> Result<String, Error> {
        self.renderer
            .render_for_lambda(text, self.source, self.delimiters)
            .map_err(|failure| *failure)
    }

    /// Returns a copy of the value of a dotted name in the current scopes; `None` when it is missing. Linear in that value.
    #[must_use]
    pub fn get(&mut self, name: &str) -> Option<Value> {
        self.renderer.get_for_lambda(name)
    }
}

impl fmt::Debug for LambdaCall<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LambdaCall")
            .field("source", &self.source)
            .field("delimiters", &self.delimiters)
            .finish_non_exhaustive()
    }
}
