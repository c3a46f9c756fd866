//! The prefix of each line of a component in a block quote or list item.

/// Returns `text` without `prefix` at the start of its lines; of the first line only if `text` begins a line. A line that is not
/// in all of the block quotes and list items loses as much of the prefix as it has. Linear.
pub(crate) fn without_prefix(text: &str, prefix: &str, begins_line: bool) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut has_prefix = begins_line;
    for line in text.split_inclusive('\n') {
        match std::mem::replace(&mut has_prefix, true) {
            true => push_stripped(&mut stripped, line, prefix),
            false => stripped.push_str(line),
        }
    }
    stripped
}

fn push_stripped(stripped: &mut String, line: &str, prefix: &str) {
    let bytes = line.as_bytes();
    let (mut at, mut column) = (0, 0);
    let mut rest = prefix;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("> ") {
            rest = after;
            // A person may have typed the prefix with other spacing than it is written.
            let indent = bytes[at..].iter().take_while(|&&b| b == b' ').count();
            if indent > 3 || bytes.get(at + indent) != Some(&b'>') {
                break;
            }
            at += indent + 1;
            column += indent + 1;
            if bytes.get(at) == Some(&b' ') {
                at += 1;
                column += 1;
            }
        } else {
            // The columns of the list items up to the next block quote. A prefix has nothing else in it.
            let columns = rest.len() - rest.trim_start_matches(' ').len();
            rest = rest.get(columns.max(1)..).unwrap_or_default();
            let (mut end, mut reached) = (at, column);
            while reached < column + columns {
                match bytes.get(end) {
                    Some(b' ') => reached += 1,
                    Some(b'\t') => reached += 4 - reached % 4,
                    _ => break,
                }
                end += 1;
            }
            let is_blank = matches!(bytes.get(end), None | Some(b'\n' | b'\r'));
            if reached < column + columns && !is_blank {
                break;
            }
            // A tab may reach past the columns of the item.
            let left = reached.saturating_sub(column + columns);
            (at, column) = (end, reached);
            stripped.extend(std::iter::repeat_n(' ', left));
        }
    }
    stripped.push_str(&line[at..]);
}

/// Returns `text` with `prefix` at the start of its lines. Empty lines get it without its trailing spaces. Linear.
pub(crate) fn with_prefix(text: &str, prefix: &str) -> String {
    with_prefix_if(text, prefix, true)
}

/// Returns `text` with `prefix` as [`with_prefix`] does; the first line gets it only if `text` begins a line.
pub(crate) fn with_prefix_if(text: &str, prefix: &str, begins_line: bool) -> String {
    let mut prefixed = String::with_capacity(text.len() + prefix.len() * 4);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if index > 0 || begins_line {
            prefixed.push_str(prefix_of(line, prefix));
        }
        prefixed.push_str(line);
    }
    prefixed
}

fn prefix_of<'p>(line: &str, prefix: &'p str) -> &'p str {
    match matches!(line, "\n" | "\r\n") {
        true => prefix.trim_end_matches(' '),
        false => prefix,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn removes_as_much_of_a_prefix_as_a_line_has() {
        for (prefix, line, expected) in [
            ("> ", ">a", "a"),
            ("> ", "  >  a", " a"),
            ("> ", "a", "a"),
            ("   ", "   a", "a"),
            ("   ", "  a", "  a"),
            ("   ", "\ta", " a"),
            ("   ", " ", ""),
            ("  > ", "  > a", "a"),
            ("  > ", "  a", "a"),
            (">   ", ">   a", "a"),
            ("> > ", "> a", "a"),
        ] {
            assert_eq!(without_prefix(line, prefix, true), expected, "{line:?}");
        }
        assert_eq!(without_prefix(" a\n  b\n", "  ", false), " a\nb\n");
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(500))]

        #[test]
        fn removes_the_prefix_that_was_added(
            steps in prop::collection::vec(prop::sample::select(vec!["> ", "  ", "   "]), 0..4),
            lines in prop::collection::vec(
                prop::sample::select(vec!["a\n", "\n", "\r\n", "  b\r\n", "> c\n", "    d\n", "é"]), 0..6
            ),
        ) {
            let (prefix, text) = (steps.concat(), lines.concat());
            let prefixed = with_prefix(&text, &prefix);
            prop_assert_eq!(without_prefix(&prefixed, &prefix, true), text.as_str());
            for (at, _) in text.char_indices() {
                let line = text[..at].matches('\n').count();
                let added: usize = text
                    .split_inclusive('\n')
                    .take(line + 1)
                    .map(|line| prefix_of(line, &prefix).len())
                    .sum();
                let before = &prefixed[..at + added];
                prop_assert_eq!(without_prefix(before, &prefix, true).len(), at);
            }
        }
    }
}
