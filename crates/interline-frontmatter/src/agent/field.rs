/// A field of the schema of agent documents.
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

    /// Returns the current name, which is written, then the former ones, which are read. An earlier name takes precedence.
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

    /// Returns the field of a key and the index of the key among its names: 0 for the current name.
    pub(super) fn of(key: &str) -> Option<(Self, usize)> {
        Some(match key {
            "agent_doc_session" => (Self::Session, 0),
            "session" => (Self::Session, 1),
            "resume" => (Self::Resume, 0),
            "agent" => (Self::Agent, 0),
            "model" => (Self::Model, 0),
            "branch" => (Self::Branch, 0),
            "tmux_session" => (Self::TmuxSession, 0),
            "agent_doc_mode" => (Self::Mode, 0),
            "mode" => (Self::Mode, 1),
            "response_mode" => (Self::Mode, 2),
            "agent_doc_format" => (Self::Format, 0),
            "agent_doc_write" => (Self::Write, 0),
            "agent_doc_stream" => (Self::Stream, 0),
            "links" => (Self::Links, 0),
            "related_docs" => (Self::Links, 1),
            "claude_args" => (Self::ClaudeArgs, 0),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn finds_fields_by_name() {
        for field in Field::ALL {
            for (rank, name) in field.names().iter().enumerate() {
                assert_eq!(Field::of(name), Some((field, rank)));
            }
        }
        assert_eq!(Field::of("title"), None);
    }
}
