//! The fuzz targets of the workspace: each is a function of bytes that holds a promise of the crates against them.
//!
//! A target is here and not in `fuzz_targets`, so that it builds on stable and the example `replay` can run it on an
//! input that was found. Each takes its [`Input`](input::Input) as its documentation says, and uses the public API alone.

#![forbid(unsafe_code)]

mod answers;
pub mod input;
mod joints;
mod laws;
pub mod pieces;

pub mod agent;
pub mod apply;
pub mod dialect;
pub mod document;
pub mod edit;
pub mod edit_agent;
pub mod fragment;
pub mod live;
pub mod parse_patches;
pub mod read;
pub mod split;
pub mod template;
pub mod text_edits;

/// A target, for the example `replay`, which calls it by its name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// What single bytes stand for in its texts.
    pub pieces: &'static [&'static str],
}

macro_rules! targets {
    ($($name:ident $pieces:ident)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            run: $name::run,
            pieces: pieces::$pieces,
        }),*];
    };
}

targets! {
    agent AGENT
    apply MARKDOWN
    dialect AGENT
    document MARKDOWN
    edit YAML
    edit_agent YAML
    fragment FRAGMENT
    live MARKDOWN
    parse_patches MARKDOWN
    read YAML
    split YAML
    template MUSTACHE
    text_edits MARKDOWN
}

/// That a span is one of the text.
#[track_caller]
fn assert_span(span: &std::ops::Range<usize>, text: &str) {
    assert!(
        span.start <= span.end && text.get(span.clone()).is_some(),
        "{span:?} of {text:?}"
    );
}

/// That diagnostics have places of the text, and can be shown.
#[track_caller]
fn assert_told(told: &[interline_text::Diagnostic], text: &str) {
    for told in told {
        assert_span(&told.span, text);
        assert!(!told.message.is_empty() && !told.code.is_empty());
        assert!(!told.to_line(None, text).is_empty());
        assert!(!told.report(text).to_string().is_empty());
    }
}
