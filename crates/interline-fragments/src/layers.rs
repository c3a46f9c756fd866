use std::path::PathBuf;

use interline_files::DiscoveryLayer;

/// The two layers that most tools have: `TOOL/fragments` in the user's configuration (precedence 0), and
/// `.TOOL/fragments` in the workspace (precedence 1).
///
/// Directories that the user names are [`DiscoveryLayer::explicit`] (2), packages bring
/// [their own](DiscoveryLayer::package).
///
/// ```
/// use interline_fragments::{DiscoveryLayer, standard_layers};
///
/// let mut layers = standard_layers("/home/me/.config", "/src/app", "quill").to_vec();
/// layers.push(DiscoveryLayer::explicit("/tmp/more"));
/// let searched: Vec<_> = layers.iter().map(|layer| (layer.precedence, layer.scan_dir())).collect();
/// assert_eq!(searched, [
///     (0, "/home/me/.config/quill/fragments".into()),
///     (1, "/src/app/.quill/fragments".into()),
///     (2, "/tmp/more".into()),
/// ]);
/// ```
pub fn standard_layers(
    user_config_dir: impl Into<PathBuf>,
    workspace_root: impl Into<PathBuf>,
    tool: &str,
) -> [DiscoveryLayer; 2] {
    interline_files::standard_layers(user_config_dir, workspace_root, tool)
        .map(|layer| layer.within("fragments"))
}
