//! `interline content`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use interline::content::{Category, Collection, ContentLibrary, ContextBuilder, Error, Project};
use interline::files;
use serde_json::json;

use crate::data::{self, Assignment, located};
use crate::diagnostics as codes;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::output::Outcome;

/// Print files of a document root, rendered: one as it is, several as MIME
///
/// Each directory of the document root is a category of its name.
#[derive(Debug, Args)]
pub(crate) struct Content {
    /// Categories and collections with patterns, such as `guides`, `guides/a*, style`
    expression: String,
    /// The document root
    #[arg(long, value_name = "DIR")]
    docroot: PathBuf,
    /// The name of the project; that of the document root when it is missing
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    /// A collection of categories
    #[arg(long = "collection", value_name = "NAME=CATEGORY,…")]
    collections: Vec<CollectionArgument>,
    /// Data for the templates: a mapping in JSON or YAML; `-` for standard input
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// A value for the templates
    #[arg(long = "set", value_name = "KEY=VALUE")]
    assignments: Vec<Assignment>,
    /// Print MIME for one file too
    #[arg(long)]
    mime: bool,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "mime")]
    pub(crate) json: bool,
}

/// `NAME=CATEGORY,…`.
#[derive(Clone, Debug)]
struct CollectionArgument {
    name: String,
    categories: Vec<String>,
}

impl FromStr for CollectionArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, categories) = text
            .split_once('=')
            .ok_or_else(|| format!("expected `NAME=CATEGORY,…`, found `{text}`"))?;
        Ok(Self {
            name: name.to_owned(),
            categories: categories
                .split(',')
                .map(|name| name.trim().to_owned())
                .collect(),
        })
    }
}

impl Content {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let project = self.project()?;
        let mut outcome = Outcome::default();
        let data = match data::read(self.data.as_deref(), &self.assignments)? {
            Ok(data) => data,
            Err(found) => {
                outcome.findings.push(found);
                return Ok(outcome);
            }
        };
        let context = ContextBuilder::new().extras(data);
        let content = ContentLibrary::new(&self.docroot, project)
            .and_then(|library| library.content_with(&self.expression, None, &context));
        let content = match content {
            Ok(content) => content,
            Err(error) => {
                outcome.findings.push(refused(&error));
                return Ok(outcome);
            }
        };
        outcome
            .findings
            .extend(content.problems.iter().map(refused));
        let mut files = Vec::new();
        for file in &content.files {
            files.push(json!({
                "path": file.location,
                "category": file.category,
                "type": file.content_type(),
                "size": file.size,
                "text": file.content.as_str(),
            }));
        }
        if self.mime && content.files.len() == 1 {
            let headers = format!(
                "MIME-Version: 1.0\r\nContent-Type: {}\r\n\r\n",
                content.content_type()
            );
            outcome.text = headers;
        }
        match content.to_text() {
            Ok(text) => {
                outcome.answer.text = Some(text.clone());
                outcome.text += &text;
            }
            Err(error) => {
                outcome.text.clear();
                outcome.findings.push(refused(&error));
            }
        }
        outcome.answer = outcome.answer.with("files", files);
        Ok(outcome)
    }

    /// Makes the project: a category for each directory.
    fn project(&self) -> Result<Project, Failure> {
        let failed = |error| Failure::from(files::Error::io(&self.docroot, error));
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.docroot).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_name = !name.starts_with('.')
                && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',');
            if is_name && entry.path().is_dir() {
                names.push(name);
            }
        }
        names.sort();
        let mut project = Project::new(match &self.project {
            Some(name) => name.clone(),
            None => name_of(&self.docroot),
        });
        for name in names {
            project = project.category(Category::new(name.clone(), name));
        }
        for collection in &self.collections {
            let categories = collection.categories.iter().cloned();
            project = project.collection(Collection::new(collection.name.clone(), categories));
        }
        Ok(project)
    }
}

fn name_of(docroot: &Path) -> String {
    let whole = docroot
        .canonicalize()
        .unwrap_or_else(|_| docroot.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    match name.is_empty() {
        true => "content".to_owned(),
        false => name.into_owned(),
    }
}

fn refused(error: &Error) -> Finding {
    located(
        codes::INVALID_CONTENT,
        &error.to_string(),
        error.location(),
        error.report(),
    )
}
