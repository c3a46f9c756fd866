//! Hostile responses cost in proportion to their length, whatever the chunks they come in: steps are counted.

use std::fmt::Write as _;

use interline_testing::growing_runs;

use crate::{
    ApplyOptions, LiveApply, Offsets, ResponseParser, apply_patches, parse_patches, steps,
};

/// The steps that a response takes in chunks of `len` bytes.
fn steps_of(text: &str, len: usize) -> u64 {
    steps::of(|| {
        let mut parser = ResponseParser::new();
        let mut rest = text;
        while !rest.is_empty() {
            let mut at = len.min(rest.len());
            while !rest.is_char_boundary(at) {
                at += 1;
            }
            let (chunk, after) = rest.split_at(at);
            parser.push(chunk).for_each(drop);
            rest = after;
        }
        parser.finish().for_each(drop);
    })
}

fn fill(size: usize, part: &str) -> String {
    part.repeat(size.div_ceil(part.len()))
}

fn numbered(size: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(size);
    for n in 0.. {
        if text.len() >= size {
            break;
        }
        text.push_str(&part(n));
    }
    text
}

/// Inputs of about `size` bytes that would be slow to read when anything were read again.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let part = |text: &str| fill(size, text);
    let after = |first: &str, part: &str| format!("{first}{}", fill(size, part));
    // Both the length of the lines and their number grow.
    let nested =
        |start: &str, part: &str| numbered(size, |n| format!("{start}{}x\n", part.repeat(n)));
    vec![
        ("comment openers", part("<!--")),
        ("comment openers on lines", part("<!-- \n")),
        ("marker openers without an end", part("<!-- patch:a ")),
        ("unclosed openers", part("<!-- patch:a -->\n")),
        (
            "unclosed openers, new names",
            numbered(size, |n| format!("<!-- patch:a{n} -->\n")),
        ),
        ("closers only", part("<!-- /patch:a -->\n")),
        ("code spans with comments", part("`a` <!-- x -->\n")),
        ("code spans of comment openers", part("`<!--` ")),
        (
            "closers in code spans",
            after("<!-- patch:a -->\n", "x `<!-- /patch:a -->`\n"),
        ),
        ("one backtick repeated", part("`")),
        ("backtick runs of growing length", growing_runs(size, "`")),
        (
            "the same, a marker between",
            format!("{0}<!-- patch:a -->{0}", growing_runs(size / 2, "`")),
        ),
        ("runs opened, markers, runs closed", {
            let runs: Vec<_> = (1..size.isqrt().min(300))
                .map(|len| "`".repeat(len))
                .collect();
            let closing: Vec<_> = runs.iter().rev().cloned().collect();
            fill(
                size,
                &format!(
                    "{} {}{}\n\n",
                    runs.join(" "),
                    "<!--patch:a-->".repeat(runs.len()),
                    closing.join(" ")
                ),
            )
        }),
        ("fence openers with a letter", part("```a\n")),
        (
            "fence openers with markers",
            nested("``` ", "<!-- patch:a -->"),
        ),
        (
            "one fence opener with markers",
            after("``` ", "<!-- patch:a -->"),
        ),
        (
            "one fence opener with near misses",
            after("> ``` ", "<!--patch:!"),
        ),
        ("list-item fences", part("- ```\n")),
        (
            "list-item fences, a marker after each",
            part("- ```\n<!-- patch:a -->\n"),
        ),
        (
            "block quotes in each other",
            part("> ") + "<!-- patch:a -->\n",
        ),
        ("lists in each other", part("- ") + "<!-- patch:a -->\n"),
        ("lists in each other, text after", nested("", "- ")),
        ("numbers in each other", nested("", "1. ")),
        ("different lists in each other", nested("", "- + * > ")),
        (
            "lists, then lines as deep",
            format!("{}x\n{}", fill(size.isqrt(), "- "), nested("", "  ")),
        ),
        (
            "lists, then tabs",
            format!("{}x\n{}", fill(size.isqrt(), "- > "), nested("", "\t>")),
        ),
        (
            "lists, then blank lines",
            format!(
                "{}x\n{}",
                fill((size / 4).min(60_000), "- "),
                fill(size, "\n")
            ),
        ),
        (
            "lists and quotes, then blank lines",
            format!(
                "{}x\n{}",
                fill((size / 4).min(60_000), "- > "),
                fill(size, ">\n")
            ),
        ),
        (
            "quotes, then lazy lines",
            format!(
                "{}x\n{}",
                fill((size / 4).min(60_000), "> "),
                fill(size, "y\n")
            ),
        ),
        (
            "quotes, then one less",
            format!("{}x\n{}", fill(size.isqrt(), "> "), nested("", ">")),
        ),
        ("spaces", part(" ")),
        ("lines of spaces", nested("", " ")),
        ("tabs", part("\t")),
        (
            "patches in each other",
            numbered(size / 2, |n| format!("<!-- patch:a{n} -->\n"))
                + &numbered(size / 2, |n| format!("<!-- /patch:a{n} -->\n")),
        ),
        (
            "one line, markers at start, middle and end",
            format!(
                "<!-- patch:a -->{0}<!-- /patch:a -->{0}<!-- patch:a -->",
                fill(size / 2, "word `x ")
            ),
        ),
        ("one line of markers", after("a `b ", "<!-- patch:a --> ")),
        (
            "one line of markers after spaces",
            fill(size / 2, " ") + &fill(size / 2, "<!-- patch:a -->"),
        ),
        ("near misses in mid-line", after("a `b ", "<!--patch:!")),
        (
            "near misses and markers",
            after(
                "a `b ",
                &format!("{}<!--patch:a-->", "<!--patch:!".repeat(100)),
            ),
        ),
        (
            "one marker of attributes",
            after("<!-- patch:a ", "k=v ") + "-->",
        ),
        (
            "attributes of angles",
            part(&format!("<!-- patch:a {}", fill(size.isqrt(), "a=< "))),
        ),
        (
            "attributes of closing angles",
            part(&format!("<!-- patch:a {}", fill(size.isqrt(), "a=> ->"))),
        ),
        (
            "markers with spaces",
            part(&format!("<!--{}pa", fill(size.isqrt(), " "))),
        ),
        (
            "markers with dashes",
            part(&format!("<!-- patch:a{} x", fill(size.isqrt(), "-"))),
        ),
        (
            "markers with long names",
            part(&format!("<!-- patch:{}", fill(size.isqrt(), "é"))),
        ),
        (
            "an open fence of closers",
            after("<!-- patch:a -->\n```x\n", "<!-- /patch:b -->\n"),
        ),
        (
            "patches with open fences",
            numbered(size, |n| {
                format!("<!-- patch:a{n} -->\n```x\n<!-- /patch:a{n} -->\n")
            }),
        ),
        ("open HTML blocks", part("<pre>\n<!-- patch:a -->\n")),
        ("open tags", part("<a b=\"<!-- patch:a -->\n")),
        (
            "an open tag of markers",
            nested("<a b=\"", "<!-- patch:a -->"),
        ),
        (
            "an open tag of quotes and markers",
            nested("> > <a ", "b=\"<!-- patch:a -->\" "),
        ),
        ("open brackets", part("[<!-- patch:a -->](")),
        ("angles", part("<")),
        ("open tags in mid-line", part("a <a b='")),
        ("images", part("![")),
        ("underlines", part("a\n=\n")),
        ("rules", part("- - -\n* * *\n")),
        ("a first line", part("`")),
        ("a fence round all", after("```markdown\n", "~~~~ ````\n")),
        ("carriage returns", part("\r")),
        (
            "carriage returns after markers",
            part("<!-- patch:a -->\r\r\n<!-- /patch:a -->\r"),
        ),
    ]
}

/// Those of which more is held back the longer they are, up to [`LOOKAHEAD_LIMIT`](crate::LOOKAHEAD_LIMIT) or as far as
/// a line or a marker is read.
const LIMITED: [&str; 8] = [
    "one backtick repeated",
    "one fence opener with markers",
    "one fence opener with near misses",
    "block quotes in each other",
    "one line of markers",
    "near misses in mid-line",
    "near misses and markers",
    "one marker of attributes",
];

/// Lists the inputs whose steps grow by more than 2.2 when their length doubles, or are more than 60 for each byte.
fn report(base: usize, lens: &[usize], wanted: impl Fn(&str) -> bool) -> String {
    let mut report = String::new();
    let sizes = [base, 2 * base, 4 * base, 8 * base].map(hostile);
    for (index, (name, _)) in sizes[0].iter().enumerate() {
        for &len in lens.iter().filter(|_| wanted(name)) {
            let counts = sizes.each_ref().map(|all| {
                let text = &all[index].1;
                (steps_of(text, len), text.len() as u64)
            });
            let grows = |pair: &[(u64, u64)]| {
                let [(small, short), (large, long)] = [pair[0], pair[1]];
                // Computed as if it were exactly twice as long.
                large * short * 20 > small * long * 22
            };
            let [.., (most, long)] = counts;
            if counts.windows(2).any(grows) || most > 60 * long {
                let _ = writeln!(report, "{name} by {len}: {counts:?}");
            }
        }
    }
    report
}

#[test]
fn steps_of_hostile_responses_are_linear() {
    let report = report(5 << 10, &[1, 4, 64], |_| true);
    assert!(report.is_empty(), "{report}");
}

#[track_caller]
fn check_beyond_all_limits(chunk: usize) {
    let report = report(224 << 10, &[chunk], |name| LIMITED.contains(&name));
    assert!(report.is_empty(), "{report}");
}

// Two tests, for two processors.
#[test]
fn steps_beyond_all_limits_are_linear_in_small_chunks() {
    check_beyond_all_limits(4);
}

#[test]
fn steps_beyond_all_limits_are_linear_in_large_chunks() {
    check_beyond_all_limits(64);
}

/// Texts as they are usually written, and the steps for 100 bytes that reading them takes at most: at once, and in chunks of
/// 64 bytes. Without one of the short ways it would be more.
const USUAL: &[(&str, &str, u64, u64)] = &[
    ("prose", "Some words, and a line.\n\n", 100, 420),
    (
        "patches",
        "Words.\n<!-- patch:a -->\nmore words\n<!-- /patch:a -->\n",
        400,
        540,
    ),
    (
        "patches with attributes",
        "Words.\n\n<!-- patch:a k=v -->\nmore words\n<!-- /patch:a -->\n",
        410,
        570,
    ),
    (
        "indented patches",
        "Words.\n  <!-- patch:a -->\nmore words\n  <!-- /patch:a -->\n",
        370,
        640,
    ),
    (
        "patches and code spans",
        "Words `a` of `b`.\n\n<!-- patch:a -->\nmore `words`\n<!-- /patch:a -->\n",
        420,
        570,
    ),
    (
        "patches of code",
        "Words.\n\n<!-- patch:a -->\n```rs\nlet a = b;\nlet c = d;\n```\n<!-- /patch:a -->\n",
        380,
        500,
    ),
    (
        "examples",
        "Words.\n\n~~~md\n<!-- patch:a -->\nmore words\n<!-- /patch:a -->\n~~~\n",
        410,
        550,
    ),
    (
        "patches in a line",
        "Total: <!-- patch:a -->7<!-- /patch:a --> of many things.\n",
        470,
        590,
    ),
    (
        "lists, quotes and code",
        "- Words\n\n  and `more`.\n\n> so on\n\n```\nx\n```\n\n<!-- patch:a -->\n- one\n- two\n<!-- /patch:a -->\n",
        440,
        540,
    ),
    (
        "comments and tags",
        "<!-- note -->\nWords <b>so</b>.\n\n<!-- patch:a -->\n<br>\nmore words\n<!-- /patch:a -->\n",
        380,
        550,
    ),
];

#[test]
fn usual_texts_take_few_steps() {
    let mut report = String::new();
    for &(name, part, whole, chunks) in USUAL {
        let text = fill(16 << 10, part);
        let at_once = steps::of(|| drop(crate::parse_patches(&text)));
        for (how, steps, most) in [
            ("at once", at_once, whole),
            ("in chunks", steps_of(&text, 64), chunks),
        ] {
            let found = steps * 100 / text.len() as u64;
            if found > most {
                let _ = writeln!(report, "{name}, {how}: {found}, not {most}");
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

/// Parts that each have to be repaired cost a bounded number of rounds all the same, each of which is linear.
#[test]
fn many_repairs_take_few_rounds() {
    let counts = [40, 80, 160].map(|parts| {
        let each = |part: &dyn Fn(usize) -> String| (0..parts).map(part).collect::<String>();
        let document = each(&|n| format!("is <!-- agent:a{n} -->1<!-- /agent:a{n} --> `of`\n\n"));
        let answer = each(&|n| format!("<!-- patch:a{n} -->`<!-- /patch:a{n} -->\n\n"));
        let response = parse_patches(&answer);
        assert_eq!(response.patches.len(), parts);
        let mut applied = None;
        let steps = steps::of(|| {
            applied = Some(apply_patches(&document, &response, &ApplyOptions::new()));
        });
        let outcomes = applied.unwrap().outcomes;
        assert_eq!(outcomes.len(), parts);
        assert!(outcomes.iter().all(|outcome| outcome.repaired));
        steps
    });
    for pair in counts.windows(2) {
        assert!(pair[1] * 10 < pair[0] * 28, "{counts:?}");
    }
}

/// Text that was inserted as it arrived and differs in many places at the end is counted once.
#[test]
fn many_differences_at_the_end_of_a_live_answer_are_counted_once() {
    let document = "<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n";
    let counts = [100, 200, 400, 800].map(|parts| {
        // Every other fence is closed at the end.
        let answer = |n| format!("<!-- patch:a{n:03} -->\n```\n<!-- /patch:a{n:03} -->\n");
        let answer: String = (0..parts).map(answer).collect();
        let mut live = LiveApply::new(document, &ApplyOptions::new()).offsets(Offsets::Utf16);
        for line in answer.split_inclusive('\n') {
            live.push(line);
        }
        let mut edits = 0;
        let steps = steps::of(|| edits = live.finish().0.len());
        assert!(edits >= parts / 2, "{edits} of {parts}");
        steps
    });
    for pair in counts.windows(2) {
        assert!(pair[1] * 10 < pair[0] * 22, "{counts:?}");
    }
}
