use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_fragments::{
    Discovery, DiscoveryOptions, Error, Expansion, FileDiagnostic, FragmentArgument,
    FragmentManifest, FragmentRegistry, FragmentResource, Layer, Location, McpArgument, McpPrompt,
    Shadowed,
};

#[test]
fn every_type_goes_to_other_threads() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    fn check_with_io_errors<T: Send + Sync + Unpin>() {}
    check::<DiscoveryOptions>();
    check::<Expansion>();
    check::<FileDiagnostic>();
    check::<FragmentArgument>();
    check::<FragmentManifest>();
    check::<FragmentRegistry>();
    check::<FragmentResource>();
    check::<Layer>();
    check::<Location>();
    check::<McpArgument>();
    check::<McpPrompt>();
    check::<Shadowed>();
    check_with_io_errors::<Discovery>();
    check_with_io_errors::<Error>();
}

#[test]
fn manifests_are_stored() {
    let manifest = FragmentManifest {
        name: "x".to_owned(),
        description: "d".to_owned(),
        arguments: vec![
            FragmentArgument::required("a"),
            FragmentArgument::optional("b", ""),
        ],
    };
    let json = serde_json::to_string(&manifest).unwrap();
    assert_eq!(
        json,
        r#"{"name":"x","description":"d","arguments":[{"name":"a"},{"name":"b","default":""}]}"#
    );
    assert_eq!(
        serde_json::from_str::<FragmentManifest>(&json).unwrap(),
        manifest
    );
    assert!(manifest.arguments[0].is_required() && !manifest.arguments[1].is_required());
}
