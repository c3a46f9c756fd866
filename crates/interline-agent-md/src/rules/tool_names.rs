//! Checking the name of a tool by the table of a dialect.

use interline_text::{is_same_name, nearest};

use super::lookup::table;
use super::table::{Action, Servers, ToolTable};
use crate::dialect::Dialect;

/// The status of the name of a tool in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToolStatus {
    /// The dialect has the tool, or no list of its tools.
    Known,
    /// The dialect had the tool; and its successor.
    Removed(Option<&'static str>),
    /// The dialect does not have the tool; the end of the message, with its own name for the same action or the nearest name.
    Unknown(String),
}

/// Returns the name without its pattern: `Bash` of `Bash(git:*)`.
pub(crate) fn base(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}

impl ToolTable {
    pub(crate) fn find(&self, base: &str) -> Option<(&'static str, &'static [Action])> {
        let same =
            |known: &str| known == base || (self.any_case && known.eq_ignore_ascii_case(base));
        self.names.iter().find(|(known, _)| same(known)).copied()
    }

    fn is_of_server(&self, base: &str) -> bool {
        match self.servers {
            Servers::DoubleUnderscore => base.starts_with("mcp__"),
            Servers::Prefix => base.starts_with("mcp_"),
            Servers::Slash => base.contains('/'),
            Servers::Underscore => base.contains('_'),
        }
    }
}

pub(crate) fn status(name: &str, dialect: Dialect) -> ToolStatus {
    let Some(tools) = table(dialect).and_then(|table| table.tools) else {
        return ToolStatus::Known;
    };
    let base = base(name);
    if base.is_empty()
        || base.contains('*')
        || tools.find(base).is_some()
        || tools.is_of_server(base)
    {
        return ToolStatus::Known;
    }
    if let Some((_, successor)) = tools.removed.iter().find(|(removed, _)| *removed == base) {
        return ToolStatus::Removed(*successor);
    }
    let names = || tools.names.iter().map(|(name, _)| *name);
    let same = names().find(|name| name.eq_ignore_ascii_case(base));
    let own = same.or_else(|| {
        let (_, actions) = Dialect::ALL.into_iter().find_map(|other| {
            table(other)?
                .tools?
                .find(base)
                .filter(|(_, actions)| !actions.is_empty())
        })?;
        let first = actions.first()?;
        let found = tools.names.iter().find(|(_, own)| own.contains(first));
        found.map(|(name, _)| *name)
    });
    // A shorter name is near too many others.
    let near = || nearest(base, names()).filter(|near| base.len() >= 4 || is_same_name(near, base));
    let hint = match own {
        Some(own) => Some(format!(": its name for it is `{own}`")),
        None => near().map(|near| format!(": did you mean `{near}`")),
    };
    ToolStatus::Unknown(hint.unwrap_or_default())
}

impl ToolStatus {
    /// Returns the message about an unknown name.
    pub(crate) fn message(self, name: &str, title: &str) -> Option<String> {
        match self {
            Self::Known | Self::Removed(_) => None,
            Self::Unknown(hint) => Some(format!("{title} has no tool `{name}`{hint}")),
        }
    }
}
