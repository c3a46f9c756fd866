use std::time::SystemTime;

use interline_mustache_context::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::{Category, Collection, timestamp};

/// A project: its name, categories and collections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Project {
    /// `project.name`.
    pub name: String,
    /// `project.created_at`, in ISO 8601; null when unset.
    #[serde(with = "timestamp::option", skip_serializing_if = "Option::is_none")]
    pub created_at: Option<SystemTime>,
    /// `project.updated_at`, in ISO 8601; null when unset.
    #[serde(with = "timestamp::option", skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<SystemTime>,
    /// The categories; their names are `project.categories`.
    pub categories: Vec<Category>,
    /// The collections; their names are `project.collections`.
    pub collections: Vec<Collection>,
}

impl Project {
    /// Makes a project without categories.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Sets when it was made.
    #[must_use]
    pub fn created_at(mut self, time: SystemTime) -> Self {
        self.created_at = Some(time);
        self
    }

    /// Sets when it was last changed.
    #[must_use]
    pub fn updated_at(mut self, time: SystemTime) -> Self {
        self.updated_at = Some(time);
        self
    }

    /// Adds a category.
    #[must_use]
    pub fn category(mut self, category: Category) -> Self {
        self.categories.push(category);
        self
    }

    /// Adds a collection.
    #[must_use]
    pub fn collection(mut self, collection: Collection) -> Self {
        self.collections.push(collection);
        self
    }

    pub(crate) fn variables(&self) -> Map {
        let categories = self.categories.iter().map(|category| &category.name);
        let collections = self.collections.iter().map(|collection| &collection.name);
        let project = Map::from([
            ("name", Value::from(&self.name)),
            ("created_at", self.created_at.map(timestamp::format).into()),
            ("updated_at", self.updated_at.map(timestamp::format).into()),
            ("categories", categories.collect()),
            ("collections", collections.collect()),
        ]);
        Map::from([("project", project)])
    }
}
