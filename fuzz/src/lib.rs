//! The fuzz targets of the workspace. Each is a function of bytes that checks guarantees of a crate through its public interface.
//!
//! The targets are here and not in `fuzz_targets`, so that they build on stable and the example `replay` can run them on a finding.
//! The documentation of each says which strings and choices it reads from its [`Input`](input::Input).

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

/// A target that the example `replay` calls by its name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// The strings that single bytes are decoded to.
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

/// Panics unless the span is valid for the text.
#[track_caller]
fn assert_span(span: &std::ops::Range<usize>, text: &str) {
    assert!(
        span.start <= span.end && text.get(span.clone()).is_some(),
        "{span:?} of {text:?}"
    );
}

/// Panics unless all diagnostics have valid spans, and can be displayed.
#[track_caller]
fn assert_diagnostics(diagnostics: &[interline_text::Diagnostic], text: &str) {
    for diagnostic in diagnostics {
        assert_span(&diagnostic.span, text);
        assert!(!diagnostic.message.is_empty() && !diagnostic.code.is_empty());
        assert!(!diagnostic.to_line(None, text).is_empty());
        assert!(!diagnostic.report(text).to_string().is_empty());
    }
}
