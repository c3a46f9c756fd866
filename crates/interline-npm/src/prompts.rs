//! Prompts: Markdown files with declared arguments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use interline::fragments::{
    Error, FragmentManifest, FragmentRegistry, FragmentResource, McpPrompt, ParsedManifest, expand,
};
use interline::frontmatter::Value;
use serde::Serialize;

use crate::arguments::parse_json;
use crate::failure::Failure;
use crate::spans::{JsDiagnostic, js_diagnostics};

fn failure(error: &Error, text: Option<&str>) -> Failure {
    let code = match error {
        Error::InvalidFrontmatter { .. } => "invalid-frontmatter",
        Error::MissingField { .. } => "missing-field",
        Error::InvalidName { .. } => "invalid-name",
        Error::InvalidDescription { .. } => "invalid-description",
        Error::InvalidArgument { .. } => "invalid-argument-declaration",
        Error::DuplicateName { .. } => "duplicate-name",
        Error::MissingArgument { .. } => "missing-argument",
        Error::UnknownFragment { .. } => "unknown-prompt",
        _ => "invalid-prompt",
    };
    let mut failure = Failure::at(error, code, error.location(), text);
    if failure.path.is_none() {
        failure.path = error.path().map(|path| path.to_string_lossy().into_owned());
    }
    failure
}

#[derive(Serialize)]
struct PromptReply<'a> {
    name: &'a str,
    description: &'a str,
    arguments: &'a [interline::fragments::FragmentArgument],
    body: &'a str,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

fn resource(manifest: FragmentManifest, path: &Path, text: String) -> FragmentResource {
    FragmentResource {
        manifest,
        path: path.parent().unwrap_or(path).to_owned(),
        fragment_md_path: path.to_owned(),
        layer_precedence: 0,
        builtin: Some(text.into()),
    }
}

/// Parses the header, and returns it with the body: the text after the header, without the empty lines right after it.
fn read(text: &str, path: &str) -> Result<(ParsedManifest, String), Failure> {
    let path = Path::new(path);
    let parsed =
        FragmentManifest::parse(text, path).map_err(|error| failure(&error, Some(text)))?;
    let body = resource(parsed.manifest.clone(), path, text.to_owned())
        .load_body()
        .map_err(|error| failure(&error, Some(text)))?;
    Ok((parsed, body))
}

/// Parses a prompt. `path` is its name in messages.
///
/// # Errors
///
/// When the header is invalid.
pub fn parse_prompt(text: &str, path: &str) -> Result<String, Failure> {
    let (parsed, body) = read(text, path)?;
    let reply = PromptReply {
        name: &parsed.manifest.name,
        description: &parsed.manifest.description,
        arguments: &parsed.manifest.arguments,
        body: &body,
        diagnostics: js_diagnostics(&parsed.diagnostics, text, None),
    };
    Ok(serde_json::to_string(&reply)?)
}

#[derive(Serialize)]
struct ExpandedReply<'a> {
    text: &'a str,
    unused: &'a [String],
}

/// Fills in the arguments of a prompt. `values` is a JSON object of strings.
///
/// # Errors
///
/// When the header is invalid, and when a required argument has no value.
pub fn expand_prompt(text: &str, values: &str, path: &str) -> Result<String, Failure> {
    let mut texts = BTreeMap::new();
    let Value::Map(values) = parse_json(values, "values")? else {
        return Err(Failure::argument("invalid values: expected an object"));
    };
    for (name, value) in values {
        let Value::String(text) = value else {
            return Err(Failure::argument(format!(
                "invalid values: `{name}` is not a string"
            )));
        };
        texts.insert(name, text);
    }
    let (parsed, body) = read(text, path)?;
    let expanded =
        expand(&body, &parsed.manifest.arguments, &texts).map_err(|error| failure(&error, None))?;
    let reply = ExpandedReply {
        text: &expanded.text,
        unused: &expanded.unused,
    };
    Ok(serde_json::to_string(&reply)?)
}

#[derive(Serialize)]
struct ListReply {
    prompts: Vec<McpPrompt>,
    listing: String,
    problems: Vec<Failure>,
}

/// Lists prompts for `prompts/list` of the Model Context Protocol. `texts` is a JSON list of pairs of a name and a text.
///
/// # Errors
///
/// When `texts` is invalid. A prompt that cannot be read is among the problems.
pub fn list_prompts(texts: &str) -> Result<String, Failure> {
    let Value::List(pairs) = parse_json(texts, "prompts")? else {
        return Err(Failure::argument("invalid prompts: expected a list"));
    };
    // Not by `discover`, which would bring the code that reads directories into the module.
    let mut resources: Vec<FragmentResource> = Vec::with_capacity(pairs.len());
    let (mut problems, mut duplicates) = (Vec::new(), Vec::new());
    let mut first: BTreeMap<String, PathBuf> = BTreeMap::new();
    for pair in pairs {
        let pair = match pair {
            Value::List(pair) => <[Value; 2]>::try_from(pair).ok(),
            _ => None,
        };
        let Some([Value::String(name), Value::String(text)]) = pair else {
            return Err(Failure::argument(
                "invalid prompts: expected pairs of a name and a text",
            ));
        };
        let path = Path::new("<builtin>").join(name).join("FRAGMENT.md");
        match FragmentManifest::parse(&text, &path) {
            Err(error) => problems.push(failure(&error, None)),
            Ok(parsed) => match first.get(&parsed.manifest.name) {
                Some(first) => duplicates.push(failure(
                    &Error::DuplicateName {
                        name: parsed.manifest.name,
                        path,
                        first: first.clone(),
                    },
                    None,
                )),
                None => {
                    first.insert(parsed.manifest.name.clone(), path.clone());
                    resources.push(resource(parsed.manifest, &path, text));
                }
            },
        }
    }
    problems.append(&mut duplicates);
    let registry = FragmentRegistry::from_resources(resources);
    let reply = ListReply {
        prompts: registry.to_mcp_prompts(),
        listing: registry.format_for_prompt(),
        problems,
    };
    Ok(serde_json::to_string(&reply)?)
}
