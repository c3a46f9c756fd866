//! Adding names to the list of those that are missing.

use std::sync::Arc;

use interline_text::{Position, nearest};

use super::Renderer;
use crate::Sections;
use crate::compiled::{Compiled, Node};
use crate::error::{ErrorKind, MissingKind, MissingName, location_at};

/// The number of names for which near ones are searched: more would only make the message longer.
const NEAR_NAMES: usize = 20;
/// The number of keys that a name is compared with, so that a render with many missing names stays linear in the data.
const NEAR_KEYS: usize = 1_000;

/// Returns the key that is nearest to a name. A name of one character has none: any other one is one edit away.
fn near_key<'k>(name: &str, keys: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    name.chars().nth(1)?;
    nearest(name, keys)
}

impl Renderer<'_> {
    /// Adds the tag of a section whose name is absent to the list, where that is an error.
    #[inline]
    pub(super) fn absent(&mut self, code: &Arc<Compiled>, node: &Node<'_>, kind: MissingKind) {
        if self.environment.sections == Sections::Strict {
            let name = code.name_of(node).to_owned();
            self.miss(code, node, name, kind);
        }
    }

    /// Adds a tag to the list of missing names.
    pub(super) fn miss(
        &mut self,
        code: &Arc<Compiled>,
        node: &Node<'_>,
        name: String,
        kind: MissingKind,
    ) {
        let tag = (code.name.clone(), node.span.start, name.clone());
        // A tag in a list is rendered once for each item and reported once.
        if !self.missed.seen.insert(tag) {
            return;
        }
        let looks_near = kind != MissingKind::Partial && self.missed.entries.len() < NEAR_NAMES;
        let near = if looks_near {
            self.near(code, node)
        } else {
            None
        };
        if self.missed.first.is_none() {
            self.missed.first = Some(self.error_at(ErrorKind::Missing, code, node));
        }
        let location = location_at(code.name.as_deref(), node.span.range(), Position::START);
        let name = MissingName {
            name,
            kind,
            location,
            near,
        };
        self.missed.entries.push((Arc::clone(code), name));
    }

    /// Returns the name of a tag with its missing part replaced by the nearest known one.
    fn near(&mut self, code: &Compiled, node: &Node<'_>) -> Option<String> {
        // It was looked up before, and costs no more steps because it is missing.
        let steps = self.steps;
        let mut inside = self.look_up(node.text);
        self.steps = steps;
        // The value that lacks the missing part, unless no scope has the first one.
        let mut around = None;
        let (mut missing, mut start) = (node.text, 0);
        for part in code.rest(node) {
            let Some(view) = inside else { break };
            start += missing.len() + 1;
            missing = part.of(&code.source);
            around = Some(view);
            inside = view.member(missing);
        }
        let near = match around {
            Some(view) => near_key(missing, view.keys().take(NEAR_KEYS)),
            None => {
                let keys = self.scopes.keys().take(NEAR_KEYS);
                let lambdas = self.environment.lambdas.keys().take(NEAR_KEYS);
                near_key(missing, keys.chain(lambdas))
            }
        };
        let mut name = code.name_of(node).to_owned();
        name.replace_range(start..start + missing.len(), near?);
        Some(name)
    }
}
