use interline_files::{Containment, Hidden, ProjectLayers, Recovery, ScanOptions};

/// Options of [`discover_with`](crate::discover_with).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[must_use]
pub struct DiscoveryOptions {
    pub(crate) scan: ScanOptions,
    pub(crate) file_bytes: u64,
    pub(crate) header_bytes: usize,
    pub(crate) recovery: Recovery,
    pub(crate) threads: usize,
}

impl Default for DiscoveryOptions {
    fn default() -> Self {
        Self {
            scan: ScanOptions::new(),
            file_bytes: 64 << 20,
            header_bytes: 64 << 10,
            recovery: Recovery::Recover,
            threads: 0,
        }
    }
}

impl DiscoveryOptions {
    /// Makes the options of [`discover`](crate::discover).
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how files and directories whose names begin with a dot are treated. Default: [`Hidden::Skip`].
    pub fn hidden(mut self, policy: Hidden) -> Self {
        self.scan = self.scan.hidden(policy);
        self
    }

    /// Sets where symlinks may lead. Default: [`Containment::Anywhere`].
    pub fn containment(mut self, policy: Containment) -> Self {
        self.scan = self.scan.containment(policy);
        self
    }

    /// Sets whether layers of the workspace are searched. Default: [`ProjectLayers::Keep`].
    pub fn project_layers(mut self, policy: ProjectLayers) -> Self {
        self.scan = self.scan.project_layers(policy);
        self
    }

    /// Sets how many entries a layer may have. Default: 100,000.
    pub fn max_entries(mut self, entries: usize) -> Self {
        self.scan = self.scan.max_entries(entries);
        self
    }

    /// Sets the size in bytes that a file may have. Default: 64 MiB.
    pub fn file_bytes(mut self, max: u64) -> Self {
        self.file_bytes = max;
        self
    }

    /// Sets the size in bytes that a header may have, its fences included. Default: 64 KiB.
    pub fn header_bytes(mut self, max: usize) -> Self {
        self.header_bytes = max;
        self
    }

    /// Sets how a header that is not YAML is read. Default: [`Recovery::Recover`].
    pub fn recovery(mut self, policy: Recovery) -> Self {
        self.recovery = policy;
        self
    }

    /// Sets the number of threads that read files, the calling one included. Default: 0, the number of processors, at most 8, and 1 for
    /// fewer than 256 directories. The result is the same.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}
