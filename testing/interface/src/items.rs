//! Items and what is implemented for them.

use syn::{
    Attribute, Fields, ImplItem, Item, ItemImpl, Meta, Token, Type, Visibility,
    punctuated::Punctuated,
};

use crate::print::{condition, line, marks, signature};
use crate::resolve::Target;
use crate::signature::{Paths, segments};
use crate::surface::{Block, Walk};
use crate::tree::{ModulePath, conditions_of};

impl Walk<'_> {
    /// Lists an item under a public path.
    pub(crate) fn item(
        &mut self,
        key: (ModulePath, usize),
        path: &[String],
        conditions: &[String],
    ) {
        let tree = self.tree;
        let Some(item) = tree
            .modules
            .get(&key.0)
            .and_then(|held| held.items.get(key.1))
        else {
            return;
        };
        let mut block = Block::default();
        let mut paths = Paths::default();
        let mut attributes: &[Attribute] = &[];
        let shown = match item {
            Item::Struct(item) => {
                attributes = &item.attrs;
                block.is_data = true;
                paths.generics(&item.generics);
                block.members = fields(&item.fields, &mut paths, false);
                let mut shown = item.clone();
                shown.fields = Fields::Unit;
                shown.attrs.clear();
                line(Item::Struct(shown))
            }
            Item::Enum(item) => {
                attributes = &item.attrs;
                block.is_data = true;
                paths.generics(&item.generics);
                for variant in &item.variants {
                    let inside = fields(&variant.fields, &mut paths, true).join(", ");
                    let inside = match variant.fields {
                        Fields::Unit => String::new(),
                        Fields::Unnamed(_) => format!("({inside})"),
                        Fields::Named(_) => format!(" {{ {inside} }}"),
                    };
                    let (when, marks) = (
                        condition(&conditions_of(&variant.attrs)),
                        marks(&variant.attrs),
                    );
                    block
                        .members
                        .push(format!("{when}{marks}{}{inside}", variant.ident));
                }
                let mut shown = item.clone();
                shown.variants.clear();
                shown.attrs.clear();
                line(Item::Enum(shown))
            }
            Item::Fn(item) => {
                attributes = &item.attrs;
                paths.signature(&item.sig);
                signature(&item.sig)
            }
            Item::Trait(item) => {
                attributes = &item.attrs;
                let mut shown = item.clone();
                for inner in &mut shown.items {
                    paths.trait_item(inner);
                    if let syn::TraitItem::Fn(inner) = inner {
                        let provided = if inner.default.is_some() {
                            " (provided)"
                        } else {
                            ""
                        };
                        block.members.push(signature(&inner.sig) + provided);
                    } else {
                        block.members.push(quote::quote!(#inner).to_string());
                    }
                }
                paths.generics(&item.generics);
                shown.items.clear();
                shown.attrs.clear();
                line(Item::Trait(shown))
            }
            Item::Const(item) => {
                attributes = &item.attrs;
                paths.ty(&item.ty);
                let mut shown = item.clone();
                shown.attrs.clear();
                *shown.expr = syn::parse_quote!(());
                line(Item::Const(shown)).replace(" = ()", "")
            }
            Item::Type(item) => {
                attributes = &item.attrs;
                paths.ty(&item.ty);
                let mut shown = item.clone();
                shown.attrs.clear();
                line(Item::Type(shown))
            }
            _ => "an item of a kind that is not known".to_owned(),
        };
        self.mention_all(&key.0, &paths.0);
        block.head = format!("{}{}{shown}", condition(conditions), marks(attributes));
        for (when, derived) in derives(attributes) {
            let name = derived.last().cloned().unwrap_or_default();
            // A macro that writes an `impl` for a trait of `std`.
            if let Target::Foreign(found) = tree.resolve(&key.0, &derived) {
                if found.first().is_none_or(|name| name != "thiserror") {
                    self.mention(&found);
                }
            }
            block
                .others
                .insert(format!("{}impl {name}", condition(&when)));
        }
        let path = path.join("::");
        self.public.entry(key).or_insert_with(|| path.clone());
        self.surface.blocks.insert(path, block);
    }

    /// Lists methods and implemented traits.
    pub(crate) fn implementations(&mut self) {
        let tree = self.tree;
        for (module, held) in &tree.modules {
            for item in &held.items {
                match item {
                    Item::Impl(item) => self.implementation(module, item, &held.conditions),
                    Item::Macro(item) if item.ident.is_none() => {
                        let call = quote::quote!(#item).to_string();
                        // Macros of other crates count when they are given something public.
                        let is_ours = item.mac.path.get_ident().is_some_and(|name| {
                            held.items.iter().any(|item| {
                                matches!(item,
                                Item::Macro(defined) if defined.ident.as_ref() == Some(name))
                            })
                        });
                        if is_ours || call.contains("pub struct") || call.contains("pub fn") {
                            let block = self.surface.blocks.entry("macros".to_owned()).or_default();
                            "calls that are not expanded".clone_into(&mut block.head);
                            block.others.insert(call);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn public_path(&self, module: &[String], path: &[String]) -> Option<Option<String>> {
        match self.tree.resolve(module, path) {
            Target::Item(found, place) => Some(self.public.get(&(found, place)).cloned()),
            _ => None,
        }
    }

    fn implementation(&mut self, module: &[String], item: &ItemImpl, outer: &[String]) {
        let mut ty = &*item.self_ty;
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        let of_type = match ty {
            Type::Path(path) => self.public_path(module, &segments(&path.path)),
            _ => None,
        };
        let of_trait = item
            .trait_
            .as_ref()
            .map(|(_, path, _)| self.public_path(module, &segments(path)));
        let mut paths = Paths::default();
        paths.header(item);
        // A type without a public path, such as the one that is deserialized first.
        let is_hidden = |path: &Vec<String>| matches!(self.public_path(module, path), Some(None));
        if paths.0.iter().any(is_hidden) {
            return;
        }
        let is_ours = |path: &Vec<String>| matches!(self.public_path(module, path), Some(Some(_)));
        let owner = match (of_type, &of_trait) {
            // The type or trait has no public path.
            (Some(None), _) | (_, Some(Some(None))) => return,
            (Some(Some(path)), _) => path,
            (None, None) => return,
            (None, Some(_)) if paths.0.iter().any(is_ours) => "implemented for others".to_owned(),
            (None, Some(_)) => return,
        };
        let mut conditions = outer.to_vec();
        conditions.extend(conditions_of(&item.attrs));
        let mut lines = Vec::new();
        if item.trait_.is_some() {
            let mut shown = item.clone();
            shown.attrs.clear();
            shown.items.retain(|item| matches!(item, ImplItem::Type(_)));
            lines.push(format!(
                "{}{}",
                condition(&conditions),
                line(Item::Impl(shown))
            ));
            for inner in &item.items {
                if let ImplItem::Type(inner) = inner {
                    paths.ty(&inner.ty);
                }
            }
        } else {
            for inner in &item.items {
                let (visibility, attributes, shown) = match inner {
                    ImplItem::Fn(inner) => (&inner.vis, &inner.attrs, signature(&inner.sig)),
                    ImplItem::Const(inner) => {
                        let (name, ty) = (&inner.ident, &inner.ty);
                        (
                            &inner.vis,
                            &inner.attrs,
                            quote::quote!(const #name: #ty).to_string(),
                        )
                    }
                    _ => continue,
                };
                if !matches!(visibility, Visibility::Public(_)) {
                    continue;
                }
                match inner {
                    ImplItem::Fn(inner) => paths.signature(&inner.sig),
                    ImplItem::Const(inner) => paths.ty(&inner.ty),
                    _ => {}
                }
                let mut conditions = conditions.clone();
                conditions.extend(conditions_of(attributes));
                lines.push(format!(
                    "{}{}{shown}",
                    condition(&conditions),
                    marks(attributes)
                ));
            }
        }
        self.mention_all(module, &paths.0);
        if !lines.is_empty() {
            let block = self.surface.blocks.entry(owner).or_default();
            block.others.extend(lines);
        }
    }
}

/// The public fields, and that there are others.
fn fields(fields: &Fields, paths: &mut Paths, all_public: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut has_private = false;
    for field in fields {
        if !all_public && !matches!(field.vis, Visibility::Public(_)) {
            has_private = true;
            continue;
        }
        paths.ty(&field.ty);
        let ty = ty_line(&field.ty);
        let when = condition(&conditions_of(&field.attrs));
        lines.push(match &field.ident {
            Some(name) => format!("{when}{name}: {ty}"),
            None => format!("{when}{ty}"),
        });
    }
    if has_private {
        lines.push("private fields".to_owned());
    }
    lines
}

/// A type on one line: what the printer makes of an alias for it.
fn ty_line(ty: &Type) -> String {
    let alias: syn::ItemType = syn::parse_quote!(type T = #ty;);
    let alias = line(Item::Type(alias));
    alias.strip_prefix("type T = ").unwrap_or(&alias).to_owned()
}

/// The derived traits, each with the condition under which it is derived.
fn derives(attributes: &[Attribute]) -> Vec<(Vec<String>, Vec<String>)> {
    let mut all = Vec::new();
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
        let (metas, when): (Vec<Meta>, Vec<String>) = if list.path.is_ident("derive") {
            (vec![attribute.meta.clone()], Vec::new())
        } else if list.path.is_ident("cfg_attr") {
            let Ok(inner) = list.parse_args_with(parse) else {
                continue;
            };
            let mut inner = inner.into_iter();
            let when = inner.next().map(|meta| quote::quote!(#meta).to_string());
            (inner.collect(), when.into_iter().collect())
        } else {
            continue;
        };
        for meta in metas {
            if let Meta::List(list) = meta {
                if list.path.is_ident("derive") {
                    let paths = Punctuated::<syn::Path, Token![,]>::parse_terminated;
                    for path in list.parse_args_with(paths).into_iter().flatten() {
                        all.push((when.clone(), segments(&path)));
                    }
                }
            }
        }
    }
    all
}
