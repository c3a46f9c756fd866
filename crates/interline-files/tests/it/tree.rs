use std::path::{Path, PathBuf};

use interline_files::{Entry, Error, Layer, ScanOptions, scan};
use tempfile::TempDir;

/// A directory that is removed with the test.
pub(crate) struct Tree {
    directory: TempDir,
    root: PathBuf,
}

impl Tree {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        // The directory for temporary files may itself be a link.
        let root = directory.path().canonicalize().unwrap();
        Self { directory, root }
    }

    /// A tree of files, each with its path for a text; a path that ends in `/` is a directory.
    pub(crate) fn of(paths: &[&str]) -> Self {
        let tree = Self::new();
        for path in paths {
            if path.ends_with('/') {
                std::fs::create_dir_all(tree.path(path)).unwrap();
            } else {
                tree.write(path, path);
            }
        }
        tree
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        assert!(self.directory.path().exists());
        self.root.join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) -> PathBuf {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, &path).unwrap();
        path
    }

    pub(crate) fn layer(&self, path: &str, precedence: u32) -> Layer {
        Layer::package(self.path(path), precedence)
    }

    /// The result of a scan of one layer: paths in the tree, directories with a final `/`, errors with their messages.
    pub(crate) fn seen(&self, layers: &[Layer], options: &ScanOptions) -> Vec<String> {
        scan(layers, options).map(|item| self.line(item)).collect()
    }

    fn line(&self, item: Result<Entry, Error>) -> String {
        let root = format!("{}/", self.root.display());
        match item {
            Ok(entry) => {
                let path = entry.path().display().to_string().replace(&root, "");
                format!("{path}{}", if entry.is_dir() { "/" } else { "" })
            }
            Err(error) => error.to_string().replace(&root, ""),
        }
    }
}
