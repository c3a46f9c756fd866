//! Resolves names in a module.

use syn::{Item, UseTree, Visibility};

use crate::tree::{ModulePath, Tree, attributes, conditions_of};

/// The target of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// An item of this crate: its module and its place there.
    Item(ModulePath, usize),
    Module(ModulePath),
    /// Something of another crate, a name of the prelude, or a generic parameter.
    Foreign(Vec<String>),
}

/// A name that a `use` brings.
pub(crate) struct Brought {
    pub(crate) name: String,
    pub(crate) path: Vec<String>,
    pub(crate) is_public: bool,
    pub(crate) conditions: Vec<String>,
}

/// Re-exports of re-exports; more of them are a circle.
const STEPS: usize = 32;

impl Tree {
    pub(crate) fn resolve(&self, module: &[String], path: &[String]) -> Target {
        self.step(module, path, STEPS)
    }

    fn step(&self, module: &[String], path: &[String], left: usize) -> Target {
        let foreign = || Target::Foreign(path.to_vec());
        let (Some(left), Some((first, rest))) = (left.checked_sub(1), path.split_first()) else {
            return foreign();
        };
        let target = match first.as_str() {
            "crate" => Target::Module(Vec::new()),
            "self" => Target::Module(module.to_vec()),
            "super" => Target::Module(module[..module.len().saturating_sub(1)].to_vec()),
            name => self.name(module, name, rest.is_empty(), left),
        };
        match target {
            Target::Module(found) if !rest.is_empty() => self.step(&found, rest, left),
            // An item is followed by a variant or an associated item.
            Target::Item(..) | Target::Module(_) => target,
            Target::Foreign(mut found) => {
                found.extend_from_slice(rest);
                Target::Foreign(found)
            }
        }
    }

    /// Finds a name. The last one of a path may be both a module and an item that is re-exported, and then means the item: the module is only
    /// named to reach something in it.
    fn name(&self, module: &[String], name: &str, is_last: bool, left: usize) -> Target {
        let foreign = Target::Foreign(vec![name.to_owned()]);
        let Some(held) = self.modules.get(module) else {
            return foreign;
        };
        let is_named = |item: &Item| ident(item).is_some_and(|ident| ident == name);
        if let Some(place) = held.items.iter().position(is_named) {
            return Target::Item(module.to_vec(), place);
        }
        let mut child = module.to_vec();
        child.push(name.to_owned());
        let is_module = self.modules.contains_key(&child);
        if is_last || !is_module {
            for brought in self.brought(module) {
                if brought.name == name && brought.path != [name] {
                    return self.step(module, &brought.path, left);
                }
            }
        }
        if is_module {
            return Target::Module(child);
        }
        foreign
    }

    /// The names that the `use` items of a module import.
    pub(crate) fn brought(&self, module: &[String]) -> Vec<Brought> {
        let mut all = Vec::new();
        let items = self.modules.get(module).map_or(&[][..], |held| &held.items);
        for item in items {
            if let Item::Use(item_use) = item {
                let mut leaves = Vec::new();
                leaves_of(&item_use.tree, &mut Vec::new(), &mut leaves);
                all.extend(leaves.into_iter().map(|(name, path)| Brought {
                    name,
                    path,
                    is_public: matches!(item_use.vis, Visibility::Public(_)),
                    conditions: conditions_of(attributes(item)),
                }));
            }
        }
        all
    }
}

fn leaves_of(tree: &UseTree, before: &mut Vec<String>, leaves: &mut Vec<(String, Vec<String>)>) {
    let path = |name: String| {
        let mut path = before.clone();
        // `use a::{self}` brings `a`.
        if name != "self" || path.is_empty() {
            path.push(name);
        }
        path
    };
    match tree {
        UseTree::Name(name) => {
            let path = path(name.ident.to_string());
            leaves.push((path.last().cloned().unwrap_or_default(), path));
        }
        UseTree::Rename(name) => {
            leaves.push((name.rename.to_string(), path(name.ident.to_string())));
        }
        UseTree::Glob(_) => leaves.push(("*".to_owned(), path("*".to_owned()))),
        UseTree::Path(inner) => {
            before.push(inner.ident.to_string());
            leaves_of(&inner.tree, before, leaves);
            before.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                leaves_of(tree, before, leaves);
            }
        }
    }
}

/// The name of an item that can be named.
pub(crate) fn ident(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return None,
    })
}
