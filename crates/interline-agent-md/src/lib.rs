//! Agent definition files: YAML frontmatter and a system prompt, in the dialect of every tool.
