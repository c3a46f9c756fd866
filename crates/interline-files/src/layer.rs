use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The origin of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LayerKind {
    /// The configuration of the user.
    User,
    /// The workspace. Its content may come from others than the user.
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

/// A directory to search, and its precedence.
///
/// The precedence decides, not the kind: of two files of one name, the one from the layer of higher precedence is used.
///
/// # Examples
///
/// ```
/// use std::path::Path;
/// use interline_files::Layer;
///
/// let layer = Layer::project("/home/me/code").within(".tool").within("agents");
/// assert_eq!(layer.scan_dir(), Path::new("/home/me/code/.tool/agents"));
/// assert_eq!(layer.precedence, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layer {
    /// The origin.
    pub kind: LayerKind,
    /// The directory that [containment](crate::Containment) applies to.
    pub root: PathBuf,
    /// The directory to search, relative to the root; the root itself when it is `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subdirectory: Option<PathBuf>,
    /// The precedence. A higher one shadows a lower one.
    pub precedence: u32,
}

impl Layer {
    /// Makes a layer that searches `root` itself.
    pub fn new(kind: LayerKind, root: impl Into<PathBuf>, precedence: u32) -> Self {
        Self {
            kind,
            root: root.into(),
            subdirectory: None,
            precedence,
        }
    }

    /// Makes a user layer of precedence 0.
    pub fn user(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::User, root, 0)
    }

    /// Makes a project layer of precedence 1.
    pub fn project(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::Project, root, 1)
    }

    /// Makes a layer of precedence 2 that the user named.
    pub fn explicit(root: impl Into<PathBuf>) -> Self {
        Self::new(LayerKind::Explicit, root, 2)
    }

    /// Makes a layer of a package with a precedence of its own.
    pub fn package(root: impl Into<PathBuf>, precedence: u32) -> Self {
        Self::new(LayerKind::Package, root, precedence)
    }

    /// Returns the layer with `subdirectory` of the searched directory as the one to search. The root stays.
    #[must_use]
    pub fn within(mut self, subdirectory: impl AsRef<Path>) -> Self {
        self.subdirectory = Some(match self.subdirectory {
            Some(outer) => outer.join(subdirectory),
            None => subdirectory.as_ref().to_owned(),
        });
        self
    }

    /// Returns the directory that is searched. It need not exist.
    #[must_use]
    pub fn scan_dir(&self) -> PathBuf {
        match &self.subdirectory {
            Some(subdirectory) => self.root.join(subdirectory),
            None => self.root.clone(),
        }
    }
}

/// Makes the two layers that most tools have: `tool` in the configuration of the user (precedence 0), and `.tool` in the workspace
/// (precedence 1). Layers that the user names are [`Layer::explicit`] (2), packages have [their own](Layer::package).
///
/// # Examples
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
) -> [Layer; 2] {
    [
        Layer::user(user_config_dir).within(tool),
        Layer::project(workspace_root).within(format!(".{tool}")),
    ]
}
