//! Splitting the text that a user types after the name of a command.

/// How quotes are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// As in a shell: `\` escapes outside of quotes and before `"` and `\` in double ones.
    Shell,
    /// Quotes hold spaces together, and nothing is escaped.
    Plain,
}

/// Splits at white space that is not in quotes; `None` when nothing closes a quote, with [`Quoting::Shell`]. With [`Quoting::Plain`] such a
/// quote is a character like others. Linear.
pub(super) fn split(text: &str, quoting: Quoting) -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    let mut now: Option<String> = None;
    let mut chars = text.char_indices().peekable();
    // After the last quote of a kind no closing one is searched, which keeps the search linear.
    let last = |quote: char| text.rfind(quote);
    let (last_single, last_double) = (last('\''), last('"'));
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() {
            arguments.extend(now.take());
            continue;
        }
        let argument = now.get_or_insert_default();
        match c {
            '\\' if quoting == Quoting::Shell => {
                let escaped = chars.next().map_or('\\', |(_, c)| c);
                argument.push(escaped);
            }
            '\'' | '"' => {
                let last = if c == '"' { last_double } else { last_single };
                if last.is_none_or(|last| last <= at) {
                    if quoting == Quoting::Shell {
                        return None;
                    }
                    argument.push(c);
                    continue;
                }
                let mut is_closed = false;
                while let Some((_, inner)) = chars.next() {
                    let escapes = quoting == Quoting::Shell && c == '"' && inner == '\\';
                    let next = chars.peek().map(|(_, next)| *next);
                    if inner == c {
                        is_closed = true;
                        break;
                    } else if escapes && matches!(next, Some('"' | '\\' | '$' | '`')) {
                        argument.extend(next);
                        chars.next();
                    } else {
                        argument.push(inner);
                    }
                }
                if !is_closed && quoting == Quoting::Shell {
                    return None;
                }
            }
            c => argument.push(c),
        }
    }
    arguments.extend(now);
    Some(arguments)
}

/// Quotes a value as one word of a POSIX shell.
pub(super) fn shell_quoted(value: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !value.is_empty() && value.chars().all(is_safe) {
        return value.to_owned();
    }
    format!("'{}'", value.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_a_shell_does() {
        let all = split(r#"a "b c" 'd "e' f\ g "h\"i" '' "#, Quoting::Shell).unwrap();
        assert_eq!(all, ["a", "b c", "d \"e", "f g", "h\"i", ""]);
        assert_eq!(split("it's", Quoting::Shell), None);
        assert_eq!(split("it's a", Quoting::Plain).unwrap(), ["it's", "a"]);
        assert_eq!(
            split(r"a\b 'c d'", Quoting::Plain).unwrap(),
            ["a\\b", "c d"]
        );
        assert!(split("", Quoting::Shell).unwrap().is_empty());
    }

    #[test]
    fn quotes_for_a_shell() {
        assert_eq!(shell_quoted("a/b.md"), "a/b.md");
        assert_eq!(shell_quoted("it's; rm"), r"'it'\''s; rm'");
        assert_eq!(shell_quoted(""), "''");
    }
}
