use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use interline_content::Error;
use interline_content::{
    Agent, Category, Clock, Content, ContentLibrary, ContentOptions, ContextBuilder, Project,
};
use tempfile::TempDir;

/// A docroot that is removed with the test, in a directory with space for files outside of it.
pub(crate) struct Docroot {
    outer: TempDir,
    root: PathBuf,
}

impl Docroot {
    /// Files with what they hold.
    pub(crate) fn of<T: AsRef<[u8]>>(files: &[(&str, T)]) -> Self {
        let outer = tempfile::tempdir().unwrap();
        // The directory for temporary files may itself be a link.
        let root = outer.path().canonicalize().unwrap().join("docroot");
        std::fs::create_dir(&root).unwrap();
        let docroot = Self { outer, root };
        for (path, text) in files {
            docroot.write(path, text);
        }
        docroot
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The directory that contains the docroot.
    pub(crate) fn outside(&self) -> &Path {
        self.outer.path()
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub(crate) fn library(&self, project: Project) -> ContentLibrary {
        ContentLibrary::new(&self.root, project).unwrap()
    }

    pub(crate) fn library_with(&self, options: ContentOptions) -> ContentLibrary {
        ContentLibrary::with_options(&self.root, docs(), options).unwrap()
    }

    /// The files of the category `docs` in `docs`, seen by an agent `Notary`.
    pub(crate) fn docs(&self, pattern: Option<&str>) -> Result<Content, Error> {
        let answer = self
            .library(docs())
            .category_content_with("docs", pattern, &notary());
        self.is_silent(&format!("{answer:?}"));
        if let Err(error) = &answer {
            self.is_silent(&format!("{error} {}", error.instruction()));
        }
        answer
    }

    /// The one file of that category.
    pub(crate) fn text(&self) -> String {
        self.docs(None).unwrap().to_text().unwrap()
    }

    pub(crate) fn error(&self) -> Error {
        self.docs(None).unwrap_err()
    }

    /// No word of where the docroot is.
    pub(crate) fn is_silent(&self, text: &str) {
        let outer = self.outer.path().canonicalize().unwrap();
        let name = outer.file_name().unwrap().to_str().unwrap();
        assert!(!text.contains(name), "tells where the docroot is: {text}");
    }
}

pub(crate) fn docs() -> Project {
    Project::new("interline").category(Category::new("docs", "docs"))
}

pub(crate) const SECONDS: u64 = 1_703_466_123;

pub(crate) fn time() -> SystemTime {
    UNIX_EPOCH + Duration::new(SECONDS, 500_000_000)
}

pub(crate) fn notary() -> ContextBuilder {
    ContextBuilder::new()
        .clock(Clock::Fixed(time()))
        .agent(&Agent::new().name("Notary").prompt_character("/"))
}

/// Paths of the files, relative to the docroot.
pub(crate) fn locations(content: &Content) -> Vec<&str> {
    let files = content.files.iter();
    files.map(|file| file.location.as_str()).collect()
}
