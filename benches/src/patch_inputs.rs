//! Responses and documents of about one mebibyte.

/// One mebibyte.
pub const SIZE: usize = 1 << 20;

const PROSE: &str = "The build went through on the second try, after the cache had been cleared. I changed two \
    files and left the third as it was, because the tests around it do not say what is expected.\n\nNext I would look \
    at the retry in the client: it waits for a fixed time, which is too short on a slow line and too long on a fast \
    one.\n\n";

const CODE: &str = "Use `cargo test` in `crates/core`, not the `--all` form; see `docs/testing.md`.\n\n```rust\nfn \
    main() {\n    println!(\"<!-- patch:example -->\");\n}\n```\n\nThen `git add -p` and look at `git diff --cached`.\n\n";

fn fill(size: usize, part: &str) -> String {
    part.repeat(size.div_ceil(part.len()))
}

/// Returns prose without markers.
#[must_use]
pub fn prose() -> String {
    fill(SIZE, PROSE)
}

/// Returns prose with `count` patches, with or without code spans and fences.
#[must_use]
pub fn patches(count: usize, code: bool) -> String {
    let part = if code {
        format!("{PROSE}{CODE}")
    } else {
        PROSE.to_owned()
    };
    let size = SIZE / count / 2;
    let body = fill(size, &part);
    (0..count)
        .map(|n| format!("{body}<!-- patch:part-{n} -->\n{body}<!-- /patch:part-{n} -->\n"))
        .collect()
}

/// Returns 10,500 small patches with code spans, one in ten of which contains a marker.
#[must_use]
pub fn small_patches() -> String {
    (0..10_500)
        .map(|n| {
            let span = if n % 10 == 0 {
                "`<!-- patch:x -->`"
            } else {
                "`cargo test`"
            };
            format!(
                "<!-- patch:s{n} -->\n- ran {span} and `git diff`: fine\n<!-- /patch:s{n} -->\n"
            )
        })
        .collect()
}

/// Returns a document of `count` components with `size` bytes of content in total.
#[must_use]
pub fn document(count: usize, size: usize) -> String {
    let body = fill(size / count, &format!("{PROSE}{CODE}"));
    let components: String = (0..count)
        .map(|n| format!("## Part {n}\n\n<!-- agent:part-{n} patch=append -->\n{body}<!-- /agent:part-{n} -->\n\n"))
        .collect();
    format!("---\nagent_doc_session: 5f0c2a58\nagent_doc_format: template\n---\n\n{components}")
}

/// Returns a document with one `exchange` of a mebibyte, which ends with a boundary.
#[must_use]
pub fn exchange() -> String {
    let body = fill(SIZE, &format!("### User\n\n{PROSE}### Agent\n\n{CODE}"));
    format!(
        "<!-- agent:exchange -->\n{body}<!-- agent:boundary:a0cfeb34 -->\n<!-- /agent:exchange -->\n"
    )
}

/// Returns a response with a patch for each of `count` components of [`document`].
#[must_use]
pub fn appends(count: usize) -> String {
    (0..count)
        .map(|n| {
            format!("<!-- patch:part-{n} -->\n- one more line for {n}\n<!-- /patch:part-{n} -->\n")
        })
        .collect()
}

/// Returns inputs of about `size` bytes on which other programs take quadratic time: a name and a response each.
#[must_use]
pub fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let numbered = |part: &dyn Fn(usize) -> String| {
        let mut text = String::with_capacity(size);
        for n in 0.. {
            if text.len() > size {
                break;
            }
            text.push_str(&part(n));
        }
        text
    };
    let growing_runs = || numbered(&|n| "`".repeat(n + 1) + " ");
    let half = growing_runs();
    vec![
        ("comment openers", fill(size, "<!--")),
        ("comment openers on lines", fill(size, "<!-- \n")),
        ("marker openers without an end", fill(size, "<!-- patch:a ")),
        ("unclosed openers", fill(size, "<!-- patch:a -->\n")),
        (
            "unclosed openers, new names",
            numbered(&|n| format!("<!-- patch:a{n} -->\n")),
        ),
        ("closers only", fill(size, "<!-- /patch:a -->\n")),
        ("code spans with comments", fill(size, "`a` <!-- x -->\n")),
        ("code spans of comment openers", fill(size, "`<!--` ")),
        (
            "closers in code spans",
            format!(
                "<!-- patch:a -->\n{}",
                fill(size, "x `<!-- /patch:a -->`\n")
            ),
        ),
        ("one backtick repeated", fill(size, "`")),
        ("backtick runs of growing length", growing_runs()),
        (
            "the same, a marker between",
            format!("{half}<!-- patch:a -->{half}"),
        ),
        ("fence openers with a letter", fill(size, "```a\n")),
        ("list-item fences", fill(size, "- ```\n")),
        (
            "list-item fences, a marker after each",
            fill(size, "- ```\n<!-- patch:a -->\n"),
        ),
        (
            "block quotes in each other",
            format!("{}<!-- patch:a -->\n", fill(size, "> ")),
        ),
        (
            "lists in each other",
            format!("{}<!-- patch:a -->\n", fill(size, "- ")),
        ),
        (
            "patches in each other",
            numbered(&|n| format!("<!-- patch:a{n} -->\n"))
                + &numbered(&|n| format!("<!-- /patch:a{n} -->\n")),
        ),
        (
            "one line, markers at start, middle and end",
            format!(
                "<!-- patch:a -->{0}<!-- /patch:a -->{0}<!-- patch:a -->",
                fill(size / 2, "word `x ")
            ),
        ),
        (
            "one marker of attributes",
            format!("<!-- patch:a {} -->", fill(size, "k=v ")),
        ),
        (
            "an open fence of closers",
            format!(
                "<!-- patch:a -->\n```x\n{}",
                fill(size, "<!-- /patch:b -->\n")
            ),
        ),
        (
            "patches with open fences",
            numbered(&|n| format!("<!-- patch:a{n} -->\n```x\n<!-- /patch:a{n} -->\n")),
        ),
        ("open HTML blocks", fill(size, "<pre>\n<!-- patch:a -->\n")),
        ("open tags", fill(size, "<a b=\"<!-- patch:a -->\n")),
        ("open brackets", fill(size, "[<!-- patch:a -->](")),
    ]
}

/// Returns the same inputs as documents.
#[must_use]
pub fn as_document(response: &str) -> String {
    response.replace("patch:", "agent:")
}
