//! The keys that some dialect knows, and what their values may be.

use interline_frontmatter::repair::FieldKind;

use crate::dialect::Shape;
use crate::{Dialect, Options};

/// Keys that no dialect defines and that real files have.
const CUSTOM: &[(&str, FieldKind)] = &[
    ("author", FieldKind::Text),
    ("category", FieldKind::Text),
    ("effort", FieldKind::Text),
    ("keywords", FieldKind::Any),
    ("prompt", FieldKind::Prose),
    ("tags", FieldKind::Any),
    ("title", FieldKind::Text),
    ("version", FieldKind::Text),
    ("worker_binding", FieldKind::Text),
];

/// Whether the value of `key` is running text, which people continue at column 1.
fn is_prose(key: &str) -> bool {
    matches!(
        key,
        "description" | "when_to_use" | "prompt" | "initialPrompt" | "compatibility"
    )
}

/// What the value of a key may be in the dialect of the options; for keys that it does not have, and for the native form, in any.
pub(crate) fn fields(options: &Options) -> impl Fn(&str) -> Option<FieldKind> + use<> {
    let (dialect, kind) = (options.dialect, options.kind);
    move |key| {
        if is_prose(key) {
            return Some(FieldKind::Prose);
        }
        let own = crate::dialect::shapes(dialect, kind, key).next();
        if let Some(shape) = own {
            return Some(kind_of(shape));
        }
        let all = Dialect::ALL
            .into_iter()
            .flat_map(|dialect| crate::dialect::shapes(dialect, None, key))
            .map(kind_of)
            .map(|kind| match kind {
                FieldKind::Bare => FieldKind::Text,
                kind => kind,
            });
        let known = all.reduce(|a, b| if a == b { a } else { FieldKind::Any });
        let custom = || CUSTOM.iter().find(|(name, _)| *name == key);
        known.or_else(|| custom().map(|(_, kind)| *kind))
    }
}

/// The native form: every key that some dialect defines.
pub(crate) fn native() -> impl Fn(&str) -> Option<FieldKind> {
    fields(&Options::default())
}

fn kind_of(shape: Shape) -> FieldKind {
    match shape {
        Shape::Text
        | Shape::TextUpTo(_)
        | Shape::Word(_)
        | Shape::Commas
        | Shape::Hint
        | Shape::Flag
        | Shape::Positive
        | Shape::UpTo(_) => FieldKind::Text,
        Shape::List => FieldKind::Texts,
        Shape::AnyList | Shape::NamesOrMaps | Shape::Map | Shape::TextMap => FieldKind::Structure,
        Shape::Globs => FieldKind::Bare,
        Shape::TextOrList | Shape::TextOrMap => FieldKind::Any,
    }
}
