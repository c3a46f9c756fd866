use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::Path;

use interline_files::{
    Containment, Entry, Error, Layer, LayerKind, ProjectLayers, Recursion, Resolution, Scan,
    ScanOptions, SourceFile, standard_layers,
};

#[test]
fn types_are_send_and_sync() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    fn check_error<T: Send + Sync + Unpin>() {}
    check::<Containment>();
    check::<Layer>();
    check::<Entry>();
    check::<LayerKind>();
    check::<ProjectLayers>();
    check::<Recursion>();
    check::<Scan<'_>>();
    check::<ScanOptions>();
    check::<SourceFile>();
    check::<Resolution>();
    // `std::io::Error` may hold anything.
    check_error::<Error>();
}

#[test]
fn standard_layers_have_their_precedence() {
    let [user, project] = standard_layers("/c", "/w", "quill").map(|layer| layer.within("notes"));
    assert_eq!((user.kind, user.precedence), (LayerKind::User, 0));
    assert_eq!(user.scan_dir(), Path::new("/c/quill/notes"));
    assert_eq!(user.root, Path::new("/c"));
    assert_eq!((project.kind, project.precedence), (LayerKind::Project, 1));
    assert_eq!(project.scan_dir(), Path::new("/w/.quill/notes"));
    assert_eq!(project.root, Path::new("/w"));
    let explicit = Layer::explicit("/e");
    assert_eq!(
        (explicit.kind, explicit.precedence),
        (LayerKind::Explicit, 2)
    );
    assert_eq!(explicit.scan_dir(), Path::new("/e"));
    let package = Layer::package("/p", 7);
    assert_eq!((package.kind, package.precedence), (LayerKind::Package, 7));
}

#[test]
fn layers_are_stored() {
    let layer = Layer::project("/w").within(".t");
    let json = serde_json::to_string(&layer).unwrap();
    assert_eq!(
        json,
        r#"{"kind":"project","root":"/w","subdirectory":".t","precedence":1}"#
    );
    assert_eq!(serde_json::from_str::<Layer>(&json).unwrap(), layer);
    let plain = Layer::user("/c");
    let json = serde_json::to_string(&plain).unwrap();
    assert_eq!(json, r#"{"kind":"user","root":"/c","precedence":0}"#);
    assert_eq!(serde_json::from_str::<Layer>(&json).unwrap(), plain);
}
