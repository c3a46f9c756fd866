/// Defines the fields in the order in which they are written: each with its current name, which is written, and the former ones, which are
/// read. An earlier name takes precedence.
macro_rules! fields {
    ($($field:ident: $($name:literal),+;)+) => {
        /// A field of the schema of agent documents.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Field {
            $($field),+
        }

        impl Field {
            /// All fields, in the order in which they are written.
            pub(super) const ALL: [Self; 12] = [$(Self::$field),+];

            /// Returns the current name, then the former ones.
            pub(super) fn names(self) -> &'static [&'static str] {
                match self {
                    $(Self::$field => &[$($name),+],)+
                }
            }

            /// Returns the field of a key and the index of the key among its names: 0 for the current name.
            pub(super) fn of(key: &str) -> Option<(Self, usize)> {
                let field = match key {
                    $($($name)|+ => Self::$field,)+
                    _ => return None,
                };
                let rank = field.names().iter().position(|name| *name == key)?;
                Some((field, rank))
            }
        }
    };
}

fields! {
    Session: "agent_doc_session", "session";
    Resume: "resume";
    Agent: "agent";
    Model: "model";
    Branch: "branch";
    TmuxSession: "tmux_session";
    Mode: "agent_doc_mode", "mode", "response_mode";
    Format: "agent_doc_format";
    Write: "agent_doc_write";
    Stream: "agent_doc_stream";
    Links: "links", "related_docs";
    ClaudeArgs: "claude_args";
}

impl Field {
    pub(super) fn name(self) -> &'static str {
        self.names()[0]
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
