//! Headers in other formats, and headers that do not start at the first byte.

use std::fmt;
use std::ops::Range;

use super::split::{Split, split};

/// The format of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FrontmatterFormat {
    /// YAML between lines of `---`, which this crate reads and edits.
    Yaml,
    /// TOML between lines of `+++`, as in Hugo and Zola.
    Toml,
    /// A JSON object before the body, as in Hugo.
    Json,
}

impl FrontmatterFormat {
    /// Detects the format of the header that `text` starts with. A header that [`split`] does not find counts as well: one after a blank line,
    /// after spaces or invisible characters.
    ///
    /// Looks for the end of a header that [`split`] does not find, otherwise only at the first bytes: at most linear in `text`.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_frontmatter::FrontmatterFormat;
    ///
    /// let of = FrontmatterFormat::of;
    /// assert_eq!(of("---\ntitle: x\n---\n"), Some(FrontmatterFormat::Yaml));
    /// assert_eq!(of("\n---\ntitle: x\n---\n"), Some(FrontmatterFormat::Yaml));
    /// assert_eq!(of("+++\ntitle = \"x\"\n+++\n"), Some(FrontmatterFormat::Toml));
    /// assert_eq!(of("{ \"title\": \"x\" }\n"), Some(FrontmatterFormat::Json));
    /// assert_eq!(of("# Title\n"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        match split(text) {
            Split::None => unread_header(text).map(|header| header.format),
            Split::Block(_) | Split::Unterminated { .. } => Some(Self::Yaml),
        }
    }
}

impl fmt::Display for FrontmatterFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
            Self::Json => "JSON",
        })
    }
}

/// A header that [`split`] does not find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnreadHeader {
    pub(crate) format: FrontmatterFormat,
    /// Why it is not found: the characters before the opener, otherwise the opener.
    pub(crate) span: Range<usize>,
    /// The fault and the fix.
    pub(crate) reason: String,
}

/// Returns whether a character is invisible and not whitespace in Unicode.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    )
}

/// Finds the header of a text without a block whose first visible content is nearly one.
pub(crate) fn unread_header(text: &str) -> Option<UnreadHeader> {
    // Editors and models write these before the opener unnoticed.
    let content = text.trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let start = text.len() - content.len();
    // One byte order mark is allowed and is no fault.
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let before = text.get(bom..start).unwrap_or_default();
    let end_of_line = memchr::memchr(b'\n', content.as_bytes())?;
    let line = content.get(..end_of_line)?.trim_end();
    let opener = start..start + line.len();
    let other = |format, span| UnreadHeader {
        format,
        span,
        reason: format!("the header is {format}, expected YAML between lines of `---`"),
    };
    let rest = content.get(end_of_line + 1..).unwrap_or_default();
    if content.starts_with('{') {
        return is_json(content).then(|| other(FrontmatterFormat::Json, start..start + 1));
    }
    if line == "+++" {
        return is_closed(rest, "+++", '=').then(|| other(FrontmatterFormat::Toml, opener));
    }
    let info = line.strip_prefix("---")?.trim_start();
    let (format, mark) = match info {
        "" | "yaml" | "yml" => (FrontmatterFormat::Yaml, ':'),
        "toml" => (FrontmatterFormat::Toml, '='),
        "json" => (FrontmatterFormat::Json, ':'),
        _ => return None,
    };
    // Without a key and a closer it may be a thematic break, which is no fault.
    if !is_closed(rest, "---", mark) {
        return None;
    }
    if format != FrontmatterFormat::Yaml {
        return Some(other(format, opener));
    }
    let invisible = before
        .chars()
        .find(|c| !matches!(c, ' ' | '\t' | '\r' | '\n'));
    let span = if info.is_empty() { bom..start } else { opener };
    let reason = match invisible.map(u32::from) {
        _ if !info.is_empty() => "text after the opening `---`: remove it",
        Some(code) => {
            &format!("an invisible character (U+{code:04X}) before the opening `---`: remove it")
        }
        None if before.contains('\n') => {
            "a blank line before the header: remove it, so that `---` is the first line"
        }
        None if before.is_empty() => return None,
        None => "spaces or tabs before the opening `---`: remove them",
    };
    Some(UnreadHeader {
        format,
        span,
        reason: reason.to_owned(),
    })
}

/// Returns whether the first line with content has a key, and a later line is the closer. Otherwise `---` may be a thematic break.
fn is_closed(text: &str, closer: &str, mark: char) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let is_key = first.is_some_and(|line| {
        let after = line.find(mark).and_then(|at| line.get(at + 1..));
        let is_table = mark == '=' && line.starts_with('[');
        is_table
            || after.is_some_and(|after| mark == '=' || after.is_empty() || after.starts_with(' '))
    });
    is_key && lines.any(|line| line == closer)
}

/// Returns whether a text starts like a JSON object: a brace, a string, a colon.
fn is_json(text: &str) -> bool {
    let white = [' ', '\t', '\r', '\n'];
    let inside = text.strip_prefix('{').unwrap_or_default();
    let Some(key) = inside.trim_start_matches(white).strip_prefix('"') else {
        return false;
    };
    let end = key.find(['"', '\n']);
    end.is_some_and(|end| {
        let after = key[end..].strip_prefix('"').unwrap_or_default();
        after.trim_start_matches(white).starts_with(':')
    })
}
