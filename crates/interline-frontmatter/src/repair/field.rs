/// The type of the value of a key, as far as a repair needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldKind {
    /// Running text, which people continue in column 1.
    Prose,
    /// Text.
    Text,
    /// Text that its tool reads without the rules of YAML, and without quotes.
    Bare,
    /// A list of text.
    Texts,
    /// A list or a mapping, never text.
    Structure,
    /// Text, a list or a mapping.
    Any,
}

/// The schema of a header: its keys and their types.
pub trait Fields {
    /// Returns the type of `key`; `None` for an unknown key.
    fn kind(&self, key: &str) -> Option<FieldKind>;
}

impl<F: Fn(&str) -> Option<FieldKind>> Fields for F {
    fn kind(&self, key: &str) -> Option<FieldKind> {
        self(key)
    }
}
