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

/// The schema of a header: returns the type of a key; `None` for an unknown key.
pub type Fields<'f> = dyn Fn(&str) -> Option<FieldKind> + 'f;
