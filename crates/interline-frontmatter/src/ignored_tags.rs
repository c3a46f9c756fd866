//! Tags that have no effect.

use interline_text::{Diagnostic, Severity};

use crate::Document;
use crate::diagnostics as codes;
use crate::yaml::YamlBlock;

impl Document<'_> {
    /// Reports each tag of the block that has no effect ([`tag-left-out`](crate::diagnostics::TAG_LEFT_OUT)), in the order of the text: on
    /// keys, values and items at any depth. An alias does not repeat the tags of its anchor. See
    /// [`Node::ignored_tag`](crate::Node::ignored_tag).
    ///
    /// Linear in the block.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_frontmatter::Document;
    ///
    /// let text = "---\ntitle: !draft Plan\nversion: !!str 2\n---\n";
    /// let document = Document::parse(text)?;
    /// assert_eq!(document.get("title"), Some("Plan".into()));
    /// let diagnostics = document.ignored_tags();
    /// assert_eq!(diagnostics.len(), 1);
    /// assert_eq!(diagnostics[0].message, "the tag `!draft` has no effect here and is left out: remove it");
    /// assert_eq!(&text[diagnostics[0].span.clone()], "!draft");
    /// # Ok::<(), interline_frontmatter::Error>(())
    /// ```
    #[must_use]
    pub fn ignored_tags(&self) -> Vec<Diagnostic> {
        ignored_tags(self.block())
    }
}

pub(crate) fn ignored_tags(block: &YamlBlock<'_>) -> Vec<Diagnostic> {
    // Plain form has no tags. Most headers are plain, and every read comes here.
    if block.tree.is_plain {
        return Vec::new();
    }
    let tagged = block.tree.nodes.iter().filter_map(|node| {
        let tag = node.ignored_tag()?;
        let before = node.start as usize..node.content as usize;
        let written = block.yaml.get(before).unwrap_or_default();
        // An anchor may come before the tag, or a comment after it.
        let found = written
            .split_whitespace()
            .find(|word| word.starts_with('!'));
        let (span, shown) = match found.and_then(|word| Some((written.find(word)?, word))) {
            Some((at, word)) => {
                let start = node.start as usize + at;
                (start..start + word.len(), word)
            }
            None => (node.span(), tag),
        };
        let message = format!("the tag `{shown}` has no effect here and is left out: remove it");
        let span = block.span(span);
        Some(Diagnostic::new(
            Severity::Warning,
            codes::TAG_LEFT_OUT,
            span,
            message,
        ))
    });
    tagged.collect()
}
