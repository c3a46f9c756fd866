//! The modules that each module of a crate uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{ItemUse, UseTree, Visibility};

use crate::resolve::Target;
use crate::tree::{ModulePath, Tree};

/// The largest circle of modules that [`Arrows::broken_rules`] accepts.
pub const MAX_CIRCLE: usize = 3;

/// The modules of a crate, and which of them each one uses, by `use` items and by paths in its code.
///
/// The root module is left out, since it only re-exports. A name that another module re-exports counts as a use of the module
/// that defines it. Calls of methods are not seen.
#[derive(Debug, Default)]
pub struct Arrows {
    uses: BTreeMap<ModulePath, BTreeSet<ModulePath>>,
}

impl Arrows {
    /// Reads the sources of the crate in `directory`.
    ///
    /// # Errors
    ///
    /// When a source cannot be read or parsed.
    pub fn of(directory: &Path) -> Result<Self, String> {
        let tree = Tree::read(&directory.join("src"))?;
        let mut arrows = Self::default();
        for (module, held) in tree.modules.iter().filter(|(module, _)| !module.is_empty()) {
            let mut paths = Paths::default();
            for item in &held.items {
                // An inline or declared module has an entry of its own.
                if !matches!(item, syn::Item::Mod(_)) {
                    paths.visit_item(item);
                }
            }
            let used = paths.found.iter().filter_map(|path| {
                let (Target::Item(used, _) | Target::Module(used)) = tree.resolve(module, path)
                else {
                    return None;
                };
                (!used.is_empty() && used != *module).then_some(used)
            });
            let used = used.collect();
            arrows.uses.insert(module.clone(), used);
        }
        Ok(arrows)
    }

    /// Lists directories that use each other, by way of others too, and circles of more than [`MAX_CIRCLE`] modules. Empty
    /// where arrows only go down.
    #[must_use]
    pub fn broken_rules(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for circle in circles(&self.between_rooms()) {
            if circle.iter().any(|room| self.is_directory(room)) {
                broken.push(format!(
                    "these use each other: {}{}",
                    names(&circle),
                    self.arrows_among(|from, to| {
                        from[..1] != to[..1]
                            && circle.contains(&from[..1])
                            && circle.contains(&to[..1])
                    })
                ));
            }
        }
        for circle in circles(&self.uses) {
            if circle.len() > MAX_CIRCLE {
                broken.push(format!(
                    "a circle of {} modules: {}{}",
                    circle.len(),
                    names(&circle),
                    self.arrows_among(|from, to| circle.contains(from) && circle.contains(to))
                ));
            }
        }
        broken
    }

    fn is_directory(&self, room: &ModulePath) -> bool {
        self.uses
            .keys()
            .any(|module| module.len() > 1 && module.starts_with(room))
    }

    /// The arrows between the directories and files of the root.
    fn between_rooms(&self) -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let room = |module: &ModulePath| module[..1].to_vec();
        let mut between: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        for (module, used) in &self.uses {
            let others = used.iter().map(room).filter(|other| *other != room(module));
            between.entry(room(module)).or_default().extend(others);
        }
        between
    }

    /// Lists the arrows for which `is_meant` holds, a line each.
    fn arrows_among(&self, is_meant: impl Fn(&ModulePath, &ModulePath) -> bool) -> String {
        let mut lines = String::new();
        for (module, used) in &self.uses {
            for other in used.iter().filter(|other| is_meant(module, other)) {
                let _ = write!(lines, "\n    {} -> {}", module.join("::"), other.join("::"));
            }
        }
        lines
    }
}

fn names(modules: &BTreeSet<ModulePath>) -> String {
    let names: Vec<String> = modules.iter().map(|module| module.join("::")).collect();
    names.join(", ")
}

/// The sets of more than one node of which each can be reached from each other.
fn circles(arrows: &BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> Vec<BTreeSet<ModulePath>> {
    let reached: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = arrows
        .keys()
        .map(|start| {
            let mut reached = BTreeSet::new();
            let mut open = vec![start];
            while let Some(node) = open.pop() {
                for next in arrows.get(node).into_iter().flatten() {
                    if reached.insert(next) {
                        open.push(next);
                    }
                }
            }
            (start, reached)
        })
        .collect();
    let mut circles: Vec<BTreeSet<ModulePath>> = Vec::new();
    for (node, from_node) in &reached {
        if circles.iter().any(|circle| circle.contains(*node)) {
            continue;
        }
        let circle: BTreeSet<ModulePath> = from_node
            .iter()
            .filter(|other| {
                reached
                    .get(**other)
                    .is_some_and(|back| back.contains(*node))
            })
            .map(|other| (*other).clone())
            .collect();
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles
}

/// The paths in code.
#[derive(Default)]
struct Paths {
    found: BTreeSet<Vec<String>>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names = path.segments.iter().map(|part| part.ident.to_string());
            self.found.insert(names.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // A re-export is a use by whoever takes the name from here.
        let is_private = matches!(item.vis, Visibility::Inherited);
        if item.leading_colon.is_none() && is_private {
            self.add_use(&item.tree, &mut Vec::new());
        }
    }

    fn visit_item_mod(&mut self, _: &'ast syn::ItemMod) {}

    // `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

impl Paths {
    fn add_use(&mut self, tree: &UseTree, before: &mut Vec<String>) {
        let mut add = |name: Option<String>| {
            let path = before.iter().cloned().chain(name).collect();
            self.found.insert(path);
        };
        match tree {
            UseTree::Name(name) if name.ident == "self" => add(None),
            UseTree::Name(name) => add(Some(name.ident.to_string())),
            UseTree::Rename(name) => add(Some(name.ident.to_string())),
            UseTree::Glob(_) => add(None),
            UseTree::Path(inner) => {
                before.push(inner.ident.to_string());
                self.add_use(&inner.tree, before);
                before.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(tree, before);
                }
            }
        }
    }
}
