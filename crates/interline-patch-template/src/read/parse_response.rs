use crate::options::ResponseOptions;
use crate::scan::mark_len;

use super::assemble_response::assemble;
use super::messages;
use super::response::Response;
use super::whole_fence::{WholeFenced, whole_fence};

/// Parses a response into patches and the text between them.
///
/// Never fails: every byte of the response is in a marker, in the content of a patch, or in text outside patches. Linear in
/// the response. The same as [`parse_patches_with`] with the default options.
///
/// # Examples
///
/// ```
/// use interline_patch_template::parse_patches;
///
/// let response = parse_patches("Done.\n<!-- patch:status -->\ngreen\n<!-- /patch:status -->\n");
/// assert_eq!(response.patches[0].name, "status");
/// assert_eq!(response.patches[0].content, "green\n");
/// assert_eq!(response.unmatched(), "Done.");
/// ```
#[must_use]
pub fn parse_patches(response: &str) -> Response<'_> {
    parse_patches_with(response, &ResponseOptions::new())
}

/// Parses a response as [`parse_patches`] does, with options. Linear in the response.
///
/// The codes of its diagnostics are in [`diagnostics`](crate::diagnostics).
#[must_use]
pub fn parse_patches_with<'t>(response: &'t str, options: &ResponseOptions) -> Response<'t> {
    let start = mark_len(response);
    let mut parsed = match whole_fence(response, start, options) {
        Some(WholeFenced { opener, content }) => {
            let mut parsed = assemble(response, content, options);
            parsed.diagnostics.push(messages::whole_fence(opener));
            parsed
        }
        None => assemble(response, start..response.len(), options),
    };
    parsed
        .diagnostics
        .sort_by_key(|diagnostic| diagnostic.span.start);
    #[cfg(feature = "log")]
    interline_text::log_all(&parsed.diagnostics, None, response);
    parsed
}
