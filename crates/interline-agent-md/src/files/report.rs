use std::path::{Path, PathBuf};

use interline_text::{Diagnostic, Report};

use crate::{AgentDef, Error};

/// What a directory or several layers hold.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct LoadReport {
    /// The agents, one of each name: layers of higher precedence first, in a layer in the order of the names of files.
    pub agents: Vec<LoadedAgent>,
    /// What could not be read, in the same order.
    pub problems: Vec<Problem>,
    /// Files that were skipped, in the same order.
    pub skipped: Vec<Skipped>,
    /// Agents that gave way to another of the same name, in the same order.
    pub shadowed: Vec<Shadowed>,
}

/// An agent and its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedAgent {
    /// The file, as it was found: links not followed.
    pub path: PathBuf,
    /// The index of its layer among those given; 0 for a single directory.
    pub layer: usize,
    /// The agent.
    pub agent: AgentDef,
    /// What was seen in reading it.
    pub diagnostics: Vec<Diagnostic>,
    /// The file, for the places of the diagnostics; `None` when there are none.
    pub text: Option<String>,
}

/// Something that could not be read. It costs no other agent.
#[derive(Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The file or directory.
    pub path: PathBuf,
    /// The name of the agent in it, when it was reached.
    pub name: Option<String>,
    /// What is wrong.
    pub error: Error,
    /// The file, for the place of the error; `None` when it could not be read.
    pub text: Option<String>,
}

impl Problem {
    /// The message with an excerpt, when it is about a place in a text.
    #[must_use]
    pub fn report(&self) -> Option<Report<'_>> {
        let text = self.text.as_deref()?;
        Some(self.error.report(text))
    }
}

/// A file that was skipped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub reason: SkipReason,
}

/// Why a file was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipReason {
    /// It has no header: an ordinary document.
    NoFrontmatter,
    /// It begins with a line `---` that is a thematic break.
    ThematicBreak(Diagnostic),
    /// Its name does not end in, or is not, what is expected of an agent here.
    WrongName {
        /// The ending, or the name.
        expected: String,
    },
}

/// An agent that gave way to another of its name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Shadowed {
    /// The agent.
    pub loaded: LoadedAgent,
    /// The file of the agent that is taken.
    pub winner: PathBuf,
}

/// What a search for a name came to.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Found<'r> {
    /// The agent.
    Agent(&'r LoadedAgent),
    /// The file that should hold it is broken.
    Broken(&'r Problem),
}

impl LoadReport {
    /// The agent of this name; when there is none, the problem of a file that is called so or names it.
    ///
    /// Linear.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Found<'_>> {
        let agent = self.agents.iter().find(|loaded| loaded.agent.name == name);
        if let Some(agent) = agent {
            return Some(Found::Agent(agent));
        }
        let is_file = |path: &Path| crate::parse::name_of_file(path).as_deref() == Some(name);
        let by_name = self
            .problems
            .iter()
            .find(|problem| problem.name.as_deref() == Some(name));
        let by_file = || {
            let mut unnamed = self
                .problems
                .iter()
                .filter(|problem| problem.name.is_none());
            unnamed.find(|problem| is_file(&problem.path))
        };
        by_name.or_else(by_file).map(Found::Broken)
    }
}
