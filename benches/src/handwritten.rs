//! Functions written by hand for one template or one header: the least that a program for it does.

use serde_json::{Map, Value};

use crate::frontmatter_inputs::Header;

fn escape_into(text: &str, output: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        output.push_str(&rest[..at]);
        output.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    output.push_str(rest);
}

fn show(value: &Value, output: &mut String) {
    match value {
        Value::String(text) => escape_into(text, output),
        Value::Number(number) => match number.as_u64() {
            Some(number) => output.push_str(itoa::Buffer::new().format(number)),
            None => output.push_str(&number.to_string()),
        },
        _ => {}
    }
}

fn show_entry(map: &Map<String, Value>, key: &str, output: &mut String) {
    if let Some(value) = map.get(key) {
        show(value, output);
    }
}

fn rows<'a>(data: &'a Value, key: &str) -> &'a [Value] {
    data.get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// Renders `mustache_inputs::TABLE`.
#[must_use]
pub fn table(data: &Value) -> String {
    let mut output = String::from("<table>");
    for row in rows(data, "rows") {
        output.push_str("<tr>");
        for cell in row.as_array().map_or(&[][..], Vec::as_slice) {
            output.push_str("<td>");
            show(cell, &mut output);
            output.push_str("</td>");
        }
        output.push_str("</tr>");
    }
    output.push_str("</table>");
    output
}

/// Renders `mustache_inputs::TEAMS`.
#[must_use]
pub fn teams(data: &Value) -> String {
    let mut output = String::from("<html><head><title>");
    let year = data.get("year").unwrap_or(&Value::Null);
    show(year, &mut output);
    output.push_str("</title></head><body><h1>CSL ");
    show(year, &mut output);
    output.push_str("</h1><ul>");
    for team in rows(data, "teams") {
        let Value::Object(team) = team else { continue };
        output.push_str("<li class=\"");
        if team.get("champion") == Some(&Value::Bool(true)) {
            output.push_str("champion");
        }
        output.push_str("\"><b>");
        show_entry(team, "name", &mut output);
        output.push_str("</b>: ");
        show_entry(team, "score", &mut output);
        output.push_str("</li>");
    }
    output.push_str("</ul></body></html>");
    output
}

/// Returns a function that renders `mustache_inputs::prompt` by copying the text between its tags. The sections of the prompt are known: a
/// sentence that `strict` shows, a list of files, a list of tools that is empty, and the last sentence.
pub fn prompt(template: &str) -> impl Fn(&Value) -> String + use<> {
    let (head, files) = template
        .split_once("\nFiles:{{#files}}")
        .unwrap_or((template, ""));
    let (_, tail) = files.split_once("{{/closing}}").unwrap_or(("", ""));
    let tail = tail.to_owned();
    // Text and names in turn; the tags of the section are left out.
    let head = head.replace("{{#strict}}", "").replace("{{/strict}}", "");
    let parts: Vec<(String, Option<String>)> = head
        .split("}}")
        .map(|part| match part.split_once("{{") {
            Some((text, name)) => (text.to_owned(), Some(name.to_owned())),
            None => (part.to_owned(), None),
        })
        .collect();
    move |data| {
        let empty = Map::new();
        let map = data.as_object().unwrap_or(&empty);
        let mut output = String::with_capacity(8 * 1024);
        for (text, name) in &parts {
            output.push_str(text);
            if let Some(name) = name {
                show_entry(map, name, &mut output);
            }
        }
        output.push_str("\nFiles:");
        for file in rows(data, "files") {
            let Value::Object(file) = file else { continue };
            output.push(' ');
            show_entry(file, "path", &mut output);
            output.push_str(" (");
            show_entry(file, "size", &mut output);
            output.push_str(" bytes)");
            if file.get("stale") == Some(&Value::Bool(true)) {
                output.push_str(", read it again");
            }
            output.push(';');
        }
        output.push_str("\nTools: ");
        if rows(data, "tools").is_empty() {
            output.push_str("There are no tools.");
        }
        if map.contains_key("closing") {
            output.push(' ');
            show_entry(map, "closing", &mut output);
        }
        output.push_str(&tail);
        output
    }
}

/// Reads the header of `frontmatter_inputs::BLOCK`, whose keys, quotes, comments and lists are known. `None` without a header.
#[must_use]
pub fn header(text: &str) -> Option<Header> {
    let rest = text.strip_prefix("---\n")?;
    let block = &rest[..rest.find("\n---\n")? + 1];
    let mut header = Header::default();
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim_start();
        match key {
            "agent_doc_session" => header.agent_doc_session = value.to_owned(),
            "agent_doc_format" => header.agent_doc_format = value.to_owned(),
            "agent" => header.agent = value.to_owned(),
            "model" => header.model = value.split("  #").next()?.to_owned(),
            "branch" => header.branch = value.to_owned(),
            "title" => header.title = value.trim_matches('"').to_owned(),
            "priority" => header.priority = value.parse().ok()?,
            "draft" => header.draft = value == "true",
            "tags" => {
                let items = value.strip_prefix('[')?.strip_suffix(']')?.split(", ");
                header.tags = items.map(str::to_owned).collect();
            }
            "links" => {
                let items = lines.clone().map_while(|line| line.strip_prefix("  - "));
                header.links = items.map(str::to_owned).collect();
            }
            "summary" => header.summary = Some(value.to_owned()),
            _ => {}
        }
    }
    Some(header)
}
