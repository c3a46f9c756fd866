//! `interline show`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use interline::patch_template::{ComponentsConfig, Document, DocumentOptions, LoadedConfig, Mode};
use interline::text::{Diagnostic, Severity, nearest};
use serde_json::json;

use super::apply::config_found;
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::input;
use crate::markers::MarkerTemplates;
use crate::output::Outcome;

/// Show the components of a document, or the content of one
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The document; `-` for standard input
    document: PathBuf,
    /// Print the content of this component
    component: Option<String>,
    /// The markers of another program: `START {name}/END {name}`
    #[arg(long, value_name = "OPENER/CLOSER")]
    markers: Option<MarkerTemplates>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Show {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let source = input::read(&self.document)?;
        let config = match input::is_stdin(&self.document) {
            true => LoadedConfig::default(),
            false => ComponentsConfig::discover(&self.document),
        };
        let mut options = DocumentOptions::new();
        if let Some(markers) = &self.markers {
            options = options.markers(markers.to_markers());
        }
        let document = Document::parse_with(&source.text, &options);
        let mut outcome = Outcome {
            findings: config_found(&config),
            ..Outcome::default()
        };
        let of_document = document.diagnostics().iter().cloned();
        outcome.findings.extend(Finding::all(&source, of_document));
        match &self.component {
            Some(name) => match document.component(name) {
                Some(component) => {
                    let content = document.content(component).into_owned();
                    outcome.text.clone_from(&content);
                    outcome.answer.text = Some(content);
                }
                None => {
                    let diagnostic = missing(name, &document);
                    outcome
                        .findings
                        .push(Finding::without_text(Some(source.name.clone()), diagnostic));
                }
            },
            None => self.list(&document, &config.config, &mut outcome),
        }
        Ok(outcome)
    }

    fn list(&self, document: &Document<'_>, config: &ComponentsConfig, outcome: &mut Outcome) {
        let components = document.components();
        let width = |of: fn(&str) -> usize| components.iter().map(|c| of(&c.name)).max();
        let width = width(|name| name.chars().count()).unwrap_or_default();
        let mut listed = Vec::new();
        for component in components {
            let mode = match &self.markers {
                Some(_) => Mode::Replace,
                None => mode(component, config),
            };
            let content = document.content(component);
            let _ = writeln!(
                outcome.text,
                "{:width$}  {:7}  line {:4}  {:>7} bytes",
                component.name,
                mode.as_str(),
                component.line,
                content.len(),
            );
            listed.push(json!({
                "name": component.name,
                "mode": mode,
                "line": component.line,
                "content": content,
                "parent": component.parent,
            }));
        }
        let mut boundaries = Vec::new();
        for boundary in document.boundaries() {
            let inside = boundary.component.and_then(|index| components.get(index));
            let inside = inside.map(|component| component.name.as_ref());
            let _ = write!(
                outcome.text,
                "boundary {}  line {}",
                boundary.id, boundary.line
            );
            if let Some(name) = inside {
                let _ = write!(outcome.text, "  in {name}");
            }
            outcome.text.push('\n');
            boundaries.push(json!({
                "id": boundary.id,
                "line": boundary.line,
                "component": inside,
            }));
        }
        let answer = std::mem::take(&mut outcome.answer);
        outcome.answer = answer
            .with("components", listed)
            .with("boundaries", boundaries);
    }
}

/// Returns the mode of patches for a component: that of its opener, of the configuration, or of its name.
fn mode(component: &interline::patch_template::Component<'_>, config: &ComponentsConfig) -> Mode {
    let configured = config.get(&component.name).and_then(|settings| {
        let text = settings.patch.as_deref().or(settings.mode.as_deref());
        text.and_then(|text| text.parse().ok())
    });
    component
        .mode()
        .or(configured)
        .unwrap_or_else(|| Mode::built_in(&component.name))
}

fn missing(name: &str, document: &Document<'_>) -> Diagnostic {
    let known = document
        .components()
        .iter()
        .map(|known| known.name.as_ref());
    let message = match nearest(name, known) {
        Some(near) => format!("the document has no component `{name}`; did you mean `{near}`?"),
        None => format!("the document has no component `{name}`"),
    };
    Diagnostic::new(Severity::Error, codes::UNKNOWN_NAME, 0..0, message)
}
