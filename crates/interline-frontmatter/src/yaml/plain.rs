//! A short way for blocks of plain form, which most blocks are: lines of `key: scalar`, lists of scalars, mappings
//! inside mappings, comments, anchors of scalars and their aliases.
//!
//! It gives the very tree that the YAML parser gives, or nothing: whatever it is not sure of goes to the parser, an entry of
//! the root alone where it can be read alone, otherwise the whole block.

use std::borrow::Cow;

use super::backend::weight;
use super::source::narrow;
use super::tree::{Kind, Node, Style};
use crate::ReadOptions;

/// Deeper blocks go to the parser.
const MAX_DEPTH: usize = 16;
/// Longer keys go to the parser, which has a rule about them.
const MAX_KEY: usize = 128;

/// So many times the parser is asked for entries, the last time for all that are left: each time costs it a start.
const MAX_ASKED: usize = 4;

/// The bytes at which a plain scalar may end or be something else. A table, since looking for them is most of the work.
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

/// Reads entries by the YAML parser; nothing where it refuses them.
type Parse<'p, 'a> = &'p dyn Fn(&'a str) -> Option<Vec<Node<'a>>>;

/// The nodes of `yaml` when all of it is in plain form, apart from entries of the root that `parse` reads; and whether there are neither
/// such entries nor anchors. Linear: each byte is looked at once, and those of such entries twice more.
///
/// The caller has seen to it that there are no control characters but tab, LF and CR.
pub(super) fn read<'a>(
    yaml: &'a str,
    options: &ReadOptions,
    parse: Parse<'_, 'a>,
) -> Option<(Vec<Node<'a>>, bool)> {
    let mut reader = Reader::new(yaml)?;
    reader.aliases = options.aliases;
    reader.expanded = options.expanded_nodes;
    let mut is_plain = true;
    if reader.next_line()? {
        is_plain = reader.root(options.depth.min(MAX_DEPTH), parse)?;
        if reader.at < yaml.len() {
            return None;
        }
    }
    let is_plain = is_plain && reader.anchors.is_empty();
    Some((reader.nodes, is_plain))
}

/// The nodes of lines that are the children of one collection, which is node 0; none for lines without children.
pub(super) fn read_children(
    lines: &str,
    is_list: bool,
    indent: usize,
    depth: usize,
) -> Option<Vec<Node<'_>>> {
    let mut reader = Reader::new(lines)?;
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

struct Reader<'a> {
    yaml: &'a str,
    bytes: &'a [u8],
    /// The first byte of the line's content, after its blanks.
    at: usize,
    /// The blanks before it.
    indent: usize,
    nodes: Vec<Node<'a>>,
    /// Names of anchors and their scalars.
    anchors: Vec<(&'a str, u32)>,
    /// How many aliases there may still be, and how many nodes they may refer to. The parser says what is wrong with more.
    aliases: usize,
    expanded: usize,
}

impl<'a> Reader<'a> {
    /// `None` where a byte may begin U+FEFF, about which the parser has its own rules.
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
        let (start, id) = (narrow(start), self.nodes.len());
        self.nodes.push(Node {
            kind,
            text: Cow::Borrowed(text),
            start,
            content: start,
            end: narrow(end),
            next: narrow(id + 1),
            anchored: false,
            tag: None,
        });
        Some(id)
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

    /// The mapping that is all of the block. Gives whether the parser was asked for none of its entries.
    fn root(&mut self, depth: usize, parse: Parse<'_, 'a>) -> Option<bool> {
        let indent = self.indent;
        if indent > 0 {
            return self.mapping(indent, depth).map(|_| true);
        }
        let depth = depth.checked_sub(1)?;
        let id = self.push(Kind::Mapping { flow: false }, "", self.at, self.at)?;
        let mut end = self.at;
        let mut asked = 0;
        while self.at < self.bytes.len() {
            let (begin, known) = (self.at, self.nodes.len());
            let (anchors, limits) = (self.anchors.len(), (self.aliases, self.expanded));
            // A line with blanks before it goes on with the value, in a way that is not plain.
            let entry = self.entry(0, depth);
            end = match entry.filter(|_| self.indent == 0 || self.at >= self.bytes.len()) {
                Some(end) => end,
                None => {
                    asked += 1;
                    self.at = begin;
                    self.nodes.truncate(known);
                    self.anchors.truncate(anchors);
                    (self.aliases, self.expanded) = limits;
                    self.doubtful(asked < MAX_ASKED, parse)?
                }
            };
        }
        self.close(id, end)?;
        Some(asked == 0)
    }

    /// The entry of the root that is here, and those after it `up_to_plain`, the next line that begins like a plain one, read
    /// by the parser. Gives the end of the last value; nothing where they may not mean alone what they mean in the block.
    fn doubtful(&mut self, up_to_plain: bool, parse: Parse<'_, 'a>) -> Option<usize> {
        let begin = self.at;
        if !matches!(self.byte(begin)?, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'"' | b'\'')
        {
            return None;
        }
        let rest = self.bytes.get(begin..)?;
        // The target of an alias may be anywhere in the block, and all of them count; one that is plain was read already.
        let value = memchr::memchr(b':', rest).map_or(0, |colon| colon + 2);
        if let Some(b'&' | b'*') = rest.get(value) {
            return None;
        }
        let mut length = rest.len();
        for line in memchr::memchr2_iter(b'\n', b'\r', rest).map(|at| at + 1) {
            match rest.get(line..)? {
                [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] if up_to_plain => {
                    length = line;
                    break;
                }
                // Documents end there, and directives change what tags mean.
                [b'%', ..] | [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..] => return None,
                _ => {}
            }
        }
        let mut entries = parse(self.yaml.get(begin..begin + length)?)?.into_iter();
        let root = entries.next()?;
        let is_plain = root.kind == Kind::Mapping { flow: false } && root.start == 0;
        if !is_plain || root.tag.is_some() || root.anchored {
            return None;
        }
        let shift = u32::try_from(begin).ok()?;
        let before = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.reserve_exact(entries.len());
        for mut node in entries {
            if node.anchored || matches!(node.kind, Kind::Alias(_)) {
                return None;
            }
            node.start = node.start.checked_add(shift)?;
            node.content = node.content.checked_add(shift)?;
            node.end = node.end.checked_add(shift)?;
            // The root of the entries, number 0, is left out.
            node.next = (node.next - 1).checked_add(before)?;
            self.nodes.push(node);
        }
        self.at = begin + length;
        self.indent = 0;
        Some(root.end as usize + begin)
    }

    /// The mapping whose first key is here. Ends before a line with fewer blanks. Gives the end of its last value.
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

    /// The key that is here, and its value; then the next line is here. Gives the end of the value.
    fn entry(&mut self, indent: usize, depth: usize) -> Option<usize> {
        self.key()?;
        let colon = self.at;
        self.at += 1;
        let blanks = self.bytes.get(self.at..)?;
        let blanks = blanks.iter().take_while(|b| **b == b' ').count();
        let end;
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
            b'&' => self.anchored(),
            b'*' => self.alias(),
            _ => self.plain(false),
        }
    }

    /// The name of an anchor or alias after its sign, up to a blank or the end of the line.
    fn name(&mut self) -> Option<&'a str> {
        let rest = self.bytes.get(self.at + 1..)?;
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        let len = rest.iter().take_while(|b| is_name(b)).count();
        if len == 0 || !matches!(rest.get(len), None | Some(b' ' | b'\n' | b'\r')) {
            return None;
        }
        self.yaml.get(self.at + 1..self.at + 1 + len)
    }

    /// An anchor and its scalar, on one line.
    fn anchored(&mut self) -> Option<usize> {
        let start = u32::try_from(self.at).ok()?;
        let name = self.name()?;
        self.at += 1 + name.len();
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
        let end = match self.byte(self.at)? {
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
        // The last anchor of a name counts.
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
        // Ends at a line ending, at ` #`, and between brackets at `,` and `]`; spaces before that are no part of it.
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
mod tests;
