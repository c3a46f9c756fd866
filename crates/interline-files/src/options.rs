use serde::{Deserialize, Serialize};

use crate::layer::{Layer, LayerKind};

/// The directories of a layer that are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Recursion {
    /// The directory of the layer alone.
    #[default]
    Children,
    /// The directories below it too.
    Descend,
}

/// How often a scan returns a file or directory that has several names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Duplicates {
    /// Once, under the first name.
    #[default]
    First,
    /// Under each name, for a caller who chooses among the names. A directory with `n` names is read `n` times; a symlink that leads
    /// back to a directory that contains it is an error and is not followed, and the number of entries is bounded.
    Each,
}

/// How a scan treats names that begin with a dot.
///
/// The directory of a layer is searched under any name, since it is given explicitly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Hidden {
    /// They are skipped, with everything below them, as by most programs: locks (`.#a.md`, a dangling symlink while a file is edited),
    /// swap files (`.a.md.swp`), temporary files of other writers, `.git`.
    #[default]
    Skip,
    /// They are entries like others.
    Keep,
}

/// The files and directories that symlinks may lead to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Containment {
    /// All.
    #[default]
    Anywhere,
    /// Those inside the root of the layer once all symlinks are resolved; anything else is
    /// [`Error::OutsideRoot`](crate::Error::OutsideRoot).
    ///
    /// A workspace cannot present files outside of it as its own. It is not a sandbox: a user who may write there can exchange a directory
    /// between the check and the reading.
    WithinRoot,
}

/// How a scan treats layers of the kind [`Project`](LayerKind::Project).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProjectLayers {
    /// They are searched.
    #[default]
    Keep,
    /// They are left out, for a workspace that is not trusted: nothing in them is read.
    Drop,
}

/// Options of [`scan`](crate::scan).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[must_use]
pub struct ScanOptions {
    pub(crate) recursion: Recursion,
    pub(crate) hidden: Hidden,
    pub(crate) containment: Containment,
    pub(crate) duplicates: Duplicates,
    pub(crate) project_layers: ProjectLayers,
    pub(crate) max_depth: usize,
    pub(crate) max_entries: usize,
}

impl Default for ScanOptions {
    fn default() -> Self {
        Self {
            recursion: Recursion::Children,
            hidden: Hidden::Skip,
            containment: Containment::Anywhere,
            duplicates: Duplicates::First,
            project_layers: ProjectLayers::Keep,
            max_depth: 16,
            max_entries: 100_000,
        }
    }
}

impl ScanOptions {
    /// Makes the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which directories are read. Default: [`Recursion::Children`].
    pub fn recursion(mut self, policy: Recursion) -> Self {
        self.recursion = policy;
        self
    }

    /// Sets how names that begin with a dot are treated. Default: [`Hidden::Skip`].
    pub fn hidden(mut self, policy: Hidden) -> Self {
        self.hidden = policy;
        self
    }

    /// Sets where symlinks may lead. Default: [`Containment::Anywhere`].
    pub fn containment(mut self, policy: Containment) -> Self {
        self.containment = policy;
        self
    }

    /// Sets how often a file or directory with several names is returned. Default: [`Duplicates::First`].
    pub fn duplicates(mut self, policy: Duplicates) -> Self {
        self.duplicates = policy;
        self
    }

    /// Sets whether layers of the workspace are searched. Default: [`ProjectLayers::Keep`].
    pub fn project_layers(mut self, policy: ProjectLayers) -> Self {
        self.project_layers = policy;
        self
    }

    /// Sets how many levels of directories below that of the layer [`Recursion::Descend`] reads. Default: 16.
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// Sets how many entries one layer may have, skipped ones included. Default: 100,000. A directory is read as a whole or not at all,
    /// so that the result does not depend on the order in which it lists its entries.
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.max_entries = entries;
        self
    }

    /// Returns the layers that are searched, each with its index in `layers`, in the order of the search: the highest precedence first,
    /// those of one precedence in the order given.
    #[must_use]
    pub fn in_order<'a>(&self, layers: &'a [Layer]) -> Vec<(usize, &'a Layer)> {
        let mut ordered: Vec<_> = layers
            .iter()
            .enumerate()
            .filter(|(_, layer)| {
                self.project_layers == ProjectLayers::Keep || layer.kind != LayerKind::Project
            })
            .collect();
        ordered.sort_by_key(|(_, layer)| std::cmp::Reverse(layer.precedence));
        ordered
    }
}

/// How a header that is not YAML is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recovery {
    /// Each part that is not YAML is read as text, with a diagnostic that has the fix.
    #[default]
    Recover,
    /// It is an error.
    Strict,
}
