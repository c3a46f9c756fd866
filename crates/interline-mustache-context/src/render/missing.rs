//! The list of undefined names.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use interline_text::positions;

use crate::compiled::{Compiled, Span};
use crate::error::{MissingKind, MissingName, TemplateError, location_at};

/// The list of undefined names, each tag once.
#[derive(Default)]
pub(super) struct MissingList {
    pub(super) entries: Vec<Entry>,
    /// Tags by template, offset and name: texts of lambdas are new templates each time.
    pub(super) seen: BTreeSet<(Option<Arc<str>>, u32, String)>,
    pub(super) first: Option<TemplateError>,
}

pub(super) struct Entry {
    pub(super) code: Arc<Compiled>,
    pub(super) span: Span,
    pub(super) name: String,
    pub(super) kind: MissingKind,
    pub(super) near: Option<String>,
}

impl MissingList {
    /// Returns the error, when a name is missing.
    pub(super) fn into_error(mut self) -> Option<TemplateError> {
        let first = self.first.take()?;
        Some(first.with_missing(self.into_names()))
    }

    /// Returns the names in the order of rendering. The positions in each template are found in one pass over it.
    pub(super) fn into_names(self) -> Vec<MissingName> {
        // By template, so that the lines of each are counted once, not for each name.
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
                let name = MissingName {
                    name: entry.name.clone(),
                    kind: entry.kind,
                    location: location_at(code.name.as_deref(), entry.span.range(), at),
                    near: entry.near.clone(),
                };
                names.push((number, name));
            }
        }
        // Back in the order of rendering, which the map does not keep.
        names.sort_by_key(|(number, _)| *number);
        names.into_iter().map(|(_, name)| name).collect()
    }
}
