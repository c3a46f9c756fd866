//! The items that can be reached from a crate's root.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use syn::{Item, Visibility};

use crate::print::condition;
use crate::resolve::{Target, ident};
use crate::tree::{ModulePath, Tree, attributes, conditions_of};

/// An item of the public interface.
#[derive(Debug, Default)]
pub struct Block {
    /// The item on one line.
    pub head: String,
    /// Fields, variants or items of a trait, in their order.
    pub members: Vec<String>,
    /// Methods and implemented traits.
    pub others: BTreeSet<String>,
    /// Returns whether it is a struct or an enum.
    pub is_data: bool,
}

/// The public interface of a crate. Its `Display` is what a snapshot holds.
#[derive(Debug, Default)]
pub struct Surface {
    /// By path in the crate.
    pub blocks: BTreeMap<String, Block>,
    /// Crates whose items are in public signatures.
    pub crates: BTreeSet<String>,
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, block) in &self.blocks {
            writeln!(f, "{path}")?;
            if !block.head.is_empty() {
                writeln!(f, "    {}", block.head)?;
            }
            for line in block.members.iter().chain(&block.others) {
                writeln!(f, "        {line}")?;
            }
        }
        Ok(())
    }
}

/// A crate while it is walked through.
pub(crate) struct Walk<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) surface: Surface,
    /// The public path of each item that has one: the shortest, and of those the first.
    pub(crate) public: BTreeMap<(ModulePath, usize), String>,
    dependencies: Vec<String>,
}

/// Lists what can be reached from the root of the crate in `directory`.
///
/// # Errors
///
/// A manifest or a source that cannot be read or parsed.
pub fn surface_of(directory: &Path) -> Result<Surface, String> {
    let manifest = directory.join("Cargo.toml");
    let manifest = std::fs::read_to_string(&manifest)
        .map_err(|error| format!("{}: {error}", manifest.display()))?;
    let tree = Tree::read(&directory.join("src"))?;
    let mut walk = Walk {
        tree: &tree,
        surface: Surface::default(),
        public: BTreeMap::new(),
        dependencies: dependencies(&manifest),
    };
    walk.module(&[], &[], &[]);
    walk.implementations();
    Ok(walk.surface)
}

/// The names of the crates that code may use, as it writes them.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.ends_with("dependencies]") && !line.contains("dev-");
        } else if let (true, Some((name, _))) = (is_inside, line.split_once(['.', ' ', '='])) {
            names.push(name.replace('-', "_"));
        }
    }
    names
}

impl Walk<'_> {
    /// Lists the public items of a module, which is called `prefix`.
    fn module(&mut self, module: &[String], prefix: &[String], outer: &[String]) {
        let tree = self.tree;
        let Some(held) = tree.modules.get(module) else {
            return;
        };
        let mut around = outer.to_vec();
        around.extend(held.conditions.iter().cloned());
        for (place, item) in held.items.iter().enumerate() {
            let (Some(name), true) = (name_of(item), is_public(item)) else {
                continue;
            };
            let mut conditions = around.clone();
            conditions.extend(conditions_of(attributes(item)));
            let mut path = prefix.to_vec();
            path.push(name.clone());
            if matches!(item, Item::Mod(_)) {
                let mut below = module.to_vec();
                below.push(name);
                self.module(&below, &path, &conditions);
            } else {
                self.item((module.to_vec(), place), &path, &conditions);
            }
        }
        for brought in tree.brought(module) {
            if !brought.is_public {
                continue;
            }
            let mut conditions = around.clone();
            conditions.extend(brought.conditions);
            let mut path = prefix.to_vec();
            path.push(brought.name.clone());
            if brought.name == "*" {
                let above = &brought.path[..brought.path.len().saturating_sub(1)];
                if let Target::Module(found) = tree.resolve(module, above) {
                    self.module(&found, prefix, &conditions);
                    continue;
                }
            }
            match tree.resolve(module, &brought.path) {
                Target::Item(found, place) => {
                    if let Some(item) = tree
                        .modules
                        .get(&found)
                        .and_then(|held| held.items.get(place))
                    {
                        conditions.extend(tree.modules[&found].conditions.iter().cloned());
                        conditions.extend(conditions_of(attributes(item)));
                    }
                    self.item((found, place), &path, &conditions);
                }
                Target::Module(found) => self.module(&found, &path, &conditions),
                Target::Foreign(found) => {
                    self.mention(&found);
                    let block = Block {
                        head: format!("{}use {}", condition(&conditions), found.join("::")),
                        ..Block::default()
                    };
                    self.surface.blocks.insert(path.join("::"), block);
                }
            }
        }
    }

    /// Notes what another crate gives.
    pub(crate) fn mention(&mut self, path: &[String]) {
        if let Some(first) = path.first() {
            if self.dependencies.contains(first) {
                self.surface.crates.insert(first.clone());
            }
        }
    }

    /// Notes what the paths of a signature in a module lead to.
    pub(crate) fn mention_all(&mut self, module: &[String], paths: &[Vec<String>]) {
        for path in paths {
            if let Target::Foreign(found) = self.tree.resolve(module, path) {
                self.mention(&found);
            }
        }
    }
}

fn name_of(item: &Item) -> Option<String> {
    match item {
        Item::Mod(item) => Some(item.ident.to_string()),
        _ => ident(item),
    }
}

fn is_public(item: &Item) -> bool {
    let visibility = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Mod(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Union(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_))
}
