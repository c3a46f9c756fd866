//! Closing brackets in the column of their key.
//!
//! ```yaml
//! tags: [
//!   'a',
//! ]
//! ```
//!
//! The parser requires such a bracket to be indented unless the item before it is plain. Other readers accept it. So a block that the
//! parser refuses there is read once more with one space before such brackets, and the locations are mapped back.

use super::offsets::narrow;
use super::problem::Problem;
use super::tree::{Kind, Node, Style};

/// Returns whether the parser stopped at a closing bracket that is the first character of its line.
pub(super) fn is_refused_bracket(yaml: &str, problem: &Problem) -> bool {
    problem.is_syntax("invalid indentation")
        && yaml
            .get(problem.span.clone())
            .is_some_and(|found| matches!(found, "]" | "}"))
        && is_first(yaml, problem.span.start)
}

fn is_first(yaml: &str, at: usize) -> bool {
    let before = yaml.get(..at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
}

/// Reads `yaml` by `parse` with a space before each closing bracket that is the first character of its line.
///
/// A first reading shows which of them close something; one inside a plain scalar would become a part of it. Linear: at most two
/// readings.
pub(super) fn read<'a>(
    yaml: &'a str,
    parse: impl Fn(&str) -> Result<Vec<Node<'static>>, Problem>,
) -> Result<Vec<Node<'a>>, Problem> {
    let found = candidates(yaml);
    let shifted = Shifted::new(yaml, found);
    let nodes = parse(&shifted.copy).map_err(|problem| shifted.problem(problem))?;
    let closing = shifted.closing(&nodes);
    // Nearly always, so that one more reading is enough.
    if closing.len() == shifted.at.len() {
        return Ok(shifted.nodes(nodes));
    }
    let shifted = Shifted::new(yaml, closing);
    let nodes = parse(&shifted.copy).map_err(|problem| shifted.problem(problem))?;
    Ok(shifted.nodes(nodes))
}

/// Returns the closing brackets at the start of a line, except in the lines of a block scalar, where a space is text.
fn candidates(yaml: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    // The least indent of the lines of a block scalar; the indent of its header while its first line is awaited.
    let mut scalar: Option<usize> = None;
    let mut awaited: Option<Header> = None;
    for line in yaml.split_inclusive(['\n', '\r']) {
        let at = start;
        start += line.len();
        let content = line.trim_end_matches(['\n', '\r']);
        let indent = content.len() - content.trim_start_matches(' ').len();
        let content = &content[indent..];
        if content.is_empty() {
            continue;
        }
        if let Some(header) = awaited.take() {
            scalar = header.least(indent);
        }
        if scalar.is_some_and(|least| indent >= least) {
            continue;
        }
        scalar = None;
        let text = content.trim_start_matches('\t');
        if text.starts_with([']', '}']) {
            found.push(at + indent + content.len() - text.len());
        }
        awaited = Header::at_the_end_of(content, indent);
    }
    found
}

/// A possible header of a block scalar at the end of a line.
struct Header {
    indent: usize,
    /// Whether it is alone on its line. Its parent is then on a line above, so that the indent of its line does not bound the scalar.
    is_alone: bool,
    has_width: bool,
}

impl Header {
    fn at_the_end_of(content: &str, indent: usize) -> Option<Self> {
        let code = content.find(" #").map_or(content, |at| &content[..at]);
        let code = code.trim_end_matches([' ', '\t']);
        let last = code.rsplit([' ', '\t']).next()?;
        let flags = last.strip_prefix(['|', '>'])?;
        let is_header = flags.len() <= 2
            && flags
                .bytes()
                .all(|b| matches!(b, b'+' | b'-') || b.is_ascii_digit());
        is_header.then(|| Self {
            indent,
            is_alone: last.len() == code.len(),
            has_width: flags.bytes().any(|b| b.is_ascii_digit()),
        })
    }

    /// Returns the least indent of its lines, the first of which has the indent `first`; `None` when that line is not part of the scalar.
    fn least(&self, first: usize) -> Option<usize> {
        if self.is_alone {
            Some(if self.has_width { 0 } else { first })
        } else if first <= self.indent {
            None
        } else if self.has_width {
            Some(self.indent + 1)
        } else {
            Some(first)
        }
    }
}

/// A copy of a block with one more space at some offsets.
struct Shifted {
    copy: String,
    /// The offsets in the block, in order.
    at: Vec<usize>,
}

impl Shifted {
    fn new(yaml: &str, at: Vec<usize>) -> Self {
        let mut copy = String::with_capacity(yaml.len() + at.len());
        let mut done = 0;
        for offset in &at {
            copy.push_str(yaml.get(done..*offset).unwrap_or_default());
            copy.push(' ');
            done = *offset;
        }
        copy.push_str(yaml.get(done..).unwrap_or_default());
        Self { copy, at }
    }

    /// Maps an offset of the copy to the block. A binary search, since each node is mapped.
    fn original(&self, at: usize) -> usize {
        // The space number `n` is `n` bytes further on in the copy.
        let (mut low, mut high) = (0, self.at.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.at[middle] + middle < at {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        at - low
    }

    fn problem(&self, problem: Problem) -> Problem {
        let span = self.original(problem.span.start)..self.original(problem.span.end);
        Problem { span, ..problem }
    }

    /// Returns the offsets of brackets that close a collection or are in quotes, where a space at the start of a line is not text.
    fn closing(&self, nodes: &[Node<'_>]) -> Vec<usize> {
        let mut ends: Vec<usize> = Vec::new();
        let mut quoted = Vec::new();
        for node in nodes {
            match node.kind {
                kind if kind.is_flow() => ends.push(node.end as usize),
                Kind::Scalar(Style::Single | Style::Double) => quoted.push(node.span()),
                _ => {}
            }
        }
        ends.sort_unstable();
        let mut quoted = quoted.into_iter().peekable();
        let closing = self.at.iter().enumerate().filter(|(number, offset)| {
            // The bracket is after this space and those before it.
            let bracket = **offset + number + 1;
            while quoted.next_if(|span| span.end <= bracket).is_some() {}
            ends.binary_search(&(bracket + 1)).is_ok()
                || quoted.peek().is_some_and(|span| span.start < bracket)
        });
        closing.map(|(_, offset)| *offset).collect()
    }

    fn nodes<'a>(&self, nodes: Vec<Node<'static>>) -> Vec<Node<'a>> {
        let mut nodes: Vec<Node<'a>> = nodes;
        for node in &mut nodes {
            for at in [&mut node.start, &mut node.content, &mut node.end] {
                *at = narrow(self.original(*at as usize));
            }
        }
        debug_assert!(self.copy.len() == self.at.len() + self.original(self.copy.len()));
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skips_brackets_in_block_scalars() {
        let yaml = "a: |\n  ]\n ]\nb: [\n  ]\n]\nc:\n  - >-2\n    }\n}\n";
        let found: Vec<&str> = candidates(yaml)
            .into_iter()
            .map(|at| yaml[..at].rsplit('\n').next().unwrap_or_default())
            .collect();
        assert_eq!(found, [" ", "  ", "", ""]);
    }

    #[test]
    fn maps_locations_back() {
        let shifted = Shifted::new("a\n]\n]", vec![2, 4]);
        assert_eq!(shifted.copy, "a\n ]\n ]");
        let offsets: Vec<usize> = (0..=7).map(|at| shifted.original(at)).collect();
        assert_eq!(offsets, [0, 1, 2, 2, 3, 4, 4, 5]);
    }
}
