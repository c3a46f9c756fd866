//! The rules of the dialects as Markdown. The tables in `docs/format.md` are those of the code.
//!
//! ```sh
//! INTERLINE_WRITE_DOCS=1 cargo test -p interline-agent-md --lib describe    # writes them anew
//! ```

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::lookup::{Rules, table};
use super::table::{Action, BodyLimit, KindTable, NameRule, Table, ToolsForm, Unknown};
use crate::dialect::Dialect;

const BEGIN: &str =
    "<!-- tables: INTERLINE_WRITE_DOCS=1 cargo test -p interline-agent-md --lib describe -->\n";
const END: &str = "<!-- /tables -->\n";

#[test]
fn the_page_has_the_tables_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the mark of the tables");
    let (tables, after) = rest.split_once(END).expect("the end of the tables");
    let expected = format!("\n{}\n", dialect_tables());
    if std::env::var_os("INTERLINE_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(tables, expected, "docs/format.md is not up to date");
}

#[test]
fn actions_have_their_own_descriptions() {
    for (index, (action, _)) in Action::ALL.into_iter().enumerate() {
        assert_eq!(action as usize, index);
    }
}

/// Returns the tables of all dialects.
fn dialect_tables() -> String {
    let mut text = String::new();
    let tables: Vec<(Dialect, &Table)> = Dialect::ALL
        .into_iter()
        .filter_map(|dialect| Some((dialect, table(dialect)?)))
        .collect();
    text.push_str("### Files\n\n| dialect | kind | files | required | name | tools | a field that it does not have | text |\n|---|---|---|---|---|---|---|---|\n");
    for (dialect, table) in &tables {
        for kind in table.kinds {
            files(&mut text, *dialect, kind);
        }
    }
    text.push_str("\n### Fields\n\n| dialect | kind | fields |\n|---|---|---|\n");
    for (dialect, table) in &tables {
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
            row(&mut text, &[dialect.title(), kind.kind.as_str(), &fields]);
        }
    }
    text.push_str("\n### Names of tools\n\n| what it does |");
    let with_tools = || {
        tables
            .iter()
            .filter_map(|(dialect, table)| Some((dialect, table.tools?)))
    };
    for (dialect, _) in with_tools() {
        let _ = write!(text, " {} |", dialect.title());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(with_tools().count()));
    text.push('\n');
    for (action, description) in Action::ALL {
        let mut cells = vec![description.to_owned()];
        for (_, tools) in with_tools() {
            let names: Vec<String> = tools
                .names
                .iter()
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
    for (dialect, tools) in with_tools() {
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
        row(&mut text, &[dialect.title(), &others.join(", "), &removed]);
    }
    text.push_str("\n### Fields that a conversion loses\n\nFields of an agent (of a skill, where a dialect has no agents) that the target does not have under any name.\n\n| from \\ to |");
    for (dialect, _) in &tables {
        let _ = write!(text, " {} |", dialect.title());
    }
    text.push_str("\n|---|");
    text.push_str(&"---|".repeat(tables.len()));
    text.push('\n');
    for from in &tables {
        let mut cells = vec![from.0.title().to_owned()];
        cells.extend(tables.iter().map(|(to, _)| lost(*from, *to)));
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        row(&mut text, &cells);
    }
    text.push_str("\n### Sources\n\n| dialect | read on | sources |\n|---|---|---|\n");
    for (dialect, table) in &tables {
        let sources: Vec<String> = table
            .sources
            .iter()
            .map(|source| format!("<https://{source}>"))
            .collect();
        row(
            &mut text,
            &[dialect.title(), table.date, &sources.join(" ")],
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

fn files(text: &mut String, dialect: Dialect, kind: &KindTable) {
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
        dialect.title(),
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
fn lost((dialect, from): (Dialect, &Table), to: Dialect) -> String {
    let Some(rules) = Rules::of(to, None).filter(|_| dialect != to) else {
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
