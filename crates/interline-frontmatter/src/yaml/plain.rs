//! A reader of blocks in plain form, which most blocks are: lines of `key: scalar`, lists of scalars, nested mappings, comments, anchors
//! of scalars and their aliases. It takes a sixth of the time of the YAML parser.
//!
//! It gives exactly the tree that the YAML parser gives, or `None`. Whenever a byte could have another meaning to the parser, it gives
//! up, and the parser reads the whole block. So every rule here may be too strict, and none may be too lax; property tests compare both.

use std::borrow::Cow;

use super::tree::{Kind, Node, Style, Tree, weight};
use crate::ReadOptions;

/// Deeper blocks are left to the parser: the reader recurses, and real headers are at most a few levels deep.
const MAX_DEPTH: usize = 16;
/// Longer keys are left to the parser, which limits the length of a key that has no `?`.
const MAX_KEY: usize = 128;

/// The bytes at which a plain scalar may end or be something else. A table, since the search for them dominates the time.
const IS_SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let special = b"\n\r\t#:,[]{}";
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

/// Reads `yaml` when all of it is in plain form. Linear: looks at each byte once.
///
/// The caller has checked that there are no control characters but tab, LF and CR.
pub(super) fn read<'a>(yaml: &'a str, options: &ReadOptions) -> Option<Tree<'a>> {
    let mut reader = PlainReader::new(yaml)?;
    reader.aliases = options.aliases;
    reader.expanded = options.expanded_nodes;
    if reader.next_line()? {
        reader.mapping(reader.indent, options.depth.min(MAX_DEPTH))?;
        if reader.at < yaml.len() {
            return None;
        }
    }
    Some(Tree {
        // A line with an alias means something else after another anchor, so that it cannot be read alone.
        is_plain: reader.anchors.is_empty(),
        nodes: reader.nodes,
    })
}

/// Reads lines that are the children of one collection, which is node 0; lines without children have no nodes.
pub(super) fn read_children(
    lines: &str,
    is_list: bool,
    indent: usize,
    depth: usize,
) -> Option<Vec<Node<'_>>> {
    let mut reader = PlainReader::new(lines)?;
    if reader.next_line()? {
        if reader.indent != indent || reader.is_item() != is_list {
            return None;
        }
        let depth = depth.min(MAX_DEPTH);
        if is_list {
            reader.sequence(indent, depth)?;
        } else {
            reader.mapping(indent, depth)?;
        }
    }
    let is_whole = reader.at == lines.len() && reader.anchors.is_empty();
    is_whole.then_some(reader.nodes)
}

struct PlainReader<'a> {
    yaml: &'a str,
    bytes: &'a [u8],
    /// The offset of the next byte: between lines that of the content of a line, after its indent.
    at: usize,
    /// The number of spaces before the content of the current line.
    indent: usize,
    nodes: Vec<Node<'a>>,
    /// The names of anchors and the nodes of their scalars. A list, since the last anchor of a name counts and headers have few.
    anchors: Vec<(&'a str, u32)>,
    /// How many more aliases are allowed, and how many more nodes they may expand to. The parser reports more than that.
    aliases: usize,
    expanded: usize,
}

impl<'a> PlainReader<'a> {
    /// `None` when a byte may start U+FEFF, for which the parser has its own rules.
    fn new(yaml: &'a str) -> Option<Self> {
        if memchr::memchr(0xEF, yaml.as_bytes()).is_some() {
            return None;
        }
        Some(Self {
            yaml,
            bytes: yaml.as_bytes(),
            at: 0,
            indent: 0,
            nodes: Vec::with_capacity((yaml.len() / 10).min(1024)),
            anchors: Vec::new(),
            aliases: 0,
            expanded: 0,
        })
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn push(&mut self, kind: Kind, text: &'a str, start: usize, end: usize) -> Option<usize> {
        let (text, id) = (Cow::Borrowed(text), self.nodes.len());
        self.nodes
            .push(Node::new(kind, text, [start, start, end], id));
        Some(id)
    }

    fn close(&mut self, id: usize, end: usize) -> Option<()> {
        let next = u32::try_from(self.nodes.len()).ok()?;
        let node = self.nodes.get_mut(id)?;
        node.end = u32::try_from(end).ok()?;
        node.next = next;
        Some(())
    }

    /// Advances past spaces, and returns the byte after them.
    #[inline]
    fn skip_spaces(&mut self) -> Option<u8> {
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
        self.byte(self.at)
    }

    /// Advances from the start of a line to the content of the next line that has any. Returns `false` at the end of the block.
    fn next_line(&mut self) -> Option<bool> {
        loop {
            let start = self.at;
            let byte = self.skip_spaces();
            self.indent = self.at - start;
            match byte {
                None => return Some(false),
                Some(b'#') => self.skip_comment()?,
                Some(b'\n' | b'\r') => self.line_end()?,
                Some(b'\t') => return None,
                Some(_) => return Some(true),
            }
        }
    }

    /// Advances past a comment and its line ending.
    fn skip_comment(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        self.line_end()
    }

    /// Advances past a line ending; `None` at any other byte. A lone CR is left to the parser, which counts it as a line ending.
    fn line_end(&mut self) -> Option<()> {
        match self.bytes.get(self.at..)? {
            [] => {}
            [b'\n', ..] => self.at += 1,
            [b'\r', b'\n', ..] => self.at += 2,
            _ => return None,
        }
        Some(())
    }

    /// Advances past spaces, a comment after at least one of them, and the line ending.
    fn rest_of_line(&mut self) -> Option<()> {
        let start = self.at;
        if self.skip_spaces() == Some(b'#') && self.at > start {
            return self.skip_comment();
        }
        self.line_end()
    }

    /// Reads the mapping whose first key is here, up to a line with less indent. Returns the end of its last value.
    fn mapping(&mut self, indent: usize, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let id = self.push(Kind::Mapping { flow: false }, "", self.at, self.at)?;
        let mut end;
        loop {
            end = self.entry(indent, depth)?;
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

    /// Reads the key that is here and its value, and advances to the next line. Returns the end of the value.
    fn entry(&mut self, indent: usize, depth: usize) -> Option<usize> {
        self.key()?;
        let colon = self.at;
        self.at += 1;
        let rest = self.bytes.get(self.at..)?;
        let spaces = rest.iter().take_while(|b| **b == b' ').count();
        let end;
        match self.byte(self.at + spaces) {
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
            // `a:b` is a scalar, or an error, depending on what follows: the parser knows.
            Some(_) if spaces == 0 => return None,
            Some(_) => {
                self.at += spaces;
                end = self.value(depth)?;
                self.rest_of_line()?;
                self.next_line()?;
            }
        }
        Some(end)
    }

    fn is_item(&self) -> bool {
        self.byte(self.at) == Some(b'-') && self.byte(self.at + 1) == Some(b' ')
    }

    /// Reads the list whose first dash is here. Its items may have the indent of the key above it.
    fn sequence(&mut self, indent: usize, depth: usize) -> Option<usize> {
        let depth = depth.checked_sub(1)?;
        let id = self.push(Kind::Sequence { flow: false }, "", self.at, self.at)?;
        let mut end;
        loop {
            self.at += 1;
            self.skip_spaces();
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

    /// Reads a key of letters, digits, `_`, `-` and `.`, up to its colon. Any other character could make it a quoted key, an alias or a tag.
    fn key(&mut self) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        if !matches!(rest.first()?, b'a'..=b'z' | b'A'..=b'Z' | b'_') {
            return None;
        }
        let len = rest
            .iter()
            .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')))?;
        // A space before the colon is allowed by YAML but rare, and the spans of such a key are left to the parser.
        if rest.get(len) != Some(&b':') || len > MAX_KEY {
            return None;
        }
        let end = self.at + len;
        let text = self.yaml.get(self.at..end)?;
        self.push(Kind::Scalar(Style::Plain), text, self.at, end)?;
        self.at = end;
        Some(())
    }

    /// Reads a scalar or a list in brackets on one line. Returns its end.
    fn value(&mut self, depth: usize) -> Option<usize> {
        match self.byte(self.at)? {
            b'"' | b'\'' => self.quoted(),
            b'[' => self.brackets(depth),
            b'&' => self.anchored(),
            b'*' => self.alias(),
            _ => self.plain(false),
        }
    }

    /// Returns the name of an anchor or alias after its sign, up to a space or the end of the line.
    fn name(&mut self) -> Option<&'a str> {
        let rest = self.bytes.get(self.at + 1..)?;
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let len = rest.iter().take_while(|b| is_name(b)).count();
        if len == 0 || !matches!(rest.get(len), None | Some(b' ' | b'\n' | b'\r')) {
            return None;
        }
        self.yaml.get(self.at + 1..self.at + 1 + len)
    }

    /// Reads an anchor and its scalar, on one line.
    fn anchored(&mut self) -> Option<usize> {
        let start = u32::try_from(self.at).ok()?;
        let name = self.name()?;
        self.at += 1 + name.len();
        let end = match self.skip_spaces()? {
            b'"' | b'\'' => self.quoted()?,
            _ => self.plain(false)?,
        };
        self.anchors
            .push((name, u32::try_from(self.nodes.len() - 1).ok()?));
        let node = self.nodes.last_mut()?;
        node.start = start;
        node.anchored = true;
        Some(end)
    }

    fn alias(&mut self) -> Option<usize> {
        let name = self.name()?;
        // A name may be anchored again: the last anchor counts.
        let known = self
            .anchors
            .iter()
            .rev()
            .find(|(known, _)| *known == name)?;
        let id = known.1;
        let text = &self.nodes.get(id as usize)?.text;
        self.aliases = self.aliases.checked_sub(1)?;
        self.expanded = self.expanded.checked_sub(weight(text))?;
        let end = self.at + 1 + name.len();
        self.push(Kind::Alias(id), name, self.at, end)?;
        self.at = end;
        Some(end)
    }

    fn quoted(&mut self) -> Option<usize> {
        let quote = self.byte(self.at)?;
        let rest = self.bytes.get(self.at + 1..)?;
        let len = rest
            .iter()
            .position(|b| *b == quote || matches!(b, b'\n' | b'\r' | b'\\' | b'\t'))?;
        let end = self.at + 1 + len;
        // A line break, an escape, or two quotes that mean one: the text would differ from the source.
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
            // Other ASCII signs are indicators, or may become one.
            b => !b.is_ascii(),
        };
        if !starts {
            return None;
        }
        // It ends at a line ending, at ` #`, and between brackets at `,` and `]`; the spaces before that are not part of it.
        let mut len = 0;
        while let Some(&byte) = rest.get(len) {
            if IS_SPECIAL[usize::from(byte)] {
                match byte {
                    b'\n' | b'\r' => break,
                    b'#' if rest.get(len.wrapping_sub(1)) == Some(&b' ') => break,
                    b':' if !matches!(rest.get(len + 1), Some(b) if *b > b' ') || flow => {
                        return None;
                    }
                    b'\t' => return None,
                    // The parser refuses a `-` before a bracket or comma, even one inside a scalar.
                    b',' | b']'
                        if flow && rest.get(..len).is_some_and(|text| text.ends_with(b" -")) =>
                    {
                        return None;
                    }
                    b',' | b']' if flow => break,
                    b'[' | b'{' | b'}' if flow => return None,
                    _ => {}
                }
            }
            len += 1;
        }
        while rest.get(len.wrapping_sub(1)) == Some(&b' ') {
            len -= 1;
        }
        let end = self.at + len;
        let text = self.yaml.get(self.at..end)?;
        self.push(Kind::Scalar(Style::Plain), text, self.at, end)?;
        self.at = end;
        Some(end)
    }

    /// Reads a list of scalars in brackets: `[a, 'b', c]`.
    fn brackets(&mut self, depth: usize) -> Option<usize> {
        depth.checked_sub(1)?;
        let id = self.push(Kind::Sequence { flow: true }, "", self.at, self.at)?;
        self.at += 1;
        if self.skip_spaces()? != b']' {
            loop {
                match self.skip_spaces()? {
                    b'"' | b'\'' => self.quoted()?,
                    _ => self.plain(true)?,
                };
                match self.skip_spaces()? {
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
mod tests;
