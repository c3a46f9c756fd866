use crate::sandbox::Sandbox;

fn project() -> Sandbox {
    Sandbox::new(&[
        (
            "prompt.mustache",
            "# {{title}}\n{{#files}}\n* {{name}}\n{{/files}}\n{{>rules}}",
        ),
        ("rules.mustache", "Keep {{rule}}.\n"),
        (
            "task.json",
            "{\"title\": \"Keep <br> & co.\", \"files\": [{\"name\": \"a.rs\"}], \"rule\": \"order\", \"n\": 1.10}",
        ),
        (
            "task.yaml",
            "title: Keep <br> & co.\nfiles: [{name: a.rs}]\nrule: order\n",
        ),
        ("page.html.mustache", "<p>{{title}}</p>\n"),
    ])
}

#[test]
fn renders_data_of_json_and_yaml() {
    let sandbox = project();
    let expected = "# Keep <br> & co.\n* a.rs\nKeep order.\n";
    for data in ["task.json", "task.yaml"] {
        let run = sandbox.run(&["render", "prompt.mustache", "--data", data]);
        assert_eq!(run.ok(), expected, "{data}");
    }
    let data = sandbox.read("task.json");
    let run = sandbox.run_with(
        &["render", "prompt.mustache", "--data", "-"],
        data.as_bytes(),
    );
    assert_eq!(run.ok(), expected);
    let run = sandbox.run_with(
        &["render", "-", "--set", "a.b=1.10", "--set", "a.c=x"],
        b"{{a.b}}{{a.c}}",
    );
    assert_eq!(run.ok(), "1.10x");
}

#[test]
fn escapes_in_html_only() {
    let sandbox = project();
    let run = sandbox.run(&["render", "page.html.mustache", "--data", "task.json"]);
    assert_eq!(run.ok(), "<p>Keep &lt;br&gt; &amp; co.</p>\n");
    let run = sandbox.run_with(&["render", "-", "--html", "--set", "a=<"], b"{{a}}");
    assert_eq!(run.ok(), "&lt;");
}

#[test]
fn reports_all_missing_names() {
    let sandbox = project();
    let run = sandbox.run(&["render", "prompt.mustache", "--set", "titel=x", "--strict"]);
    assert_eq!(
        run.fails(1),
        "prompt.mustache:1:3: error[undefined-name]: undefined variable `title` (did you mean `titel`?)\n\
         rules:1:6: error[undefined-name]: undefined variable `rule`\n"
    );
}

#[test]
fn locates_faults_of_templates_and_data() {
    let sandbox = project();
    sandbox.write("bad.mustache", "{{#a}}\n");
    let stderr = sandbox.run(&["render", "bad.mustache"]).fails(1);
    assert!(stderr.starts_with("error[invalid-template]: "), "{stderr}");
    assert!(stderr.contains("--> bad.mustache:1:1"), "{stderr}");
    for (name, text, place) in [
        ("d.json", "{\"a\": }", "d.json:1:7"),
        ("d.yaml", "a: 1\na: 2\n", "d.yaml:2:1"),
        ("l.json", "[1]", "l.json:1:1"),
    ] {
        sandbox.write(name, text);
        let stderr = sandbox
            .run(&["render", "prompt.mustache", "--data", name])
            .fails(1);
        assert!(
            stderr.starts_with("error[invalid-data]: ") && stderr.contains(place),
            "{stderr}"
        );
    }
}

#[test]
fn lists_names() {
    let sandbox = project();
    let json = sandbox.json(&["render", "--names", "prompt.mustache", "--json"]);
    let names: Vec<&str> = json["names"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["title", "files", "name", "rules", "rule"]);
}
