//! All mutants of a file in one text, each behind its switch.

use std::collections::{HashMap, HashSet};
use std::error::Error;

use proc_macro2::Span;
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Signature, Stmt, UnOp, parse_quote};

use crate::list::{Genre, Mutant, Place};

/// The file with the mutants woven in, and the numbers of those.
///
/// A mutant is left out when it stands where no code runs at run time, such as in a `const fn`.
pub(crate) fn weave(
    source: &str,
    mutants: &[&Mutant],
) -> Result<(String, HashSet<u32>), Box<dyn Error>> {
    let mut file = syn::parse_file(source)?;
    let mut weaver = Weaver {
        at: HashMap::new(),
        woven: HashSet::new(),
        failed: None,
    };
    for mutant in mutants {
        weaver
            .at
            .entry((mutant.genre as u8, mutant.start))
            .or_default()
            .push((*mutant).clone());
    }
    weaver.visit_file_mut(&mut file);
    match weaver.failed {
        Some(error) => Err(error.into()),
        None => Ok((prettyplease::unparse(&file), weaver.woven)),
    }
}

struct Weaver {
    at: HashMap<(u8, Place), Vec<Mutant>>,
    woven: HashSet<u32>,
    failed: Option<syn::Error>,
}

impl Weaver {
    /// The mutants of a genre that begin at a place.
    fn take(&mut self, genre: Genre, span: Span) -> Vec<Mutant> {
        let start = span.start();
        let mutants = self
            .at
            .remove(&(genre as u8, (start.line, start.column + 1)))
            .unwrap_or_default();
        self.woven
            .extend(mutants.iter().map(|mutant| mutant.number));
        mutants
    }

    fn parse<T: syn::parse::Parse>(&mut self, text: &str) -> Option<T> {
        syn::parse_str(text)
            .map_err(|error| self.failed = Some(error))
            .ok()
    }

    fn function(&mut self, signature: &Signature, block: &mut Block) {
        // Nothing can be switched at compile time.
        if signature.constness.is_some() {
            return;
        }
        let first = block.stmts.first().map(Spanned::span);
        visit_mut::visit_block_mut(self, block);
        let mutants = first
            .map(|first| self.take(Genre::Body, first))
            .unwrap_or_default();
        for mutant in mutants.iter().rev() {
            let number = mutant.number;
            if let Some(value) = self.parse::<Expr>(&mutant.replacement) {
                let early: Stmt =
                    parse_quote!(if crate::mutant_switch::on(#number) { return #value; });
                block.stmts.insert(0, early);
            }
        }
    }
}

/// `if on(1) { FIRST } else if on(2) { SECOND } else { PLAIN }`, in parentheses.
fn choose(changed: Vec<(u32, Expr)>, plain: &Expr) -> Expr {
    let mut all = quote!({ #plain });
    for (number, expression) in changed.into_iter().rev() {
        all = quote!({ if crate::mutant_switch::on(#number) { #expression } else #all });
    }
    parse_quote!((#all))
}

impl VisitMut for Weaver {
    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.function(&item.sig, &mut item.block);
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        self.function(&item.sig, &mut item.block);
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        if let Some(block) = &mut item.default {
            self.function(&item.sig, block);
        }
    }

    // What is computed at compile time.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_type_array_mut(&mut self, _: &mut syn::TypeArray) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let place = arm.pat.span();
        let guard = arm
            .guard
            .as_ref()
            .map(|(_, guard)| (guard.span(), (**guard).clone()));
        visit_mut::visit_arm_mut(self, arm);
        if let Some((span, _)) = guard {
            for mutant in self.take(Genre::Guard, span) {
                let (number, (_, guard)) =
                    (mutant.number, arm.guard.as_mut().expect("there is one"));
                **guard = match mutant.replacement.as_str() {
                    "true" => parse_quote!((crate::mutant_switch::on(#number) || (#guard))),
                    _ => parse_quote!((!crate::mutant_switch::on(#number) && (#guard))),
                };
            }
        }
        for mutant in self.take(Genre::Arm, place) {
            let number = mutant.number;
            let condition: Expr = match &arm.guard {
                Some((_, guard)) => parse_quote!(!crate::mutant_switch::on(#number) && (#guard)),
                None => parse_quote!(!crate::mutant_switch::on(#number)),
            };
            arm.guard = Some((Default::default(), Box::new(condition)));
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        // The operands of a changed operator have no switches: one mutant is on at a time, and the text stays short.
        match expression {
            Expr::Repeat(repeat) => self.visit_expr_mut(&mut repeat.expr),
            Expr::Binary(binary) => {
                let (plain, span) = (binary.clone(), binary.op.span());
                visit_mut::visit_expr_binary_mut(self, binary);
                let mut changed = Vec::new();
                for mutant in self.take(Genre::Binary, span) {
                    if let Some(op) = self.parse::<BinOp>(&mutant.replacement) {
                        let mut other = plain.clone();
                        other.op = op;
                        changed.push((mutant.number, Expr::Binary(other)));
                    }
                }
                if !changed.is_empty() {
                    *expression = choose(changed, expression);
                }
            }
            Expr::Unary(unary) => {
                let (operand, op) = ((*unary.expr).clone(), unary.op);
                visit_mut::visit_expr_unary_mut(self, unary);
                let span = match op {
                    UnOp::Not(token) => token.span,
                    UnOp::Neg(token) => token.spans[0],
                    _ => return,
                };
                let changed: Vec<_> = self
                    .take(Genre::Unary, span)
                    .into_iter()
                    .map(|mutant| (mutant.number, operand.clone()))
                    .collect();
                if !changed.is_empty() {
                    *expression = choose(changed, expression);
                }
            }
            Expr::Struct(literal) if literal.rest.is_some() => {
                let plain = literal.clone();
                visit_mut::visit_expr_struct_mut(self, literal);
                let mut changed = Vec::new();
                for (at, field) in plain.fields.iter().enumerate() {
                    for mutant in self.take(Genre::Field, field.span()) {
                        let mut other = plain.clone();
                        other.fields = plain
                            .fields
                            .iter()
                            .take(at)
                            .chain(plain.fields.iter().skip(at + 1))
                            .cloned()
                            .collect();
                        // The base stands behind a comma.
                        if !other.fields.empty_or_trailing() {
                            other.fields.push_punct(Default::default());
                        }
                        changed.push((mutant.number, Expr::Struct(other)));
                    }
                }
                if !changed.is_empty() {
                    *expression = choose(changed, expression);
                }
            }
            _ => visit_mut::visit_expr_mut(self, expression),
        }
    }
}
