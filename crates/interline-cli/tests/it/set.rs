use crate::sandbox::Sandbox;

const NOTES: &str = "# Notes\n<!-- agent:toc -->\n- old\n<!-- /agent:toc -->\nText.\n";

#[test]
fn sets_a_section_of_ones_own() {
    let sandbox = Sandbox::new(&[("notes.md", NOTES)]);
    sandbox.run(&["set", "notes.md", "toc", "- new"]).ok();
    assert_eq!(sandbox.read("notes.md"), NOTES.replace("old", "new"));
    sandbox
        .run_with(&["set", "notes.md", "toc"], b"- newer\n")
        .ok();
    assert_eq!(sandbox.read("notes.md"), NOTES.replace("old", "newer"));
}

#[test]
fn sets_a_section_of_another_program() {
    let readme = "# All\n<!-- START toc -->\nold\n<!-- END toc -->\n";
    let sandbox = Sandbox::new(&[("README.md", readme)]);
    sandbox
        .run(&[
            "set",
            "README.md",
            "toc",
            "new",
            "--markers",
            "START {name}/END {name}",
        ])
        .ok();
    assert_eq!(sandbox.read("README.md"), readme.replace("old", "new"));
    let stderr = sandbox
        .run(&["set", "README.md", "toc", "new", "--markers", "START"])
        .fails(2);
    assert!(stderr.contains("expected `OPENER/CLOSER`"), "{stderr}");
}

#[test]
fn reports_a_missing_section() {
    let sandbox = Sandbox::new(&[("notes.md", NOTES)]);
    let stderr = sandbox.run(&["set", "notes.md", "tco", "x"]).fails(1);
    assert!(stderr.contains("did you mean `toc`?"), "{stderr}");
    assert_eq!(sandbox.read("notes.md"), NOTES);
}

#[test]
fn shows_a_dry_run_and_filters() {
    let sandbox = Sandbox::new(&[("notes.md", NOTES)]);
    let diff = sandbox
        .run(&["set", "notes.md", "toc", "- new", "--dry-run"])
        .ok();
    assert!(diff.contains("\n-- old\n+- new\n"), "{diff}");
    assert_eq!(sandbox.read("notes.md"), NOTES);
    let run = sandbox.run_with(&["set", "-", "toc", "- new"], NOTES.as_bytes());
    assert_eq!(run.ok(), NOTES.replace("old", "new"));
    let stderr = sandbox
        .run(&["set", "notes.md", "toc", "--dryrun"])
        .fails(2);
    assert!(
        stderr.contains("unexpected argument '--dryrun' found"),
        "{stderr}"
    );
    let diff = sandbox.run_with(&["set", "notes.md", "toc", "--dry-run"], b"- new\n");
    assert!(diff.ok().contains("\n+- new\n"));
    let stderr = sandbox.run_with(&["set", "-", "toc"], b"").fails(2);
    assert!(stderr.contains("cannot both be standard input"), "{stderr}");
}
