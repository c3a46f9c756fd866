//! Checks content that is set, appended, prepended and routed: old content and the text after the component keep their blocks.
//!
//! The oracle is pulldown-cmark. A difference counts only when comrak reports it too, since each of them has errors on unusual input.

use std::borrow::Cow;

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryPolicy, Document, DocumentOptions, Markers, Mode, PatchBlock,
    Response, Status, apply_patches,
};

use crate::input::Choices;
use crate::laws::blocks::{
    Block, READERS, begins_with, ends_with, prefixed, pulldown_blocks, readers_agree,
};
use crate::laws::patch_template::{as_content, check_applied_with};

/// The opener, closer and name of a component, and the templates of its markers. The last three are those of other programs.
const SECTIONS: &[(&str, &str, &str, Option<(&str, &str)>)] = &[
    ("<!-- agent:a -->", "<!-- /agent:a -->", "a", None),
    (
        "<!-- START a -->",
        "<!-- END a -->",
        "a",
        Some(("START {name}", "END {name}")),
    ),
    (
        "<!-- BEGIN_TF_DOCS -->",
        "<!-- END_TF_DOCS -->",
        "BEGIN_TF_DOCS",
        Some(("BEGIN_TF_DOCS", "END_TF_DOCS")),
    ),
    (
        "<!-- a:begin -->",
        "<!-- a:end -->",
        "a",
        Some(("{name}:begin", "{name}:end")),
    ),
];

/// Documents with one component within lines, lists and quotes; `OPEN` and `CLOSE` are its markers.
const POSITIONS: &[&str] = &[
    "OPEN\nold\nCLOSE\n",
    "x OPENoldCLOSE y\n",
    "x OPENCLOSE y\n",
    "OPEN\noldCLOSE\n",
    "- item\n\n  OPEN\n  old\n  CLOSE\n- next\n",
    "> OPEN\n> old\n> CLOSE\n> more\n",
    "- total: OPEN1CLOSE items\n",
    "1. > OPEN\n   > old\n   > CLOSE\n",
    "OPEN\r\nold\r\nCLOSE\r\n",
    "text\nOPEN\nCLOSE\n<!-- agent:",
];

/// Documents whose component is in a block quote or list item: the text before the content, the prefix of its lines, the text after it.
const CONTAINERS: &[(&str, &str, &str)] = &[
    ("1. Step:\n\n   OPEN\n", "   ", "   CLOSE\n\n2. Next\n"),
    ("- OPEN\n", "  ", "  CLOSE\n\n- next\n"),
    ("> OPEN\n", "> ", "> CLOSE\n\nafter\n"),
    ("- item\n\n  > OPEN\n", "  > ", "  > CLOSE\n\n- next\n"),
];

/// The markers of a component.
struct Section {
    opener: &'static str,
    closer: &'static str,
    name: &'static str,
    markers: Option<Markers>,
}

impl Section {
    fn new(choices: &mut Choices<'_>) -> Self {
        let (opener, closer, name, pair) = choices.of(SECTIONS);
        let markers = pair.map(|(opener, closer)| Markers::new(opener, closer));
        Self {
            opener,
            closer,
            name,
            markers,
        }
    }

    fn document_options(&self) -> DocumentOptions {
        match &self.markers {
            Some(markers) => DocumentOptions::new().markers(markers.clone()),
            None => DocumentOptions::new(),
        }
    }

    fn options(&self, mode: Mode) -> ApplyOptions {
        let options = ApplyOptions::new()
            .mode(self.name, mode)
            .boundary(BoundaryPolicy::Ignore);
        match &self.markers {
            Some(markers) => options.markers(markers.clone()),
            None => options,
        }
    }

    fn read<'t>(&self, text: &'t str) -> Document<'t> {
        Document::parse_with(text, &self.document_options())
    }

    fn with_markers(&self, text: &str) -> String {
        text.replace("OPEN", self.opener)
            .replace("CLOSE", self.closer)
    }

    /// Returns a document whose component has this content, on lines of its own.
    fn around(&self, content: &str) -> String {
        format!("{}\n{content}{}\n", self.opener, self.closer)
    }

    /// Returns whether content is valid: the component around it has exactly this content, and nothing is reported.
    fn is_valid(&self, content: &str) -> bool {
        let document = self.around(content);
        let read = self.read(&document);
        read.components().len() == 1
            && read.boundaries().is_empty()
            && read.diagnostics().is_empty()
            && read.content(&read.components()[0]) == content
    }

    fn content_of(&self, text: &str) -> String {
        let read = self.read(text);
        read.content(&read.components()[0]).into_owned()
    }

    fn set(&self, document: &str, new: &str, mode: Mode) -> Applied {
        let response = Response::new().patch(PatchBlock::new(self.name, new));
        let applied = apply_patches(document, &response, &self.options(mode));
        let options = self.document_options();
        check_applied_with(
            document,
            &response,
            &applied,
            BoundaryPolicy::Ignore,
            &options,
        );
        applied
    }
}

/// Returns whether the oracles read a text as the crate does. For them a lone carriage return ends a line, and only a byte order mark
/// at the start is ignored.
fn is_for_oracles(text: &str) -> bool {
    !text
        .replace("\r\n", "\n")
        .contains(['\r', '\u{feff}', '\0'])
}

/// Returns whether a tab may decide about the blocks of a line. Its columns depend on the columns before it, so that the blocks of such a
/// line in a list item may differ from those outside of one.
fn has_tab_before_text(text: &str) -> bool {
    text.lines().any(|line| {
        line.trim_start_matches(|c: char| c.is_ascii_digit() || " >-+*.)".contains(c))
            .starts_with('\t')
    })
}

/// Returns whether a lone list marker is directly below a row. In GitHub Flavored Markdown it is a list item, in CommonMark it underlines
/// a heading or is text, so that a fence after it is in the item or not.
fn has_marker_below_row(text: &str) -> bool {
    let mut rows = text.lines().map(|line| line.contains(['|', '-', ':']));
    text.lines()
        .skip(1)
        .any(|line| rows.next() == Some(true) && matches!(line.trim(), "-" | "*" | "+"))
        && (text.contains("```") || text.contains("~~~"))
}

/// Returns whether text after `old` would be in an HTML block that a blank line does not close.
fn leaves_html_open(old: &str) -> bool {
    let probe = Block::Leaf("<p>probe</p>\n".to_owned());
    pulldown_blocks(&format!("{old}\n\nprobe\n")).last() != Some(&probe)
}

/// Returns whether `new` may define a link that `old` refers to.
fn may_define(old: &str, new: &str) -> bool {
    new.contains("]:") && old.contains(']')
}

/// Panics when the property fails for both oracles and they agree on all texts.
#[track_caller]
fn assert_both(texts: &[&str], what: &str, holds: impl Fn(fn(&str) -> Vec<Block>) -> bool) {
    if holds(READERS[0].1) || !texts.iter().all(|text| readers_agree(text)) || holds(READERS[1].1) {
        return;
    }
    panic!("{what}");
}

fn ending_its_line(text: &str) -> Cow<'_, str> {
    match text.is_empty() || text.ends_with('\n') {
        true => Cow::Borrowed(text),
        false => Cow::Owned(format!("{text}\n")),
    }
}

/// Checks new content for a component that has the content `old`.
pub(crate) fn check(old: &str, new: &str, choices: &mut Choices<'_>) {
    let section = Section::new(choices);
    let mode = choices.of(&[Mode::Append, Mode::Prepend, Mode::Replace]);
    let old = ending_its_line(old);
    if !section.is_valid(&old) || !section.is_valid(&ending_its_line(new)) {
        return;
    }
    let (before, after) = choices.of(&[
        ("", ""),
        ("# T\n\n", "end\n"),
        ("- a\n", "\n\n"),
        ("T\n", "---\n"),
    ]);
    let document = format!("{before}{}{after}", section.around(&old));
    if section.read(&document).components().len() != 1 {
        return;
    }
    let applied = section.set(&document, new, mode);
    assert_eq!(
        applied.outcomes[0].status,
        Status::Applied,
        "{old:?} + {new:?}"
    );

    // Only the content changes, and old content keeps every byte.
    let start = before.len() + section.opener.len() + 1;
    let end = start + old.len();
    for edit in &applied.edits {
        assert!(
            edit.range.start >= start && edit.range.end <= end,
            "{edit:?}"
        );
        assert!(mode == Mode::Replace || edit.range.is_empty(), "{edit:?}");
    }
    let content = section.content_of(applied.text());
    let new_document = section.read(&document);
    let wanted = as_content(new, &new_document, false);
    if !applied.outcomes[0].repaired {
        let parts = match mode {
            Mode::Append => content.strip_prefix(&*old),
            Mode::Prepend => content.strip_suffix(&*old),
            _ => Some(&*content),
        };
        let added = parts.and_then(|added| added.split_once(&*wanted));
        let (before, after) = added.unwrap_or_else(|| panic!("{old:?} + {new:?} is {content:?}"));
        check_joint(before, &old, new);
        check_joint(after, &old, new);
    }
    if mode == Mode::Replace
        || !is_for_oracles(&old)
        || !is_for_oracles(new)
        || leaves_html_open(&old)
        || has_marker_below_row(&old)
        || has_marker_below_row(new)
        || may_define(&old, new)
    {
        return;
    }
    let what = format!("{mode:?}: {old:?} + {new:?} is {content:?}");
    assert_both(&[&old, new], &what, |blocks| {
        let (was, is) = (blocks(&old), blocks(&content));
        match mode {
            Mode::Prepend => ends_with(&is, &was),
            _ => begins_with(&is, &was),
        }
    });
}

/// Checks the text between old and new content: only closing fences, blank lines, empty comments and ends of comments.
fn check_joint(joint: &str, old: &str, new: &str) {
    for line in joint.lines() {
        let line = line.trim_end_matches('\r');
        let is_fence =
            line.len() >= 3 && (line.bytes().all(|b| b == b'`') || line.bytes().all(|b| b == b'~'));
        assert!(
            line.is_empty() || line == "<!-- -->" || is_fence || line == "-->",
            "{joint:?} is between {old:?} and {new:?}"
        );
    }
    assert!(
        joint.lines().count() <= 4,
        "{joint:?} is between {old:?} and {new:?}"
    );
}

/// Checks that valid content is never rejected, wherever the component is.
pub(crate) fn check_position(new: &str, choices: &mut Choices<'_>) {
    let section = Section::new(choices);
    let mode = choices.of(&[Mode::Append, Mode::Prepend, Mode::Replace]);
    if !section.is_valid(&ending_its_line(new)) {
        return;
    }
    let document = section.with_markers(choices.of(POSITIONS));
    let count = 1 + choices.below(2);
    let response = (0..count).fold(Response::new(), |all, _| {
        all.patch(PatchBlock::new(section.name, new))
    });
    let applied = apply_patches(&document, &response, &section.options(mode));
    for outcome in &applied.outcomes {
        assert_ne!(outcome.status, Status::Rejected, "{new:?} in {document:?}");
    }
    let options = section.document_options();
    check_applied_with(
        &document,
        &response,
        &applied,
        BoundaryPolicy::Ignore,
        &options,
    );
}

/// Checks that a component in a block quote or list item gets the content that it would get outside of one, and that other blocks stay.
pub(crate) fn check_container(old: &str, new: &str, choices: &mut Choices<'_>) {
    let section = Section::new(choices);
    let mode = choices.of(&[Mode::Append, Mode::Prepend, Mode::Replace]);
    let old = ending_its_line(old);
    let (before, prefix, after) = choices.of(CONTAINERS);
    let [before, after] = [before, after].map(|text| section.with_markers(text));
    let document = format!("{before}{}{after}", prefixed(&old, prefix));
    let alone = section.around(&old);
    // Old content that makes its own closer text is not covered here.
    let is_read = |text: &str| {
        let read = section.read(text);
        read.components().len() == 1 && read.diagnostics().is_empty()
    };
    if !is_read(&document) || !is_read(&alone) || section.content_of(&document) != *old {
        return;
    }
    if !section.is_valid(&old) || !section.is_valid(&ending_its_line(new)) {
        return;
    }
    if !is_for_oracles(&old) || !is_for_oracles(new) {
        return;
    }
    if has_tab_before_text(&old) || has_tab_before_text(new) {
        return;
    }
    let result = section.set(&document, new, mode);
    let outside = section.set(&alone, new, mode);
    assert_eq!(
        result.outcomes[0].status,
        Status::Applied,
        "{document:?} + {new:?}"
    );
    assert_eq!(
        section.content_of(result.text()),
        section.content_of(outside.text()),
        "{:?}",
        result.text()
    );
    let texts = [&*document, new];
    let what = format!("{mode:?}: {document:?} + {new:?} is {:?}", result.text());
    assert_both(&texts, &what, |blocks| {
        let (was, is) = (blocks(&document), blocks(result.text()));
        let last = |blocks: &[Block]| match blocks.last() {
            Some(Block::List(kind, _, items)) => {
                format!("{kind} {} {:?}", items.len(), items.last())
            }
            other => format!("{other:?}"),
        };
        was.len() == is.len() && last(&was) == last(&is)
    });
}

/// Checks that text and patches without a component are appended to `exchange`, which keeps its blocks.
pub(crate) fn check_routed(old: &str, texts: &[&str]) {
    let old = ending_its_line(old);
    let valid = Section {
        opener: "<!-- agent:exchange -->",
        closer: "<!-- /agent:exchange -->",
        name: "exchange",
        markers: None,
    };
    if !valid.is_valid(&old) || !is_for_oracles(&old) || leaves_html_open(&old) {
        return;
    }
    let is_usable = |text: &&str| {
        is_for_oracles(text) && !may_define(&old, text) && valid.is_valid(&ending_its_line(text))
    };
    if !texts.iter().all(is_usable) {
        return;
    }
    let document = valid.around(&old);
    let response = texts.iter().fold(Response::new(), |response, text| {
        response
            .text(*text)
            .patch(PatchBlock::new("missing", *text))
    });
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
    let applied = apply_patches(&document, &response, &options);
    for outcome in &applied.outcomes {
        assert_eq!(outcome.status, Status::Applied, "{old:?} + {texts:?}");
    }
    let content = valid.content_of(applied.text());
    let what = format!("{old:?} + {texts:?} is {content:?}");
    let all: Vec<&str> = std::iter::once(&*old)
        .chain(texts.iter().copied())
        .collect();
    assert_both(&all, &what, |blocks| {
        begins_with(&blocks(&content), &blocks(&old))
    });
}
