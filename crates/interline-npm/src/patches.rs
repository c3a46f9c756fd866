//! Responses applied to documents.

use interline::patch_template::{
    Applied, ApplyOptions, ComponentsConfig, Document, DocumentOptions, Event, LiveApply, Offsets,
    Outcome, Response, ResponseParser, apply_patches, parse_patches_with,
    set_component as set_component_of,
};
use interline::text::Diagnostic;
use serde::Serialize;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::options::Options;
use crate::spans::{JsDiagnostic, JsEdit, Places, js_diagnostics, js_edits, js_ranges};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AppliedReply<'a> {
    edits: Vec<JsEdit>,
    outcomes: Vec<OutcomeReply<'a>>,
    diagnostics: Vec<JsDiagnostic<'a>>,
    boundary: Option<&'a str>,
}

/// An outcome with its part flattened: `{"part": "patch", "index": 0, …}`.
#[derive(Serialize)]
struct OutcomeReply<'a> {
    part: &'static str,
    index: usize,
    status: interline::patch_template::Status,
    component: Option<&'a str>,
    mode: Option<&'static str>,
    routed: bool,
    repaired: bool,
}

impl<'a> From<&'a Outcome> for OutcomeReply<'a> {
    fn from(outcome: &'a Outcome) -> Self {
        let (part, index) = match outcome.part {
            interline::patch_template::Part::Patch(index) => ("patch", index),
            interline::patch_template::Part::Gap(index) => ("text", index),
        };
        Self {
            part,
            index,
            status: outcome.status,
            component: outcome.component.as_deref(),
            mode: outcome.mode.map(interline::patch_template::Mode::as_str),
            routed: outcome.routed,
            repaired: outcome.repaired,
        }
    }
}

/// The texts that diagnostics are about, and the diagnostics that `apply_patches` does not have.
struct Texts<'a> {
    document: &'a str,
    response: &'a str,
    of_response: &'a [Diagnostic],
    config: &'a str,
    of_config: &'a [Diagnostic],
}

fn applied_json(
    applied: &Applied,
    edits: Vec<JsEdit>,
    texts: &Texts<'_>,
) -> Result<String, Failure> {
    let mut diagnostics = js_diagnostics(texts.of_config, texts.config, Some("config"));
    diagnostics.extend(js_diagnostics(
        texts.of_response,
        texts.response,
        Some("response"),
    ));
    diagnostics.extend(js_diagnostics(
        &applied.response_diagnostics,
        texts.response,
        Some("response"),
    ));
    diagnostics.extend(js_diagnostics(
        &applied.diagnostics,
        texts.document,
        Some("document"),
    ));
    let reply = AppliedReply {
        edits,
        outcomes: applied.outcomes.iter().map(OutcomeReply::from).collect(),
        diagnostics,
        boundary: applied.boundary.as_deref(),
    };
    Ok(serde_json::to_string(&reply)?)
}

/// The configuration in the options, read.
struct Config {
    config: Option<ComponentsConfig>,
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl Config {
    fn of(options: &Options) -> Self {
        let text = options.config.clone().unwrap_or_default();
        match &options.config {
            Some(toml) => {
                let read = ComponentsConfig::from_toml(toml);
                Self {
                    config: Some(read.config),
                    text,
                    diagnostics: read.diagnostics,
                }
            }
            None => Self {
                config: None,
                text,
                diagnostics: Vec::new(),
            },
        }
    }
}

/// Applies a response to a document: returns edits, outcomes and diagnostics.
///
/// # Errors
///
/// When the options are invalid.
pub fn apply(document: &str, response: &str, options: &str) -> Result<String, Failure> {
    let options = Options::parse(options)?;
    let config = Config::of(&options);
    let parsed = parse_patches_with(response, &options.response());
    let applied = apply_patches(document, &parsed, &options.apply(config.config.as_ref()));
    let texts = Texts {
        document,
        response,
        of_response: &parsed.diagnostics,
        config: &config.text,
        of_config: &config.diagnostics,
    };
    applied_json(&applied, js_edits(&applied.edits, document)?, &texts)
}

/// Sets the content of one component.
///
/// # Errors
///
/// When the options are invalid.
pub fn set_component(
    document: &str,
    name: &str,
    content: &str,
    options: &str,
) -> Result<String, Failure> {
    let options = Options::parse(options)?;
    let config = Config::of(&options);
    let applied = set_component_of(
        document,
        name,
        content,
        &options.apply(config.config.as_ref()),
    );
    let texts = Texts {
        document,
        response: content,
        of_response: &[],
        config: &config.text,
        of_config: &config.diagnostics,
    };
    applied_json(&applied, js_edits(&applied.edits, document)?, &texts)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResponseReply<'a> {
    patches: Vec<PatchReply<'a>>,
    text: Vec<TextReply<'a>>,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

#[derive(Serialize)]
struct PatchReply<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, Option<&'a str>)>,
    content: &'a str,
    from: usize,
    to: usize,
}

#[derive(Serialize)]
struct TextReply<'a> {
    text: &'a str,
    from: usize,
    to: usize,
}

/// Parses a response into patches and the text between them.
///
/// # Errors
///
/// When the options are invalid.
pub fn parse_response(text: &str, options: &str) -> Result<String, Failure> {
    let options = Options::parse(options)?;
    let parsed = parse_patches_with(text, &options.response());
    Ok(response_json(text, &parsed)?)
}

fn response_json(text: &str, parsed: &Response<'_>) -> Result<String, serde_json::Error> {
    let spans: Vec<_> = parsed
        .patches
        .iter()
        .map(interline::patch_template::PatchBlock::span)
        .chain(parsed.gaps.iter().map(|gap| gap.span.clone()))
        .collect();
    let ranges = js_ranges(text, &spans);
    let (of_patches, of_gaps) = ranges.split_at(parsed.patches.len());
    let reply = ResponseReply {
        patches: parsed
            .patches
            .iter()
            .zip(of_patches)
            .map(|(patch, &(from, to))| PatchReply {
                name: &patch.name,
                attributes: attributes(&patch.attributes),
                content: &patch.content,
                from,
                to,
            })
            .collect(),
        text: parsed
            .gaps
            .iter()
            .zip(of_gaps)
            .map(|(gap, &(from, to))| TextReply {
                text: &gap.text,
                from,
                to,
            })
            .collect(),
        diagnostics: js_diagnostics(&parsed.diagnostics, text, Some("response")),
    };
    serde_json::to_string(&reply)
}

fn attributes<'a>(
    attributes: &'a interline::patch_template::Attributes<'_>,
) -> Vec<(&'a str, Option<&'a str>)> {
    attributes
        .iter()
        .map(|attribute| (&*attribute.key, attribute.value.as_deref()))
        .collect()
}

#[derive(Serialize)]
struct ComponentsReply<'a> {
    components: Vec<ComponentReply<'a>>,
    diagnostics: Vec<JsDiagnostic<'a>>,
}

#[derive(Serialize)]
struct ComponentReply<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, Option<&'a str>)>,
    content: String,
    line: usize,
    parent: Option<usize>,
    inline: bool,
    from: usize,
    to: usize,
    #[serde(rename = "contentFrom")]
    content_from: usize,
    #[serde(rename = "contentTo")]
    content_to: usize,
}

/// Lists the components of a document.
///
/// # Errors
///
/// When the options are invalid.
pub fn components(document: &str, options: &str) -> Result<String, Failure> {
    let options = Arguments::parse(options, "options", |given| {
        let mut options = DocumentOptions::new();
        if let Some([opener, closer]) = given.markers()? {
            options = options.markers(interline::patch_template::Markers::new(&opener, &closer));
        }
        if let Some(policy) = given.choice("fenceRecovery")? {
            options = options.fence_recovery(policy);
        }
        Ok(options)
    })?;
    let parsed = Document::parse_with(document, &options);
    let spans: Vec<_> = parsed
        .components()
        .iter()
        .flat_map(|component| [component.span(), component.content.clone()])
        .collect();
    let ranges = js_ranges(document, &spans);
    let reply = ComponentsReply {
        components: parsed
            .components()
            .iter()
            .zip(ranges.chunks_exact(2))
            .map(|(component, ranges)| ComponentReply {
                name: &component.name,
                attributes: attributes(&component.attributes),
                content: parsed.content(component).into_owned(),
                line: component.line,
                parent: component.parent,
                inline: component.inline,
                from: ranges[0].0,
                to: ranges[0].1,
                content_from: ranges[1].0,
                content_to: ranges[1].1,
            })
            .collect(),
        diagnostics: js_diagnostics(parsed.diagnostics(), document, Some("document")),
    };
    Ok(serde_json::to_string(&reply)?)
}

/// A response that arrives in chunks: its events.
///
/// Events with a span or a diagnostic have offsets in UTF-16 code units of the whole response.
#[derive(Debug, Default)]
pub struct Parser {
    parser: ResponseParser,
    /// The whole response, since a diagnostic may be about any part of it.
    text: String,
    places: Places,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum EventReply<'a> {
    Opened {
        name: &'a str,
        attributes: Vec<(&'a str, Option<&'a str>)>,
        from: usize,
        to: usize,
    },
    Content {
        text: &'a str,
    },
    Closed {
        from: usize,
        to: usize,
    },
    Unterminated {
        name: &'a str,
        from: usize,
        to: usize,
    },
    Text {
        text: &'a str,
    },
    ByteOrderMark {
        from: usize,
        to: usize,
    },
    Diagnostic {
        diagnostic: JsDiagnostic<'a>,
    },
}

impl Parser {
    /// Makes a parser before the first chunk.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk: returns its events.
    ///
    /// # Errors
    ///
    /// Never; the type is that of the other functions.
    pub fn push(&mut self, chunk: &str) -> Result<String, Failure> {
        self.text.push_str(chunk);
        self.places.extend(&self.text);
        let events: Vec<Event<'_>> = self.parser.push(chunk).collect();
        Ok(events_json(&self.text, &self.places, &events)?)
    }

    /// Ends the response: returns the events of the text that was buffered.
    ///
    /// # Errors
    ///
    /// Never; the type is that of the other functions.
    pub fn finish(&mut self) -> Result<String, Failure> {
        let events: Vec<Event<'_>> = self.parser.finish().collect();
        let json = events_json(&self.text, &self.places, &events)?;
        self.text.clear();
        self.places = Places::default();
        Ok(json)
    }

    /// Returns the name of the patch that is open.
    #[must_use]
    pub fn open_patch(&self) -> Option<String> {
        self.parser.open_patch().map(str::to_owned)
    }
}

fn events_json(
    text: &str,
    places: &Places,
    events: &[Event<'_>],
) -> Result<String, serde_json::Error> {
    let span_of = |event: &Event<'_>| match event {
        Event::Opened { span, .. }
        | Event::Closed { span }
        | Event::Unterminated { span, .. }
        | Event::ByteOrderMark { span } => span.clone(),
        _ => 0..0,
    };
    let spans: Vec<_> = events.iter().map(span_of).collect();
    let ranges = places.ranges(text, &spans);
    let mut replies = Vec::with_capacity(events.len());
    for (event, &(from, to)) in events.iter().zip(&ranges) {
        replies.push(match event {
            Event::Opened {
                name,
                attributes: of_opener,
                ..
            } => EventReply::Opened {
                name,
                attributes: attributes(of_opener),
                from,
                to,
            },
            Event::Content(text) => EventReply::Content { text },
            Event::Closed { .. } => EventReply::Closed { from, to },
            Event::Unterminated { name, .. } => EventReply::Unterminated { name, from, to },
            Event::Text(text) => EventReply::Text { text },
            Event::ByteOrderMark { .. } => EventReply::ByteOrderMark { from, to },
            Event::Diagnostic(diagnostic) => {
                let converted =
                    places.diagnostics(std::slice::from_ref(diagnostic), text, Some("response"));
                let Some(diagnostic) = converted.into_iter().next() else {
                    continue;
                };
                EventReply::Diagnostic { diagnostic }
            }
            _ => continue,
        });
    }
    serde_json::to_string(&replies)
}

/// A document that changes while a response arrives.
#[derive(Debug)]
pub struct Live {
    /// `None` after the end.
    live: Option<LiveApply>,
    document: String,
    response: String,
    options: Options,
    config: Config,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config").finish_non_exhaustive()
    }
}

impl Live {
    /// Makes the state before a response arrives.
    ///
    /// # Errors
    ///
    /// When the options are invalid.
    pub fn new(document: &str, options: &str) -> Result<Self, Failure> {
        let options = Options::parse(options)?;
        let config = Config::of(&options);
        let apply: ApplyOptions = options.apply(config.config.as_ref());
        let live = LiveApply::new(document, &apply)
            .response_options(options.response())
            .offsets(Offsets::Utf16);
        Ok(Self {
            live: Some(live),
            document: document.to_owned(),
            response: String::new(),
            options,
            config,
        })
    }

    /// Reads the next chunk of the response: returns edits of the document as the edits before left it.
    ///
    /// # Errors
    ///
    /// After the end.
    pub fn push(&mut self, chunk: &str) -> Result<String, Failure> {
        let live = self.live.as_mut().ok_or_else(ended)?;
        self.response.push_str(chunk);
        let edits: Vec<JsEdit> = live.push(chunk).into_iter().map(JsEdit::from).collect();
        Ok(serde_json::to_string(&edits)?)
    }

    /// Ends the response: returns the last edits and the whole result.
    ///
    /// # Errors
    ///
    /// After the end.
    pub fn finish(&mut self) -> Result<String, Failure> {
        let live = self.live.take().ok_or_else(ended)?;
        let (edits, applied) = live.finish();
        let parsed = parse_patches_with(&self.response, &self.options.response());
        let texts = Texts {
            document: &self.document,
            response: &self.response,
            of_response: &parsed.diagnostics,
            config: &self.config.text,
            of_config: &self.config.diagnostics,
        };
        let whole = applied_json(&applied, js_edits(&applied.edits, &self.document)?, &texts)?;
        let edits: Vec<JsEdit> = edits.into_iter().map(JsEdit::from).collect();
        let edits = serde_json::to_string(&edits)?;
        Ok(format!(r#"{{"edits":{edits},"applied":{whole}}}"#))
    }
}

fn ended() -> Failure {
    Failure::argument("the response has ended: make a new `LiveApply` for the next one")
}
