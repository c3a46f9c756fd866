//! The format of case files.

/// One case: what it is called, and its fields in order.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    file: String,
    heading: String,
    line: usize,
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) key: String,
    /// Without escapes.
    pub(crate) value: String,
}

/// The kind of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Response,
    Document,
    Applying,
    Reposition,
    Slug,
    Placed,
}

/// Keys that a case of each kind may have; those with `*` more than once.
fn keys(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Response => &[
            "response",
            "unterminated",
            "fence_recovery",
            "whole_fence",
            "fenced",
            "patch*",
            "unmatched",
            "diagnostic*",
            "message*",
            "related*",
        ],
        Kind::Document => &[
            "document",
            "fence_recovery",
            "component*",
            "boundary*",
            "diagnostic*",
            "message*",
            "related*",
            "strict",
            "body",
            "line_ending",
        ],
        Kind::Applying => &[
            "document",
            "response",
            "unterminated",
            "fence_recovery",
            "whole_fence",
            "fenced",
            "boundary",
            "id",
            "summary",
            "mode*",
            "config*",
            "unmatched",
            "near",
            "prefix",
            "replay",
            "invalid_content",
            "result",
            "unchanged",
            "outcome*",
            "edits",
            "edit*",
            "edit16*",
            "lsp*",
            "ends",
            "again*",
            "diagnostic*",
            "response-diagnostic*",
            "message*",
            "related*",
        ],
        Kind::Reposition => &["document", "reposition", "summary", "result", "unchanged"],
        Kind::Slug => &["summary", "slug"],
        Kind::Placed => &["live*", "code*"],
    }
}

impl Case {
    pub(crate) fn kind(&self) -> Kind {
        match (
            self.has("reposition"),
            self.has("document"),
            self.has("response"),
        ) {
            (true, ..) => Kind::Reposition,
            (_, true, true) => Kind::Applying,
            (_, true, false) => Kind::Document,
            (_, false, true) => Kind::Response,
            (_, false, false) if self.has("live") || self.has("code") => Kind::Placed,
            (_, false, false) => Kind::Slug,
        }
    }

    pub(crate) fn title(&self) -> String {
        format!("{}:{}: {}", self.file, self.line, self.heading)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.all(key).next()
    }

    pub(crate) fn required(&self, key: &str) -> &str {
        self.get(key)
            .unwrap_or_else(|| panic!("{}: `{key}` is missing", self.title()))
    }

    pub(crate) fn all<'c>(&'c self, key: &str) -> impl Iterator<Item = &'c str> {
        self.fields
            .iter()
            .filter(move |field| field.key == key)
            .map(|field| field.value.as_str())
    }

    pub(crate) fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Panics where the value of an option is not known.
    pub(crate) fn bad_value(&self, key: &str, value: &str) -> ! {
        panic!("{}: unknown value of `{key}`: `{value}`", self.title())
    }

    /// Refuses a key that this kind of case does not have, or has once: a slip of the pen would check nothing.
    fn check(&self) -> Result<(), String> {
        let known = keys(self.kind());
        for (index, field) in self.fields.iter().enumerate() {
            let many = format!("{}*", field.key);
            let key = field.key.as_str();
            let known_once = known.contains(&key);
            if !known_once && !known.contains(&many.as_str()) {
                return Err(format!("{}: unknown key `{key}`", self.title()));
            }
            let is_first = self.fields[..index].iter().all(|other| other.key != key);
            if known_once && !is_first {
                return Err(format!("{}: `{key}` is given twice", self.title()));
            }
        }
        Ok(())
    }
}

/// Reads the cases of a file. Panics where the file is not in the format.
pub(crate) fn cases(file: &str, text: &str) -> Vec<Case> {
    read(file, text).unwrap_or_else(|why| panic!("{why}"))
}

fn read(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    let mut defaults: Vec<Field> = Vec::new();
    let mut heading = String::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if let Some(text) = line.strip_prefix('#') {
            heading = text.trim_start_matches('#').trim().to_owned();
        }
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let fields: Vec<Field> = lines
            .by_ref()
            .take_while(|(line, _)| *line != "```")
            .map(|(line, number)| field(line).map_err(|why| format!("{file}:{number}: {why}")))
            .collect::<Result<_, _>>()?;
        match info {
            "defaults" => defaults = fields,
            "case" => cases.push(case(file, &heading, number, fields, &defaults)?),
            _ => return Err(format!("{file}:{number}: unknown block `{info}`")),
        }
    }
    Ok(cases)
}

fn case(
    file: &str,
    heading: &str,
    line: usize,
    fields: Vec<Field>,
    defaults: &[Field],
) -> Result<Case, String> {
    let mut case = Case {
        file: file.to_owned(),
        heading: heading.to_owned(),
        line,
        fields,
    };
    if case.kind() == Kind::Applying {
        let missing = defaults.iter().filter(|field| !case.has(&field.key));
        let missing: Vec<Field> = missing.cloned().collect();
        case.fields.extend(missing);
    }
    case.check()?;
    Ok(case)
}

fn field(line: &str) -> Result<Field, String> {
    let (key, value) = line.split_once(' ').unwrap_or((line, ""));
    if key.is_empty() || value.starts_with([' ', '\t']) || line.ends_with([' ', '\t']) {
        return Err("a line is `key value`; outer blanks are written `\\x20`".to_owned());
    }
    Ok(Field {
        key: key.to_owned(),
        value: unescape(value)?,
    })
}

/// A value without its escapes.
pub(crate) fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let kind = escape.chars().next().ok_or("a lone `\\` at the end")?;
        let (c, len) = match kind {
            'n' => ('\n', 1),
            'r' => ('\r', 1),
            't' => ('\t', 1),
            '0' => ('\0', 1),
            '\\' => ('\\', 1),
            'x' => (code(escape.get(1..3))?, 3),
            'u' => {
                let end = escape.find('}').ok_or("`\\u{` without `}`")?;
                let digits = escape[..end].strip_prefix("u{");
                (code(digits)?, end + 1)
            }
            other => return Err(format!("unknown escape `\\{other}`")),
        };
        out.push(c);
        rest = &escape[len..];
    }
    out.push_str(rest);
    Ok(out)
}

fn code(digits: Option<&str>) -> Result<char, String> {
    digits
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .ok_or_else(|| "an escape that is no character".to_owned())
}

/// The text as a value of a case file.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let last = text.chars().count().saturating_sub(1);
    for (index, c) in text.chars().enumerate() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            ' ' if index == 0 || index == last => out.push_str("\\x20"),
            '\u{feff}' => out.push_str("\\u{feff}"),
            c if c.is_control() => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

#[test]
fn the_format_is_strict() {
    for line in [
        " a b",
        "a  b",
        "a b ",
        "a \\q",
        "a \\",
        "a \\x9",
        "a \\u{d800}",
    ] {
        assert!(field(line).is_err(), "{line:?}");
    }
    let round = "\u{20}a\\b\u{feff}\t\r\n é\0 ";
    assert_eq!(unescape(&escape(round)).as_deref(), Ok(round));
    for text in [
        "```case\nresponse a\nwhat b\n```\n",
        "```case\nresponse a\nresponse b\n```\n",
        "```cases\nresponse a\n```\n",
    ] {
        assert!(read("x.md", text).is_err(), "{text:?}");
    }
}
