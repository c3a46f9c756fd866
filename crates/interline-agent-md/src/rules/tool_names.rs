//! Judges the name of a tool by the table of a dialect.

use interline_text::{is_same_name, nearest};

use super::lookup::table;
use super::table::{Action, Servers, ToolTable};
use crate::Dialect;

/// The judgement of a dialect about the name of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It has it, or has no list of its tools.
    Known,
    /// It had it; and what replaces it.
    Removed(Option<&'static str>),
    /// It does not have it; its own name for the same; a name that is nearly the same.
    Unknown {
        own: Option<&'static str>,
        near: Option<&'static str>,
    },
}

/// `Bash` of `Bash(git:*)`.
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

pub(crate) fn verdict(name: &str, dialect: Dialect) -> Verdict {
    let Some(tools) = table(dialect).and_then(|table| table.tools) else {
        return Verdict::Known;
    };
    let base = base(name);
    if base.is_empty()
        || base.contains('*')
        || tools.find(base).is_some()
        || tools.is_of_server(base)
    {
        return Verdict::Known;
    }
    if let Some((_, successor)) = tools.removed.iter().find(|(removed, _)| *removed == base) {
        return Verdict::Removed(*successor);
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
    let near = if own.is_none() {
        // Of shorter names, too many are near.
        nearest(base, names()).filter(|near| base.len() >= 4 || is_same_name(near, base))
    } else {
        None
    };
    Verdict::Unknown { own, near }
}

impl Verdict {
    /// The message of an unknown name.
    pub(crate) fn message(self, name: &str, title: &str) -> Option<String> {
        match self {
            Self::Known | Self::Removed(_) => None,
            Self::Unknown { own: Some(own), .. } => Some(format!(
                "{title} has no tool `{name}`: its name for it is `{own}`"
            )),
            Self::Unknown {
                near: Some(near), ..
            } => Some(format!(
                "{title} has no tool `{name}`: did you mean `{near}`"
            )),
            Self::Unknown { .. } => Some(format!("{title} has no tool `{name}`")),
        }
    }
}
