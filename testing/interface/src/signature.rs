//! Which names a signature mentions.

use syn::visit::{self, Visit};
use syn::{Generics, ItemImpl, Path, Signature, TraitItem, Type};

/// The paths in what is visited.
#[derive(Default)]
pub(crate) struct Paths(pub(crate) Vec<Vec<String>>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast Path) {
        self.0.push(segments(path));
        visit::visit_path(self, path);
    }

    // Bodies and attributes are not part of a signature.
    fn visit_block(&mut self, _: &'ast syn::Block) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

impl Paths {
    pub(crate) fn signature(&mut self, sig: &Signature) {
        self.visit_signature(sig);
    }

    pub(crate) fn ty(&mut self, ty: &Type) {
        self.visit_type(ty);
    }

    pub(crate) fn generics(&mut self, generics: &Generics) {
        self.visit_generics(generics);
    }

    pub(crate) fn trait_item(&mut self, item: &TraitItem) {
        self.visit_trait_item(item);
    }

    /// The line that an `impl` begins with.
    pub(crate) fn header(&mut self, item: &ItemImpl) {
        self.visit_generics(&item.generics);
        if let Some((_, path, _)) = &item.trait_ {
            self.visit_path(path);
        }
        self.visit_type(&item.self_ty);
    }
}

pub(crate) fn segments(path: &Path) -> Vec<String> {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect()
}
