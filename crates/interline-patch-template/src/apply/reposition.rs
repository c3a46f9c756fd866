use interline_text::Edits;

use crate::read::Response;
use crate::scan::is_boundary_id;

use super::apply_patches::apply_patches;
use super::boundary_id::{BoundaryId, boundary_slug};
use super::options::ApplyOptions;

/// Moves the boundary to the end of `exchange`: returns the edits that write one with the id `id` there and remove every other
/// one. In a document without `exchange` old boundaries are removed, and no new one is written. Linear.
///
/// Without effect if `id` is not one word that begins with a letter or digit.
///
/// # Examples
///
/// ```
/// use interline_patch_template::reposition_boundary_to_end;
///
/// let document = "<!-- agent:exchange -->\nHi\n<!-- /agent:exchange -->\n";
/// let edits = reposition_boundary_to_end(document, "a0cfeb34");
/// assert_eq!(
///     edits.apply(document)?,
///     "<!-- agent:exchange -->\nHi\n<!-- agent:boundary:a0cfeb34 -->\n<!-- /agent:exchange -->\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn reposition_boundary_to_end(document: &str, id: &str) -> Edits {
    if !is_boundary_id(id) {
        return Edits::none(document.len());
    }
    let options = ApplyOptions::new().boundary_id(BoundaryId::Given(id.to_owned()));
    apply_patches(document, &Response::default(), &options).edits
}

/// Moves the boundary as [`reposition_boundary_to_end`] does, with a slug of `summary` after the id.
#[must_use]
pub fn reposition_boundary_to_end_with_summary(document: &str, id: &str, summary: &str) -> Edits {
    match boundary_slug(summary) {
        Some(slug) => reposition_boundary_to_end(document, &format!("{id}:{slug}")),
        None => reposition_boundary_to_end(document, id),
    }
}
