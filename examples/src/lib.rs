//! What the examples share.

use similar::TextDiff;

/// The lines that differ, with three around them, as `diff -u` shows them. Empty when nothing differs.
#[must_use]
pub fn unified_diff(name: &str, old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new)
        .unified_diff()
        .header(name, name)
        .to_string()
}

/// The examples of the project's README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// So are those of the cookbook.
#[cfg(doctest)]
#[doc = include_str!("../../docs/cookbook.md")]
struct Cookbook;

/// And that of the page about slash commands.
#[cfg(doctest)]
#[doc = include_str!("../../docs/commands.md")]
struct CommandsPage;

/// The pages for users of other programs, with the other side where it can be built cheaply.
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
