//! What an editor has to know of a document.

use interline_frontmatter::agent::{self, Format};
use interline_text::{Diagnostic, Severity, position};
use serde::{Deserialize, Serialize};

use crate::apply::resolve_mode;
use crate::config::ComponentsConfig;
use crate::document::Document;
use crate::error::Error;
use crate::mode::Mode;

/// Components that one may stand in. What is in it is told once for each of them.
const MAX_AROUND: usize = 100;

/// Whether a document is a template, and the components that it has.
///
/// Serialised under these names, modes in lower case, for the plugins of editors.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TemplateInfo {
    /// Whether answers go into components. `false` when the frontmatter says that they are appended to the text.
    pub template_mode: bool,
    /// The components in the order of their openers. None when the document is no template.
    pub components: Vec<ComponentInfo>,
}

/// One component of a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentInfo {
    /// Its name.
    pub name: String,
    /// How a patch changes it, by what the opener, the configuration and its name say.
    pub mode: Mode,
    /// What stands in it now.
    pub content: String,
    /// Line of the opener in the whole document, from 1.
    pub line: usize,
    /// How many entries an editor shows, by the configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_entries: Option<u64>,
}

/// Whether the word, the format of a document as its frontmatter has it, is `template`. Other words and none at all are
/// not; what a document without the word is, [`template_info_of`] knows.
///
/// ```
/// use interline_patch_template::is_template_mode;
///
/// assert!(is_template_mode(Some("template")));
/// assert!(!is_template_mode(Some("append")));
/// assert!(!is_template_mode(None));
/// ```
#[must_use]
pub fn is_template_mode(mode: Option<&str>) -> bool {
    mode == Some("template")
}

/// Reads the template info of a document.
///
/// Whether it is a template is what
/// [`resolve_mode`](interline_frontmatter::agent::Frontmatter::resolve_mode) makes of its frontmatter: a document that
/// says nothing is one. Linear in the text, and in what is told: a component that stands in others is in the content of each, of at
/// most 100.
///
/// ```
/// use interline_patch_template::{ComponentsConfig, Mode, template_info_of};
///
/// let text = "---\nagent_doc_format: template\n---\n<!-- agent:log mode=append -->\n- a\n<!-- /agent:log -->\n";
/// let info = template_info_of(text, &ComponentsConfig::new())?;
/// assert!(info.template_mode);
/// assert_eq!((info.components[0].mode, info.components[0].line), (Mode::Append, 4));
/// # Ok::<(), interline_patch_template::Error>(())
/// ```
///
/// # Errors
///
/// [`Frontmatter`](Error::Frontmatter) when the frontmatter cannot be read, [`TooDeep`](Error::TooDeep) when a component stands in more
/// than 100 others.
pub fn template_info_of(text: &str, config: &ComponentsConfig) -> Result<TemplateInfo, Error> {
    let parsed = agent::parse(text).map_err(|error| Error::Frontmatter {
        path: None,
        error: Box::new(error),
    })?;
    if parsed.value.resolve_mode().format != Format::Template {
        return Ok(TemplateInfo {
            template_mode: false,
            components: Vec::new(),
        });
    }
    let document = Document::parse(text);
    bounded(text, &document)?;
    let components = document.components().iter().map(|component| ComponentInfo {
        name: component.name.clone().into_owned(),
        mode: resolve_mode(
            &component.name,
            &component.attributes,
            &std::collections::BTreeMap::new(),
            config,
        ),
        content: document.content(component).into_owned(),
        line: component.line,
        max_entries: config.get(&component.name).and_then(|c| c.max_entries),
    });
    Ok(TemplateInfo {
        template_mode: true,
        components: components.collect(),
    })
}

/// Refuses components that stand in too many others.
fn bounded(text: &str, document: &Document<'_>) -> Result<(), Error> {
    let components = document.components();
    // What stands around a component comes before it.
    let mut around = Vec::with_capacity(components.len());
    for component in components {
        let parent = component.parent.and_then(|parent| around.get(parent));
        let depth = parent.map_or(0, |outer: &usize| outer + 1);
        if depth > MAX_AROUND {
            let message = format!(
                "`agent:{}` stands in more than {MAX_AROUND} components; close those around it before it",
                component.name
            );
            let span = component.opener.clone();
            return Err(Error::TooDeep {
                path: None,
                at: position(text, span.start),
                diagnostic: Box::new(Diagnostic::new(Severity::Error, "too-deep", span, message)),
            });
        }
        around.push(depth);
    }
    Ok(())
}

/// Reads the template info of the document in a file, with the configuration that
/// [`discover`](ComponentsConfig::discover) finds.
///
/// What is told of the configuration goes to `log::warn!`. Without the feature `config` there is none.
///
/// # Errors
///
/// Those of [`template_info_of`], and [`Read`](Error::Read), [`NotAFile`](Error::NotAFile) or
/// [`NotUtf8`](Error::NotUtf8). Each carries `path` as given.
#[cfg(feature = "fs")]
pub fn template_info(path: impl AsRef<std::path::Path>) -> Result<TemplateInfo, Error> {
    let path = path.as_ref();
    let text = crate::read_file::read_text(path).map_err(|why| why.of(path))?;
    #[cfg(feature = "config")]
    let config = ComponentsConfig::discover(path).config;
    #[cfg(not(feature = "config"))]
    let config = ComponentsConfig::new();
    template_info_of(&text, &config).map_err(|error| match error {
        Error::Frontmatter { error, .. } => Error::Frontmatter {
            path: Some(path.to_owned()),
            error,
        },
        Error::TooDeep { diagnostic, at, .. } => Error::TooDeep {
            path: Some(path.to_owned()),
            diagnostic,
            at,
        },
        other => other,
    })
}
