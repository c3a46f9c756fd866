use std::borrow::Cow;
use std::path::PathBuf;

use interline_files::DiscoveryLayer;

/// The name of the file of a fragment, in exactly this spelling.
pub(crate) const FILE_NAME: &str = "FRAGMENT.md";

/// Where fragments come from: a directory, or the program itself.
///
/// A [`DiscoveryLayer`] is converted where a layer is expected, so that the layers of
/// [`standard_layers`](crate::standard_layers) can be used as they are.
///
/// # Examples
///
/// ```
/// use interline_fragments::{Layer, discover_fragments, standard_layers};
///
/// let translate = "---\nname: translate\ndescription: Translate text.\narguments: text\n---\nTranslate {{text}}.\n";
/// let mut layers = vec![Layer::builtin([("translate", translate)])];
/// for layer in standard_layers("/home/me/.config", "/src/app", "quill") {
///     layers.push(layer.within("fragments").into());
/// }
///
/// let found = discover_fragments(&layers);
/// assert_eq!(found.resources[0].name(), "translate");
/// assert_eq!(found.resources[0].load_body()?, "Translate {{text}}.\n");
/// # Ok::<(), interline_fragments::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layer {
    /// A directory.
    Directory(DiscoveryLayer),
    /// Fragments that are part of the program, each with a name for messages and its text. They are shadowed by those of any
    /// directory, whatever its precedence.
    Builtin(Vec<(Cow<'static, str>, Cow<'static, str>)>),
}

impl Layer {
    /// A layer of fragments that are part of the program: pairs of a name and the text of a `FRAGMENT.md`, such as from
    /// [`include_str!`].
    ///
    /// The name of the fragment is in its header. The name given here is for messages, as that of the directory of a
    /// fragment is: `<builtin>/translate/FRAGMENT.md:2:7: …`.
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

impl From<DiscoveryLayer> for Layer {
    fn from(layer: DiscoveryLayer) -> Self {
        Self::Directory(layer)
    }
}

impl From<&DiscoveryLayer> for Layer {
    fn from(layer: &DiscoveryLayer) -> Self {
        Self::Directory(layer.clone())
    }
}

impl From<&Layer> for Layer {
    fn from(layer: &Layer) -> Self {
        layer.clone()
    }
}

/// The path that messages have for the directory of a built-in fragment. It is not joined, so that no name replaces the prefix.
pub(crate) fn builtin_path(name: &str) -> PathBuf {
    PathBuf::from(format!("<builtin>/{name}"))
}
