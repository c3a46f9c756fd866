//! The content that each component is to have: the parts folded as if they were applied one after another.

use std::collections::{BTreeMap, HashMap};

use crate::config::{Mode, resolve_mode};
use crate::scan::Attributes;

use super::context::Context;
use super::decision::Decision;
use super::outcome::Status;
use super::parts::Parts;
use super::policies::NearNames;

/// The target of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    /// A component of the document, by index.
    Component(usize),
    /// The `exchange` that is made at the end of the document.
    NewExchange,
}

/// The new content of one component: indices into the parts.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// In the order in which they were applied; the last one comes first in the text.
    before: Vec<usize>,
    /// The part that replaces the old content.
    pub(super) base: Option<usize>,
    pub(super) after: Vec<usize>,
}

impl Content {
    /// Returns the parts before the old content, in the order of the text.
    pub(super) fn before(&self) -> Vec<usize> {
        self.before.iter().rev().copied().collect()
    }

    /// Returns all parts in the order of the text.
    pub(super) fn in_order(&self) -> Vec<usize> {
        self.before
            .iter()
            .rev()
            .copied()
            .chain(self.base)
            .chain(self.after.iter().copied())
            .collect()
    }
}

/// The status and mode of each part, and the new content of each component.
#[derive(Debug)]
pub(super) struct Plan<'c> {
    pub(super) contents: BTreeMap<Target, Content>,
    /// For each component: whether it is removed, because one around it is replaced.
    removed: Vec<bool>,
    /// For each part.
    decisions: Vec<Decision<'c>>,
    /// For each part: whether it counts as empty. Empty if none does.
    hidden: Vec<bool>,
}

impl<'c> Plan<'c> {
    /// Plans all parts. Linear in parts and components.
    pub(super) fn new(context: &Context<'c>, parts: &Parts<'c>) -> Self {
        Self::of_first(context, parts, parts.list.len(), Vec::new())
    }

    /// Plans the first `count` parts as if the others did not exist, with those in `hidden` empty.
    pub(super) fn of_first(
        context: &Context<'c>,
        parts: &Parts<'c>,
        count: usize,
        hidden: Vec<bool>,
    ) -> Self {
        let decisions = parts
            .list
            .iter()
            .map(|part| part.decided.unwrap_or(Decision::of(Status::Applied)));
        let mut plan = Self {
            contents: BTreeMap::new(),
            removed: vec![false; context.document.components().len()],
            decisions: decisions.collect(),
            hidden,
        };
        // Parts see the plan of those before them, as if each were applied to the text that they left.
        let mut names = Names::default();
        for index in 0..count {
            if parts.list[index].is_live() {
                plan.take(context, &mut names, index, parts.list[index].name);
            }
        }
        plan
    }

    /// Applies one part to what those before it planned.
    fn take(
        &mut self,
        context: &Context<'c>,
        names: &mut Names,
        index: usize,
        name: Option<&'c str>,
    ) {
        let components = context.document.components();
        let mut named = name.and_then(|name| names.target(context, self, name));
        let mut is_near = false;
        if let (Some(name), None, NearNames::Accept) = (name, named, context.options.near_names) {
            // A name that a component inside a replaced one had is not misspelt.
            let near = context
                .near_name(name)
                .filter(|_| context.named(name).is_empty());
            named = near.and_then(|near| names.target(context, self, near));
            is_near = named.is_some();
        }
        let target = named.unwrap_or_else(|| {
            let target = names.target(context, self, "exchange");
            target
                .or_else(|| names.target(context, self, "output"))
                .unwrap_or(Target::NewExchange)
        });
        if target == Target::NewExchange && context.options.document.markers.is_some() {
            self.decisions[index] = Decision {
                is_missing: true,
                ..Decision::of(Status::Rejected)
            };
            return;
        }
        let none = Attributes::default();
        let (component, attributes) = match target {
            Target::Component(index) => (&*components[index].name, &components[index].attributes),
            Target::NewExchange => ("exchange", &none),
        };
        let (modes, config) = (&context.options.modes, &context.options.config);
        let mode = match named {
            Some(_) => resolve_mode(component, attributes, modes, config),
            // A part that is routed must not overwrite the content there.
            None => Mode::Append,
        };
        self.decisions[index] = Decision {
            status: Status::Applied,
            component: Some(component),
            mode: Some(mode),
            is_routed: named.is_none(),
            is_near,
            is_missing: false,
        };
        let content = self.contents.entry(target).or_default();
        match mode {
            Mode::Append => content.after.push(index),
            Mode::Prepend => content.before.push(index),
            Mode::Replace => {
                let new = Content {
                    base: Some(index),
                    ..Content::default()
                };
                let old = std::mem::replace(content, new);
                // The inner components are removed since the first patch that replaced this one.
                let was_replaced = old.base.is_some();
                self.supersede(&old);
                if let (Target::Component(component), false) = (target, was_replaced) {
                    self.remove_inner(context, component);
                }
            }
        }
    }

    fn supersede(&mut self, content: &Content) {
        for index in content.in_order() {
            self.decisions[index].status = Status::Superseded;
        }
    }

    /// Removes the components inside a replaced one, with the parts planned for them.
    fn remove_inner(&mut self, context: &Context<'_>, component: usize) {
        let inner = component + 1..context.inner_end(component);
        self.removed[inner.clone()].fill(true);
        // Components inside another one have the indices after it, so that the ordered map gives them without a search.
        let range = Target::Component(inner.start)..Target::Component(inner.end);
        let removed: Vec<Target> = self
            .contents
            .range(range)
            .map(|(target, _)| *target)
            .collect();
        for target in removed {
            if let Some(content) = self.contents.remove(&target) {
                self.supersede(&content);
            }
        }
    }

    /// Returns what is planned for a part.
    pub(super) fn decision(&self, part: usize) -> &Decision<'c> {
        &self.decisions[part]
    }

    /// Returns whether a component is removed, because one around it is replaced.
    pub(super) fn is_removed(&self, component: usize) -> bool {
        self.removed.get(component).copied().unwrap_or(false)
    }

    /// Returns the text of a part in the document: none if the part is hidden.
    pub(super) fn shown<'p>(&self, parts: &'p Parts<'_>, part: usize) -> &'p str {
        match self.hidden.get(part) {
            Some(true) => "",
            _ => &parts.list[part].text,
        }
    }

    /// Returns for each part whether a later one replaces it.
    pub(super) fn superseded(&self) -> Vec<bool> {
        let statuses = self.decisions.iter().map(|decision| decision.status);
        statuses
            .map(|status| status == Status::Superseded)
            .collect()
    }

    /// Returns the target of a part.
    pub(super) fn target_of(&self, part: usize) -> Option<Target> {
        let mut contents = self.contents.iter();
        let found = contents.find(|(_, content)| content.in_order().contains(&part));
        found.map(|(target, _)| *target)
    }

    /// Returns the `exchange` of the new text.
    pub(super) fn exchange(&self, context: &Context<'_>) -> Option<Target> {
        let mut named = context.named("exchange").iter().copied();
        let existing = named.find(|&index| !self.is_removed(index));
        let new = Target::NewExchange;
        existing
            .map(Target::Component)
            .or_else(|| self.contents.contains_key(&new).then_some(new))
    }
}

/// Finds the component that a name means.
#[derive(Default)]
struct Names {
    /// By name, how many of its first components are known to be removed, so that they are not looked at again.
    removed: HashMap<String, usize>,
}

impl Names {
    /// Returns the first component with that name that is not removed.
    fn target(&mut self, context: &Context<'_>, plan: &Plan<'_>, name: &str) -> Option<Target> {
        let named = context.named(name);
        let mut removed = self.removed.get(name).copied().unwrap_or_default();
        while named
            .get(removed)
            .is_some_and(|&index| plan.is_removed(index))
        {
            removed += 1;
            self.removed.insert(name.to_owned(), removed);
        }
        let has_new = name == "exchange" && plan.contents.contains_key(&Target::NewExchange);
        let existing = named.get(removed).map(|&index| Target::Component(index));
        existing.or(has_new.then_some(Target::NewExchange))
    }
}
