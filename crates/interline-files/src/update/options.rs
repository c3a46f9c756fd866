use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How [`update`](crate::update()) treats a file with more than one name.
///
/// A file is replaced by giving its name to another file. The other names keep leading to the old file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum HardLinks {
    /// The file is not replaced: [`Error::HardLinked`](crate::Error::HardLinked).
    ///
    /// This is the default, because only the user knows whether the other names are the same document (linked settings) or older
    /// states of it (a backup made of hard links).
    #[default]
    Refuse,
    /// The file itself is written, so that all names lead to the new text. Reported as
    /// [`written-in-place`](crate::diagnostics::WRITTEN_IN_PLACE).
    ///
    /// A complete copy of the new text is written beside the file before and removed after. A process that is killed while it writes
    /// leaves a part of the new text in the file and the complete new text in the copy (`.interline-` and six characters). A program
    /// that reads the file meanwhile may see a part. The comparison with the text that was read is made before writing: a text that a program without
    /// a lock writes in the instant after it is lost.
    InPlace,
    /// The name that was given leads to the new text, the other names lead to the old one. Reported as
    /// [`hard-link-split`](crate::diagnostics::HARD_LINK_SPLIT).
    Split,
}

/// Options of [`update`](crate::update()) and [`replace`](crate::replace).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[must_use]
pub struct UpdateOptions {
    pub(crate) wait: Duration,
    pub(crate) hard_links: HardLinks,
    pub(crate) sync_directory: bool,
    pub(crate) max_bytes: u64,
}

impl Default for UpdateOptions {
    fn default() -> Self {
        Self {
            wait: Duration::from_secs(10),
            hard_links: HardLinks::Refuse,
            sync_directory: false,
            max_bytes: u64::MAX,
        }
    }
}

impl UpdateOptions {
    /// Makes the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time to wait until another program releases its lock. Default: 10 s. It does not limit the time of the call itself.
    pub fn wait(mut self, limit: Duration) -> Self {
        self.wait = limit;
        self
    }

    /// Sets how a file with more than one name is treated. Default: [`HardLinks::Refuse`].
    pub fn hard_links(mut self, policy: HardLinks) -> Self {
        self.hard_links = policy;
        self
    }

    /// Sets whether the directory is synchronised after the file was replaced, so that the new text survives a loss of power from then on.
    /// Default: `false`. The content of the file is always synchronised: after a loss of power the file has the old text or the new
    /// one.
    pub fn sync_directory(mut self, on: bool) -> Self {
        self.sync_directory = on;
        self
    }

    /// Sets the size in bytes above which a file is not read. Default: no limit.
    pub fn max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = bytes;
        self
    }
}
