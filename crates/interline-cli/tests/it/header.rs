use crate::sandbox::Sandbox;

const POST: &str = "---\n# who writes\nauthor:\n  name: 'Ada' # for now\ntags: [a, b]\nupdated: 2024-01-02\n\"a.b\":\n  c: 1\n---\nText.\n";

fn put(arguments: &[&str]) -> String {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    let mut all = vec!["put", "post.md"];
    all.extend(arguments);
    assert_eq!(sandbox.run(&all).ok(), "", "{arguments:?}");
    sandbox.read("post.md")
}

#[test]
fn gets_values_at_any_depth() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    let get = |path| sandbox.run(&["get", "post.md", path]).ok();
    assert_eq!(get("author.name"), "Ada\n");
    assert_eq!(get("tags.1"), "b\n");
    assert_eq!(get("\"a.b\".c"), "1\n");
    assert_eq!(get("tags"), "[\n  \"a\",\n  \"b\"\n]\n");
    assert_eq!(
        sandbox.json(&["get", "post.md", "author", "--json"])["value"]["name"],
        "Ada"
    );
    let whole = sandbox.run(&["get", "post.md"]).ok();
    assert!(whole.starts_with("{\n  \"author\""), "{whole}");
}

#[test]
fn reports_a_missing_key_with_the_nearest() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    assert_eq!(
        sandbox.run(&["get", "post.md", "tag"]).fails(1),
        "post.md: error[missing-key]: the header has no `tag`; did you mean `tags`?\n"
    );
}

#[test]
fn gets_values_of_toml() {
    let sandbox = Sandbox::new(&[("post.md", "+++\ntitle = \"On time\"\n+++\nText.\n")]);
    assert_eq!(sandbox.run(&["get", "post.md", "title"]).ok(), "On time\n");
}

#[test]
fn puts_values_and_keeps_everything_else() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["author.name", "Grace"], "'Ada'", "'Grace'"),
        (&["tags.0", "x"], "[a, b]", "[x, b]"),
        (&["updated", "2026-11-28"], "2024-01-02", "2026-11-28"),
        (&["\"a.b\".c", "-2"], "c: 1", "c: -2"),
        (&["\"a.b\".c", "1.10"], "c: 1", "c: 1.10"),
        (&["tags", "[\"b\", \"c\"]", "--json"], "[a, b]", "[b, c]"),
        // Words that are not all of a YAML value are a string.
        (
            &["author.name", "Ada # the first"],
            "'Ada'",
            "'Ada # the first'",
        ),
        (
            &["author.name", "Use when: asked"],
            "'Ada'",
            "'Use when: asked'",
        ),
    ];
    for (arguments, old, new) in cases {
        assert_eq!(put(arguments), POST.replace(old, new), "{arguments:?}");
    }
}

#[test]
fn quotes_new_strings_and_keeps_new_dates() {
    let added =
        |arguments: &[&str]| put(arguments).replace(POST.strip_suffix("---\nText.\n").unwrap(), "");
    assert_eq!(added(&["v", "yes"]), "v: 'yes'\n---\nText.\n");
    assert_eq!(added(&["v", "true"]), "v: true\n---\nText.\n");
    assert_eq!(added(&["v", "true", "--string"]), "v: 'true'\n---\nText.\n");
    assert_eq!(added(&["v", "2024-01-02"]), "v: 2024-01-02\n---\nText.\n");
    assert_eq!(
        added(&["v", "2024-01-02", "--string"]),
        "v: '2024-01-02'\n---\nText.\n"
    );
    assert_eq!(added(&["v.w", "x"]), "v:\n  w: x\n---\nText.\n");
}

#[test]
fn refuses_values_that_are_probably_not_strings() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    let stderr = sandbox.run(&["put", "post.md", "tags", "[a]"]).fails(2);
    assert!(
        stderr.contains("write it as JSON with `--json`"),
        "{stderr}"
    );
    let stderr = sandbox
        .run(&["put", "post.md", "tags", "[a]", "--json"])
        .fails(2);
    assert!(
        stderr.starts_with("interline: invalid JSON `[a]`"),
        "{stderr}"
    );
    assert_eq!(sandbox.read("post.md"), POST);
}

#[test]
fn unsets_and_renames() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    sandbox.run(&["unset", "post.md", "tags.0"]).ok();
    assert_eq!(sandbox.read("post.md"), POST.replace("[a, b]", "[b]"));
    sandbox.run(&["rename", "post.md", "updated", "date"]).ok();
    assert_eq!(
        sandbox.read("post.md"),
        POST.replace("[a, b]", "[b]").replace("updated", "date")
    );
    let stderr = sandbox
        .run(&["rename", "post.md", "author", "tags"])
        .fails(1);
    assert!(
        stderr.contains("key `tags` is there already\n --> post.md:5:1\n"),
        "{stderr}"
    );
    let stderr = sandbox.run(&["put", "post.md", "tags", "--jsno"]).fails(2);
    assert!(
        stderr.starts_with("interline: unexpected argument '--jsno' found"),
        "{stderr}"
    );
}

#[test]
fn shows_what_a_dry_run_would_change() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    for arguments in [
        &["put", "post.md", "tags.0", "x", "--dry-run"][..],
        &["unset", "post.md", "tags", "--dry-run"],
        &["rename", "post.md", "tags", "labels", "--dry-run"],
    ] {
        let diff = sandbox.run(arguments).ok();
        assert!(diff.starts_with("--- post.md\n+++ post.md\n@@"), "{diff}");
    }
    assert_eq!(sandbox.read("post.md"), POST);
}

#[test]
fn filters_standard_input() {
    let sandbox = Sandbox::new(&[]);
    let run = sandbox.run_with(&["put", "-", "author.name", "Grace"], POST.as_bytes());
    assert_eq!(run.ok(), POST.replace("Ada", "Grace"));
}

#[test]
fn locates_a_header_that_cannot_be_read() {
    let sandbox = Sandbox::new(&[("post.md", "---\na: 1\na: 2\n---\n")]);
    for arguments in [&["get", "post.md", "a"][..], &["put", "post.md", "a", "3"]] {
        let stderr = sandbox.run(arguments).fails(1);
        assert!(
            stderr.starts_with("error[invalid-header]: key `a` is given twice"),
            "{stderr}"
        );
        assert!(stderr.contains("--> post.md:3:1"), "{stderr}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.run(&["get", "post.md", "--json"]).stdout).unwrap();
    assert_eq!(
        (&json["ok"], &json["diagnostics"][0]["line"]),
        (&false.into(), &3.into())
    );
}

#[test]
fn refuses_invalid_paths() {
    let sandbox = Sandbox::new(&[("post.md", POST)]);
    for (path, message) in [
        ("a..b", "an empty key"),
        ("\"a", "missing `\"` after the key"),
        ("\"a\"b", "expected `.` after the quoted key"),
    ] {
        let stderr = sandbox.run(&["get", "post.md", path]).fails(2);
        assert!(
            stderr.contains(message) && stderr.lines().count() == 1,
            "{stderr}"
        );
    }
}
