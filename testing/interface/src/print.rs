//! Items as one line.

use syn::{Attribute, Block, File, FnArg, Item, ItemFn, Meta, Pat, Signature, Visibility};

/// Prints an item on one line, without the visibility and an empty body.
pub(crate) fn line(item: Item) -> String {
    let file = File {
        shebang: None,
        attrs: Vec::new(),
        items: vec![item],
    };
    let text = prettyplease::unparse(&file);
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (long, short) in [
        ("( ", "("),
        (", )", ")"),
        (" )", ")"),
        ("< ", "<"),
        (", >", ">"),
        (", {", " {"),
    ] {
        line = line.replace(long, short);
    }
    let line = line.strip_prefix("pub ").unwrap_or(&line);
    line.strip_suffix(" {}")
        .unwrap_or(line)
        .trim_end_matches(';')
        .to_owned()
}

/// A function without its body.
pub(crate) fn signature(sig: &Signature) -> String {
    let mut sig = sig.clone();
    // The pattern of a parameter only matters inside the body.
    for input in &mut sig.inputs {
        match input {
            FnArg::Receiver(receiver) if receiver.reference.is_none() => receiver.mutability = None,
            FnArg::Typed(typed) => {
                if let Pat::Ident(name) = &mut *typed.pat {
                    name.mutability = None;
                }
            }
            FnArg::Receiver(_) => {}
        }
    }
    line(Item::Fn(ItemFn {
        attrs: Vec::new(),
        vis: Visibility::Inherited,
        sig,
        block: Box::new(Block {
            brace_token: syn::token::Brace::default(),
            stmts: Vec::new(),
        }),
    }))
}

/// The attributes that callers depend on, each with a space after it.
pub(crate) fn marks(attributes: &[Attribute]) -> String {
    let mut marks = String::new();
    for attribute in attributes {
        let path = attribute.path();
        let is_hidden = matches!(&attribute.meta, Meta::List(list)
            if path.is_ident("doc") && list.tokens.to_string() == "hidden");
        if path.is_ident("default") {
            marks += "#[default] ";
        }
        if path.is_ident("non_exhaustive") || is_hidden {
            marks += if is_hidden {
                "#[doc(hidden)] "
            } else {
                "#[non_exhaustive] "
            };
        }
    }
    marks
}

/// Writes conditions as an attribute, with a space after it.
pub(crate) fn condition(conditions: &[String]) -> String {
    let mut conditions = conditions.to_vec();
    conditions.sort();
    conditions.dedup();
    match conditions.as_slice() {
        [] => String::new(),
        [one] => format!("#[cfg({one})] "),
        several => format!("#[cfg(all({}))] ", several.join(", ")),
    }
}
