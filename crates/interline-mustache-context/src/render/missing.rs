//! Names that were not found.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use interline_text::positions;

use super::Renderer;
use crate::compiled::{Compiled, Node, Span};
use crate::error::{ErrorKind, MissingKind, MissingName, Place, TemplateError};

/// The list of what is missing, each tag once.
#[derive(Default)]
pub(super) struct MissingList {
    entries: Vec<Entry>,
    /// Tags by template, place and name: texts of lambdas are new templates each time.
    seen: BTreeSet<(Option<Arc<str>>, u32, String)>,
    first: Option<TemplateError>,
}

struct Entry {
    code: Arc<Compiled>,
    span: Span,
    name: String,
    kind: MissingKind,
}

impl MissingList {
    /// The error that says so, when anything is missing.
    pub(super) fn into_error(mut self) -> Option<TemplateError> {
        let first = self.first.take()?;
        Some(first.with_missing(self.into_names()))
    }

    /// The names in the order in which they were missed. The places of each template are found in one pass over it.
    pub(super) fn into_names(self) -> Vec<MissingName> {
        let mut by_template: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let template = Arc::as_ptr(&entry.code) as usize;
            by_template.entry(template).or_default().push(at);
        }
        let mut names: Vec<(usize, MissingName)> = Vec::new();
        for mut numbers in by_template.into_values() {
            numbers.sort_by_key(|&at| self.entries[at].span.start);
            let Some(code) = numbers.first().map(|&at| &self.entries[at].code) else {
                continue;
            };
            let starts = numbers
                .iter()
                .map(|&at| self.entries[at].span.range().start);
            for (&number, at) in numbers.iter().zip(positions(&code.source, starts)) {
                let entry = &self.entries[number];
                let place = Place {
                    template: code.name.clone(),
                    span: entry.span.range(),
                    at,
                };
                let (name, kind) = (entry.name.clone(), entry.kind);
                names.push((number, MissingName { name, kind, place }));
            }
        }
        names.sort_by_key(|(number, _)| *number);
        names.into_iter().map(|(_, name)| name).collect()
    }
}

impl Renderer<'_> {
    /// Puts a tag on the list of what is missing.
    pub(super) fn miss(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        name: String,
        kind: MissingKind,
    ) {
        let tag = (code.name.clone(), node.span.start, name.clone());
        if !self.missed.seen.insert(tag) {
            return;
        }
        if self.missed.first.is_none() {
            self.missed.first = Some(self.error_at(ErrorKind::Missing, code, node));
        }
        self.missed.entries.push(Entry {
            code: Arc::clone(code),
            span: node.span,
            name,
            kind,
        });
    }
}
