//! Code detection against two CommonMark implementations.
//!
//! For a text with one marker, three verdicts on the byte of its `<` are compared: ours, whether it lies in the range
//! of a code span or code block of pulldown-cmark, and whether comrak has it in the text or the info string of one.
//! Where the two references agree, ours must. Named exceptions, each with a case in `markers.md`: a closing fence followed by
//! a tab closes, a lone CR ends no line, and a marker in an info string is code.

use comrak::nodes::NodeValue;
use interline_patch_template::{
    Document, DocumentOptions, Event as Read, FenceRecovery, ResponseOptions, ResponseParser,
    WholeFence, parse_patches_with,
};
use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};

use crate::cases::{Case, Report};

const PATCH: &str = "<!-- patch:QX -->";

/// Whether the reader of responses takes the one opener in `text` for text.
fn is_code_in_response(text: &str) -> bool {
    let options = ResponseOptions::new()
        .fence_recovery(FenceRecovery::Strict)
        .whole_fence(WholeFence::Keep);
    let response = parse_patches_with(text, &options);
    let opened = response
        .diagnostics
        .iter()
        .filter(|d| d.code == "unclosed-patch")
        .count();
    assert!(opened <= 1 && response.patches.is_empty(), "{text:?}");
    opened == 0
}

/// The same of the reader of documents; `None` where the text begins with frontmatter.
fn is_code_in_document(text: &str) -> Option<bool> {
    let text = text.replace("patch:", "agent:");
    let document = Document::parse_with(
        &text,
        &DocumentOptions::new().fence_recovery(FenceRecovery::Strict),
    );
    let opened = document
        .diagnostics()
        .iter()
        .filter(|d| d.code == "unclosed-component")
        .count();
    assert!(opened <= 1 && document.components().is_empty(), "{text:?}");
    (document.body_start() == 0).then_some(opened == 0)
}

/// The same of a stream that comes character by character.
fn is_code_in_pieces(text: &str) -> bool {
    let mut parser = ResponseParser::new();
    let mut opened = false;
    let mut piece = [0; 4];
    for c in text.chars() {
        let mut events = parser.push(c.encode_utf8(&mut piece));
        opened |= events.any(|event| matches!(event, Read::Opened { .. }));
    }
    opened |= (parser.finish()).any(|event| matches!(event, Read::Opened { .. }));
    !opened
}

/// A case that says whether a marker at the `★` of a text is code.
pub(crate) fn placed(case: &Case) -> Report {
    let mut report = Report::default();
    for (key, expected) in [("live", false), ("code", true)] {
        for text in case.all(key) {
            let lines = text.replace('\n', "\r\n");
            for text in [text, &lines] {
                let marked = text.replacen('★', PATCH, 1);
                let at = text
                    .find('★')
                    .unwrap_or_else(|| panic!("no place in {text:?}"));
                let said = match probe(&marked, at) {
                    Outcome::Agree => None,
                    Outcome::Skipped => Some("the references differ".to_owned()),
                    Outcome::Wrong(why) => Some(why),
                };
                report.promise(said.is_none(), || {
                    format!("{text:?}: {}", said.unwrap_or_default())
                });
                let found = [is_code_in_response(&marked), is_code_in_pieces(&marked)];
                report.promise(found == [expected; 2], || {
                    format!("{text:?}: code {expected}, at once and in pieces {found:?}")
                });
            }
        }
    }
    report
}

#[derive(Debug, PartialEq, Eq)]
enum Reference {
    Code,
    Live,
    Info,
}

fn pulldown(text: &str, at: usize) -> Reference {
    for (event, range) in Parser::new(text).into_offset_iter() {
        if !range.contains(&at) {
            continue;
        }
        match event {
            Event::Code(_) => return Reference::Code,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => return Reference::Code,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                let in_info = !text[range.start..at].contains('\n');
                return if in_info {
                    Reference::Info
                } else {
                    Reference::Code
                };
            }
            _ => {}
        }
    }
    Reference::Live
}

/// The rendered text does not show a marker in an info string, so that the tree is read.
fn comrak(text: &str) -> Reference {
    let arena = comrak::Arena::new();
    let root = comrak::parse_document(&arena, text, &comrak::Options::default());
    for node in root.descendants() {
        match &node.data.borrow().value {
            NodeValue::Code(code) if code.literal.contains(PATCH) => return Reference::Code,
            NodeValue::CodeBlock(block) if block.literal.contains(PATCH) => {
                return Reference::Code;
            }
            NodeValue::CodeBlock(block) if block.info.contains(PATCH) => return Reference::Info,
            _ => {}
        }
    }
    Reference::Live
}

enum Outcome {
    Agree,
    Skipped,
    Wrong(String),
}

fn probe(text: &str, at: usize) -> Outcome {
    if text.contains('\r') && text.replace("\r\n", "\n").contains('\r') {
        return Outcome::Skipped;
    }
    let ours = is_code_in_response(text);
    if is_code_in_document(text).is_some_and(|other| other != ours) {
        return Outcome::Wrong(format!("response and document differ: {text:?}"));
    }
    let first = pulldown(text, at);
    if first != comrak(text) {
        return Outcome::Skipped;
    }
    if ours == (first != Reference::Live) {
        Outcome::Agree
    } else {
        Outcome::Wrong(format!(
            "code for us: {ours}, for both: {first:?}: {text:?}"
        ))
    }
}

/// Every text that comes of one marker put into `example`.
fn probes(example: &str) -> Vec<(String, usize)> {
    let mut probes = Vec::new();
    let insert = |at: usize, what: &str, offset: usize| {
        (
            format!("{}{what}{}", &example[..at], &example[at..]),
            at + offset,
        )
    };
    for (at, _) in example.char_indices().chain([(example.len(), ' ')]) {
        if at == 0 || example.as_bytes()[at - 1] == b'\n' {
            for indent in [0, 3, 4] {
                let line = format!("{}{PATCH}\n", " ".repeat(indent));
                probes.push(insert(at, &line, indent));
            }
        }
        probes.push(insert(at, PATCH, 0));
    }
    probes
}

#[test]
fn agrees_with_both_on_every_commonmark_example() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testing/suites/commonmark-spec/examples.json");
    let examples: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut total, mut skipped, mut wrong) = (0, 0, Vec::new());
    for example in examples.as_array().unwrap() {
        for (text, at) in probes(example["markdown"].as_str().unwrap()) {
            total += 1;
            match probe(&text, at) {
                Outcome::Agree => {}
                Outcome::Skipped => skipped += 1,
                Outcome::Wrong(why) => wrong.push(why),
            }
        }
    }
    println!("{total} probes, {skipped} skipped");
    assert!(
        wrong.is_empty(),
        "{} wrong, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
    assert!(total > 20_000, "only {total} probes");
    assert!(skipped * 500 <= total, "{skipped} of {total} skipped");
}

const PIECES: &[&str] = &[
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "~~~~",
    " ",
    "    ",
    "\t",
    "> ",
    "- ",
    "1. ",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "<!--",
    "-->",
    "<pre>",
    "<div>",
    "\\",
    "\"",
    "é",
    "\u{1f600}",
    "a",
    "b ",
];

/// More text that begins or ends something in CommonMark.
const MORE_PIECES: &[&str] = &[
    "`",
    "``",
    "```",
    "\n",
    "\n",
    "\n\n",
    " ",
    "   ",
    "a",
    "> ",
    "- ",
    "[",
    "]",
    "](",
    ")",
    "[a]: ",
    "[a]:",
    "(",
    "<a ",
    "<a",
    "b=\"",
    "c='",
    "'",
    "\"",
    "=",
    ">",
    "/>",
    "<b>",
    "<b>\u{c}\n",
    "\u{b}",
    "\u{c}",
    "</b>",
    "</b",
    "<?",
    "?>",
    "<![CDATA[",
    "]]>",
    "<!X ",
    "<http://",
    "@x.y>",
    "<x",
    "#",
    "# ",
    "===\n",
    "---\n",
    "***\n",
    "* ",
    "+ ",
    "12) ",
    "1) ",
    "!",
    "![",
    "/u ",
    "<",
    "\\",
    "<!--",
    "-->",
    "<pre",
    "</pre>",
    "<div",
    "<del>",
    "_",
    "\t",
    "*",
];

/// A longer run of backticks is text for us, as one of more than 80 is for comrak; pulldown-cmark has no limit.
#[test]
fn a_backtick_run_is_an_edge_of_code_up_to_a_limit() {
    for (len, is_code) in [
        (32, true),
        (81, true),
        (1_000, true),
        (1_001, false),
        (5_000, false),
    ] {
        let run = "`".repeat(len);
        let text = format!("a {run} {PATCH} {run} b\n");
        assert_eq!(is_code_in_response(&text), is_code, "{len}");
        let at = text.find(PATCH).unwrap();
        assert_eq!(pulldown(&text, at), Reference::Code);
        // What an even longer one is not, it does not hide from others.
        let text = format!("a ` {run} {PATCH} ` b\n");
        assert!(is_code_in_response(&text), "{len}");
    }
}

/// As deep as the references go in a time that a test has.
#[test]
fn deep_nesting_is_read_as_the_references_read_it() {
    let mut agreed = 0;
    for depth in [3, 40, 150] {
        for part in ["> ", "- > ", "1. "] {
            let prefix = part.repeat(depth);
            let indent = prefix.replace(['-', '1', '.'], " ");
            for line in [
                format!("{prefix}a\n{indent}    {PATCH}\n"),
                format!("{prefix}a\n\n{indent}    {PATCH}\n"),
                format!("{prefix}```\n{indent}{PATCH}\n"),
                format!("{prefix}```\n{PATCH}\n"),
                format!("{prefix}```\n\n{indent}{PATCH}\n"),
                format!("{prefix}a\n{}\n{indent}{PATCH}\n", indent.trim_end()),
            ] {
                let at = line.find(PATCH).unwrap();
                match probe(&line, at) {
                    Outcome::Agree => agreed += 1,
                    Outcome::Skipped => {}
                    Outcome::Wrong(why) => panic!("{why}"),
                }
            }
        }
    }
    assert!(agreed > 40, "{agreed} of 54");
}

fn random_text(pieces: &'static [&'static str]) -> impl Strategy<Value = (String, usize)> {
    let piece = prop::sample::select(pieces);
    (
        prop::collection::vec(piece, 1..30),
        any::<prop::sample::Index>(),
    )
        .prop_map(|(pieces, place)| {
            let place = place.index(pieces.len());
            let before = pieces[..place].concat();
            let at = before.len();
            (format!("{before}{PATCH}{}", pieces[place..].concat()), at)
        })
}

proptest! {
    #![proptest_config(crate::cases(40_000))]

    #[test]
    fn agrees_with_both_on_random_text((text, at) in random_text(PIECES)) {
        if let Outcome::Wrong(why) = probe(&text, at) {
            return Err(TestCaseError::fail(why));
        }
    }

    #[test]
    fn agrees_with_both_on_random_structure((text, at) in random_text(MORE_PIECES)) {
        if let Outcome::Wrong(why) = probe(&text, at) {
            return Err(TestCaseError::fail(why));
        }
    }
}
