//! Input: document, configuration, id, summary. What is read of a document is a sound tree, and moving its boundary does
//! nothing else.

use interline_patch_template::{
    ApplyOptions, BoundaryId, BoundaryPolicy, ComponentsConfig, Document, DocumentOptions,
    FenceRecovery, Response, apply_patches, boundary_slug, reposition_boundary_to_end,
    reposition_boundary_to_end_with_summary, template_info_of,
};

use crate::input::Input;
use crate::pieces::MARKDOWN;
use crate::{apply, assert_span, assert_told};

fn check(document: &Document<'_>, text: &str) {
    assert_told(document.diagnostics(), text);
    let components = document.components();
    for (index, component) in components.iter().enumerate() {
        let (opener, content, closer) = (&component.opener, &component.content, &component.closer);
        for span in [opener, content, closer] {
            assert_span(span, text);
        }
        assert!(opener.end <= content.start && content.end <= closer.start);
        assert!(text[opener.clone()].starts_with("<!--") && text[opener.clone()].ends_with("-->"));
        assert!(text[closer.clone()].starts_with("<!--") && text[closer.clone()].ends_with("-->"));
        assert_eq!(
            component.line,
            1 + text[..opener.start].matches('\n').count()
        );
        assert!(opener.start >= document.body_start());
        if let Some(parent) = component.parent {
            assert!(parent < index);
            assert!(
                components[parent].opener.end <= opener.start
                    && closer.end <= components[parent].closer.start
            );
        }
    }
    for boundary in document.boundaries() {
        assert_span(&boundary.span, text);
        assert_eq!(
            boundary.line,
            1 + text[..boundary.span.start].matches('\n').count()
        );
        if let Some(component) = boundary.component {
            assert!(components[component].span().contains(&boundary.span.start));
        }
    }
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MARKDOWN);
    let (text, toml, id, summary) = (input.text(), input.text(), input.text(), input.text());
    let document = Document::parse(&text);
    check(&document, &text);
    assert_eq!(
        Document::parse_strict(&text).is_err(),
        !document.diagnostics().is_empty()
    );
    check(
        &Document::parse_with(
            &text,
            &DocumentOptions::new().fence_recovery(FenceRecovery::Strict),
        ),
        &text,
    );

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
        apply::check(&text, &response, &applied, BoundaryPolicy::Refresh);
    }
}
