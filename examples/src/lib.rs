//! Functions that the examples share, and the tests of the examples in Markdown files.

use similar::TextDiff;

/// Returns the difference in the format of `diff -u`, with three lines of context. Empty when the texts are equal.
#[must_use]
pub fn unified_diff(name: &str, old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .header(name, name)
        .to_string()
}

/// Runs the examples of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Runs the examples of the cookbook.
#[cfg(doctest)]
#[doc = include_str!("../../docs/cookbook.md")]
struct Cookbook;

/// Runs the examples of the pages for users of other programs, theirs too where they build quickly.
#[cfg(doctest)]
mod coming_from {
    #[doc = include_str!("../../docs/coming-from/agent-doc.md")]
    struct AgentDoc;

    #[doc = include_str!("../../docs/coming-from/opi.md")]
    struct Opi;

    #[doc = include_str!("../../docs/coming-from/mlua-swarm.md")]
    struct MluaSwarm;

    #[doc = include_str!("../../docs/coming-from/mcp-guide.md")]
    struct McpGuide;

    #[doc = include_str!("../../docs/coming-from/gray-matter-and-serde-yaml.md")]
    struct GrayMatterAndSerdeYaml;
}
