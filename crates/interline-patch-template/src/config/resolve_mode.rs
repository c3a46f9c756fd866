//! Which mode a patch has.

use std::collections::BTreeMap;

use crate::scan::Attributes;

use super::components_config::ComponentsConfig;
use super::mode::Mode;

/// The mode for a component: the first level that knows a word, else what is built in.
///
/// The levels: this call, `patch=` and `mode=` of the opener, `patch` and `mode` of the configuration. A level with
/// an unknown word has no opinion, but when only the built-in `replace` is left behind one, `append` is taken, because
/// a typo must never overwrite. The same holds for a configuration that could not be read.
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
    let words = [
        attributes.get("patch"),
        attributes.get("mode"),
        config.and_then(|config| config.patch.as_deref()),
        config.and_then(|config| config.mode.as_deref()),
    ];
    for word in words.into_iter().flatten() {
        match word.parse() {
            Ok(mode) => return mode,
            Err(_) => unknown = true,
        }
    }
    match Mode::built_in(component) {
        Mode::Replace if unknown => Mode::Append,
        mode => mode,
    }
}
