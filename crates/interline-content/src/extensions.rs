//! The extensions of templates, and paths without them.

/// The extensions of templates, each without its first dot.
#[derive(Clone, Debug)]
pub(crate) struct Extensions(Vec<String>);

impl Default for Extensions {
    fn default() -> Self {
        Self(vec!["mustache".to_owned()])
    }
}

impl Extensions {
    /// Empty ones are left out: not every file is a template.
    pub(crate) fn new<E: Into<String>>(extensions: impl IntoIterator<Item = E>) -> Self {
        let extensions = extensions.into_iter().map(|extension| {
            let extension = extension.into();
            let rest = extension.strip_prefix('.').map(str::to_owned);
            rest.unwrap_or(extension)
        });
        Self(extensions.filter(|one| !one.is_empty()).collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// A path without the extension of templates; `None` for other files. Of an extension of several parts the last one is removed, so that
/// `a.md.mustache` is the Markdown file `a.md` whichever of its extensions is set.
pub(crate) fn without_extension<'p>(path: &'p str, extensions: &Extensions) -> Option<&'p str> {
    // A file that is called nothing but `.mustache` is hidden, and none.
    let is_template = extensions.iter().any(|extension| {
        let rest = path.strip_suffix(extension);
        let rest = rest.and_then(|rest| rest.strip_suffix('.'));
        rest.is_some_and(|rest| !rest.is_empty() && !rest.ends_with('/'))
    });
    let (rest, _) = path.rsplit_once('.').filter(|_| is_template)?;
    Some(rest)
}

/// The last part of a path, for a template without its extension.
pub(crate) fn basename<'p>(path: &'p str, extensions: &Extensions) -> &'p str {
    let name = path.rsplit('/').next().unwrap_or(path);
    without_extension(name, extensions).unwrap_or(name)
}

/// Whether the output of a template is HTML, so that values are escaped.
pub(crate) fn is_html(path: &str, extensions: &Extensions) -> bool {
    without_extension(path, extensions).is_some_and(|path| path.ends_with(".html"))
}
