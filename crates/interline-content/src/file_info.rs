use std::time::SystemTime;

use interline_mustache_context::{Map, Value};
use interline_text::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::extensions::{Extensions, basename};
use crate::{Category, timestamp};

/// A file that was served.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileInfo {
    /// Its path, relative to the category, with `/` between its parts.
    pub path: String,
    /// Its path, relative to the docroot: no two files of one answer have the same.
    pub location: String,
    /// Its name, for a template without the last part of its extension.
    pub basename: String,
    /// Bytes of its content: for a template of what was rendered.
    pub size: u64,
    /// When it was last changed; 1970 on platforms without such times.
    #[serde(with = "timestamp")]
    pub mtime: SystemTime,
    /// When it was made; `None` where the platform or the file system keeps no such time.
    #[serde(
        with = "timestamp::option",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub ctime: Option<SystemTime>,
    /// The category through which it was reached.
    pub category: String,
    /// The collection through which it was reached, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The frontmatter of a template, its strings rendered; `None` for a template without, and for all other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map>,
    /// Diagnostics about the frontmatter of a template, with spans in the file as it was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// The content.
    pub content: FileContent,
}

/// The content of a file: the rendered body of a template, or all of another file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FileContent {
    /// UTF-8.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl FileContent {
    /// Returns the bytes, exactly.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Returns the text, when it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }
}

impl From<Vec<u8>> for FileContent {
    fn from(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or_else(|error| Self::Bytes(error.into_bytes()), Self::Text)
    }
}

impl From<String> for FileContent {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl FileInfo {
    /// A file that is not served from a library, for a [`ContextBuilder`](crate::ContextBuilder): `path` is relative to the category.
    /// It has no time of making, collection and metadata, which may be set.
    pub fn new(
        category: &Category,
        path: impl Into<String>,
        content: impl Into<FileContent>,
        mtime: SystemTime,
    ) -> Self {
        let (path, content) = (path.into(), content.into());
        Self {
            location: category.location(&path),
            basename: basename(&path, &Extensions::default()).to_owned(),
            path,
            size: content.as_bytes().len() as u64,
            mtime,
            ctime: None,
            category: category.name.clone(),
            collection: None,
            metadata: None,
            diagnostics: Vec::new(),
            content,
        }
    }

    /// The type of its content, by its name: `text/markdown`, `text/html`, `text/plain`; `application/octet-stream` for what is
    /// no text.
    #[must_use]
    pub fn content_type(&self) -> &'static str {
        let extension = self
            .basename
            .rsplit_once('.')
            .map(|(_, extension)| extension);
        match (&self.content, extension) {
            (FileContent::Bytes(_), _) => "application/octet-stream",
            (_, Some("md" | "markdown")) => "text/markdown; charset=utf-8",
            (_, Some("html" | "htm")) => "text/html; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        }
    }

    pub(crate) fn variables(&self) -> Map {
        let file = Map::from([
            ("path", Value::from(&self.path)),
            ("basename", (&self.basename).into()),
            ("category", (&self.category).into()),
            ("collection", self.collection.as_ref().into()),
            ("size", self.size.into()),
            ("mtime", timestamp::format(self.mtime).into()),
            ("ctime", self.ctime.map(timestamp::format).into()),
        ]);
        Map::from([("file", file)])
    }
}
