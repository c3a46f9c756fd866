//! Input: document, configuration, id, summary. What is read of a document is a sound tree, and moving its boundary does
//! nothing else.

use interline_patch_template::{
    ApplyOptions, BoundaryId, BoundaryPolicy, ComponentsConfig, Document, DocumentOptions,
    FenceRecovery, Response, apply_patches, boundary_slug, reposition_boundary_to_end,
    reposition_boundary_to_end_with_summary, template_info_of,
};

use crate::assert_told;
use crate::input::Input;
use crate::laws::patch_template::{check_applied, check_document};
use crate::pieces::MARKDOWN;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (text, toml, id, summary) = (input.text(), input.text(), input.text(), input.text());
    let document = Document::parse(&text);
    check_document(&document, &text);
    assert_told(document.diagnostics(), &text);
    assert_eq!(
        Document::parse_strict(&text).is_err(),
        !document.diagnostics().is_empty()
    );
    let options = DocumentOptions::new().fence_recovery(FenceRecovery::Strict);
    let strict = Document::parse_with(&text, &options);
    check_document(&strict, &text);
    assert_told(strict.diagnostics(), &text);

    let (config, told) = ComponentsConfig::from_toml(&toml);
    assert_told(&told, &toml);
    match template_info_of(&text, &config) {
        Ok(info) => assert!(info.components.len() <= document.components().len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }

    if let Some(slug) = boundary_slug(&summary) {
        assert!(
            slug.chars().count() <= 20
                && !slug.ends_with('-')
                && !slug.contains(char::is_whitespace),
            "{slug:?}"
        );
    }
    let edits = reposition_boundary_to_end_with_summary(&text, &id, &summary);
    assert!(edits.apply(&text).is_ok());
    let edits = reposition_boundary_to_end(&text, &id);
    if !edits.is_empty() {
        let options = ApplyOptions::new().boundary_id(BoundaryId::Given(id));
        let response = Response::default();
        let applied = apply_patches(&text, &response, &options);
        assert_eq!(applied.edits, edits);
        assert_told(&applied.diagnostics, &text);
        check_applied(&text, &response, &applied, BoundaryPolicy::Refresh);
    }
}
