/// The fields that the schema knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Session,
    Resume,
    Agent,
    Model,
    Branch,
    TmuxSession,
    Mode,
    Format,
    Write,
    Stream,
    Links,
    ClaudeArgs,
}

impl Field {
    /// All fields, in the order in which they are written.
    pub(super) const ALL: [Self; 12] = [
        Self::Session,
        Self::Resume,
        Self::Agent,
        Self::Model,
        Self::Branch,
        Self::TmuxSession,
        Self::Mode,
        Self::Format,
        Self::Write,
        Self::Stream,
        Self::Links,
        Self::ClaudeArgs,
    ];

    /// The name that is written, then those that are read as well; an earlier one goes before a later one.
    pub(super) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Session => &["agent_doc_session", "session"],
            Self::Resume => &["resume"],
            Self::Agent => &["agent"],
            Self::Model => &["model"],
            Self::Branch => &["branch"],
            Self::TmuxSession => &["tmux_session"],
            Self::Mode => &["agent_doc_mode", "mode", "response_mode"],
            Self::Format => &["agent_doc_format"],
            Self::Write => &["agent_doc_write"],
            Self::Stream => &["agent_doc_stream"],
            Self::Links => &["links", "related_docs"],
            Self::ClaudeArgs => &["claude_args"],
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The field of a key, and which of its names that is: 0 for the one that is written.
    pub(super) fn of(key: &str) -> Option<(Self, usize)> {
        Self::ALL.into_iter().find_map(|field| {
            let rank = field.names().iter().position(|name| *name == key)?;
            Some((field, rank))
        })
    }
}
