use interline_mustache_context::{Map, Value};
use serde::{Deserialize, Serialize};

/// Several categories under one name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Collection {
    /// `collection.name`; of the form of the names of [categories](crate::Category).
    pub name: String,
    /// `collection.categories`: the names of its categories, in the order in which they are served.
    pub categories: Vec<String>,
    /// `collection.description`; null when unset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Collection {
    /// Makes a collection without a description.
    pub fn new<N: Into<String>>(
        name: impl Into<String>,
        categories: impl IntoIterator<Item = N>,
    ) -> Self {
        Self {
            name: name.into(),
            categories: categories.into_iter().map(Into::into).collect(),
            description: None,
        }
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    pub(crate) fn variables(collection: Option<&Self>) -> Map {
        let collection = collection.map(|collection| {
            Map::from([
                ("name", Value::from(&collection.name)),
                ("categories", collection.categories.iter().collect()),
                ("description", collection.description.as_ref().into()),
            ])
        });
        Map::from([("collection", collection)])
    }
}
