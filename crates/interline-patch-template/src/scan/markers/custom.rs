//! The markers of other programs.

use std::ops::Range;
use std::sync::Arc;

const NAME: &str = "{name}";

/// A pair of comments with which another program, such as terraform-docs, doctoc or all-contributors, marks the start and end of
/// a section of a document.
///
/// `{name}` in a template is replaced with the name of the section: one word without whitespace. Without it all sections have the same
/// name: the text of the opener. A comment that continues after the template and a space is a marker too, since many of them have
/// a remark there.
///
/// # Examples
///
/// ```
/// use interline_patch_template::{ApplyOptions, Markers, set_component};
///
/// let readme = "# Module\n<!-- BEGIN_TF_DOCS -->\nold\n<!-- END_TF_DOCS -->\n";
/// let options = ApplyOptions::new().markers(Markers::new("BEGIN_TF_DOCS", "END_TF_DOCS"));
/// let applied = set_component(readme, "BEGIN_TF_DOCS", "new\n", &options);
/// assert_eq!(applied.text(), readme.replace("old", "new"));
///
/// let page = "<!-- START toc -->\nold\n<!-- END toc -->\n";
/// let options = ApplyOptions::new().markers(Markers::new("START {name}", "END {name}"));
/// let applied = set_component(page, "toc", "- [A](#a)\n", &options);
/// assert_eq!(applied.text(), "<!-- START toc -->\n- [A](#a)\n<!-- END toc -->\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Markers(Arc<Pair>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Pair {
    opener: Template,
    closer: Template,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Template {
    before: String,
    /// The text after the name; `None` if the template has no name.
    after: Option<String>,
}

impl Markers {
    /// Makes a pair from the text between `<!--` and `-->`, without the spaces around it.
    #[must_use]
    pub fn new(opener: &str, closer: &str) -> Self {
        Self(Arc::new(Pair {
            opener: Template::new(opener),
            closer: Template::new(closer),
        }))
    }

    pub(crate) fn has_names(&self) -> bool {
        self.0.closer.after.is_some() && self.0.opener.after.is_some()
    }

    pub(crate) fn opener_of(&self, name: &str) -> String {
        self.0.opener.comment(name)
    }

    pub(crate) fn closer_of(&self, name: &str) -> String {
        self.0.closer.comment(name)
    }

    /// Reads the text of a comment. Returns whether it is a closer, and the range of its name.
    pub(crate) fn read(&self, inner: &str) -> Option<(bool, Range<usize>)> {
        let Pair { opener, closer } = &*self.0;
        let opens = || Some((false, opener.read(inner)?));
        let closes = || Some((true, closer.read(inner)?));
        // If both templates fit, the longer one is meant.
        match closer.before.len() >= opener.before.len() {
            true => closes().or_else(opens),
            false => opens().or_else(closes),
        }
    }
}

impl Template {
    fn new(template: &str) -> Self {
        let template = template.trim();
        match template.split_once(NAME) {
            Some((before, after)) => Self {
                before: before.to_owned(),
                after: Some(after.to_owned()),
            },
            None => Self {
                before: template.to_owned(),
                after: None,
            },
        }
    }

    fn comment(&self, name: &str) -> String {
        match &self.after {
            Some(after) => format!("<!-- {}{name}{after} -->", self.before),
            None => format!("<!-- {} -->", self.before),
        }
    }

    /// Returns the range of the name in a comment that fits.
    fn read(&self, inner: &str) -> Option<Range<usize>> {
        let start = self.before.len();
        let rest = inner.strip_prefix(&*self.before)?;
        let ends_word = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
        let Some(after) = &self.after else {
            return (start > 0 && ends_word(rest)).then_some(0..start);
        };
        let word = &rest[..rest.find([' ', '\t']).unwrap_or(rest.len())];
        let len = match after.is_empty() {
            true => word.len(),
            // The name ends where the text after it is found last.
            false => word.len().min(rest.rfind(&**after)?),
        };
        let fits = len > 0 && rest[len..].starts_with(&**after);
        (fits && ends_word(&rest[len + after.len()..])).then_some(start..start + len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_other_programs_are_read() {
        let cases = [
            (
                "BEGIN_TF_DOCS",
                "END_TF_DOCS",
                "BEGIN_TF_DOCS",
                Some((false, "BEGIN_TF_DOCS")),
            ),
            (
                "BEGIN_TF_DOCS",
                "END_TF_DOCS",
                "END_TF_DOCS",
                Some((true, "END_TF_DOCS")),
            ),
            ("BEGIN_TF_DOCS", "END_TF_DOCS", "BEGIN_TF_DOCSX", None),
            (
                "START {name}",
                "END {name}",
                "START doctoc generated TOC please keep",
                Some((false, "doctoc")),
            ),
            ("{name}:begin", "{name}:end", "x:begin", Some((false, "x"))),
            ("{name}:begin", "{name}:end", "a:b:end", Some((true, "a:b"))),
            ("{name}:begin", "{name}:end", "x :begin", None),
            ("X", "X end", "X end", Some((true, "X end"))),
            ("X", "X end", "X", Some((false, "X"))),
            ("", "", "anything", None),
        ];
        for (opener, closer, inner, expected) in cases {
            let found = Markers::new(opener, closer).read(inner);
            let found = found.map(|(is_closer, name)| (is_closer, &inner[name]));
            assert_eq!(found, expected, "{opener} {closer} {inner}");
        }
    }
}
