//! Reading `components.toml`.

use std::borrow::Cow;
use std::ops::Range;

use interline_text::{Diagnostic, Severity};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostics;
use crate::scan::is_name;

use super::components_config::{ComponentConfig, ComponentsConfig};
use super::loaded_config::LoadedConfig;
use super::mode::Mode;

/// The number of problems that are listed. Finding the line of each is linear in the text, so that their number is bounded.
const LISTED: usize = 100;

/// The characters of a name in a message. A name is repeated in the message of each of its keys.
const NAME_SHOWN: usize = 100;

/// The bytes of a name that is joined from those of nested tables.
const INNER_NAME_LIMIT: usize = 256;

impl ComponentsConfig {
    /// Parses the text of a `components.toml`: a table for each component, with `patch`, `mode` and `max_entries`.
    ///
    /// Problems are reported with their location; everything valid is used. Unknown keys and invalid names are left out.
    ///
    /// An unknown mode is kept, because it makes a patch append that would replace only by default: a typo must not overwrite. For the
    /// same reason patches append where a mode is not a string or is under another key, to a component that is not a table or is a
    /// nested table (`[a.b]` for `["a.b"]`), and, if the text is not TOML, to every component without a mode elsewhere.
    ///
    /// After the first hundred diagnostics one more counts the rest. Linear in the text; tables are read 80 levels deep.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_patch_template::ComponentsConfig;
    ///
    /// let text = "[status]\npatch = \"replace\"\n\n[log]\nmode = \"apend\"\nmax_entries = 50\n";
    /// let loaded = ComponentsConfig::from_toml(text);
    /// assert_eq!(loaded.config.get("log").and_then(|log| log.max_entries), Some(50));
    /// assert_eq!(
    ///     loaded.diagnostics[0].to_line(Some("components.toml"), text),
    ///     "components.toml:5:8: warning[unknown-mode]: `mode` of `log`: unknown mode `apend`; write `replace`, \
    ///      `append` or `prepend`"
    /// );
    /// ```
    #[must_use]
    pub fn from_toml(text: &str) -> LoadedConfig {
        let loaded = Self::parse(text.to_owned());
        #[cfg(feature = "log")]
        loaded.log();
        loaded
    }

    /// Parses the text of a `components.toml` without logging.
    pub(crate) fn parse(text: String) -> LoadedConfig {
        let (config, diagnostics) = Self::read(&text);
        LoadedConfig {
            config,
            path: None,
            text,
            diagnostics,
        }
    }

    fn read(text: &str) -> (Self, Vec<Diagnostic>) {
        let root = match DeTable::parse(text) {
            Ok(root) => root,
            Err(error) => {
                let span = error.span().unwrap_or(text.len()..text.len());
                let message = format!(
                    "invalid TOML, so that nothing in the file is used: {}",
                    error.message()
                );
                let found =
                    Diagnostic::new(Severity::Error, diagnostics::INVALID_TOML, span, message);
                return (Self::unread(), vec![found]);
            }
        };
        let mut reading = Reading {
            text,
            diagnostics: Vec::new(),
            unclear: Vec::new(),
        };
        let mut config = Self::new();
        for (name, value) in root.get_ref() {
            let DeValue::Table(table) = value.get_ref() else {
                reading.not_a_table(name, value);
                continue;
            };
            if !is_name(name.get_ref()) {
                reading.bad_name(name);
                continue;
            }
            let component = reading.component(name.get_ref(), table);
            config = config.with(name.get_ref().as_ref(), component);
        }
        for (name, word) in reading.unclear {
            if is_name(&name) && config.get(&name).is_none() {
                config = config.with(name, ComponentConfig::new().mode(word));
            }
        }
        (config, listed(reading.diagnostics))
    }
}

type Key<'i> = Spanned<Cow<'i, str>>;
type Value<'i> = Spanned<DeValue<'i>>;

struct Reading<'t> {
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
    /// Components with settings that cannot be used, and for each a text that is not a mode.
    unclear: Vec<(String, &'static str)>,
}

impl Reading<'_> {
    fn component(&mut self, name: &str, table: &DeTable<'_>) -> ComponentConfig {
        let mut config = ComponentConfig::new();
        let mut is_unclear = false;
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "patch" => config.patch = Some(self.mode(name, "patch", value)),
                "mode" => config.mode = Some(self.mode(name, "mode", value)),
                "max_entries" => config.max_entries = self.count(name, value),
                _ => is_unclear |= self.unknown_key(name, key, value),
            }
        }
        if is_unclear && config.patch.is_none() && config.mode.is_none() {
            config.mode = Some("under another key".to_owned());
        }
        config
    }

    /// Reports an unknown key. Returns whether its value seems to be a mode.
    fn unknown_key(&mut self, name: &str, key: &Key<'_>, value: &Value<'_>) -> bool {
        let mut message = format!(
            "unknown key `{}` in `{}`; the keys are `patch`, `mode` and `max_entries`",
            shown(key.get_ref()),
            shown(name)
        );
        if let DeValue::Table(table) = value.get_ref() {
            if let Some(whole) = inner_name(name, key) {
                if is_name(&whole) {
                    let whole = shown(&whole);
                    message = format!("{message}; for a component `{whole}` write `[\"{whole}\"]`");
                }
                self.inner(whole, table);
            }
        }
        self.warn(diagnostics::UNKNOWN_KEY, key.span(), message);
        matches!(value.get_ref(), DeValue::String(word) if word.parse::<Mode>().is_ok())
    }

    /// Notes nested tables: they may be meant for components with dots in their names. The recursion is bounded by the depth of TOML, 80.
    fn inner(&mut self, name: String, table: &DeTable<'_>) {
        let mut has_settings = false;
        for (key, value) in table {
            match value.get_ref() {
                DeValue::Table(table) => {
                    if let Some(name) = inner_name(&name, key) {
                        self.inner(name, table);
                    }
                }
                _ => has_settings = true,
            }
        }
        if has_settings {
            self.unclear.push((name, "a table in another"));
        }
    }

    /// Returns a mode as it is written; of another type, its source text, which is not a mode either.
    fn mode(&mut self, name: &str, key: &str, value: &Value<'_>) -> String {
        if let DeValue::String(word) = value.get_ref() {
            if let Err(why) = word.parse::<Mode>() {
                let message = format!("`{key}` of `{}`: {why}", shown(name));
                self.warn(diagnostics::UNKNOWN_MODE, value.span(), message);
            }
            return word.clone().into_owned();
        }
        let found = kind(value.get_ref());
        let name = shown(name);
        let message = format!(
            "`{key}` of `{name}` is {found}; write `\"replace\"`, `\"append\"` or `\"prepend\"`"
        );
        self.wrong_type(value.span(), message);
        match value.get_ref() {
            DeValue::Array(_) | DeValue::Table(_) => found.to_owned(),
            _ => self.text.get(value.span()).unwrap_or(found).to_owned(),
        }
    }

    fn count(&mut self, name: &str, value: &Value<'_>) -> Option<u64> {
        if let DeValue::Integer(number) = value.get_ref() {
            if let Ok(count) = u64::from_str_radix(number.as_str(), number.radix()) {
                return Some(count);
            }
        }
        let found = match value.get_ref() {
            DeValue::Integer(_) => "out of range",
            other => kind(other),
        };
        let name = shown(name);
        let message = format!(
            "`max_entries` of `{name}` is {found}; write a whole number from 0, such as `50`"
        );
        self.wrong_type(value.span(), message);
        None
    }

    fn not_a_table(&mut self, name: &Key<'_>, value: &Value<'_>) {
        let (key, found) = (name.get_ref(), kind(value.get_ref()));
        let message = match value.get_ref() {
            DeValue::Array(_) => {
                format!("`{key}` is {found}; a component is one table: write `[{key}]`")
            }
            _ => format!(
                "`{key}` is {found} outside of any component; write it under the name of one, as under `[status]`"
            ),
        };
        self.wrong_type(name.span(), message);
        self.unclear.push((key.clone().into_owned(), found));
    }

    fn bad_name(&mut self, name: &Key<'_>) {
        let message = format!(
            "invalid component name `{}`: a name begins with a letter or digit and continues with letters, digits, \
             `-`, `_` or `.`, and is not `boundary`",
            name.get_ref()
        );
        self.warn(diagnostics::BAD_NAME, name.span(), message);
    }

    fn warn(&mut self, code: &'static str, span: Range<usize>, message: String) {
        let found = Diagnostic::new(Severity::Warning, code, span, message);
        self.diagnostics.push(found);
    }

    fn wrong_type(&mut self, span: Range<usize>, message: String) {
        let found = Diagnostic::new(Severity::Error, diagnostics::WRONG_TYPE, span, message);
        self.diagnostics.push(found);
    }
}

/// Returns a name as messages show it.
fn shown(name: &str) -> Cow<'_, str> {
    match name.char_indices().nth(NAME_SHOWN) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()).into(),
        None => name.into(),
    }
}

/// Returns the name of the component that a nested table is probably meant for. `None` for a long one, since it is part of the name
/// of each table inside it.
fn inner_name(name: &str, key: &Key<'_>) -> Option<String> {
    let key = key.get_ref();
    (name.len() + key.len() < INNER_NAME_LIMIT).then(|| format!("{name}.{key}"))
}

/// Returns the diagnostics in the order of the text, those after the first hundred as one.
fn listed(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let rest = diagnostics.split_off(diagnostics.len().min(LISTED));
    let worst = rest.iter().map(|diagnostic| diagnostic.severity).max();
    if let (Some(first), Some(severity)) = (rest.first(), worst) {
        diagnostics.push(Diagnostic::new(
            severity,
            diagnostics::AND_MORE,
            first.span.clone(),
            format!(
                "{} more problems follow; correct the ones listed first",
                rest.len()
            ),
        ));
    }
    diagnostics
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
