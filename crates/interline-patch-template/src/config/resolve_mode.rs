//! The mode of a component.

use std::collections::BTreeMap;

use crate::scan::Attributes;

use super::components_config::ComponentsConfig;
use super::mode::Mode;

/// Returns the mode of a component: that of the first level with a known one, otherwise the default.
///
/// The levels are: this call, `patch=` and `mode=` of the opener, `patch` and `mode` of the configuration. A level with an
/// unknown mode is skipped. But if only the default `replace` is left after one, the mode is `append`, because a typo must never
/// overwrite. The same holds for a configuration that could not be read.
pub(crate) fn resolve_mode(
    component: &str,
    attributes: &Attributes<'_>,
    calls: &BTreeMap<String, Mode>,
    config: &ComponentsConfig,
) -> Mode {
    if let Some(mode) = calls.get(component) {
        return *mode;
    }
    let mut unknown = config.is_unread();
    let config = config.get(component);
    let values = [
        attributes.get("patch"),
        attributes.get("mode"),
        config.and_then(|config| config.patch.as_deref()),
        config.and_then(|config| config.mode.as_deref()),
    ];
    for value in values.into_iter().flatten() {
        match value.parse() {
            Ok(mode) => return mode,
            Err(_) => unknown = true,
        }
    }
    match Mode::built_in(component) {
        Mode::Replace if unknown => Mode::Append,
        mode => mode,
    }
}
