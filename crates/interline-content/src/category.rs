use std::path::{Component, Path};

use interline_mustache_context::{Map, Value};
use serde::{Deserialize, Serialize};

use crate::parse::Patterns;
use crate::{Error, ProjectProblem};

/// Files of one directory of the docroot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Category {
    /// `category.name`: any characters but whitespace, control characters, `,` and `/`.
    pub name: String,
    /// Its directory, relative to the docroot; empty or `.` for the docroot itself. It is `category.dir`, without `.` parts and
    /// the last `/`.
    pub dir: String,
    /// Which of the files in and below the directory belong to it; all when there is no pattern.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
    /// `category.description`; null when unset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Category {
    /// Makes a category of all files in and below `dir`.
    pub fn new(name: impl Into<String>, dir: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            dir: dir.into(),
            ..Self::default()
        }
    }

    /// Sets the patterns of its files.
    #[must_use]
    pub fn patterns<P: Into<String>>(mut self, patterns: impl IntoIterator<Item = P>) -> Self {
        self.patterns = patterns.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// The path of a file of the category, relative to the docroot.
    pub(crate) fn location(&self, path: &str) -> String {
        location(&plain_dir(&self.dir).unwrap_or_default(), path)
    }

    pub(crate) fn variables(&self) -> Map {
        // A directory that leaves the docroot is refused before anything is rendered, and is in no message.
        let dir = plain_dir(&self.dir).unwrap_or_default();
        let category = Map::from([
            ("name", Value::from(&self.name)),
            ("dir", shown_dir(&dir).into()),
            ("description", self.description.as_ref().into()),
        ]);
        Map::from([("category", category)])
    }
}

/// A category that was checked.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) category: Category,
    /// Relative to the docroot, parts with `/` between; empty for the docroot itself.
    pub(crate) dir: String,
    pub(crate) patterns: Patterns,
}

impl Checked {
    pub(crate) fn new(category: Category) -> Result<Self, Error> {
        let Some(dir) = plain_dir(&category.dir) else {
            return Err(Error::Project {
                name: category.name,
                problem: ProjectProblem::Directory,
            });
        };
        let patterns = Patterns::new(category.patterns.iter().map(String::as_str))?;
        Ok(Self {
            category,
            dir,
            patterns,
        })
    }

    /// The path of a file of the category, relative to the docroot.
    pub(crate) fn location(&self, path: &str) -> String {
        location(&self.dir, path)
    }

    pub(crate) fn shown_dir(&self) -> &str {
        shown_dir(&self.dir)
    }
}

fn location(dir: &str, path: &str) -> String {
    match dir {
        "" => path.to_owned(),
        dir => format!("{dir}/{path}"),
    }
}

fn shown_dir(dir: &str) -> &str {
    if dir.is_empty() { "." } else { dir }
}

/// A relative directory without `.` parts; `None` for one that is absolute, leads up, or is spelled so that systems differ about it.
fn plain_dir(dir: &str) -> Option<String> {
    if dir.contains(['\\', '\0']) {
        return None;
    }
    let mut parts = Vec::new();
    for part in Path::new(dir).components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => parts.push(part.to_str()?),
            _ => return None,
        }
    }
    Some(parts.join("/"))
}
