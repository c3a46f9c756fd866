//! The modules of a crate, as their files say.

use std::collections::BTreeMap;
use std::path::Path;

use syn::{Attribute, Item, Meta};

/// Names from the root of the crate.
pub(crate) type ModulePath = Vec<String>;

#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) items: Vec<Item>,
    /// Conditions of the module and those around it.
    pub(crate) conditions: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) modules: BTreeMap<ModulePath, Module>,
}

impl Tree {
    pub(crate) fn read(source: &Path) -> Result<Self, String> {
        let mut tree = Self::default();
        let root = parse(&source.join("lib.rs"))?;
        tree.add(Vec::new(), root, source, Vec::new())?;
        Ok(tree)
    }

    /// Adds a module and those in it, whose files are in `directory`.
    fn add(
        &mut self,
        path: ModulePath,
        items: Vec<Item>,
        directory: &Path,
        conditions: Vec<String>,
    ) -> Result<(), String> {
        let items: Vec<Item> = items
            .into_iter()
            .filter(|item| !is_for_tests(attributes(item)))
            .collect();
        for item in &items {
            let Item::Mod(child) = item else { continue };
            let name = child.ident.to_string();
            let mut conditions = conditions.clone();
            conditions.extend(conditions_of(&child.attrs));
            let inside = match &child.content {
                Some((_, items)) => items.clone(),
                None => {
                    let file = directory.join(&name).with_extension("rs");
                    parse(&if file.exists() {
                        file
                    } else {
                        directory.join(&name).join("mod.rs")
                    })?
                }
            };
            let mut below = path.clone();
            below.push(name.clone());
            self.add(below, inside, &directory.join(name), conditions)?;
        }
        self.modules.insert(path, Module { items, conditions });
        Ok(())
    }
}

fn parse(path: &Path) -> Result<Vec<Item>, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let file = syn::parse_file(&text).map_err(|error| format!("{name}: {error}"))?;
    Ok(file.items)
}

pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns the conditions of the `cfg` attributes; each of `all` by itself.
pub(crate) fn conditions_of(attributes: &[Attribute]) -> Vec<String> {
    let mut conditions = Vec::new();
    for attribute in attributes {
        if let Meta::List(list) = &attribute.meta {
            if list.path.is_ident("cfg") {
                let tokens = list.tokens.to_string();
                let tidy = tokens
                    .replace(" = ", "=")
                    .replace(" (", "(")
                    .replace(" ,", ",");
                match tidy
                    .strip_prefix("all(")
                    .and_then(|rest| rest.strip_suffix(')'))
                {
                    Some(inner) if !inner.contains('(') => {
                        conditions.extend(inner.split(',').map(|one| one.trim().to_owned()));
                    }
                    _ => conditions.push(tidy),
                }
            }
        }
    }
    conditions
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let word = |condition: &String| {
        condition
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == "test" || word == "doctest")
    };
    conditions_of(attributes).iter().any(word)
}
