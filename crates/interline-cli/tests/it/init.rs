use crate::sandbox::Sandbox;

#[test]
fn ensures_a_session_id_once() {
    let sandbox = Sandbox::new(&[("a.md", "# A\n")]);
    let id = sandbox.run(&["init", "a.md"]).ok();
    assert_eq!(id.trim_end().len(), 36);
    assert_eq!(
        sandbox.read("a.md"),
        format!("---\nagent_doc_session: {id}---\n# A\n")
    );
    assert_eq!(sandbox.run(&["init", "a.md"]).ok(), id);
    let json = sandbox.json(&["init", "a.md", "--json"]);
    assert_eq!(
        (&json["session"], &json["written"]),
        (&id.trim_end().into(), &false.into())
    );
}

#[test]
fn creates_a_missing_file() {
    let sandbox = Sandbox::new(&[]);
    let id = sandbox.run(&["init", "new.md"]).ok();
    assert_eq!(
        sandbox.read("new.md"),
        format!("---\nagent_doc_session: {id}---\n")
    );
    let stderr = sandbox.run(&["init", "no/new.md"]).fails(2);
    assert!(stderr.starts_with("interline: no/new.md: "), "{stderr}");
}

#[test]
fn migrates_former_names() {
    let old = "---\nsession: 4f1c # of the first run\nmode: append\nrelated_docs: [a.md]\nowner: Ada\n---\nText.\n";
    let sandbox = Sandbox::new(&[("a.md", old)]);
    let diff = sandbox
        .run(&["init", "a.md", "--migrate", "--dry-run"])
        .ok();
    assert!(diff.contains("\n+links: [a.md]\n"), "{diff}");
    assert_eq!(sandbox.run(&["init", "a.md", "--migrate"]).ok(), "");
    let new = "---\nagent_doc_session: 4f1c # of the first run\nlinks: [a.md]\nowner: Ada\n\
               agent_doc_format: inline\nagent_doc_write: crdt\n---\nText.\n";
    assert_eq!(sandbox.read("a.md"), new);
    assert_eq!(
        sandbox
            .run(&["init", "a.md", "--migrate", "--session"])
            .ok(),
        "4f1c\n"
    );
    assert_eq!(sandbox.read("a.md"), new);
}
