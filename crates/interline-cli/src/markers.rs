//! The markers of other programs.

use std::str::FromStr;

use interline::patch_template::Markers;

/// `OPENER/CLOSER`: the text in the two comments, with `{name}` for the name of the section.
#[derive(Clone, Debug)]
pub(crate) struct MarkerTemplates {
    opener: String,
    closer: String,
}

impl MarkerTemplates {
    pub(crate) fn to_markers(&self) -> Markers {
        Markers::new(&self.opener, &self.closer)
    }
}

impl FromStr for MarkerTemplates {
    type Err = String;

    /// Parses the two templates. The first `/` separates them, so that a closer may begin with one: `toc//toc`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (opener, closer) = text
            .split_once('/')
            .map(|(opener, closer)| (opener.trim(), closer.trim()))
            .filter(|(opener, closer)| !opener.is_empty() && !closer.is_empty())
            .ok_or_else(|| {
                format!("expected `OPENER/CLOSER`, such as `START {{name}}/END {{name}}`, found `{text}`")
            })?;
        Ok(Self {
            opener: opener.to_owned(),
            closer: closer.to_owned(),
        })
    }
}
