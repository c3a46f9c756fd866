use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Where a layer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LayerKind {
    /// The configuration of the user.
    User,
    /// The workspace: whoever wrote what is in it, it need not be the user.
    Project,
    /// A directory that was named on the command line or in a call.
    Explicit,
    /// A package or plugin.
    Package,
}

impl fmt::Display for LayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Explicit => "explicit",
            Self::Package => "package",
        })
    }
}

/// A directory to search, and how much what is found in it weighs.
///
/// The number decides, not the kind: of two things of one name, the one from the layer of higher precedence wins.
///
/// ```
/// use std::path::Path;
/// use interline_files::DiscoveryLayer;
///
/// let layer = DiscoveryLayer::project("/home/me/code").within(".tool").within("agents");
/// assert_eq!(layer.scan_dir(), Path::new("/home/me/code/.tool/agents"));
/// assert_eq!(layer.precedence, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiscoveryLayer {
    /// Where it comes from.
    pub kind: LayerKind,
    /// The directory that [containment](crate::Containment) is about.
    pub root: PathBuf,
    /// What is searched below the root; the root itself when it is `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdirectory: Option<PathBuf>,
    /// Higher wins.
    pub precedence: u32,
}

impl DiscoveryLayer {
    /// A layer that searches `root` itself.
    pub fn new(kind: LayerKind, root: impl Into<PathBuf>, precedence: u32) -> Self {
        Self {
            kind,
            root: root.into(),
            subdirectory: None,
            precedence,
        }
    }

    /// A user layer, precedence 0.
    pub fn user(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::User, root, 0)
    }

    /// A project layer, precedence 1.
    pub fn project(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::Project, root, 1)
    }

    /// A layer that was asked for by name, precedence 2.
    pub fn explicit(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::Explicit, root, 2)
    }

    /// A layer of a package, which says itself how much it weighs.
    pub fn package(root: impl Into<PathBuf>, precedence: u32) -> Self {
        Self::new(LayerKind::Package, root, precedence)
    }

    /// The same layer, searching `subdirectory` of what it searched so far; the root stays.
    #[must_use]
    pub fn within(mut self, subdirectory: impl AsRef<Path>) -> Self {
        self.subdirectory = Some(match self.subdirectory {
            Some(outer) => outer.join(subdirectory),
            None => subdirectory.as_ref().to_owned(),
        });
        self
    }

    /// The directory that is searched. It need not exist.
    #[must_use]
    pub fn scan_dir(&self) -> PathBuf {
        match &self.subdirectory {
            Some(subdirectory) => self.root.join(subdirectory),
            None => self.root.clone(),
        }
    }
}

/// The two layers that most tools have: `tool` in the user's configuration (precedence 0), and `.tool` in the
/// workspace (precedence 1). Layers that the user names are [`DiscoveryLayer::explicit`] (2), packages bring
/// [their own](DiscoveryLayer::package).
///
/// ```
/// use interline_files::standard_layers;
///
/// let [user, project] = standard_layers("/home/me/.config", "/src/app", "quill");
/// assert_eq!(user.scan_dir().to_str(), Some("/home/me/.config/quill"));
/// assert_eq!(project.scan_dir().to_str(), Some("/src/app/.quill"));
/// ```
pub fn standard_layers(
    user_config_dir: impl Into<PathBuf>,
    workspace_root: impl Into<PathBuf>,
    tool: &str,
) -> [DiscoveryLayer; 2] {
    [
        DiscoveryLayer::user(user_config_dir).within(tool),
        DiscoveryLayer::project(workspace_root).within(format!(".{tool}")),
    ]
}
