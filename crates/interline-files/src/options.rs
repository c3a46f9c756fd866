use serde::{Deserialize, Serialize};

use crate::{DiscoveryLayer, LayerKind};

/// Which directories of a layer are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Recursion {
    /// The directory of the layer alone.
    #[default]
    Children,
    /// Those below it too.
    Descend,
}

/// How often a file or directory is given that is reached under several names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Duplicates {
    /// Once, under the first name.
    #[default]
    First,
    /// Under each name, for a caller who chooses among the names. A directory that is reached `n` times is read `n` times; a link
    /// that leads back to a directory it stands in is told and not followed, and the number of entries is bounded.
    Each,
}

/// What becomes of names that begin with a dot.
///
/// The directory of a layer counts whatever it is called: who names it means it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Hidden {
    /// They are passed over, and what stands below them, as by most programs: locks (`.#a.md`, a link to no file while somebody
    /// edits), swap files (`.a.md.swp`) and halves of other writers, `.git`.
    #[default]
    Skip,
    /// They are entries like others.
    Keep,
}

/// Where links may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Containment {
    /// Anywhere.
    #[default]
    Anywhere,
    /// Only to what lies in the root of the layer once all links are followed; anything else is
    /// [`Error::OutsideRoot`](crate::Error::OutsideRoot).
    ///
    /// It keeps a workspace from passing off other files as its own. It is no sandbox: whoever may write there can
    /// exchange a directory between the check and the reading.
    WithinRoot,
}

/// What becomes of layers of the kind [`Project`](LayerKind::Project).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProjectLayers {
    /// They are searched.
    #[default]
    Keep,
    /// They are dropped, for a workspace that is not trusted: nothing in them is looked at.
    Drop,
}

/// How [`scan`](crate::scan) searches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Which directories are read. Default: [`Recursion::Children`].
    #[must_use]
    pub fn recursion(mut self, policy: Recursion) -> Self {
        self.recursion = policy;
        self
    }

    /// What becomes of names that begin with a dot. Default: [`Hidden::Skip`].
    #[must_use]
    pub fn hidden(mut self, policy: Hidden) -> Self {
        self.hidden = policy;
        self
    }

    /// Where links may lead. Default: [`Containment::Anywhere`].
    #[must_use]
    pub fn containment(mut self, policy: Containment) -> Self {
        self.containment = policy;
        self
    }

    /// What becomes of files and directories with several names. Default: [`Duplicates::First`].
    #[must_use]
    pub fn duplicates(mut self, policy: Duplicates) -> Self {
        self.duplicates = policy;
        self
    }

    /// Whether layers of the workspace count. Default: [`ProjectLayers::Keep`].
    #[must_use]
    pub fn project_layers(mut self, policy: ProjectLayers) -> Self {
        self.project_layers = policy;
        self
    }

    /// How many levels of directories below that of the layer [`Recursion::Descend`] reads. Default: 16.
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// How many entries of directories are looked at in one layer, those that are passed over too. Default: 100,000. A directory is looked at as a
    /// whole or not at all, so that the result does not depend on the order in which it gives its entries.
    #[must_use]
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.max_entries = entries;
        self
    }

    /// The layers that are searched, each with its index in `layers`, in the order in which they are: the highest
    /// precedence first, those of one precedence as they stand.
    #[must_use]
    pub fn in_order<'a>(&self, layers: &'a [DiscoveryLayer]) -> Vec<(usize, &'a DiscoveryLayer)> {
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
