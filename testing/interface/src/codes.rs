//! The codes of diagnostics, and the page that documents them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprCall, Item, ItemConst, Lit, Meta};

use crate::{CRATES, project};

/// The directories below `crates` whose diagnostics are documented: those of the published libraries, and of the command.
pub fn with_codes() -> impl Iterator<Item = &'static str> {
    CRATES.into_iter().chain(["interline-cli"])
}

/// The start of the page.
const INTRODUCTION: &str = "\
# Diagnostics

Every code of a diagnostic, by crate: what it means, an input that causes it, and the fix. This page is written from the constants in the
modules `diagnostics` of the crates; those of `interline-cli` are of the command.
";

/// The codes of one crate, in the order of its module `diagnostics`.
#[derive(Debug, Default)]
pub struct Codes {
    /// The name of each constant, its code, and its documentation in Markdown.
    pub documented: Vec<(String, String, String)>,
    /// Codes that are given to `Diagnostic::new` as a literal, by file.
    pub literals: Vec<String>,
}

impl Codes {
    /// Reads the codes of the crate in `directory`. A crate without a module `diagnostics` has none.
    ///
    /// # Errors
    ///
    /// When a source cannot be read or parsed.
    pub fn of(directory: &Path) -> Result<Self, String> {
        let mut codes = Self::default();
        let source = directory.join("src");
        let module = [
            source.join("diagnostics.rs"),
            source.join("diagnostics/mod.rs"),
        ];
        if let Some(path) = module.iter().find(|path| path.exists()) {
            codes.read_module(&parse(path)?.items);
        }
        let mut open = vec![source];
        while let Some(directory) = open.pop() {
            let entries = std::fs::read_dir(&directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
            for entry in entries.flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let mut literals = Literals::default();
                    literals.visit_file(&parse(&path)?);
                    let name = path.display();
                    let found = literals.found.iter();
                    codes
                        .literals
                        .extend(found.map(|code| format!("{name}: `{code}`")));
                }
            }
        }
        codes.literals.sort();
        Ok(codes)
    }

    fn read_module(&mut self, items: &[Item]) {
        for item in items {
            let Item::Const(item) = item else { continue };
            if let Some(code) = text_of(item) {
                let entry = (item.ident.to_string(), code, markdown(&item.attrs));
                self.documented.push(entry);
            }
        }
    }
}

/// The text of `docs/diagnostics.md`, as the sources are now.
///
/// # Errors
///
/// When a source cannot be read or parsed.
pub fn diagnostics_page() -> Result<String, String> {
    let mut page = INTRODUCTION.to_owned();
    let mut crates = BTreeMap::new();
    for name in with_codes() {
        let codes = Codes::of(&project().join("crates").join(name))?;
        if !codes.documented.is_empty() {
            crates.insert(name, codes);
        }
    }
    for (name, codes) in crates {
        let _ = write!(page, "\n## {name}\n");
        for (_, code, documentation) in &codes.documented {
            let _ = write!(page, "\n### `{code}`\n\n{documentation}\n");
        }
    }
    Ok(page)
}

fn parse(path: &Path) -> Result<syn::File, String> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    syn::parse_file(&text).map_err(|error| format!("{name}: {error}"))
}

fn text_of(item: &ItemConst) -> Option<String> {
    match &*item.expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The documentation in `attributes`, with headings as bold lines and without links, which lead to items of the crate.
fn markdown(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    let mut is_code = false;
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else {
            continue;
        };
        let Expr::Lit(literal) = &pair.value else {
            continue;
        };
        let Lit::Str(text) = &literal.lit else {
            continue;
        };
        if !pair.path.is_ident("doc") {
            continue;
        }
        let line = text.value();
        let line = line.strip_prefix(' ').unwrap_or(&line).to_owned();
        if line.starts_with("```") {
            is_code = !is_code;
        }
        lines.push(match line.strip_prefix("# ") {
            Some(heading) if !is_code => format!("**{heading}**"),
            _ if is_code => line,
            _ => without_links(&line),
        });
    }
    lines.join("\n").trim_end().to_owned()
}

/// A line in which ``[`X`](crate::X)`` and ``[`X`]`` are `` `X` ``.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, after)) = after.split_once("`]") else {
            break;
        };
        let _ = write!(text, "{before}`{name}`");
        rest = after;
        if let Some(target) = rest.strip_prefix('(') {
            if let Some((_, after)) = target.split_once(')') {
                rest = after;
            }
        }
    }
    text + rest
}

/// The literals that are codes in calls of `Diagnostic::new`.
#[derive(Default)]
struct Literals {
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for Literals {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func {
            let names: Vec<String> = function
                .path
                .segments
                .iter()
                .map(|part| part.ident.to_string())
                .collect();
            if names.ends_with(&["Diagnostic".to_owned(), "new".to_owned()]) {
                if let Some(Expr::Lit(literal)) = call.args.iter().nth(1) {
                    if let Lit::Str(code) = &literal.lit {
                        self.found.push(code.value());
                    }
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    // Tests may make diagnostics of their own.
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| {
            matches!(&attribute.meta, Meta::List(list) if list.path.is_ident("cfg") && list.tokens.to_string().contains("test"))
        });
        if !is_test {
            visit::visit_item_mod(self, module);
        }
    }
}
