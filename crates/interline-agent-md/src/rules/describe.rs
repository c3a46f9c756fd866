//! The rules of the dialects as Markdown, for the documentation.

use std::fmt::Write as _;

use super::lookup::{Rules, table};
use super::table::{Action, BodyLimit, KindTable, NameRule, Table, ToolsForm, Unknown};
use crate::dialect::Dialect;

/// Returns the tables of all dialects as Markdown, as they are in `docs/format.md`. A test compares the two.
#[doc(hidden)]
#[must_use]
pub fn dialect_tables() -> String {
    let mut text = String::new();
    let tables: Vec<&Table> = Dialect::ALL.into_iter().filter_map(table).collect();
    text.push_str("### Files\n\n| dialect | kind | files | required | name | tools | a field that it does not have | text |\n|---|---|---|---|---|---|---|---|\n");
    for table in &tables {
        for kind in table.kinds {
            files(&mut text, table, kind);
        }
    }
    text.push_str("\n### Fields\n\n| dialect | kind | fields |\n|---|---|---|\n");
    for table in &tables {
        for kind in table.kinds {
            let fields: Vec<String> = kind
                .fields
                .iter()
                .map(|field| format!("`{}`: {}", field.name, field.shape.expected()))
                .collect();
            let fields = if fields.is_empty() {
                "–".to_owned()
            } else {
                fields.join("; ")
            };
            row(
                &mut text,
                &[table.dialect.title(), kind.kind.as_str(), &fields],
            );
        }
    }
    text.push_str("\n### Names of tools\n\n| what it does |");
    let with_tools = || tables.iter().filter(|table| table.tools.is_some());
    for table in with_tools() {
        let _ = write!(text, " {} |", table.dialect.title());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(with_tools().count()));
    text.push('\n');
    for action in Action::ALL {
        let mut cells = vec![action.describe().to_owned()];
        for table in with_tools() {
            let tools = table.tools.into_iter().flat_map(|tools| tools.names);
            let names: Vec<String> = tools
                .filter(|(_, actions)| actions.contains(&action))
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            cells.push(if names.is_empty() {
                "–".to_owned()
            } else {
                names.join(", ")
            });
        }
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        row(&mut text, &cells);
    }
    text.push_str("\n| dialect | other names | names that were removed |\n|---|---|---|\n");
    for table in with_tools() {
        let Some(tools) = table.tools else { continue };
        let others: Vec<String> = tools
            .names
            .iter()
            .filter(|(_, actions)| actions.is_empty())
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        let removed: Vec<String> = tools
            .removed
            .iter()
            .map(|(name, successor)| match successor {
                Some(successor) => format!("`{name}` (`{successor}`)"),
                None => format!("`{name}`"),
            })
            .collect();
        let removed = if removed.is_empty() {
            "–".to_owned()
        } else {
            removed.join(", ")
        };
        row(
            &mut text,
            &[table.dialect.title(), &others.join(", "), &removed],
        );
    }
    text.push_str("\n### Fields that a conversion loses\n\nFields of an agent (of a skill, where a dialect has no agents) that the target does not have under any name.\n\n| from \\ to |");
    for table in &tables {
        let _ = write!(text, " {} |", table.dialect.title());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(tables.len()));
    text.push('\n');
    for from in &tables {
        let mut cells = vec![from.dialect.title().to_owned()];
        cells.extend(tables.iter().map(|to| lost(from, to)));
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        row(&mut text, &cells);
    }
    text.push_str("\n### Sources\n\n| dialect | read on | sources |\n|---|---|---|\n");
    for table in &tables {
        let sources: Vec<String> = table
            .sources
            .iter()
            .map(|source| format!("<https://{source}>"))
            .collect();
        row(
            &mut text,
            &[table.dialect.title(), table.date, &sources.join(" ")],
        );
    }
    text
}

fn row(text: &mut String, cells: &[&str]) {
    text.push('|');
    for cell in cells {
        let _ = write!(text, " {cell} |");
    }
    text.push('\n');
}

fn files(text: &mut String, table: &Table, kind: &KindTable) {
    let name = match kind.name {
        NameRule::Free => "free",
        NameRule::NoColon => "no `:`, no `-` first",
        NameRule::Kebab => "1 to 64 of `a-z0-9`, single `-` between",
        NameRule::Snake => "`a-z0-9-_`",
    };
    let mut name = name.to_owned();
    if kind.names_directory {
        name.push_str("; that of the directory");
    }
    if let Some(max) = kind.description {
        let _ = write!(name, "; description up to {max} characters");
    }
    let tools = match kind.tools {
        ToolsForm::Commas => "`tools`, string with commas or list",
        ToolsForm::List => "`tools`, list",
        ToolsForm::Flags => "`tools`, map",
        ToolsForm::Spaces => "`allowed-tools`, string with spaces",
        ToolsForm::Allowed => "`allowed-tools`, string or list",
        ToolsForm::Nowhere => "–",
    };
    let unknown = match kind.unknown {
        Unknown::Ignored => "is ignored",
        Unknown::Reported => "is ignored by clients, an error for the validator",
        Unknown::Refused => "is an error",
        Unknown::PassedOn => "is sent to the provider of the model",
        Unknown::Undocumented => "not documented",
    };
    let body = match kind.body {
        BodyLimit::None => "–".to_owned(),
        BodyLimit::Characters(max) => format!("up to {max} characters"),
        BodyLimit::Advised { lines, tokens: 0 } => format!("{lines} lines recommended"),
        BodyLimit::Advised { lines, tokens } => {
            format!("{lines} lines, {tokens} tokens recommended")
        }
    };
    let required: Vec<String> = kind.required.iter().map(|key| format!("`{key}`")).collect();
    let required = if required.is_empty() {
        "–".to_owned()
    } else {
        required.join(", ")
    };
    let files = format!("`{}`", kind.files);
    let cells = [
        table.dialect.title(),
        kind.kind.as_str(),
        &files,
        &required,
        &name,
        tools,
        unknown,
        &body,
    ];
    row(text, &cells);
}

/// Returns the fields of the main kind of one dialect that another does not have.
fn lost(from: &Table, to: &Table) -> String {
    if from.dialect == to.dialect {
        return "–".to_owned();
    }
    let Some(rules) = Rules::of(to.dialect, None) else {
        return "–".to_owned();
    };
    let kind = from.kinds.first();
    let fields = kind.into_iter().flat_map(|kind| kind.fields);
    let lost: Vec<String> = fields
        .filter(|field| {
            let is_tools = field.name.ends_with("tools") || field.name.ends_with("Tools");
            let has_tools = rules.main.tools != ToolsForm::Nowhere;
            rules.name_of(field.name).is_none() && !(is_tools && has_tools)
        })
        .map(|field| format!("`{}`", field.name))
        .collect();
    match lost.as_slice() {
        [] => "nothing".to_owned(),
        lost => lost.join(" "),
    }
}
