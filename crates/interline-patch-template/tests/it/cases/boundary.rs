//! Cases about slugs and about moving a boundary.

use interline_patch_template::{
    boundary_slug, reposition_boundary_to_end, reposition_boundary_to_end_with_summary,
};

use super::file::Case;
use super::lines::Report;

pub(crate) fn slug(case: &Case) -> Report {
    let mut report = Report::default();
    case.required("slug");
    let slug = boundary_slug(case.required("summary"));
    report.all(case, "slug", [slug.unwrap_or_else(|| "none".to_owned())]);
    report
}

pub(crate) fn reposition(case: &Case) -> Report {
    let (document, id) = (case.required("document"), case.required("reposition"));
    let edits = match case.get("summary") {
        Some(summary) => reposition_boundary_to_end_with_summary(document, id, summary),
        None => reposition_boundary_to_end(document, id),
    };
    let text = edits.apply(document).unwrap();
    let mut report = Report::default();
    if case.has("unchanged") {
        report.expect("edits", "0");
        report.find("edits", &edits.len().to_string());
    } else {
        report.expect("result", case.required("result"));
        report.find("result", &text);
    }
    let again = reposition_boundary_to_end(&text, id);
    let still = case.has("summary") || again.is_empty();
    report.promise(still, || format!("run again it gives {again:?}"));
    report
}
