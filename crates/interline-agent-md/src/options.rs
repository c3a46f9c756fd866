use std::path::Path;

use interline_files::{Containment, Hidden, ProjectLayers, Recovery, Recursion, ScanOptions};
use interline_frontmatter::ReadOptions;

use crate::dialect::Dialect;
use crate::file_kind::FileKind;
use crate::rules::Rules;

/// The files of a directory that are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Files {
    /// The files that end in `.md`, in upper or lower case.
    #[default]
    Markdown,
    /// The files with this ending, dot included, such as `.agent.md`. Case counts.
    Ending(String),
    /// The files of exactly this name, such as `SKILL.md`.
    Named(String),
}

/// Whether a file name is one of those that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileNameFit {
    Yes,
    /// It is similar, but does not have the right ending or name.
    Nearly,
    No,
}

impl Files {
    pub(crate) fn fit(&self, name: &str) -> FileNameFit {
        let lower = name.to_ascii_lowercase();
        let is_markdown = [".md", ".mdc", ".mdx", ".markdown"]
            .iter()
            .any(|ending| lower.ends_with(ending));
        let fits = match self {
            Self::Markdown => lower.ends_with(".md"),
            Self::Ending(ending) => name.ends_with(ending.as_str()),
            Self::Named(expected) => name == expected,
        };
        let nearly = match self {
            Self::Markdown | Self::Ending(_) => is_markdown,
            // A skill may have other Markdown files.
            Self::Named(expected) => lower == expected.to_ascii_lowercase(),
        };
        match (fits, nearly) {
            (true, _) => FileNameFit::Yes,
            (false, true) => FileNameFit::Nearly,
            (false, false) => FileNameFit::No,
        }
    }

    /// Returns the expected ending or name.
    pub(crate) fn expected(&self) -> &str {
        match self {
            Self::Markdown => ".md",
            Self::Ending(ending) => ending,
            Self::Named(name) => name,
        }
    }
}

/// How a header without a name is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Naming {
    /// It is an error, [`Error::MissingName`](crate::Error::MissingName).
    #[default]
    Header,
    /// The name is that of the file without its ending, and of a file `SKILL.md` that of its directory. For formats in which the path
    /// gives the name: commands, rules, skills.
    HeaderOrFile,
}

/// Options of parsing and loading agents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Options {
    pub(crate) recovery: Recovery,
    pub(crate) naming: Naming,
    pub(crate) dialect: Dialect,
    pub(crate) kind: Option<FileKind>,
    pub(crate) read: ReadOptions,
    pub(crate) file_bytes: u64,
    pub(crate) files: Files,
    pub(crate) recursion: Recursion,
    pub(crate) scan: ScanOptions,
    pub(crate) threads: usize,
    pub(crate) version_hash: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            recovery: Recovery::default(),
            naming: Naming::default(),
            dialect: Dialect::default(),
            kind: None,
            read: ReadOptions::default(),
            file_bytes: 4 << 20,
            files: Files::default(),
            recursion: Recursion::default(),
            scan: ScanOptions::new(),
            threads: 0,
            version_hash: true,
        }
    }
}

impl Options {
    /// Makes the options of [`parse`](crate::parse) and [`load_dir`](crate::load_dir).
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes the options for the files of a dialect: which files are read, whether directories are searched, the source of the name, and the
    /// dialect itself.
    pub fn for_dialect(dialect: Dialect, kind: FileKind) -> Self {
        let mut options = Self::new().dialect(dialect).kind(kind);
        let pattern = Rules::of(dialect, Some(kind)).map_or("", |rules| rules.main.files);
        let ending = pattern.rsplit('*').next().unwrap_or_default();
        if kind == FileKind::Skill {
            options = options
                .files(Files::Named("SKILL.md".to_owned()))
                .search_limits(6, 100_000);
        } else if kind != FileKind::Agent && !matches!(ending, "" | ".md") {
            options = options.files(Files::Ending(ending.to_owned()));
        }
        if kind == FileKind::Skill || pattern.contains("**") {
            options = options.recursion(Recursion::Descend);
        }
        if kind != FileKind::Agent || matches!(dialect, Dialect::OpenCode | Dialect::Copilot) {
            options = options.naming(Naming::HeaderOrFile);
        }
        options
    }

    /// Sets how a header that is not YAML is read. Default: [`Recovery::Recover`].
    pub fn recovery(mut self, policy: Recovery) -> Self {
        self.recovery = policy;
        self
    }

    /// Sets how a header without a name is read. Default: [`Naming::Header`].
    pub fn naming(mut self, policy: Naming) -> Self {
        self.naming = policy;
        self
    }

    /// Sets the dialect of the files: the diagnostics of [`validate`](crate::validate) are reported too. Default: [`Dialect::Native`], which
    /// has no rules.
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets the kind of the files. Default: the kind that the name of a file gives (`SKILL.md`, `x.agent.md`, `x.prompt.md`, `x.instructions.md`,
    /// `x.mdc`); otherwise it is unknown, and the fields of all kinds of the dialect count.
    pub fn kind(mut self, kind: FileKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Sets the size in bytes that a header may have. Default: 64 KiB.
    pub fn header_bytes(mut self, max: usize) -> Self {
        self.read = self.read.block_bytes(max);
        self
    }

    /// Sets how deep collections may be nested in a header. Default and maximum: 128.
    pub fn header_depth(mut self, max: usize) -> Self {
        self.read = self.read.depth(max);
        self
    }

    /// Sets the number of aliases that a header may have, and the number of values that they may expand to together. Default: 100 and 10,000.
    pub fn aliases(mut self, max: usize, expanded: usize) -> Self {
        self.read = self.read.aliases(max).expanded_nodes(expanded);
        self
    }

    /// Sets the size in bytes that a file may have. Default: 4 MiB.
    pub fn file_bytes(mut self, max: u64) -> Self {
        self.file_bytes = max;
        self
    }

    /// Sets which files of a directory are agents. Default: [`Files::Markdown`].
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Sets whether the directories below the directory are searched. Default: [`Recursion::Children`], only the directory itself.
    pub fn recursion(mut self, policy: Recursion) -> Self {
        self.recursion = policy;
        self.scan = self.scan.recursion(policy);
        self
    }

    /// Sets how many levels of directories are searched, and how many entries in all. Default: 16 and 100,000.
    pub fn search_limits(mut self, levels: usize, entries: usize) -> Self {
        self.scan = self.scan.max_depth(levels).max_entries(entries);
        self
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

    /// Sets whether [`version_hash`](crate::AgentProfile::version_hash) is computed. Default: `true`. A program that only reads the
    /// diagnostics saves a pass over the body.
    pub fn version_hash(mut self, is_computed: bool) -> Self {
        self.version_hash = is_computed;
        self
    }

    /// Sets the number of threads that read the files of directories, the calling one included. Default: 0, the number of processors, at
    /// most 8, and 1 for fewer than 256 files. The report is the same.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the kind of a file: that of the options, otherwise the one that its name gives for certain.
    pub(crate) fn file_kind(&self, label: &str) -> Option<FileKind> {
        self.kind.or_else(|| FileKind::of_name(Path::new(label)))
    }
}
