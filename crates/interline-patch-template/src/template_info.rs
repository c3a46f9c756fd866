//! The components of a document, for the plugins of editors.

use interline_frontmatter::agent::{self, Format};
use interline_text::{Diagnostic, Location, Severity};
use serde::{Deserialize, Serialize};

use crate::config::{ComponentsConfig, LoadedConfig, Mode, resolve_mode};
use crate::diagnostics;
use crate::error::Error;
use crate::read::Document;

/// The components that may be around one. Its content is listed once for each of them.
const MAX_AROUND: usize = 100;

/// The template mode of a document and its components.
///
/// It is serialised under these names, for the plugins of editors; modes are in lower case. Lists of diagnostics are left out if they
/// are empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TemplateInfo {
    /// Whether responses are applied to components. `false` if the frontmatter says that they are appended to the text.
    pub template_mode: bool,
    /// The components in the order of their openers. Empty if the document is not a template.
    pub components: Vec<ComponentInfo>,
    /// The problems of the document, in order. Spans are bytes of the document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// The configuration that was found for the document, with its problems; empty without the feature `config` and for a document
    /// that was not read from a file. It is serialised only if it has problems.
    #[serde(default, skip_serializing_if = "has_no_problems")]
    pub config: LoadedConfig,
}

/// A component of a document, for an editor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComponentInfo {
    /// The name.
    pub name: String,
    /// The mode of patches, from the opener, the configuration and the name.
    pub mode: Mode,
    /// The content.
    pub content: String,
    /// Line of the opener in the whole document, from 1.
    pub line: usize,
    /// The number of entries that an editor shows, from the configuration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_entries: Option<u64>,
}

/// Returns whether the format in the frontmatter of a document is `template`. A document without a format may be a template too, which
/// [`template_info_of`] decides.
///
/// # Examples
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
/// [`resolve_mode`](interline_frontmatter::agent::Frontmatter::resolve_mode) decides from the frontmatter whether the document is a
/// template; without a format it is one. Linear in the text and in the result: the content of a component is part of the content of
/// each of the at most 100 components around it.
///
/// # Examples
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
/// [`Frontmatter`](Error::Frontmatter) if the frontmatter cannot be read, [`TooDeep`](Error::TooDeep) if a component is inside more
/// than 100 others.
pub fn template_info_of(text: &str, config: &ComponentsConfig) -> Result<TemplateInfo, Error> {
    let parsed = agent::parse(text).map_err(Error::frontmatter)?;
    if parsed.value.resolve_mode().format != Format::Template {
        return Ok(TemplateInfo {
            template_mode: false,
            components: Vec::new(),
            diagnostics: Vec::new(),
            config: LoadedConfig::default(),
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
        diagnostics: document.diagnostics().to_vec(),
        config: LoadedConfig::default(),
    })
}

fn has_no_problems(config: &LoadedConfig) -> bool {
    config.diagnostics.is_empty()
}

/// Checks that no component is inside too many others.
fn bounded(text: &str, document: &Document<'_>) -> Result<(), Error> {
    let components = document.components();
    // The components around one come before it.
    let mut around = Vec::with_capacity(components.len());
    for component in components {
        let parent = component.parent.and_then(|parent| around.get(parent));
        let depth = parent.map_or(0, |outer: &usize| outer + 1);
        if depth > MAX_AROUND {
            let message = format!(
                "`agent:{}` is inside more than {MAX_AROUND} components; close those around it before it",
                component.name
            );
            let span = component.opener.clone();
            return Err(Error::TooDeep {
                location: Box::new(Location::new(text, span.clone())),
                diagnostic: Box::new(Diagnostic::new(
                    Severity::Error,
                    diagnostics::NESTED_TOO_DEEP,
                    span,
                    message,
                )),
            });
        }
        around.push(depth);
    }
    Ok(())
}
