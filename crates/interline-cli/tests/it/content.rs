use crate::sandbox::Sandbox;

fn docroot() -> Sandbox {
    Sandbox::new(&[
        (
            "root/guides/a.md.mustache",
            "In {{project.name}} for {{team}}.\n",
        ),
        ("root/guides/b.md", "{{not}} a template\n"),
        ("root/drafts/c.md.mustache", "{{#open}}\n"),
    ])
}

#[test]
fn prints_one_file_or_mime() {
    let sandbox = docroot();
    let run = sandbox.run(&[
        "content",
        "guides/a*",
        "--docroot",
        "root",
        "--set",
        "team=us",
    ]);
    assert_eq!(run.ok(), "In root for us.\n");
    let run = sandbox.run(&[
        "content",
        "guides/a*",
        "--docroot",
        "root",
        "--set",
        "team=us",
        "--mime",
    ]);
    assert_eq!(
        run.ok(),
        "MIME-Version: 1.0\r\nContent-Type: text/markdown; charset=utf-8\r\n\r\nIn root for us.\n"
    );
    let run = sandbox.run(&[
        "content",
        "all",
        "--docroot",
        "root",
        "--collection",
        "all=guides",
        "--project",
        "p",
    ]);
    let text = run.ok();
    assert!(
        text.starts_with("MIME-Version: 1.0\r\nContent-Type: multipart/mixed;"),
        "{text}"
    );
    assert!(
        text.contains("In p for .\n") && text.contains("{{not}} a template\n"),
        "{text}"
    );
    let json = sandbox.json(&["content", "guides", "--docroot", "root", "--json"]);
    assert_eq!(json["files"][1]["path"], "guides/b.md");
}

#[test]
fn locates_faults() {
    let sandbox = docroot();
    let stderr = sandbox
        .run(&["content", "guides, notes", "--docroot", "root"])
        .fails(1);
    assert!(stderr.contains("--> expression:1:9"), "{stderr}");
    let stderr = sandbox
        .run(&["content", "drafts", "--docroot", "root"])
        .fails(1);
    assert!(stderr.contains("--> drafts/c.md.mustache:1:1"), "{stderr}");
    let stderr = sandbox
        .run(&["content", "drafts", "--docroot", "none"])
        .fails(2);
    assert_eq!(stderr, "interline: none: not found; check the path\n");
}
