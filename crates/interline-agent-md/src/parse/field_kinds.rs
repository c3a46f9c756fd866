//! The keys of all dialects, and the types of their values.

use std::collections::HashMap;
use std::sync::LazyLock;

use interline_frontmatter::repair::FieldKind;

use crate::dialect::Dialect;
use crate::file_kind::FileKind;
use crate::options::Options;
use crate::rules::{Rules, Shape};

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

/// Every key that some dialect defines or real files have, and the type of its value.
static KNOWN: LazyLock<HashMap<&'static str, FieldKind>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for rules in Dialect::ALL.into_iter().flat_map(all_rules) {
        for field in rules.fields() {
            let kind = match (field.name, kind_of(field.shape)) {
                // Running text, which people continue at column 1.
                (
                    "description" | "when_to_use" | "prompt" | "initialPrompt" | "compatibility",
                    _,
                ) => FieldKind::Prose,
                (_, FieldKind::Bare) => FieldKind::Text,
                (_, kind) => kind,
            };
            known
                .entry(field.name)
                .and_modify(|known| {
                    if *known != kind {
                        *known = FieldKind::Any;
                    }
                })
                .or_insert(kind);
        }
    }
    for (name, kind) in CUSTOM {
        known.entry(name).or_insert(*kind);
    }
    known
});

/// Returns the rules of each kind of file of a dialect.
fn all_rules(dialect: Dialect) -> impl Iterator<Item = Rules> {
    FileKind::ALL
        .into_iter()
        .filter_map(move |kind| Rules::of(dialect, Some(kind)))
}

/// Returns the type of the value of a key in the dialect of the options; for keys that it does not have, and for the native dialect, in any.
pub(crate) fn fields(options: &Options) -> impl Fn(&str) -> Option<FieldKind> + use<> {
    let rules = Rules::of(options.dialect, options.kind);
    move |key| {
        let known = KNOWN.get(key).copied();
        if known == Some(FieldKind::Prose) {
            return known;
        }
        let own = known.and_then(|_| rules.and_then(|rules| rules.shape(key)));
        own.map(kind_of).or(known)
    }
}

/// Returns the types in the native dialect: every key that some dialect defines.
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
