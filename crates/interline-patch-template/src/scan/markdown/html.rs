//! The start and end of HTML blocks (CommonMark 0.31.2, section 4.6).

use super::angle::{TagLength, TagState, complete_tag};

/// The kind of an HTML block: the text that ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HtmlKind {
    /// The closing tag of `script`, `pre`, `style` or `textarea`.
    RawText,
    /// `-->`
    Comment,
    /// `?>`
    Instruction,
    /// `>`
    Declaration,
    /// `]]>`
    Cdata,
    /// A blank line.
    BlankLine,
}

/// Whether and how a line begins an HTML block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HtmlStart {
    Kind(HtmlKind),
    /// The line has to be read further; the state of the tag in which it ends.
    Undecided(Option<TagState>),
    None,
}

const RAW_TEXT: [&[u8]; 4] = [b"script", b"pre", b"style", b"textarea"];

// The length of `blockquote` and `figcaption`; a longer name is in none of the lists.
const LONGEST_TAG: usize = 10;

/// Reads how the text of a line, from its `<` on, begins an HTML block. `complete`: the text reaches the end of the line.
/// `interrupts`: a paragraph would be interrupted, which a block of type 7 cannot do.
pub(super) fn html_start(text: &[u8], complete: bool, interrupts: bool) -> HtmlStart {
    use HtmlStart::{Kind, Undecided};
    let rest = text.get(1..).unwrap_or_default();
    // A stream may cut the line inside these; whether a comment or a declaration starts is known only after them.
    if !complete
        && [&b"!--"[..], b"![CDATA["]
            .iter()
            .any(|start| rest.len() < start.len() && start.starts_with(rest))
    {
        return Undecided(None);
    }
    match rest.first() {
        Some(b'?') => return Kind(HtmlKind::Instruction),
        Some(b'!') if rest.starts_with(b"!--") => return Kind(HtmlKind::Comment),
        Some(b'!') if rest.starts_with(b"![CDATA[") => return Kind(HtmlKind::Cdata),
        Some(b'!') if rest.get(1).is_some_and(u8::is_ascii_alphabetic) => {
            return Kind(HtmlKind::Declaration);
        }
        _ => {}
    }
    let closer = rest.first() == Some(&b'/');
    let name_at = usize::from(closer);
    let len = rest[name_at..]
        .iter()
        .take(LONGEST_TAG)
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    let mut name = [0; LONGEST_TAG];
    let name = &mut name[..len];
    name.copy_from_slice(&rest[name_at..name_at + len]);
    name.make_ascii_lowercase();
    let name = &*name;
    let after = &rest[name_at + len..];
    if !complete && (after.is_empty() || after == b"/") {
        return Undecided(None);
    }
    let ends_name = matches!(
        after.first(),
        None | Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b'>')
    );
    match name {
        b"script" | b"pre" | b"style" | b"textarea" if !closer && ends_name => {
            return Kind(HtmlKind::RawText);
        }
        b"address" | b"article" | b"aside" | b"base" | b"basefont" | b"blockquote" | b"body"
        | b"caption" | b"center" | b"col" | b"colgroup" | b"dd" | b"details" | b"dialog"
        | b"dir" | b"div" | b"dl" | b"dt" | b"fieldset" | b"figcaption" | b"figure" | b"footer"
        | b"form" | b"frame" | b"frameset" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6"
        | b"head" | b"header" | b"hr" | b"html" | b"iframe" | b"legend" | b"li" | b"link"
        | b"main" | b"menu" | b"menuitem" | b"nav" | b"noframes" | b"ol" | b"optgroup"
        | b"option" | b"p" | b"param" | b"search" | b"section" | b"summary" | b"table"
        | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"title" | b"tr" | b"track" | b"ul"
            if ends_name || after.starts_with(b"/>") =>
        {
            return Kind(HtmlKind::BlankLine);
        }
        _ => {}
    }
    // From here on only type 7 is possible, which cannot interrupt a paragraph.
    if interrupts {
        return HtmlStart::None;
    }
    match complete_tag(text) {
        TagLength::Complete(end)
            if text[end..]
                .iter()
                .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c)) =>
        {
            // Type 7 needs the tag alone on its line, so that the end of the line decides. A form feed counts as a space to
            // pulldown-cmark and comrak, although not in the specification.
            if complete {
                Kind(HtmlKind::BlankLine)
            } else {
                Undecided(None)
            }
        }
        TagLength::Open(state) if !complete => Undecided(Some(state)),
        _ => HtmlStart::None,
    }
}

impl HtmlKind {
    /// Returns whether `text`, a line or a part of one, contains the text that ends the block.
    pub(super) fn is_ended_by(self, text: &[u8]) -> bool {
        let has = |needle: &[u8]| memchr::memmem::find(text, needle).is_some();
        match self {
            Self::RawText => memchr::memmem::find_iter(text, b"</").any(|at| {
                let rest = &text[at + 2..];
                RAW_TEXT.iter().any(|name| {
                    rest.get(..name.len())
                        .is_some_and(|tag| tag.eq_ignore_ascii_case(name))
                        && rest.get(name.len()) == Some(&b'>')
                })
            }),
            Self::Comment => has(b"-->"),
            Self::Instruction => has(b"?>"),
            Self::Declaration => has(b">"),
            Self::Cdata => has(b"]]>"),
            Self::BlankLine => false,
        }
    }

    /// The bytes of the text that ends a block, at most: so much of a line that arrives in parts is kept.
    pub(super) const LONGEST_END: usize = b"</textarea>".len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_tags_begin_blocks() {
        for tag in ["<blockquote>", "<figcaption>"] {
            assert_eq!(tag.len(), LONGEST_TAG + 2);
            let start = html_start(tag.as_bytes(), true, true);
            assert_eq!(start, HtmlStart::Kind(HtmlKind::BlankLine));
        }
    }
}
