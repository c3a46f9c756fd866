use interline_text::{Diagnostic, Edits, Severity, nearest};

use crate::config::Mode;
use crate::diagnostics;
use crate::read::{Document, PatchBlock, Response};

use super::applied::Applied;
use super::apply_patches::apply_patches;
use super::options::ApplyOptions;
use super::outcome::{Outcome, Part, Status};
use super::policies::BoundaryPolicy;

/// Sets the content of one component: the managed section of a program.
///
/// The content is data: it may show any marker, its own closer included. A marker in it is escaped, which is reported. Nothing
/// else in the document changes: the mode of the component is ignored, and boundaries stay. With [`ApplyOptions::markers`] the
/// section is one of another program.
///
/// If no component has that name, the document stays unchanged, and the outcome is [`Status::Rejected`] with a diagnostic at
/// error level. Linear.
///
/// # Examples
///
/// ```
/// use interline_patch_template::{ApplyOptions, set_component};
///
/// let document = "<!-- agent:toc -->\n- old\n<!-- /agent:toc -->\n";
/// let applied = set_component(document, "toc", "- new\n", &ApplyOptions::new());
/// assert_eq!(applied.text(), document.replace("old", "new"));
/// assert!(!applied.has_errors());
/// ```
#[must_use]
pub fn set_component(document: &str, name: &str, content: &str, options: &ApplyOptions) -> Applied {
    let options = options
        .clone()
        .mode(name, Mode::Replace)
        // A managed section is not a conversation: a new boundary would change another component.
        .boundary(BoundaryPolicy::Keep);
    let parsed = Document::read(document, &options.document);
    if parsed.component(name).is_some() {
        let response = Response::new().patch(PatchBlock::new(name, content));
        return apply_patches(document, &response, &options);
    }
    let keyword = options.document.keyword();
    let near = nearest(name, parsed.components().iter().map(|known| &*known.name));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let message = format!(
        "the document has no `{}`; write `{}` and `{}` where it belongs{hint}",
        keyword.label(name),
        keyword.opener(name),
        keyword.closer(name),
    );
    Applied {
        text: document.to_owned(),
        edits: Edits::none(document.len()),
        outcomes: vec![Outcome {
            part: Part::Patch(0),
            status: Status::Rejected,
            component: None,
            mode: None,
            routed: false,
            repaired: false,
        }],
        diagnostics: parsed.diagnostics().to_vec(),
        response_diagnostics: vec![Diagnostic::new(
            Severity::Error,
            diagnostics::MISSING_COMPONENT,
            0..0,
            message,
        )],
        boundary: None,
    }
}
