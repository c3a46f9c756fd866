use interline_fragments::{Error, FragmentManifest};

#[test]
fn errors_are_portable() {
    fn assert_portable<T: std::error::Error + Send + Sync + Clone + 'static>() {}
    assert_portable::<Error>();
    assert!(std::mem::size_of::<Error>() <= 128);
}

#[test]
fn a_report_shows_the_location() {
    let text = "---\nname: x\ndescription: d\narguments: [a, B.d]\n---\n";
    let error = FragmentManifest::parse(text, "x/FRAGMENT.md".as_ref()).unwrap_err();
    assert_eq!(&text[error.location().unwrap().span.clone()], "B.d");
    assert_eq!(
        error.report(text).unwrap().to_string(),
        "\
error: invalid `arguments`: expected an argument name of `a-z`, `A-Z`, `0-9`, `-` and `_`, found `B.d`
 --> x/FRAGMENT.md:4:16
  |
4 | arguments: [a, B.d]
  |                ^^^"
    );
}

#[test]
fn an_error_without_a_text_has_no_location() {
    let arguments = [interline_fragments::FragmentArgument::required("a")];
    let error = interline_fragments::expand("", &arguments, ()).unwrap_err();
    assert!(error.location().is_none() && error.path().is_none() && error.field().is_none());
    assert!(error.report("").is_none());
}

#[test]
fn each_kind_has_a_code() {
    for (header, code) in [
        ("name: x\nname: y", "invalid-frontmatter"),
        ("name: x", "missing-field"),
        ("name: X\ndescription: d", "invalid-name"),
        ("name: x\ndescription: [d]", "invalid-description"),
        (
            "name: x\ndescription: d\narguments: [a, a]",
            "invalid-argument",
        ),
    ] {
        let text = format!("---\n{header}\n---\n");
        let error = FragmentManifest::parse(&text, "x/FRAGMENT.md".as_ref()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    let arguments = [interline_fragments::FragmentArgument::required("a")];
    let error = interline_fragments::expand("", &arguments, ()).unwrap_err();
    assert_eq!(error.code(), "missing-argument");
    let registry = interline_fragments::FragmentRegistry::from_resources([]);
    assert_eq!(registry.expand("x", ()).unwrap_err().code(), "unknown-name");
}
