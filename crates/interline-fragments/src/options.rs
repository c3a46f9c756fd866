use interline_files::{Containment, Hidden, ProjectLayers, ScanOptions};

/// How [`discover_with`](crate::discover_with) searches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DiscoveryOptions {
    pub(crate) scan: ScanOptions,
    pub(crate) file_bytes: u64,
    pub(crate) header_bytes: usize,
    pub(crate) threads: usize,
}

impl Default for DiscoveryOptions {
    fn default() -> Self {
        Self {
            scan: ScanOptions::new(),
            file_bytes: 64 << 20,
            header_bytes: 64 << 10,
            threads: 0,
        }
    }
}

impl DiscoveryOptions {
    /// The defaults of [`discover_fragments`](crate::discover_fragments).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether files and directories are searched whose names begin with a dot. Default: [`Hidden::Skip`].
    #[must_use]
    pub fn hidden(mut self, policy: Hidden) -> Self {
        self.scan = self.scan.hidden(policy);
        self
    }

    /// Where links may lead. Default: [`Containment::Anywhere`].
    #[must_use]
    pub fn containment(mut self, policy: Containment) -> Self {
        self.scan = self.scan.containment(policy);
        self
    }

    /// Whether layers of the workspace count. Default: [`ProjectLayers::Keep`].
    #[must_use]
    pub fn project_layers(mut self, policy: ProjectLayers) -> Self {
        self.scan = self.scan.project_layers(policy);
        self
    }

    /// How many entries a layer may have. Default: 100,000.
    #[must_use]
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.scan = self.scan.max_entries(entries);
        self
    }

    /// The bytes that a file may have. Default: 64 MiB.
    #[must_use]
    pub fn file_bytes(mut self, max: u64) -> Self {
        self.file_bytes = max;
        self
    }

    /// The bytes that a header may have, its fences included. Default: 64 KiB.
    #[must_use]
    pub fn header_bytes(mut self, max: usize) -> Self {
        self.header_bytes = max;
        self
    }

    /// How many threads read files, that of the caller among them. Default: 0, which is as many as the machine runs, at most
    /// 8, and only the caller's for less than some 250 directories. The result is the same.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}
