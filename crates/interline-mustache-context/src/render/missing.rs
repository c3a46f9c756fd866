//! The list of undefined names.

use std::collections::BTreeSet;
use std::sync::Arc;

use interline_text::positions;

use crate::compiled::Compiled;
use crate::error::{MissingName, TemplateError};

/// The list of undefined names, each tag once.
#[derive(Default)]
pub(super) struct MissingList {
    /// Each with its template; the positions are found at the end.
    pub(super) entries: Vec<(Arc<Compiled>, MissingName)>,
    /// Tags by template, offset and name: texts of lambdas are new templates each time.
    pub(super) seen: BTreeSet<(Option<Arc<str>>, u32, String)>,
    pub(super) first: Option<TemplateError>,
}

impl MissingList {
    /// Returns the error, when a name is missing.
    pub(super) fn into_error(mut self) -> Option<TemplateError> {
        let first = self.first.take()?;
        Some(first.with_missing(self.into_names()))
    }

    /// Returns the names in the order of rendering. The positions in each template are found in one pass over it.
    pub(super) fn into_names(mut self) -> Vec<MissingName> {
        let mut sorted: Vec<_> = self.entries.iter_mut().collect();
        sorted.sort_by_key(|(code, name)| (Arc::as_ptr(code), name.location.span.start));
        for names in sorted.chunk_by_mut(|(one, _), (other, _)| Arc::ptr_eq(one, other)) {
            let code = Arc::clone(&names[0].0);
            let starts = names.iter().map(|(_, name)| name.location.span.start);
            let starts: Vec<_> = starts.collect();
            for ((_, name), position) in names.iter_mut().zip(positions(&code.source, starts)) {
                name.location.position = position;
            }
        }
        self.entries.into_iter().map(|(_, name)| name).collect()
    }
}
