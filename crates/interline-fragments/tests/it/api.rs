use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_fragments::{
    DiscoveryOptions, Error, FileDiagnostic, FragmentArgument, FragmentExpansion, FragmentManifest,
    FragmentRegistry, FragmentResource, FragmentSource, Layer, LoadReport, Location, McpArgument,
    McpPrompt, ParsedManifest, Shadowed,
};

#[test]
fn types_are_send_and_sync() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    fn check_with_io_errors<T: Send + Sync + Unpin>() {}
    check::<DiscoveryOptions>();
    check::<FragmentExpansion>();
    check::<FileDiagnostic>();
    check::<FragmentArgument>();
    check::<FragmentManifest>();
    check::<FragmentRegistry>();
    check::<FragmentResource>();
    check::<FragmentSource>();
    check::<Layer>();
    check::<Location>();
    check::<McpArgument>();
    check::<McpPrompt>();
    check::<ParsedManifest>();
    check::<Shadowed<FragmentResource>>();
    check_with_io_errors::<LoadReport>();
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
