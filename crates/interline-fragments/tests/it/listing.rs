use interline_fragments::{FragmentManifest, FragmentRegistry, FragmentResource};

fn registry(headers: &[&str]) -> FragmentRegistry {
    headers
        .iter()
        .map(|header| FragmentResource {
            manifest: FragmentManifest::parse(&format!("---\n{header}---\n"), "p".as_ref())
                .unwrap()
                .manifest,
            path: "d".into(),
            fragment_md_path: "d/FRAGMENT.md".into(),
            layer_precedence: 0,
            builtin: None,
        })
        .collect()
}

#[test]
fn a_line_for_each_fragment() {
    let registry = registry(&[
        "name: two\ndescription: Do it.\narguments: a, b=x, c=\n",
        "name: one\ndescription: |-\n  one\n\n  two\narguments: {m: \"1\\n2\"}\n",
        "name: zero\ndescription: \"a  b\\u2028 c\\r\\n\\td\\x0be\"\n",
    ]);
    assert_eq!(
        registry.format_for_prompt(),
        "- one: one two [m]\n- two: Do it. [a, b, c]\n- zero: a  b c d e"
    );
    assert_eq!(
        registry.format_for_rpc_metadata(),
        "one: one two | arguments: m (default: 1 2)\n\
         two: Do it. | arguments: a (required) b (default: x) c (default: )\n\
         zero: a  b c d e"
    );
}

#[test]
fn entries_for_the_protocol() {
    let registry = registry(&[
        "name: x\ndescription: |-\n  one\n  two\narguments:\n  - {name: a, description: The a.}\n  - b=1\n  - {name: c, required: false}\n",
        "name: y\ndescription: d\n",
    ]);
    let prompts = registry.to_mcp_prompts();
    let json = serde_json::json!([
        {
            "name": "x",
            "description": "one\ntwo",
            "arguments": [
                {"name": "a", "description": "The a.", "required": true},
                {"name": "b", "required": false},
                {"name": "c", "required": false},
            ],
        },
        {"name": "y", "description": "d", "arguments": []},
    ]);
    assert_eq!(serde_json::json!(prompts), json);
    let read: Vec<interline_fragments::McpPrompt> = serde_json::from_value(json).unwrap();
    assert_eq!(read, prompts);
}
