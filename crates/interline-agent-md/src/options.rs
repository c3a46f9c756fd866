use std::path::Path;

use interline_files::{Containment, Hidden, ProjectLayers, Recursion, ScanOptions};
use interline_frontmatter::ReadOptions;

use crate::{Dialect, FileKind};

/// Which files of a directory are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Files {
    /// Those that end in `.md`, in upper or lower case.
    #[default]
    Markdown,
    /// Those with this ending, dot included, such as `.agent.md`. In exactly this spelling.
    Ending(String),
    /// Those of exactly this name, such as `SKILL.md`.
    Named(String),
}

/// What a file is to a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Yes,
    /// It is like one, but does not have the right ending or name.
    Nearly,
    No,
}

impl Files {
    pub(crate) fn fit(&self, name: &str) -> Fit {
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
            // Other files of a skill are its own affair.
            Self::Named(expected) => lower == expected.to_ascii_lowercase(),
        };
        match (fits, nearly) {
            (true, _) => Fit::Yes,
            (false, true) => Fit::Nearly,
            (false, false) => Fit::No,
        }
    }

    /// What a name has to end in, or be.
    pub(crate) fn expected(&self) -> &str {
        match self {
            Self::Markdown => ".md",
            Self::Ending(ending) => ending,
            Self::Named(name) => name,
        }
    }
}

/// What happens to a header that is not YAML.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Recovery {
    /// Each part that is not YAML is taken as the text it plainly is, with a diagnostic that says what to write instead.
    #[default]
    Recover,
    /// It is an error.
    Strict,
}

/// What happens when a header gives no name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Naming {
    /// [`Error::MissingName`](crate::Error::MissingName).
    #[default]
    Header,
    /// The name is that of the file without its ending; of a file `SKILL.md` that of its directory. For formats in which the
    /// place is the name: commands, rules, skills.
    HeaderOrFile,
}

/// How many files are read at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parallelism {
    /// One after the other.
    #[default]
    One,
    /// As many as there are cores. The report is the same. Without the feature `rayon` they are read one after the
    /// other.
    AllCores,
}

/// How agents are read and found. Everything has a default.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    pub(crate) parallelism: Parallelism,
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
            parallelism: Parallelism::default(),
        }
    }
}

impl Options {
    /// The defaults of [`parse`](crate::parse) and [`load_dir`](crate::load_dir).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The options to read the files of a dialect with: which files count, whether directories are searched, where the
    /// name comes from, and the dialect itself.
    #[must_use]
    pub fn for_dialect(dialect: Dialect, kind: FileKind) -> Self {
        let options = Self::new().dialect(dialect).kind(kind);
        match (dialect, kind) {
            (_, FileKind::Skill) => options
                .files(Files::Named("SKILL.md".to_owned()))
                .recursion(Recursion::Descend)
                .search_limits(6, 100_000)
                .naming(Naming::HeaderOrFile),
            (Dialect::ClaudeCode, FileKind::Agent) => options.recursion(Recursion::Descend),
            (Dialect::ClaudeCode, FileKind::Command | FileKind::Rule) => options
                .recursion(Recursion::Descend)
                .naming(Naming::HeaderOrFile),
            (Dialect::OpenCode, FileKind::Agent | FileKind::Command) => options
                .recursion(Recursion::Descend)
                .naming(Naming::HeaderOrFile),
            (Dialect::Gemini, FileKind::Command) => options
                .files(Files::Ending(".toml".to_owned()))
                .recursion(Recursion::Descend)
                .naming(Naming::HeaderOrFile),
            (Dialect::Copilot, FileKind::Agent) => options.naming(Naming::HeaderOrFile),
            (Dialect::Copilot, FileKind::Command) => options
                .files(Files::Ending(".prompt.md".to_owned()))
                .naming(Naming::HeaderOrFile),
            (Dialect::Copilot, FileKind::Rule) => options
                .files(Files::Ending(".instructions.md".to_owned()))
                .recursion(Recursion::Descend)
                .naming(Naming::HeaderOrFile),
            (Dialect::Cursor, FileKind::Rule) => options
                .files(Files::Ending(".mdc".to_owned()))
                .recursion(Recursion::Descend)
                .naming(Naming::HeaderOrFile),
            (_, FileKind::Agent) => options,
            (_, FileKind::Command | FileKind::Rule) => options.naming(Naming::HeaderOrFile),
        }
    }

    /// What happens to a header that is not YAML. Default: [`Recovery::Recover`].
    #[must_use]
    pub fn recovery(mut self, policy: Recovery) -> Self {
        self.recovery = policy;
        self
    }

    /// What happens when a header gives no name. Default: [`Naming::Header`].
    #[must_use]
    pub fn naming(mut self, policy: Naming) -> Self {
        self.naming = policy;
        self
    }

    /// The dialect of the files: what [`validate`](crate::validate) says about it joins the diagnostics. Default:
    /// [`Dialect::Native`], about which it says nothing.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The kind of the files. Default: the kind that the name of a file gives (`SKILL.md`, `x.agent.md`, `x.prompt.md`, `x.instructions.md`,
    /// `x.mdc`); otherwise it is not known, and the fields of all kinds of the dialect count.
    #[must_use]
    pub fn kind(mut self, kind: FileKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// The bytes that a header may have. Default: 64 KiB.
    #[must_use]
    pub fn header_bytes(mut self, max: usize) -> Self {
        self.read = self.read.block_bytes(max);
        self
    }

    /// How deep collections may stand inside each other in a header. Default and most: 128.
    #[must_use]
    pub fn header_depth(mut self, max: usize) -> Self {
        self.read = self.read.depth(max);
        self
    }

    /// The aliases that a header may have, and the values that they may stand for together. Default: 100 and 10,000.
    #[must_use]
    pub fn aliases(mut self, max: usize, expanded: usize) -> Self {
        self.read = self.read.aliases(max).expanded_nodes(expanded);
        self
    }

    /// The bytes that a file may have. Default: 4 MiB.
    #[must_use]
    pub fn file_bytes(mut self, max: u64) -> Self {
        self.file_bytes = max;
        self
    }

    /// Which files of a directory are agents. Default: [`Files::Markdown`].
    #[must_use]
    pub fn files(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// Whether directories inside the directory are searched. Default: [`Recursion::Children`], only what stands in it.
    #[must_use]
    pub fn recursion(mut self, policy: Recursion) -> Self {
        self.recursion = policy;
        self.scan = self.scan.recursion(policy);
        self
    }

    /// How many levels of directories are searched, and how many entries in all. Default: 16 and 100,000.
    #[must_use]
    pub fn search_limits(mut self, levels: usize, entries: usize) -> Self {
        self.scan = self.scan.max_depth(levels).max_entries(entries);
        self
    }

    /// What becomes of files and directories whose names begin with a dot. Default: [`Hidden::Skip`], they are skipped.
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

    /// How many files are read at a time. Default: [`Parallelism::One`].
    #[must_use]
    pub fn parallelism(mut self, policy: Parallelism) -> Self {
        self.parallelism = policy;
        self
    }

    /// The kind of a file: that of the options, otherwise the one that its name gives for certain.
    pub(crate) fn file_kind(&self, label: &str) -> Option<FileKind> {
        self.kind.or_else(|| FileKind::of_name(Path::new(label)))
    }
}
