//! What each component is to hold: the parts folded as if they were applied one after another.

use std::collections::{BTreeMap, HashMap};

use crate::config::{Mode, resolve_mode};
use crate::scan::Attributes;

use super::context::Context;
use super::options::NearNames;
use super::outcome::Status;
use super::part::Work;

/// Where parts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// A component of the document, by index.
    Component(usize),
    /// The `exchange` that is made at the end of the document.
    NewExchange,
}

/// What becomes of one component: indices into the parts.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The latest one comes first in the text.
    before: Vec<usize>,
    /// The part that takes the place of the old content.
    base: Option<usize>,
    after: Vec<usize>,
}

impl Content {
    /// The parts that go before the old content, in the order of the text.
    pub(crate) fn before(&self) -> Vec<usize> {
        self.before.iter().rev().copied().collect()
    }

    /// The parts that go behind it, in the order of the text.
    pub(crate) fn after(&self) -> &[usize] {
        &self.after
    }

    /// The part that takes the place of the old content.
    pub(crate) fn base(&self) -> Option<usize> {
        self.base
    }

    /// All parts in the order of the text.
    pub(crate) fn in_order(&self) -> Vec<usize> {
        self.before
            .iter()
            .rev()
            .copied()
            .chain(self.base)
            .chain(self.after.iter().copied())
            .collect()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) contents: BTreeMap<Target, Content>,
    /// By component: whether it is gone, because one around it is replaced.
    pub(crate) gone: Vec<bool>,
}

impl Plan {
    pub(crate) fn is_gone(&self, component: usize) -> bool {
        self.gone.get(component).copied().unwrap_or(false)
    }

    /// Where a part goes.
    pub(crate) fn target_of(&self, part: usize) -> Option<Target> {
        let mut contents = self.contents.iter();
        let found = contents.find(|(_, content)| content.in_order().contains(&part));
        found.map(|(target, _)| *target)
    }

    /// The `exchange` of the new text.
    pub(crate) fn exchange(&self, context: &Context<'_>) -> Option<Target> {
        let standing = context
            .named("exchange")
            .iter()
            .copied()
            .find(|&index| !self.is_gone(index));
        let made = self
            .contents
            .contains_key(&Target::NewExchange)
            .then_some(Target::NewExchange);
        standing.map(Target::Component).or(made)
    }
}

/// Folds the first `count` parts, as if there were no others. Linear in parts and components.
pub(crate) fn plan(context: &Context<'_>, works: &mut [Work<'_>], count: usize) -> Plan {
    let components = context.document.components();
    let mut plan = Plan {
        contents: BTreeMap::new(),
        gone: vec![false; components.len()],
    };
    let mut names = Names::default();
    for index in 0..count {
        let work = &mut works[index];
        if work.status == Status::AlreadyPresent {
            continue;
        }
        work.component = None;
        work.mode = None;
        work.routed = false;
        if !work.is_live() {
            continue;
        }
        work.status = Status::Applied;
        let mut named = work
            .name
            .and_then(|name| names.target(context, &plan, name));
        work.is_near = false;
        if let (Some(name), None, NearNames::Accept) =
            (work.name, named, context.options.near_names)
        {
            // A name that a component inside a replaced one had is not misspelt.
            let near = context
                .near_component(name)
                .filter(|_| context.named(name).is_empty());
            named = near.and_then(|near| names.target(context, &plan, near));
            work.is_near = named.is_some();
        }
        let target = named.unwrap_or_else(|| {
            let target = names.target(context, &plan, "exchange");
            target
                .or_else(|| names.target(context, &plan, "output"))
                .unwrap_or(Target::NewExchange)
        });
        if target == Target::NewExchange && context.options.markers.is_some() {
            work.status = Status::Rejected;
            work.is_homeless = true;
            continue;
        }
        let none = Attributes::default();
        let (name, attributes) = match target {
            Target::Component(place) => (&*components[place].name, &components[place].attributes),
            Target::NewExchange => ("exchange", &none),
        };
        let mode = match named {
            Some(_) => resolve_mode(
                name,
                attributes,
                &context.options.modes,
                &context.options.config,
            ),
            // What goes elsewhere than it was meant to must not overwrite what stands there.
            None => Mode::Append,
        };
        work.routed = named.is_none();
        work.mode = Some(mode);
        work.component = Some(name.to_owned());
        let content = plan.contents.entry(target).or_default();
        match mode {
            Mode::Append => content.after.push(index),
            Mode::Prepend => content.before.push(index),
            Mode::Replace => {
                let old = std::mem::replace(
                    content,
                    Content {
                        base: Some(index),
                        ..Content::default()
                    },
                );
                let was_replaced = old.base.is_some();
                supersede(works, old);
                if let (Target::Component(place), false) = (target, was_replaced) {
                    remove_inner(context, &mut plan, works, place);
                }
            }
        }
    }
    plan
}

/// Finds the component that a name means.
#[derive(Default)]
struct Names {
    /// By name, how many of its components are known to be gone.
    passed: HashMap<String, usize>,
}

impl Names {
    /// The first component of that name that is not gone.
    fn target(&mut self, context: &Context<'_>, plan: &Plan, name: &str) -> Option<Target> {
        let places = context.named(name);
        let mut passed = self.passed.get(name).copied().unwrap_or_default();
        while places.get(passed).is_some_and(|&place| plan.is_gone(place)) {
            passed += 1;
            self.passed.insert(name.to_owned(), passed);
        }
        let made = name == "exchange" && plan.contents.contains_key(&Target::NewExchange);
        let standing = places.get(passed).map(|&place| Target::Component(place));
        standing.or(made.then_some(Target::NewExchange))
    }
}

fn supersede(works: &mut [Work<'_>], content: Content) {
    for index in content
        .before
        .into_iter()
        .chain(content.base)
        .chain(content.after)
    {
        works[index].status = Status::Superseded;
    }
}

/// The components inside a replaced one are gone, and so is what was planned for them.
fn remove_inner(context: &Context<'_>, plan: &mut Plan, works: &mut [Work<'_>], place: usize) {
    let inner = place + 1..context.inner_end(place);
    plan.gone[inner.clone()].fill(true);
    let range = Target::Component(inner.start)..Target::Component(inner.end);
    let gone: Vec<Target> = plan
        .contents
        .range(range)
        .map(|(target, _)| *target)
        .collect();
    for target in gone {
        if let Some(content) = plan.contents.remove(&target) {
            supersede(works, content);
        }
    }
}
