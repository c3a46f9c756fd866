use std::ops::Range;

use crate::{Error, ExpressionProblem};

/// Names that an expression may have: each is looked for in its directory.
const MAX_TERMS: usize = 256;

/// Bytes of an expression.
const MAX_BYTES: usize = 64 << 10;

/// A category or collection that an expression names, and which of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term<'a> {
    pub(crate) name: &'a str,
    /// Bytes of the expression.
    pub(crate) name_span: Range<usize>,
    pub(crate) pattern: Option<&'a str>,
    pub(crate) pattern_span: Range<usize>,
}

/// Reads names with commas between them; the grammar is in [`_format`](crate::_format). Linear.
pub(crate) fn parse(expression: &str) -> Result<Vec<Term<'_>>, Error> {
    let error = |span: Range<usize>, problem| {
        // A text that is too long to be parsed is too long for a message.
        let shown = expression.get(..MAX_BYTES).unwrap_or(expression);
        Error::expression(shown, span, problem)
    };
    if expression.len() > MAX_BYTES {
        return Err(error(0..0, ExpressionProblem::TooLong { limit: MAX_BYTES }));
    }
    let mut terms = Vec::new();
    for span in split(expression) {
        let term = trim(expression, span.clone());
        let text = expression.get(term.clone()).unwrap_or_default();
        if text.is_empty() {
            return Err(error(span, ExpressionProblem::EmptyTerm));
        }
        if terms.len() == MAX_TERMS {
            return Err(error(
                term,
                ExpressionProblem::TooManyTerms { limit: MAX_TERMS },
            ));
        }
        let (name, pattern) = match text.split_once('/') {
            Some((name, pattern)) => (name, Some(pattern)),
            None => (text, None),
        };
        let name_span = term.start..term.start + name.len();
        let pattern_span = (name_span.end + 1).min(term.end)..term.end;
        if name.is_empty() {
            return Err(error(term, ExpressionProblem::EmptyName));
        }
        if let Some((at, found)) = name.char_indices().find(|(_, c)| !is_of_name(*c)) {
            let start = term.start + at;
            return Err(error(
                start..start + found.len_utf8(),
                ExpressionProblem::BadName,
            ));
        }
        if pattern == Some("") {
            return Err(error(term, ExpressionProblem::EmptyPattern));
        }
        terms.push(Term {
            name,
            name_span,
            pattern,
            pattern_span,
        });
    }
    Ok(terms)
}

/// Whether a name of a category or collection may contain it.
pub(crate) fn is_of_name(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != ',' && c != '/'
}

/// The terms, with their spaces. A comma between braces or brackets, or after a backslash, belongs to a pattern.
fn split(expression: &str) -> Vec<Range<usize>> {
    let mut terms = Vec::new();
    let (mut start, mut braces, mut in_class) = (0, 0_usize, false);
    let mut chars = expression.char_indices();
    let mut in_pattern = false;
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if in_pattern => drop(chars.next()),
            '[' if in_pattern => in_class = true,
            ']' => in_class = false,
            '{' if in_pattern && !in_class => braces += 1,
            '}' if !in_class => braces = braces.saturating_sub(1),
            '/' => in_pattern = true,
            ',' if braces == 0 && !in_class => {
                terms.push(start..at);
                start = at + 1;
                in_pattern = false;
            }
            _ => {}
        }
    }
    terms.push(start..expression.len());
    terms
}

fn trim(text: &str, span: Range<usize>) -> Range<usize> {
    let part = text.get(span.clone()).unwrap_or_default();
    let start = span.end - part.trim_start().len();
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_and_their_places() {
        let text = " docs ,é/{a,b}*.md,x/[,]y, z/a\\,b/ c ";
        let terms = parse(text).unwrap();
        let shown: Vec<_> = terms
            .iter()
            .map(|term| {
                assert_eq!(&text[term.name_span.clone()], term.name);
                assert_eq!(
                    &text[term.pattern_span.clone()],
                    term.pattern.unwrap_or_default()
                );
                (term.name, term.pattern)
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("docs", None),
                ("é", Some("{a,b}*.md")),
                ("x", Some("[,]y")),
                ("z", Some("a\\,b/ c")),
            ]
        );
    }

    proptest::proptest! {
        #![proptest_config(interline_testing::proptest_cases(256))]

        #[test]
        fn nothing_is_lost_between_commas(text in "[ab,/{}\\[\\]\\\\ é\\n]{0,40}") {
            let spans = split(&text);
            proptest::prop_assert_eq!(spans.first().map(|span| span.start), Some(0));
            proptest::prop_assert_eq!(spans.last().map(|span| span.end), Some(text.len()));
            for pair in spans.windows(2) {
                proptest::prop_assert_eq!(&text[pair[0].end..pair[1].start], ",");
            }
            let _ = parse(&text);
        }
    }
}
