use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use interline_mustache_context::{Error as EngineError, Map, TemplateContext, Value};

use crate::{Agent, Category, Clock, Collection, Error, FileInfo, Layer, Project, timestamp};

/// Stacks the layers of a context.
///
/// A layer that is not set adds nothing, but for the system's. In each layer there may be variables of the caller's beside those
/// that it has of itself, which they hide.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// use interline_content::{Agent, Clock, ContextBuilder, Layer, Project};
/// use interline_mustache_context::{Environment, Map, Template};
///
/// let context = ContextBuilder::new()
///     .clock(Clock::Fixed(UNIX_EPOCH + Duration::from_secs(1_703_466_123)))
///     .agent(&Agent::new().name("Notary").prompt_character("/"))
///     .project(&Project::new("interline"))
///     .variables(Layer::Project, Map::from([("tone", "dry")]))
///     .extras(Map::from([("tone", "cheerful")]))
///     .build()?;
/// let template = Template::parse("{{@}}ask {{agent.name}} of {{project.name}}, {{tone}}, {{now}}")?;
/// assert_eq!(template.render_with(&context, &Environment::new())?, "/ask Notary of interline, cheerful, 2023-12-25T01:02:03Z");
/// # Ok::<(), interline_content::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ContextBuilder {
    clock: Clock,
    /// The variables that each layer has of itself; those of the system are read when it is stacked.
    own: BTreeMap<Layer, Map>,
    /// The variables of the caller in each layer.
    given: BTreeMap<Layer, Map>,
}

impl ContextBuilder {
    /// Makes a builder with the layer of the system only, and the system clock.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the layer of the agent.
    #[must_use]
    pub fn agent(mut self, agent: &Agent) -> Self {
        self.own.insert(Layer::Agent, agent.variables());
        self
    }

    /// Sets the layer of the project.
    #[must_use]
    pub fn project(mut self, project: &Project) -> Self {
        self.own.insert(Layer::Project, project.variables());
        self
    }

    /// Sets the layer of the collection; with `None`, for what is reached through its category, `collection` is null.
    #[must_use]
    pub fn collection(mut self, collection: Option<&Collection>) -> Self {
        self.own
            .insert(Layer::Collection, Collection::variables(collection));
        self
    }

    /// Sets the layer of the category.
    #[must_use]
    pub fn category(mut self, category: &Category) -> Self {
        self.own.insert(Layer::Category, category.variables());
        self
    }

    /// Sets the layer of the file.
    #[must_use]
    pub fn file(mut self, file: &FileInfo) -> Self {
        self.own.insert(Layer::File, file.variables());
        self
    }

    /// Adds variables to a layer. Those of one name take the place of others of the caller's.
    #[must_use]
    pub fn variables(mut self, layer: Layer, variables: Map) -> Self {
        self.given.entry(layer).or_default().extend(variables);
        self
    }

    /// Adds variables to the innermost layer.
    #[must_use]
    pub fn extras(self, variables: Map) -> Self {
        self.variables(Layer::Extras, variables)
    }

    /// Stacks the layers, with one reading of the clock. Linear in what they hold.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] with the path to a value that cannot be represented.
    pub fn build(&self) -> Result<TemplateContext, Error> {
        let mut context = None;
        for layer in Layer::ALL {
            let own = match layer {
                Layer::System => system(self.clock.now()),
                _ => self.own(layer),
            };
            let scope = self.scope(layer, own);
            context = Some(match context {
                None => TemplateContext::new(scope)?,
                Some(outer) => TemplateContext::new_child(&outer, scope)?,
            });
        }
        Ok(context.unwrap_or_default())
    }

    /// The layers up to the project's, for all of a request.
    pub(crate) fn base(&self, project: &Project) -> Result<TemplateContext, EngineError> {
        TemplateContext::new(self.scope(Layer::System, system(self.clock.now())))?
            .new_child(self.scope(Layer::Agent, self.own(Layer::Agent)))?
            .new_child(self.scope(Layer::Project, project.variables()))
    }

    /// The layer of a collection on top of those of the request. It names all of its categories, so it is made once for all of them.
    pub(crate) fn within(
        &self,
        base: &TemplateContext,
        collection: Option<&Collection>,
    ) -> Result<TemplateContext, EngineError> {
        base.new_child(self.scope(Layer::Collection, Collection::variables(collection)))
    }

    /// The layer of a category on top of that of its collection, and already the caller's extras: a file's own
    /// [scope](Self::over) leaves out what they hide. So they are copied for each category and not for each file.
    pub(crate) fn above(
        &self,
        within: &TemplateContext,
        category: &Category,
    ) -> Result<TemplateContext, EngineError> {
        within
            .new_child(self.scope(Layer::Category, category.variables()))?
            .new_child(self.scope(Layer::Extras, Map::new()))
    }

    /// The layer of a file on top of those of its category.
    pub(crate) fn over(
        &self,
        above: &TemplateContext,
        file: Map,
    ) -> Result<TemplateContext, EngineError> {
        let scope = self.scope(Layer::File, file);
        let extras = self.given.get(&Layer::Extras);
        let hides = |name: &str| extras.is_some_and(|extras| extras.contains_key(name));
        if !scope.keys().any(hides) {
            return above.new_child(scope);
        }
        let mut map = Map::with_capacity(scope.len());
        map.extend(scope.into_iter().filter(|(name, _)| !hides(name)));
        above.new_child(map)
    }

    /// Whether the values of the caller contain a lambda. Linear.
    pub(crate) fn has_lambda(&self) -> bool {
        let maps = self.given.values().chain(self.own.get(&Layer::Agent));
        // Values that no context would take may be nested deeper than the stack is, so this does not recurse.
        let mut left: Vec<&Value> = maps.flat_map(Map::values).collect();
        while let Some(value) = left.pop() {
            match value {
                Value::Opaque(_) => return true,
                Value::List(items) => left.extend(items),
                Value::Map(map) => left.extend(map.values()),
                _ => {}
            }
        }
        false
    }

    fn own(&self, layer: Layer) -> Map {
        self.own.get(&layer).cloned().unwrap_or_default()
    }

    fn scope(&self, layer: Layer, typed: Map) -> Map {
        let Some(given) = self.given.get(&layer).filter(|given| !given.is_empty()) else {
            return typed;
        };
        let mut scope = Map::with_capacity(typed.len() + given.len());
        scope.extend(typed);
        scope.extend(given.iter().map(|(name, value)| (name, value.clone())));
        scope
    }
}

fn system(now: SystemTime) -> Map {
    // The second that the ISO form shows, also before 1970.
    let timestamp = match now.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => {
            let before = before.duration();
            let seconds = i64::try_from(before.as_secs()).unwrap_or(i64::MAX);
            -seconds - i64::from(before.subsec_nanos() > 0)
        }
    };
    Map::from([
        ("now", Value::from(timestamp::format(now))),
        ("timestamp", timestamp.into()),
    ])
}
