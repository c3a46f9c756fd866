//! Tags in the syntax of other engines, recognised once a tag is known to be an error.

use super::scan::{Kind, is_whitespace};
use crate::error::ErrorKind;

/// The length from which names are left out of messages.
const MAX_NAME: usize = 60;

/// Returns the error of a tag whose name has spaces, when it is the syntax of another engine. `name` is the text after the sigil.
pub(super) fn other_syntax(kind: Kind, name: &str, open: &str, close: &str) -> Option<ErrorKind> {
    let tag = |tag: &str| format!("`{open}{tag}{close}`");
    let section = |sigil: &str, name: &str| {
        format!("write `{open}{sigil}{name}{close}…{open}/{name}{close}`")
    };
    let (is_statement, text) = match name.strip_prefix('%') {
        // `{{% if x %}}`, and with the dash that trims spaces.
        Some(rest) => (true, rest.strip_suffix('%').unwrap_or(rest)),
        None => (false, name),
    };
    let text = text.trim_matches(|c| is_whitespace(c) || c == '-');
    let what = if is_statement {
        "statements"
    } else {
        "helpers"
    };
    if kind == Kind::Partial {
        let (partial, rest) = text.split_once(is_whitespace)?;
        let fix = format!(
            "write {}; a partial has all names that are in scope",
            tag(&format!(">{}", plain(partial)?))
        );
        return rest.contains('=').then_some(ErrorKind::OtherSyntax {
            what: "arguments of partials",
            fix,
        });
    }
    let (word, rest) = text.split_once(is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_matches(is_whitespace);
    let other = |fix| Some(ErrorKind::OtherSyntax { what, fix });
    let compute = |sigil: &str| {
        let fix = section(sigil, "name");
        format!("{fix} with a value that is computed before the render")
    };
    let opens = |sigil: &str, value: &str| match plain(value) {
        Some(name) => section(sigil, name),
        None => compute(sigil),
    };
    let opener = matches!(kind, Kind::Section | Kind::Variable | Kind::Inverted);
    match word {
        "each" | "foreach" | "range" | "with" if opener => {
            // Without the name that the item gets: `each xs as |x|`.
            let value = rest.split_once(" as ").map_or(rest, |(value, _)| value);
            other(opens("#", value.trim_matches(is_whitespace)))
        }
        "for" if opener => {
            let value = rest.split_once(" in ").map_or(rest, |(_, value)| value);
            other(opens("#", value.trim_matches(is_whitespace)))
        }
        "if" if opener => match rest.strip_prefix("not ") {
            Some(value) => other(opens("^", value.trim_matches(is_whitespace))),
            None => other(opens(if kind == Kind::Inverted { "^" } else { "#" }, rest)),
        },
        "unless" if opener => other(opens("^", rest)),
        "else" | "elif" | "elseif" | "end" | "endif" | "endfor" if opener => other(format!(
            "close the section with {}, and write `{open}^name{close}…{open}/name{close}` for when it is false",
            tag("/name")
        )),
        _ => filter(text).map(|(value, filter)| ErrorKind::OtherSyntax {
            what: "filters",
            fix: match (plain(value), plain(filter)) {
                (Some(value), Some(filter)) => format!(
                    "write {} and change the value before the render, or write `{open}#{filter}{close}{open}{value}{close}{open}/{filter}{close}` with a lambda `{filter}`",
                    tag(value)
                ),
                _ => format!("write {} and change the value before the render", tag("name")),
            },
        }),
    }
}

/// Returns the value and the name of the first filter: `x | upper`, `x | default("a")`.
fn filter(text: &str) -> Option<(&str, &str)> {
    let (value, filter) = text.split_once('|')?;
    let filter = filter.trim_matches(is_whitespace);
    let end = filter.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    let filter = end.map_or(filter, |end| filter.get(..end).unwrap_or_default());
    Some((value.trim_matches(is_whitespace), filter))
}

/// Returns the value of another engine as a name; `None` for an expression, and for one that is too long for a message.
fn plain(value: &str) -> Option<&str> {
    let value = value.strip_prefix("this.").unwrap_or(value);
    let value = match value.strip_prefix(['.', '$', '@']) {
        Some(rest) if !rest.is_empty() => rest,
        _ => value,
    };
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_name = value == "."
        || value.split('.').all(|part| !part.is_empty()) && value.chars().all(is_in_name);
    (is_name && value.len() <= MAX_NAME).then_some(if value == "this" { "." } else { value })
}
