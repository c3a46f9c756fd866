use std::borrow::Cow;
use std::path::PathBuf;

use interline_files::Layer;

/// The name of the file of a fragment, in exactly this spelling.
pub(crate) const FILE_NAME: &str = "FRAGMENT.md";

/// A source of fragments: a directory, or the program itself.
///
/// A [`Layer`] is converted where a source is expected, so that the layers of [`standard_layers`](crate::standard_layers) can be used as
/// they are.
///
/// # Examples
///
/// ```
/// use interline_fragments::{FragmentSource, discover, standard_layers};
///
/// let translate = "---\nname: translate\ndescription: Translate text.\narguments: text\n---\nTranslate {{text}}.\n";
/// let mut sources = vec![FragmentSource::builtin([("translate", translate)])];
/// for layer in standard_layers("/home/me/.config", "/src/app", "quill") {
///     sources.push(layer.within("fragments").into());
/// }
///
/// let found = discover(&sources);
/// assert_eq!(found.loaded[0].value.name(), "translate");
/// assert_eq!(found.loaded[0].value.load_body()?, "Translate {{text}}.\n");
/// # Ok::<(), interline_fragments::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FragmentSource {
    /// A directory.
    Directory(Layer),
    /// Fragments that are part of the program, each with a name for messages and its text. They are shadowed by those of any
    /// directory, also one of precedence 0.
    Builtin(Vec<(Cow<'static, str>, Cow<'static, str>)>),
}

impl FragmentSource {
    /// Makes a source of fragments that are part of the program: pairs of a name and the text of a `FRAGMENT.md`, such as from
    /// [`include_str!`].
    ///
    /// The name of the fragment is in its header. The name given here appears in messages like the directory of a fragment:
    /// `<builtin>/translate/FRAGMENT.md:2:7: …`.
    pub fn builtin<N, T>(fragments: impl IntoIterator<Item = (N, T)>) -> Self
    where
        N: Into<Cow<'static, str>>,
        T: Into<Cow<'static, str>>,
    {
        let fragments = fragments.into_iter();
        Self::Builtin(
            fragments
                .map(|(name, text)| (name.into(), text.into()))
                .collect(),
        )
    }
}

impl From<Layer> for FragmentSource {
    fn from(layer: Layer) -> Self {
        Self::Directory(layer)
    }
}

impl From<&Layer> for FragmentSource {
    fn from(layer: &Layer) -> Self {
        Self::Directory(layer.clone())
    }
}

impl From<&FragmentSource> for FragmentSource {
    fn from(source: &FragmentSource) -> Self {
        source.clone()
    }
}

/// Returns the path that messages have for the directory of a built-in fragment. It is not joined, so that no name replaces the prefix.
pub(crate) fn builtin_path(name: &str) -> PathBuf {
    PathBuf::from(format!("<builtin>/{name}"))
}
