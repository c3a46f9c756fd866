/// The escaping of a value that `{{x}}` prints. `{{{x}}}` and `{{&x}}` never escape.
///
/// One mode holds for a whole output, partials and lambdas included.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Escape {
    /// `& < > " '` become `&amp; &lt; &gt; &quot; &#39;`, as the specification requires.
    #[default]
    Html,
    /// Nothing is escaped, as prompts and Markdown need it.
    None,
    /// The function appends the escaped form of its first argument to its second.
    ///
    /// ```
    /// use interline_mustache_context::{Environment, Escape, Template};
    /// use serde_json::json;
    ///
    /// fn sql(text: &str, out: &mut String) {
    ///     *out += &text.replace('\'', "''");
    /// }
    /// let template = Template::parse("name = '{{name}}'")?;
    /// let environment = Environment::new().escape(Escape::Custom(sql));
    /// let text = template.render_with(&json!({"name": "O'Hara"}), &environment)?;
    /// assert_eq!(text, "name = 'O''Hara'");
    /// # Ok::<(), interline_mustache_context::Error>(())
    /// ```
    Custom(fn(&str, &mut String)),
}

impl Escape {
    /// Appends `text`, escaped.
    pub(crate) fn push(self, text: &str, out: &mut String) {
        match self {
            Self::Html => html(text, out),
            Self::None => out.push_str(text),
            Self::Custom(escape) => escape(text, out),
        }
    }
}

/// The bytes that are tested together. The compiler turns the test of a chunk into a few vector instructions.
const CHUNK: usize = 16;

const SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    table[b'&' as usize] = true;
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'"' as usize] = true;
    table[b'\'' as usize] = true;
    table
};

fn is_special(byte: u8) -> bool {
    matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'')
}

/// Returns the offset of the first byte from `at` that has to be escaped.
#[inline]
fn next_special(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = bytes.get(at..at + CHUNK) {
        if chunk.iter().fold(false, |any, &b| any | is_special(b)) {
            break;
        }
        at += CHUNK;
    }
    if let Some(half) = bytes.get(at..at + CHUNK / 2) {
        if !half.iter().fold(false, |any, &b| any | is_special(b)) {
            at += CHUNK / 2;
        }
    }
    let rest = bytes.get(at..)?;
    rest.iter()
        .position(|&byte| SPECIAL[byte as usize])
        .map(|found| at + found)
}

#[inline]
fn html(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut copied = 0;
    while let Some(at) = next_special(bytes, copied) {
        out.push_str(&text[copied..at]);
        out.push_str(match bytes[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        copied = at + 1;
    }
    out.push_str(&text[copied..]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn same_as_one_character_at_a_time(text in "[a&<>\"'é]{0,100}") {
            let naive: String = text
                .chars()
                .map(|c| match c {
                    '&' => "&amp;".to_owned(),
                    '<' => "&lt;".to_owned(),
                    '>' => "&gt;".to_owned(),
                    '"' => "&quot;".to_owned(),
                    '\'' => "&#39;".to_owned(),
                    other => other.to_string(),
                })
                .collect();
            let mut out = String::from("before ");
            super::html(&text, &mut out);
            prop_assert_eq!(out, format!("before {naive}"));
        }
    }
}
