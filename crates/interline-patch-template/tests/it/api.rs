//! Guarantees of the public types.

use std::fmt::Debug;

use interline_patch_template::{
    Applied, ApplyOptions, Boundary, ByteParser, Component, ComponentsConfig, Document,
    DocumentOptions, Error, Event, InvalidUtf8, Mode, Outcome, PatchBlock, Response,
    ResponseOptions, ResponseParser, apply_patches, parse_patches,
};
use interline_text::{Diagnostic, Severity};

fn is_a_value<T: Clone + Debug + Send + Sync>() {}

fn has_defaults<T: Clone + Debug + Default + Send + Sync + 'static>() {}

#[test]
fn types_can_be_copied_shown_and_sent() {
    is_a_value::<Response<'_>>();
    is_a_value::<PatchBlock<'_>>();
    is_a_value::<Document<'_>>();
    is_a_value::<Component<'_>>();
    is_a_value::<Boundary<'_>>();
    is_a_value::<Applied>();
    is_a_value::<Outcome>();
    is_a_value::<Mode>();
    has_defaults::<ApplyOptions>();
    has_defaults::<ComponentsConfig>();
    has_defaults::<DocumentOptions>();
    has_defaults::<ResponseOptions>();
    is_a_value::<Event<'_>>();
    is_a_value::<InvalidUtf8>();
    has_defaults::<ResponseParser>();
    has_defaults::<ByteParser>();
    #[cfg(all(feature = "config", feature = "fs"))]
    has_defaults::<interline_patch_template::LoadedConfig>();
    #[cfg(feature = "frontmatter")]
    is_a_value::<interline_patch_template::TemplateInfo>();
}

#[test]
fn errors_are_send_and_sync() {
    fn is_send_and_sync<E: std::error::Error + Send + Sync + 'static>() {}
    is_send_and_sync::<Error>();
    is_send_and_sync::<InvalidUtf8>();
    let text = "a\n<!-- /agent:b -->\n";
    let error = Document::parse_strict(text).unwrap_err();
    assert_eq!(
        (error.location().unwrap().to_string(), error.path()),
        ("2:1".to_owned(), None)
    );
    assert_eq!(
        error.to_string(),
        "2:1: `/agent:b` closes nothing; write `<!-- agent:b -->` where it begins, or remove it"
    );
    assert_eq!(
        error.report(text).unwrap().to_string(),
        "\
warning[stray-closer]: `/agent:b` closes nothing; write `<!-- agent:b -->` where it begins, or remove it
 --> 2:1
  |
2 | <!-- /agent:b -->
  | ^^^^^^^^^^^^^^^^^"
    );
}

#[test]
fn a_response_outlives_its_text() {
    let owned = {
        let text = String::from("Hi.\n<!-- patch:n -->2<!-- /patch:n -->\n");
        parse_patches(&text).into_owned()
    };
    let json = serde_json::to_string(&owned).unwrap();
    let read: Response<'_> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, owned);
    let document = "<!-- agent:n -->1<!-- /agent:n -->\n";
    let options = ApplyOptions::new();
    assert_eq!(
        apply_patches(document, &read, &options),
        apply_patches(document, &owned, &options)
    );
}

/// Reading a response reports warnings at most; programs may add errors.
#[test]
fn errors_of_a_response_are_seen_among_warnings() {
    let mut response = parse_patches("a\n<!-- /patch:b -->\n<!-- patch:c -->\n");
    assert_eq!(response.diagnostics.len(), 2);
    assert!(!response.has_errors());
    let own = Diagnostic::new(Severity::Error, "own", 0..1, "not what was asked for");
    response.diagnostics.insert(1, own);
    assert!(response.has_errors());
}
