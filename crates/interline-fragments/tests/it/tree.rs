use std::path::{Path, PathBuf};

use interline_fragments::{
    DiscoveryOptions, Error, FragmentResource, Layer, LoadReport, discover, discover_with,
};
use tempfile::TempDir;

/// A directory that is removed with the test.
pub(crate) struct Tree {
    _directory: TempDir,
    root: PathBuf,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self::in_directory(tempfile::tempdir().unwrap())
    }

    /// For thousands of files: in memory where the system has a directory for that, since disks take a while.
    pub(crate) fn large() -> Self {
        let directory = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::in_directory(directory.unwrap())
    }

    fn in_directory(directory: TempDir) -> Self {
        // The directory for temporary files may itself be a link.
        let root = directory.path().canonicalize().unwrap();
        Self {
            _directory: directory,
            root,
        }
    }

    /// A tree of fragments, each with its directory and name; the description is the directory.
    pub(crate) fn of(fragments: &[(&str, &str)]) -> Self {
        let tree = Self::new();
        for (directory, name) in fragments {
            tree.fragment(directory, name);
        }
        tree
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn fragment(&self, directory: &str, name: &str) -> PathBuf {
        let text =
            format!("---\nname: {name}\ndescription: from {directory}\n---\nbody of {directory}\n");
        self.write(&format!("{directory}/FRAGMENT.md"), text)
    }

    pub(crate) fn directory(&self, path: &str) {
        std::fs::create_dir_all(self.path(path)).unwrap();
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub(crate) fn layer(&self, path: &str, precedence: u32) -> Layer {
        Layer::package(self.path(path), precedence)
    }

    /// The result of a search, in lines: `name directory`, `problem: …`, `directory shadowed by directory`.
    pub(crate) fn found(&self, layers: &[Layer]) -> Vec<String> {
        self.found_with(layers, &DiscoveryOptions::new())
    }

    pub(crate) fn found_with(&self, layers: &[Layer], options: &DiscoveryOptions) -> Vec<String> {
        self.lines(&discover_with(layers, options))
    }

    pub(crate) fn lines(&self, found: &LoadReport) -> Vec<String> {
        let resources = found.values().map(|resource| {
            assert_eq!(resource.fragment_md_path, resource.path.join("FRAGMENT.md"));
            format!(
                "{} {}",
                resource.name(),
                self.short(resource.path.display())
            )
        });
        let problems = found
            .problems
            .iter()
            .map(|problem| format!("problem: {}", self.short(problem)));
        let shadowed = found.shadowed.iter().map(|shadowed| {
            let path = self.short(shadowed.loaded.value.path.display());
            format!("{path} shadowed by {}", self.short(shadowed.by.display()))
        });
        resources.chain(problems).chain(shadowed).collect()
    }

    /// A text without the path of the tree.
    pub(crate) fn short(&self, text: impl std::fmt::Display) -> String {
        text.to_string()
            .replace(&format!("{}/", self.root.display()), "")
    }
}

/// The fragments of layers in which nothing is wrong.
pub(crate) fn without_problems(layers: &[Layer]) -> Vec<FragmentResource> {
    let found = discover(layers);
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    found.into_values().collect()
}

/// The first problem of layers in which something is wrong.
pub(crate) fn first_problem(layers: &[Layer]) -> Error {
    discover(layers).problems.remove(0).error
}
