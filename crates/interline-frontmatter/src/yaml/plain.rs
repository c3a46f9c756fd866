//! A short way for blocks of plain form, which most blocks are: lines of `key: scalar`, lists of scalars, mappings
//! inside mappings, comments.
//!
//! It gives the very tree that the YAML parser gives, or nothing: whatever it is not sure of goes to the parser.

use std::borrow::Cow;

use super::tree::{Kind, Node, Style};

/// Deeper blocks go to the parser.
const MAX_DEPTH: usize = 16;
/// Longer keys go to the parser, which has a rule about them.
const MAX_KEY: usize = 128;

/// The nodes of `yaml` when all of it is in plain form. Linear, one pass.
///
/// The caller has seen to it that there are no control characters but tab, LF and CR.
pub(super) fn read(yaml: &str, max_depth: usize) -> Option<Vec<Node<'_>>> {
    // The first byte of U+FEFF, about which the parser has its own mind.
    if memchr::memchr(0xEF, yaml.as_bytes()).is_some() {
        return None;
    }
    let mut reader = Reader {
        yaml,
        bytes: yaml.as_bytes(),
        at: 0,
        indent: 0,
        nodes: Vec::with_capacity((yaml.len() / 10).min(1024)),
    };
    if reader.next_line()? {
        let indent = reader.indent;
        reader.mapping(indent, max_depth.min(MAX_DEPTH))?;
        if reader.at < yaml.len() {
            return None;
        }
    }
    Some(reader.nodes)
}

struct Reader<'a> {
    yaml: &'a str,
    bytes: &'a [u8],
    /// The first byte of the line's content, after its blanks.
    at: usize,
    /// The blanks before it.
    indent: usize,
    nodes: Vec<Node<'a>>,
}

impl<'a> Reader<'a> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn push(&mut self, kind: Kind, text: &'a str, start: usize, end: usize) -> Option<usize> {
        let start = u32::try_from(start).ok()?;
        self.nodes.push(Node {
            kind,
            text: Cow::Borrowed(text),
            start,
            content: start,
            end: u32::try_from(end).ok()?,
            next: u32::try_from(self.nodes.len() + 1).ok()?,
            anchored: false,
            tag: None,
        });
        Some(self.nodes.len() - 1)
    }

    fn close(&mut self, id: usize, end: usize) -> Option<()> {
        let next = u32::try_from(self.nodes.len()).ok()?;
        let node = self.nodes.get_mut(id)?;
        node.end = u32::try_from(end).ok()?;
        node.next = next;
        Some(())
    }

    /// Moves from a line's begin to the next line that holds more than blanks and comments.
    /// `false` at the end of the block.
    fn next_line(&mut self) -> Option<bool> {
        loop {
            let begin = self.at;
            while self.byte(self.at) == Some(b' ') {
                self.at += 1;
            }
            self.indent = self.at - begin;
            match self.byte(self.at) {
                None => return Some(false),
                Some(b'#') => self.skip_comment()?,
                Some(b'\n' | b'\r') => self.line_end()?,
                Some(b'\t') => return None,
                Some(_) => return Some(true),
            }
        }
    }

    /// Past a comment and its line ending.
    fn skip_comment(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        self.line_end()
    }

    /// Past a line ending, which must come here.
    fn line_end(&mut self) -> Option<()> {
        match self.bytes.get(self.at..)? {
            [] => {}
            [b'\n', ..] => self.at += 1,
            [b'\r', b'\n', ..] => self.at += 2,
            _ => return None,
        }
        Some(())
    }

    /// Past blanks, a comment behind at least one of them, and the line ending.
    fn rest_of_line(&mut self) -> Option<()> {
        let begin = self.at;
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
        if self.byte(self.at) == Some(b'#') && self.at > begin {
            return self.skip_comment();
        }
        self.line_end()
    }

    /// The mapping whose first key is here. Ends before a line with fewer blanks. Gives the end of its last value.
    fn mapping(&mut self, indent: usize, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let id = self.push(Kind::Mapping { flow: false }, "", self.at, self.at)?;
        let mut end;
        loop {
            self.key()?;
            let colon = self.at;
            self.at += 1;
            let blanks = self.bytes.get(self.at..)?;
            let blanks = blanks.iter().take_while(|b| **b == b' ').count();
            match self.byte(self.at + blanks) {
                None | Some(b'\n' | b'\r' | b'#') => {
                    self.rest_of_line()?;
                    let more = self.next_line()?;
                    let is_item = more && self.is_item();
                    if is_item && self.indent >= indent {
                        end = self.sequence(self.indent, depth)?;
                    } else if more && self.indent > indent {
                        end = self.mapping(self.indent, depth)?;
                    } else {
                        end = colon + 1;
                        self.push(Kind::Scalar(Style::Plain), "", end, end)?;
                    }
                }
                Some(_) if blanks == 0 => return None,
                Some(_) => {
                    self.at += blanks;
                    end = self.value(depth)?;
                    self.rest_of_line()?;
                    self.next_line()?;
                }
            }
            if self.at >= self.bytes.len() || self.indent < indent {
                break;
            }
            if self.indent > indent {
                return None;
            }
        }
        self.close(id, end)?;
        Some(end)
    }

    fn is_item(&self) -> bool {
        self.byte(self.at) == Some(b'-') && self.byte(self.at + 1) == Some(b' ')
    }

    /// The list whose first dash is here.
    fn sequence(&mut self, indent: usize, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let id = self.push(Kind::Sequence { flow: false }, "", self.at, self.at)?;
        let mut end;
        loop {
            self.at += 1;
            while self.byte(self.at) == Some(b' ') {
                self.at += 1;
            }
            end = self.value(depth)?;
            self.rest_of_line()?;
            if !self.next_line()? || self.indent < indent {
                break;
            }
            if self.indent > indent {
                return None;
            }
            if !self.is_item() {
                break;
            }
        }
        self.close(id, end)?;
        Some(end)
    }

    /// A key of letters, digits, `_`, `-` and `.`, up to its colon.
    fn key(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        if !matches!(rest.first()?, b'a'..=b'z' | b'A'..=b'Z' | b'_') {
            return None;
        }
        let len = rest
            .iter()
            .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')))?;
        if rest.get(len) != Some(&b':') || len > MAX_KEY {
            return None;
        }
        let end = self.at + len;
        let text = self.yaml.get(self.at..end)?;
        self.push(Kind::Scalar(Style::Plain), text, self.at, end)?;
        self.at = end;
        Some(())
    }

    /// A scalar or a list in brackets on one line. Gives its end.
    fn value(&mut self, depth: usize) -> Option<usize> {
        match self.byte(self.at)? {
            b'"' | b'\'' => self.quoted(),
            b'[' => self.brackets(depth),
            _ => self.plain(false),
        }
    }

    fn quoted(&mut self) -> Option<usize> {
        let quote = self.byte(self.at)?;
        let rest = self.bytes.get(self.at + 1..)?;
        let len = rest
            .iter()
            .position(|b| *b == quote || matches!(b, b'\n' | b'\r' | b'\\' | b'\t'))?;
        let end = self.at + 1 + len;
        if self.byte(end) != Some(quote) || self.byte(end + 1) == Some(quote) {
            return None;
        }
        let text = self.yaml.get(self.at + 1..end)?;
        let style = if quote == b'"' {
            Style::Double
        } else {
            Style::Single
        };
        self.push(Kind::Scalar(style), text, self.at, end + 1)?;
        self.at = end + 1;
        Some(self.at)
    }

    fn plain(&mut self, flow: bool) -> Option<usize> {
        let rest = self.bytes.get(self.at..)?;
        let starts = match *rest.first()? {
            b'-' => rest
                .get(1)
                .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'-' || *b == b'.'),
            b if b.is_ascii_alphanumeric() => true,
            b'/' | b'.' | b'~' | b'_' | b'(' | b'+' | b'<' | b'=' | b'$' | b'^' | b'\\' | b';' => {
                true
            }
            b => !b.is_ascii(),
        };
        if !starts {
            return None;
        }
        let mut len = 0;
        // Ends at a line ending, at ` #`, and between brackets at `,` and `]`.
        for (i, byte) in rest.iter().enumerate() {
            match byte {
                b'\n' | b'\r' => break,
                b'#' if len < i => break,
                b' ' => {}
                b':' if !matches!(rest.get(i + 1), Some(b) if *b > b' ') || flow => return None,
                b'\t' => return None,
                b',' | b']' if flow => break,
                b'[' | b'{' | b'}' if flow => return None,
                _ => len = i + 1,
            }
        }
        let end = self.at + len;
        let text = self.yaml.get(self.at..end)?;
        self.push(Kind::Scalar(Style::Plain), text, self.at, end)?;
        self.at = end;
        Some(end)
    }

    /// `[a, 'b', c]`, scalars only.
    fn brackets(&mut self, depth: usize) -> Option<usize> {
        depth.checked_sub(1)?;
        let id = self.push(Kind::Sequence { flow: true }, "", self.at, self.at)?;
        self.at += 1;
        let skip_blanks = |reader: &mut Self| {
            while reader.byte(reader.at) == Some(b' ') {
                reader.at += 1;
            }
            reader.byte(reader.at)
        };
        if skip_blanks(self)? != b']' {
            loop {
                match skip_blanks(self)? {
                    b'"' | b'\'' => self.quoted()?,
                    _ => self.plain(true)?,
                };
                match skip_blanks(self)? {
                    b',' => self.at += 1,
                    b']' => break,
                    _ => return None,
                }
            }
        }
        self.at += 1;
        self.close(id, self.at)?;
        Some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ReadOptions;
    use crate::yaml::backend;

    /// What the parser gives, none for an error; a root that is nothing counts as no nodes.
    fn parsed(yaml: &str) -> Option<Vec<Node<'_>>> {
        let mut nodes = backend::read(yaml, &ReadOptions::default()).ok()?;
        if nodes.first().is_some_and(Node::is_missing) {
            nodes.clear();
        }
        Some(nodes)
    }

    #[test]
    fn common_blocks_take_the_short_way() {
        for yaml in [
            "",
            "\n# only a comment\n\n",
            "title: On time\nmodel: 'x'   # keep\nn: 5\n",
            "a:\nb: \nc: # comment\nd: \"q\"\r\n",
            "links:\n  - a.md\n  - b c.md # one\ntags: [a, 'b, c', \"d\"]\nempty: []\n",
            "links:\n- a\n# between\n- b\nz: 1\n",
            "stream:\n  interval: 200\n  deep:\n    er: é\n\nz: -1\n",
            "a: [] \nb: [x]  # c\n",
            "  indented: yes\n  block: 1",
            "url: http://x.y/z#part\npath: C:\\x\ntime: 12:30\n",
        ] {
            let nodes = read(yaml, 128);
            assert!(nodes.is_some(), "{yaml:?}");
            assert_eq!(nodes, parsed(yaml), "{yaml:?}");
        }
    }

    #[test]
    fn what_is_doubtful_goes_to_the_parser() {
        for yaml in [
            "a: b: c\n",
            "a: x\n  y\n",
            "a:\n  x\n",
            "a: |\n  x\n",
            "a: &x y\n",
            "a: {b: c}\n",
            "? a\n: b\n",
            "a: 'it''s'\n",
            "a: \"\\n\"\n",
            "a:\tb\n",
            "a: b\rc: d\n",
            "- a\n",
            "a: 1\n b: 2\n",
            "  a: 1\n b: 2\n",
            "a:\n- b: c\n",
            "a: [b, [c]]\n",
            "a: [b\n",
            "a: 'x'y\n",
            "a: @x\n",
            "...\na: 1\n",
            "a: x\u{feff}\n",
            "#\u{feff}\n",
        ] {
            assert_eq!(read(yaml, 128), None, "{yaml:?}");
        }
    }

    fn blocks() -> impl Strategy<Value = String> {
        let scalar = prop_oneof![
            "[a-z0-9./_+~<=$^\\\\;(é\u{85}\u{2028}\u{feff}:#,'\"\\[\\]{}&*!|>%@`? -]{0,10}",
            "'[a-z0-9 #:,\\]]{0,6}'",
            "\"[a-z0-9 #:,\\]]{0,6}\"",
            "\\[( ?['a-z0-9.#-]{0,4} ?,? ?){0,3}\\]",
            "-?[0-9]{1,4}(\\.[0-9]{0,2})?",
        ];
        let ending = prop_oneof![
            8 => Just("\n"),
            1 => Just("\r\n"),
            1 => Just("  # c\n"),
            1 => Just("#c\n"),
            1 => Just(" \n"),
            1 => Just("\n\n"),
            1 => Just("\t\n"),
        ];
        let indent = prop_oneof![4 => Just(0), 2 => Just(2), 1 => Just(4), 1 => 0..6usize];
        let line = (
            indent,
            "(- ){0,2}",
            "[a-z_][a-z0-9_.-]{0,3}",
            ":? ?",
            scalar,
            ending,
        )
            .prop_map(|(indent, dash, key, colon, scalar, ending)| {
                match (dash.len(), scalar.len() % 4) {
                    (0, _) | (_, 0) => format!("{:indent$}{dash}{key}{colon}{scalar}{ending}", ""),
                    _ => format!("{:indent$}{dash}{scalar}{ending}", ""),
                }
            });
        prop::collection::vec(line, 0..7).prop_map(|lines| lines.concat())
    }

    proptest! {
        #![proptest_config(interline_testing::proptest_cases(4000))]

        #[test]
        fn same_as_the_parser(yaml in blocks()) {
            if let Some(nodes) = read(&yaml, 128) {
                let parsed = parsed(&yaml);
                prop_assert!(parsed.is_some(), "the parser refuses {:?}", yaml);
                prop_assert_eq!(Some(nodes), parsed);
            }
        }

        #[test]
        fn same_as_the_parser_on_letters(yaml in "(a|b|: |:|- |-|\n|\n  |#| #|\\[|\\]|, |'|\"|é|\u{feff}|\u{85}|~|1){0,24}") {
            if let Some(nodes) = read(&yaml, 128) {
                prop_assert_eq!(Some(nodes), parsed(&yaml));
            }
        }
    }
}
