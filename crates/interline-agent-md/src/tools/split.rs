use std::ops::Range;

use interline_frontmatter::Value;

/// The separator between the names of tools in a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToolSeparator {
    /// Commas. In a string without a comma, spaces where every word looks like the name of a tool, as in `Read Bash(git:*)`.
    #[default]
    Comma,
    /// Commas and white space.
    CommaOrWhitespace,
}

/// The error about a parenthesis that is not closed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing closes the parenthesis of `{name}`: expected `)`")]
pub struct UnclosedTool {
    /// The name that contains it, up to the next comma.
    pub name: String,
    /// The bytes of that name in the text.
    pub span: Range<usize>,
}

/// Splits the names of tools in a string such as `Read, Bash(git add:*, git commit:*)`.
///
/// Text in parentheses or quotes is not split. Names are returned without the white space and quotes around them, empty ones are left out.
/// Linear in `text`.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{ToolSeparator, split_tools};
///
/// let names = split_tools("Read, Bash(git add:*, git commit:*)", ToolSeparator::Comma)?;
/// assert_eq!(names, ["Read", "Bash(git add:*, git commit:*)"]);
/// let names = split_tools("Bash(git:*) Read", ToolSeparator::CommaOrWhitespace)?;
/// assert_eq!(names, ["Bash(git:*)", "Read"]);
/// # Ok::<(), interline_agent_md::UnclosedTool>(())
/// ```
///
/// # Errors
///
/// When a parenthesis is not closed, so that the end of the name is unknown.
pub fn split_tools(text: &str, separator: ToolSeparator) -> Result<Vec<&str>, UnclosedTool> {
    let mut names = Vec::new();
    let parts = cut(text, b",\n\r")?;
    let has_comma = parts
        .iter()
        .any(|part| text.as_bytes().get(part.end) == Some(&b','));
    for span in parts {
        let part = text.get(span).unwrap_or_default();
        if has_comma && separator == ToolSeparator::Comma {
            names.push(unquoted(part.trim()));
            continue;
        }
        let words = cut(part, b" \t").unwrap_or_default();
        let words: Vec<&str> = words
            .into_iter()
            .filter_map(|span| part.get(span))
            .filter(|word| !word.is_empty())
            .collect();
        let by_spaces = separator == ToolSeparator::CommaOrWhitespace
            || (words.len() > 1 && words.iter().all(|word| looks_like_tool(word)));
        if by_spaces {
            names.extend(words.into_iter().map(unquoted));
        } else {
            names.push(unquoted(part.trim()));
        }
    }
    names.retain(|name| !name.is_empty());
    Ok(names)
}

/// Returns the name in an item of a YAML list, which is never split. Quotes around all of it are removed.
///
/// # Errors
///
/// When a parenthesis is not closed.
pub(crate) fn item_name(text: &str) -> Result<&str, UnclosedTool> {
    cut(text, b"").map(|_| unquoted(text.trim()))
}

/// Returns the names in a string such as `[Bash, 'Edit']`: a list that was written in quotes.
pub(crate) fn quoted_list(text: &str) -> Option<&str> {
    text.trim().strip_prefix('[')?.strip_suffix(']')
}

/// Returns whether a name has a comma outside of parentheses and quotes.
pub(crate) fn has_comma(name: &str) -> bool {
    cut(name, b",").map_or(true, |parts| parts.len() > 1)
}

/// Returns the names in a string or a list, and the values that are neither a string nor null.
pub(crate) fn value_names(value: &Value, separator: ToolSeparator) -> (Vec<String>, Vec<&Value>) {
    let values = value.as_list().unwrap_or(std::slice::from_ref(value));
    let (mut names, mut others) = (Vec::new(), Vec::new());
    for value in values.iter().filter(|value| !value.is_null()) {
        match value.as_str() {
            None => others.push(value),
            Some(text) => match split_tools(text, separator) {
                Ok(split) => names.extend(split.into_iter().map(str::to_owned)),
                Err(_) => names.push(text.to_owned()),
            },
        }
    }
    (names, others)
}

/// Returns whether a name has white space outside of parentheses and quotes.
pub(crate) fn has_space(name: &str) -> bool {
    cut(name, b" \t").map_or(true, |parts| parts.len() > 1)
}

/// Returns the spans between the separators outside of parentheses and quotes.
fn cut(text: &str, separators: &[u8]) -> Result<Vec<Range<usize>>, UnclosedTool> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0_usize);
    let mut opened = 0;
    // Whether more quotes of a kind may follow. After the last one no closing quote is searched, which keeps the search linear.
    let (mut more_double, mut more_single) = (true, true);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => {
                if depth == 0 {
                    opened = start;
                }
                depth += 1;
            }
            b')' => depth = depth.saturating_sub(1),
            b'"' | b'\'' if may_quote(bytes, at, start) => {
                let more = if byte == b'"' {
                    &mut more_double
                } else {
                    &mut more_single
                };
                if *more {
                    let rest = bytes.get(at + 1..).unwrap_or_default();
                    match rest.iter().position(|b| *b == byte) {
                        Some(distance) => at += 1 + distance,
                        None => *more = false,
                    }
                }
            }
            // Most bytes are of names, which are no separators.
            _ if byte.is_ascii_alphanumeric() => {}
            _ if depth == 0 && separators.contains(&byte) => {
                spans.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        let rest = text.get(opened..).unwrap_or_default();
        let name = rest.split([',', '\n', '\r']).next().unwrap_or_default();
        let spaces = name.len() - name.trim_start().len();
        let name = name.trim();
        return Err(UnclosedTool {
            name: name.to_owned(),
            span: opened + spaces..opened + spaces + name.len(),
        });
    }
    spans.push(start..text.len());
    Ok(spans)
}

/// Returns whether a character is a quote: at the start of a name or an argument. Elsewhere it is an apostrophe.
fn may_quote(bytes: &[u8], at: usize, start: usize) -> bool {
    at == start
        || bytes
            .get(at - 1)
            .is_some_and(|b| matches!(b, b' ' | b'\t' | b'(' | b',' | b':' | b'='))
}

fn unquoted(name: &str) -> &str {
    // In `'a' or 'b'` the quotes at the ends are not a pair.
    let inner = |quote: char| {
        let inner = name.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(inner).filter(|inner| !inner.contains(quote))
    };
    inner('"').or_else(|| inner('\'')).unwrap_or(name).trim()
}

/// Returns whether a word is a name such as `Read`, `Bash(git:*)`, `mcp__server__tool`.
fn looks_like_tool(word: &str) -> bool {
    let name = word.split('(').next().unwrap_or_default();
    let letters = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    let closed = name.len() == word.len() || word.ends_with(')');
    let begins = name.starts_with(|c: char| c.is_ascii_uppercase()) || name.starts_with("mcp__");
    letters && closed && begins
}
