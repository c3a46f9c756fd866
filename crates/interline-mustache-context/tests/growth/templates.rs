//! Templates of each kind, of a given length.

use interline_testing::{Input, hostile_texts, input, numbered, repeated, typical};

pub(crate) fn templates() -> Vec<Input> {
    let nested = |open: &'static str, close: &'static str| {
        move |bytes: usize| {
            let count = bytes / (open.len() + close.len());
            open.repeat(count) + "x" + &close.repeat(count)
        }
    };
    let mut inputs = hostile_texts();
    inputs.extend([
        typical(|bytes| {
            "## Rule {{x}}\n\nAnswer below the question, and leave the rest unchanged.{{#a}} This has no exception for {{x}}.{{/a}}\n"
                .repeat(bytes / 120)
        }),
        repeated("variables", "{{x}}"),
        repeated("missing variables", "{{missing}}"),
        repeated("sections", "{{#a}}x{{/a}}"),
        input("sections in each other", nested("{{#a}}", "{{/a}}")),
        input(
            "sections over maps in each other",
            nested("{{#m}}", "{{/m}}"),
        ),
        input(
            "inverted sections in each other",
            nested("{{^n}}", "{{/n}}"),
        ),
        input("blocks in each other", nested("{{$b}}", "{{/b}}")),
        repeated("open sections", "{{#a}}"),
        repeated("closed sections", "{{/a}}"),
        repeated("open tags", "{{"),
        repeated("open triple braces", "{{{"),
        repeated("loose braces", "{ }} "),
        repeated("delimiters that change", "{{=<% %>=}}<%={{ }}=%>"),
        repeated("comments", "{{! x }}\n"),
        repeated("partials", "{{>p}}"),
        repeated("indented partials", "  {{>p}}\n"),
        repeated("parents", "{{<p}}{{$b}}y{{/b}}{{/p}}"),
        input("one parent of many blocks", |bytes| {
            format!(
                "{{{{<p}}}}{}{{{{/p}}}}",
                numbered(bytes, |n| format!("{{{{$b{n:05}}}}}x{{{{/b{n:05}}}}}"))
            )
        }),
        input("a long name", |bytes| {
            format!("{{{{{}}}}}", "n".repeat(bytes))
        }),
        input("a long path", |bytes| {
            format!("{{{{{}c}}}}", "a.".repeat(bytes / 2))
        }),
        input("names", |bytes| {
            numbered(bytes, |n| format!("{{{{n{n:05}}}}}"))
        }),
    ]);
    inputs
}
