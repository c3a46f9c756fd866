//! The document, the response and the options of one call, with what is looked up in them often.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use interline_text::{is_near, nearest};

use crate::read::{Document, Response};
use crate::scan::Keyword;

use super::boundary_id::new_id;
use super::options::ApplyOptions;
use super::policies::BoundaryPolicy;

/// A name like that of a patch is looked for among the first components only, so that many patches take linear time.
const NEAR_LIMIT: usize = 64;

/// The input of one call. It stays the same while parts are planned, rendered, verified and repaired.
#[derive(Debug)]
pub(super) struct Context<'c> {
    pub(super) document: &'c Document<'c>,
    pub(super) response: &'c Response<'c>,
    pub(super) options: &'c ApplyOptions,
    pub(super) keyword: Keyword,
    pub(super) line_ending: &'static str,
    /// The id of the new boundary, made when one is written: all of the document is read for it.
    new_id: OnceCell<String>,
    by_name: HashMap<&'c str, Vec<usize>>,
    /// The last boundary of each component that has one.
    last_boundaries: HashMap<usize, usize>,
}

impl<'c> Context<'c> {
    /// Linear in components and boundaries.
    pub(super) fn new(
        document: &'c Document<'c>,
        response: &'c Response<'c>,
        options: &'c ApplyOptions,
    ) -> Self {
        let components = document.components();
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::with_capacity(components.len());
        for (index, component) in components.iter().enumerate() {
            by_name.entry(&component.name).or_default().push(index);
        }
        let boundaries = document.boundaries().iter().enumerate();
        let last_boundaries = boundaries
            // A later boundary of a component takes the entry of an earlier one.
            .filter_map(|(index, boundary)| Some((boundary.component?, index)))
            .collect();
        Self {
            document,
            response,
            options,
            keyword: options.document.keyword(),
            line_ending: document.line_ending(),
            new_id: OnceCell::new(),
            by_name,
            last_boundaries,
        }
    }

    /// Returns the id of the new boundary. Linear in document and response when it is derived from them, the first time.
    pub(super) fn new_id(&self) -> &str {
        self.new_id.get_or_init(|| {
            let options = self.options;
            let summary = options.summary.as_deref();
            new_id(self.document, self.response, &options.boundary_id, summary)
        })
    }

    /// Returns the components with that name, in the order of the document.
    pub(super) fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the end of the components inside `component`: they are those after it up to this index.
    pub(super) fn inner_end(&self, component: usize) -> usize {
        let components = self.document.components();
        let end = components[component].closer.start;
        components.partition_point(|component| component.opener.start < end)
    }

    /// Returns the last boundary directly inside a component, not inside one within it. It is the one that counts.
    pub(super) fn last_boundary(&self, component: usize) -> Option<usize> {
        self.last_boundaries.get(&component).copied()
    }

    /// Returns the boundary before which parts are appended to a component.
    pub(super) fn counting_boundary(&self, component: usize) -> Option<Range<usize>> {
        let boundary = self.last_boundary(component)?;
        // As ordinary text a boundary is part of the content and divides nothing.
        let counts = self.options.boundary != BoundaryPolicy::Ignore;
        counts.then(|| self.document.boundaries()[boundary].span.clone())
    }

    /// Returns the name of the component that a patch was probably meant for.
    pub(super) fn nearest_name(&self, name: &str) -> Option<&'c str> {
        nearest(name, self.first_names())
    }

    /// Returns the name of the only component with nearly that name.
    pub(super) fn near_name(&self, name: &str) -> Option<&'c str> {
        let mut near = self.first_names().filter(|known| is_near(name, known));
        let only = near.next()?;
        near.all(|other| other == only).then_some(only)
    }

    fn first_names(&self) -> impl Iterator<Item = &'c str> + use<'c> {
        let components = self.document.components().iter();
        components
            .take(NEAR_LIMIT)
            .map(|component| &*component.name)
    }
}
