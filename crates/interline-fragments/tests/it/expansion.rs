use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use interline_fragments::{FragmentArgument, FragmentManifest, expand};

use interline_testing::cases;

pub(crate) fn declare(arguments: &str) -> Vec<FragmentArgument> {
    let header = format!("---\nname: x\ndescription: d\narguments: |-\n  {arguments}\n---\n");
    FragmentManifest::parse(&header, "p".as_ref())
        .unwrap()
        .manifest
        .arguments
}

#[test]
fn cases() {
    let known = ["declare", "body", "values", "gives", "unused", "error"];
    cases::run("expansion.md", &known, |case| {
        let arguments = declare(case.required("declare"));
        let values: BTreeMap<String, String> =
            serde_json::from_str(case.get("values").unwrap_or("{}")).unwrap();
        let result = expand(case.required("body"), &arguments, &values);
        if let Some(error) = case.get("error") {
            assert_eq!(result.unwrap_err().to_string(), error);
            return;
        }
        let expansion = result.unwrap();
        assert_eq!(expansion.text, case.required("gives"));
        assert_eq!(
            expansion.unused.join(", "),
            case.get("unused").unwrap_or_default()
        );
    });
}

#[test]
fn values_come_from_anywhere() {
    let arguments = declare("a, b=B");
    let expected = "1 B";
    let body = "{{a}} {{b}}";
    let pairs = vec![
        ("a".to_owned(), "1".to_owned()),
        ("a".to_owned(), "2".to_owned()),
    ];
    let hash: HashMap<&str, String> = HashMap::from([("a", "1".to_owned())]);
    let tree: BTreeMap<String, &str> = BTreeMap::from([("a".to_owned(), "1")]);
    let borrowed = |name: &str| hash.get(name).map(|value| Cow::Borrowed(value.as_str()));
    let owned = |name: &str| (name == "a").then(|| Cow::Owned(1.to_string()));
    for text in [
        expand(body, &arguments, &pairs),
        expand(body, &arguments, pairs.as_slice()),
        expand(body, &arguments, &[("a", "1")]),
        expand(body, &arguments, &hash),
        expand(body, &arguments, &tree),
        expand(body, &arguments, borrowed),
        expand(body, &arguments, owned),
    ] {
        assert_eq!(text.unwrap().text, expected);
    }
    assert!(expand(body, &arguments, owned).unwrap().unused.is_empty());
    let extra = [("z", "1"), ("a", "1"), ("z", "2"), ("y", "3")];
    assert_eq!(expand(body, &arguments, &extra).unwrap().unused, ["y", "z"]);
}

#[test]
fn a_function_is_asked_once_for_each_argument() {
    let asked = RefCell::new(Vec::new());
    let ask = |name: &str| {
        asked.borrow_mut().push(name.to_owned());
        Some(Cow::Owned("x".to_owned()))
    };
    let text = expand(&"{{a}}{{b}}{{c}}".repeat(100), &declare("a, b=1"), ask);
    assert_eq!(text.unwrap().text, "xx{{c}}".repeat(100));
    assert_eq!(*asked.borrow(), ["a", "b"]);
}

#[test]
fn an_optional_argument_without_a_default_leaves_nothing() {
    let header = "---\nname: x\ndescription: d\narguments:\n  - {name: a, required: false}\n---\n";
    let manifest = FragmentManifest::parse(header, "p".as_ref())
        .unwrap()
        .manifest;
    assert_eq!(
        expand("[{{a}}]", &manifest.arguments, ()).unwrap().text,
        "[]"
    );
}
