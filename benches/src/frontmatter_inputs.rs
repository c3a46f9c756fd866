//! Documents with frontmatter.

use serde::Deserialize;

/// A block of 511 bytes with scalars, a list and comments, as agent documents have.
pub const BLOCK: &str = "\
# What the agent works on, and where it answers
agent_doc_session: 5f0c2a58-7d0e-4c1f-9a1b-3c8f2f6f7b11
agent_doc_format: template
agent_doc_write: crdt
agent: claude
model: opus-4.5  # the large one
branch: feature/read-the-header-once
resume: 0b9d7e64-2f0a-4f4e-8d1c-6a2b1c0d9e8f
title: \"Plan: read the header once\"
status: in review
created: 2026-03-14
priority: 2
draft: false
tags: [plan, parser, frontmatter]
links:
  - docs/design.md
  - docs/testing.md
owner: 'team parsers'
summary: One reader for all
";

/// Returns the block with an entry that the YAML parser has to read.
#[must_use]
pub fn block_with_an_entry_for_the_parser() -> String {
    BLOCK.replace("summary: One reader for all", "summary: >-\n  One reader.")
}

/// Returns the block with an anchor.
#[must_use]
pub fn block_for_the_parser() -> String {
    BLOCK.replace("owner: 'team parsers'", "owner: &owner 'team'")
}

/// Returns a document of 21 KB with the block and paragraphs.
#[must_use]
pub fn document(block: &str) -> String {
    let mut text = format!("---\n{block}---\n");
    let mut paragraph = 0;
    while text.len() < 21_000 {
        paragraph += 1;
        text += &format!(
            "\n## Part {paragraph}\n\nThe header is read once - and only once --- whatever the body holds.\n\n\
             - one point of part {paragraph}\n- another one\n\n---\n"
        );
    }
    text.truncate(21_000);
    text
}

/// The type that ours and all peers read into.
#[derive(Debug, Default, Deserialize, PartialEq)]
pub struct Header {
    /// The session.
    pub agent_doc_session: String,
    /// The format.
    pub agent_doc_format: String,
    /// The agent.
    pub agent: String,
    /// The model.
    pub model: String,
    /// The branch.
    pub branch: String,
    /// The title.
    pub title: String,
    /// The priority.
    pub priority: u32,
    /// Returns whether it is a draft.
    pub draft: bool,
    /// The tags.
    pub tags: Vec<String>,
    /// The links.
    pub links: Vec<String>,
    /// The summary.
    pub summary: Option<String>,
}

/// The name of a kind of block, and a function that returns one of about the given number of bytes.
pub type Kind = (&'static str, fn(usize) -> String);

/// Hostile blocks that are read or rejected in linear time.
pub const HOSTILE: [Kind; 8] = [
    ("keys", |bytes| {
        (0..bytes / 9).map(|i| format!("k{i:05}: \n")).collect()
    }),
    ("keys in braces", |bytes| {
        let keys: String = (0..bytes / 9).map(|i| format!("k{i:05}:1,")).collect();
        format!("{{{keys}}}\n")
    }),
    ("comments", |bytes| "# x\n".repeat(bytes / 4)),
    ("one scalar", |bytes| {
        format!("a: \"{}\"\n", "x ".repeat(bytes / 2))
    }),
    ("escapes", |bytes| {
        format!("a: \"{}\"\n", "\\\\".repeat(bytes / 2))
    }),
    ("a list", |bytes| {
        format!("a: [{}1]\n", "1,".repeat(bytes / 2 - 4))
    }),
    ("open brackets", |bytes| {
        format!("a: {}\n", "[".repeat(bytes - 4))
    }),
    ("dashes inside dashes", |bytes| {
        format!("a:\n  {}x\n", "- ".repeat(bytes / 2 - 4))
    }),
];
