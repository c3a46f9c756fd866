use crate::sandbox::{Sandbox, example};

#[test]
fn lists_components_and_boundaries() {
    let sandbox = Sandbox::new(&[("session.md", &example("session.md"))]);
    assert_eq!(
        sandbox.run(&["show", "session.md"]).ok(),
        "open-builds  replace  line   12        1 bytes\n\
         status       replace  line   16       29 bytes\n\
         findings     append   line   23       39 bytes\n\
         exchange     append   line   41      177 bytes\n\
         boundary a0cfeb34  line 46  in exchange\n"
    );
    let json = sandbox.json(&["show", "session.md", "--json"]);
    assert_eq!(json["components"][1]["name"], "status");
    assert_eq!(json["components"][3]["mode"], "append");
    assert_eq!(json["boundaries"][0]["component"], "exchange");
}

#[test]
fn prints_one_component() {
    let sandbox = Sandbox::new(&[("session.md", &example("session.md"))]);
    assert_eq!(
        sandbox.run(&["show", "session.md", "open-builds"]).ok(),
        "2"
    );
    let stderr = sandbox.run(&["show", "session.md", "statsu"]).fails(1);
    assert_eq!(
        stderr,
        "session.md: error[unknown-name]: the document has no component `statsu`; did you mean `status`?\n"
    );
}
