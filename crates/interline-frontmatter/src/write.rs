use serde::Serialize;

use crate::yaml::mapping_lines;
use crate::{Error, Map, Value};

/// Writes a document of `frontmatter`, which must serialize as a mapping, and `body`.
///
/// Lines end in LF. Strings that a reader of YAML 1.1 or 1.2 would misread (`no`, `12:30`, `1_000`, `2024-01-02`) are quoted. Nothing is
/// folded, nothing printable is escaped, collections are in block style. The body follows byte for byte. Linear.
///
/// # Examples
///
/// ```
/// let frontmatter = interline_frontmatter::Map::from([("title", "On time"), ("answer", "no")]);
/// let text = interline_frontmatter::to_document(&frontmatter, "Text.\n")?;
/// assert_eq!(text, "---\ntitle: On time\nanswer: 'no'\n---\nText.\n");
/// # Ok::<(), interline_frontmatter::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Serialize`] when `frontmatter` is not a mapping, has a key that is not a scalar or a duplicate key, or is more than 128 levels
/// deep.
pub fn to_document<T: Serialize + ?Sized>(frontmatter: &T, body: &str) -> Result<String, Error> {
    let value = Value::from_serialize(frontmatter).map_err(|error| Error::Serialize {
        message: error.to_string(),
    })?;
    match value {
        Value::Map(mapping) => Ok(join(&mapping, body)),
        Value::Null => Ok(join(&Map::new(), body)),
        _ => Err(Error::Serialize {
            message: "expected a mapping or a struct with named fields".to_owned(),
        }),
    }
}

/// Writes a document of a mapping and a body, unless a value cannot be written as YAML.
pub(crate) fn write_mapping(mapping: &Map, body: &str) -> Result<String, Error> {
    fn is_opaque(value: &Value) -> bool {
        match value {
            Value::Opaque(_) => true,
            Value::List(items) => items.iter().any(is_opaque),
            Value::Map(map) => map.values().any(is_opaque),
            _ => false,
        }
    }
    match mapping.iter().find(|(_, value)| is_opaque(value)) {
        Some((key, _)) => Err(Error::Serialize {
            message: format!("the value of `{key}` has no form in YAML"),
        }),
        None => Ok(join(mapping, body)),
    }
}

fn join(mapping: &Map, body: &str) -> String {
    format!("---\n{}---\n{body}", mapping_lines(mapping, 0, "\n"))
}
