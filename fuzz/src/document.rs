//! Input: document, configuration, id, summary, choices. The components of a document are a valid tree, and moving the boundary
//! changes nothing else. Markers in code change nothing, and near misses of markers are reported.

use interline_patch_template::{
    ApplyOptions, BoundaryId, BoundaryPolicy, ComponentsConfig, Document, DocumentOptions,
    FenceRecovery, Markers, Response, apply_patches, boundary_slug, reposition_boundary_to_end,
    reposition_boundary_to_end_with_summary, template_info_of,
};

use crate::answers;
use crate::assert_diagnostics;
use crate::input::Input;
use crate::laws::patch_template::{check_applied, check_document};
use crate::pieces::MARKDOWN;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (text, toml, id, summary) = (input.text(), input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let document = Document::parse(&text);
    check_document(&document, &text);
    assert_diagnostics(document.diagnostics(), &text);
    assert_eq!(
        Document::parse_strict(&text).is_err(),
        !document.diagnostics().is_empty()
    );
    let options = DocumentOptions::new().fence_recovery(FenceRecovery::Strict);
    let strict = Document::parse_with(&text, &options);
    check_document(&strict, &text);
    assert_diagnostics(strict.diagnostics(), &text);

    answers::check_code_in_document(&text, &document);
    answers::check_near_in_document(&text, &mut choices);
    let (opener, closer) = choices.of(&[
        ("START {name}", "END {name}"),
        ("BEGIN_TF_DOCS", "END_TF_DOCS"),
        ("{name}:begin", "{name}:end"),
        ("agent:{name}", "/agent:{name}"),
    ]);
    let options = DocumentOptions::new().markers(Markers::new(opener, closer));
    let sections = Document::parse_with(&text, &options);
    check_document(&sections, &text);
    assert_diagnostics(sections.diagnostics(), &text);
    assert!(sections.boundaries().is_empty());

    let loaded = ComponentsConfig::from_toml(&toml);
    assert_diagnostics(&loaded.diagnostics, &toml);
    match template_info_of(&text, &loaded.config) {
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
        assert_diagnostics(&applied.diagnostics, &text);
        check_applied(&text, &response, &applied, BoundaryPolicy::Refresh);
    }
}
