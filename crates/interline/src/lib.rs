//! Read, write and edit the Markdown documents that people and agents share.
