use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use interline_text::{Location, positions};

use crate::compiled::{Compiled, Node, Op};
use crate::data::Data;
use crate::error::{MissingKind, MissingName, location_at};
use crate::render::Renderer;
use crate::{Environment, Error, Sections, Template};

/// The kind of the tag that a name is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NameKind {
    /// `{{x}}`, `{{{x}}}` and `{{&x}}`.
    Variable,
    /// `{{#x}}`.
    Section,
    /// `{{^x}}`.
    Inverted,
    /// `{{>x}}`, and the parent `{{<x}}`.
    Partial,
    /// `{{$x}}`.
    Block,
}

/// A name in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Name {
    /// The kind of its tag.
    pub kind: NameKind,
    /// All its parts with the dots between, `.` for the implicit one.
    pub path: String,
    /// Whether the path is looked up in the data for the name of a partial: `{{>*x}}`.
    pub is_dynamic: bool,
    /// The location of its tag.
    pub location: Location,
}

/// The result of comparing a template with data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// Variables that a render with this data would not find, each tag once. Names inside sections that do not run are not
    /// included.
    pub missing: Vec<MissingName>,
    /// Keys of the data that no tag begins with. Lookups of lambdas are unknown.
    pub unused: Vec<String>,
    /// Names of sections and inverted sections that a render with this data would not find, each tag once. A section may be
    /// absent on purpose; under [`Sections::Strict`] the render fails.
    pub absent_sections: Vec<MissingName>,
    /// Partials and parents that do not exist, also in sections that do not run; and dynamic names of such partials.
    pub unknown_partials: Vec<MissingName>,
    /// Whether the environment requires that no section is absent.
    sections: Sections,
}

impl Check {
    /// Whether nothing was found. Absent sections count under [`Sections::Strict`] only.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let may_render = self.sections == Sections::Lenient || self.absent_sections.is_empty();
        may_render
            && self.missing.is_empty()
            && self.unused.is_empty()
            && self.unknown_partials.is_empty()
    }
}

impl Template {
    /// Returns every name in the template in the order of the source, including those inside sections and blocks. Linear.
    #[must_use]
    pub fn names(&self) -> Vec<Name> {
        names(&self.compiled)
    }

    /// Returns whether any name in the template satisfies `is_wanted`. Linear, and without the locations of [`names`](Self::names).
    #[must_use]
    pub fn any_name(&self, mut is_wanted: impl FnMut(NameKind, &str) -> bool) -> bool {
        tags(&self.compiled).any(|(node, kind)| is_wanted(kind, self.compiled.name_of(node)))
    }

    /// Returns the names of the template and of all partials and parents that are reachable through names in the source, each
    /// partial once, after the template that first names it.
    ///
    /// # Errors
    ///
    /// [`Error::Template`] when a partial is malformed or cannot be read.
    pub fn names_with(&self, environment: &Environment) -> Result<Vec<Name>, Error> {
        let (templates, _) = reachable(&self.compiled, environment)?;
        Ok(templates.iter().flat_map(|code| names(code)).collect())
    }

    /// Compares the template with `data`, without partials: which names are missing or unused. See
    /// [`check_with`](Self::check_with).
    ///
    /// # Errors
    ///
    /// As [`check_with`](Self::check_with).
    pub fn check<'a>(&self, data: impl Into<Data<'a>>) -> Result<Check, Error> {
        self.check_with(data, Environment::shared())
    }

    /// Compares the template and its partials with `data`, without rendering: no lambda is called.
    ///
    /// # Errors
    ///
    /// [`Error::Template`] when a partial is malformed or cannot be read, or a limit is exceeded.
    pub fn check_with<'a>(
        &self,
        data: impl Into<Data<'a>>,
        environment: &Environment,
    ) -> Result<Check, Error> {
        self.check_data(data.into(), environment)
    }

    fn check_data(&self, data: Data<'_>, environment: &Environment) -> Result<Check, Error> {
        let code = &self.compiled;
        let (templates, unknown) = reachable(code, environment)?;
        let (mut missing, mut absent_sections, mut partials) = (Vec::new(), Vec::new(), Vec::new());
        for name in Renderer::missing(code, data, environment)? {
            match name.kind {
                MissingKind::Variable => missing.push(name),
                MissingKind::Section | MissingKind::Inverted => absent_sections.push(name),
                MissingKind::Partial => partials.push(name),
            }
        }
        let mut unknown_partials: Vec<MissingName> = unknown
            .into_iter()
            .map(|name| MissingName {
                name: name.path,
                kind: MissingKind::Partial,
                location: name.location,
                near: None,
            })
            .collect();
        // A dynamic name may lead to a partial that includes others.
        let place = |name: &MissingName| (name.location.name.clone(), name.location.span.start);
        let known: HashSet<_> = unknown_partials.iter().map(place).collect();
        let others = partials
            .into_iter()
            .filter(|name| !known.contains(&place(name)));
        unknown_partials.extend(others);
        let used: HashSet<&str> = templates
            .iter()
            .flat_map(|code| {
                let looked_up = tags(code).filter(|(node, kind)| match kind {
                    NameKind::Block => false,
                    NameKind::Partial => code.is_dynamic(node),
                    _ => true,
                });
                looked_up.map(|(node, _)| node.text)
            })
            .collect();
        let unused = if prints_all(code) {
            Vec::new()
        } else {
            let keys = data.0.keys();
            keys.filter(|key| !used.contains(key))
                .map(str::to_owned)
                .collect()
        };
        Ok(Check {
            missing,
            absent_sections,
            unused,
            unknown_partials,
            sections: environment.sections,
        })
    }
}

fn tags(code: &Compiled) -> impl Iterator<Item = (&Node<'_>, NameKind)> {
    code.nodes().iter().filter_map(|node| {
        let kind = match node.op {
            Op::Text | Op::End => return None,
            Op::Variable | Op::Raw => NameKind::Variable,
            Op::Section => NameKind::Section,
            Op::Inverted => NameKind::Inverted,
            Op::Partial | Op::Parent => NameKind::Partial,
            Op::Block => NameKind::Block,
        };
        Some((node, kind))
    })
}

fn names(code: &Compiled) -> Vec<Name> {
    let tags: Vec<_> = tags(code).collect();
    let places = positions(
        &code.source,
        tags.iter().map(|(node, _)| node.span.range().start),
    );
    let with_places = tags.iter().zip(places);
    with_places
        .map(|((node, kind), at)| Name {
            kind: *kind,
            path: code.name_of(node).to_owned(),
            is_dynamic: *kind == NameKind::Partial && code.is_dynamic(node),
            location: location_at(code.name.as_deref(), node.span.range(), at),
        })
        .collect()
}

/// The templates that can be reached, in the order of the tags, and the names of partials that do not exist.
fn reachable(
    root: &Arc<Compiled>,
    environment: &Environment,
) -> Result<(Vec<Arc<Compiled>>, Vec<Name>), Error> {
    let mut queue = VecDeque::from([Arc::clone(root)]);
    let mut seen = HashSet::new();
    let mut unknown_names: HashSet<String> = HashSet::new();
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    while let Some(code) = queue.pop_front() {
        for name in names(&code) {
            if name.kind != NameKind::Partial || name.is_dynamic {
                continue;
            }
            if seen.insert(name.path.clone()) {
                let span = name.location.span.clone();
                match environment.fetch(&name.path, &code, span)? {
                    Some(partial) => queue.push_back(partial),
                    None => {
                        unknown_names.insert(name.path.clone());
                    }
                }
            }
            if unknown_names.contains(&name.path) {
                unknown.push(name);
            }
        }
        found.push(code);
    }
    Ok((found, unknown))
}

/// Returns whether the data as a whole is printed or iterated.
fn prints_all(code: &Compiled) -> bool {
    let mut at = 0;
    while let Some(node) = code.nodes().get(at) {
        let is_dot = node.is_dot;
        match node.op {
            Op::Variable | Op::Raw | Op::Section if is_dot => return true,
            Op::Section => at = node.jump as usize,
            _ => {}
        }
        at += 1;
    }
    false
}
