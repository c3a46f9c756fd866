//! Values on the command line.

use interline::frontmatter::{Document, NewValue, Plain, Value};

/// A value that was given as one argument.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    pub(crate) value: Value,
    /// The source text of a string without quotes, such as a date.
    plain: Option<Plain>,
}

impl Scalar {
    /// Makes a string.
    pub(crate) fn string(argument: &str) -> Self {
        Self {
            value: argument.into(),
            plain: None,
        }
    }

    /// Returns the value of a key that exists: it keeps the quotes of the old value.
    pub(crate) fn for_old_key(self) -> NewValue {
        self.value.into()
    }

    /// Returns the value of a new key: a date is written as it was given, without quotes.
    pub(crate) fn for_new_key(self) -> NewValue {
        match self.plain {
            Some(plain) => plain.into(),
            None => self.value.into(),
        }
    }
}

/// Reads an argument as a YAML scalar. What YAML reads as something else, or only in part, is a string.
///
/// A list or mapping in brackets is an error, since a string is probably not meant.
pub(crate) fn scalar(argument: &str) -> Result<Scalar, String> {
    let string = || Scalar::string(argument);
    if argument.is_empty() || argument.trim() != argument || argument.contains(['\n', '\r']) {
        return Ok(string());
    }
    let text = format!("---\nv: {argument}\n---\n");
    let Ok(document) = Document::parse(&text) else {
        return Ok(string());
    };
    let mut entries = document.entries();
    let (Some((_, node)), None) = (entries.next(), entries.next()) else {
        return Ok(string());
    };
    // A comment, an anchor or a tag would be lost.
    if node.source() != argument || node.tag().is_some() || node.ignored_tag().is_some() {
        return Ok(string());
    }
    match node.value() {
        Value::List(_) | Value::Map(_) => Err(format!(
            "`{argument}` is a list or mapping in YAML; write it as JSON with `--json`, or pass `--string` for a string"
        )),
        value => {
            let is_date = value.as_str() == Some(argument) && looks_like_date(argument);
            let plain = is_date.then(|| Plain::new(argument).ok()).flatten();
            Ok(Scalar { value, plain })
        }
    }
}

/// Returns whether readers of YAML 1.1 read the text as a date.
fn looks_like_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let mut is_number = |digits: usize| {
        parts.next().is_some_and(|part| {
            part.len() >= digits && part.bytes().take(digits).all(|byte| byte.is_ascii_digit())
        })
    };
    is_number(4) && is_number(2) && is_number(2)
}

/// Reads an argument as JSON.
pub(crate) fn json(argument: &str) -> Result<Scalar, String> {
    match serde_json::from_str(argument) {
        Ok(value) => Ok(Scalar { value, plain: None }),
        Err(error) => Err(format!("invalid JSON `{argument}`: {error}")),
    }
}
