//! Split, read, write and edit in place the YAML frontmatter of Markdown documents.
