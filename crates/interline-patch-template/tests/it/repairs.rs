//! Repairs of much, and what becomes of parts beside them.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Status, apply_patches, parse_patches,
};

fn options() -> ApplyOptions {
    ApplyOptions::new().boundary(BoundaryPolicy::Ignore)
}

#[test]
fn many_markers_of_one_part_are_escaped_and_nothing_else() {
    let document = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
    let lines = |open: &str, close: &str| -> String {
        let line = |n| format!("- `{n}` <b>ends</b> with {open} /agent:status {close} here\n");
        (0..100).map(line).collect()
    };
    let content = lines("<!--", "-->");
    let answer = format!("<!-- patch:status -->\n{content}<!-- /patch:status -->\n");
    let applied = apply_patches(document, &parse_patches(&answer), &options());
    let escaped = lines("&lt;!--", "--&gt;");
    assert_eq!(applied.text(), document.replace("old\n", &escaped));
    let messages: Vec<&str> = applied
        .response_diagnostics
        .iter()
        .map(|diagnostic| &*diagnostic.message)
        .collect();
    assert_eq!(
        messages,
        ["`patch:status` was changed so that it reads back: markers escaped"]
    );
}

/// So many parts are repaired at once, each in its own way, and those beside them stay as they are.
#[test]
fn repairs_only_what_needs_it() {
    let parts = 60;
    let mut document = "and <!-- agent:b -->1<!-- /agent:b -->\n\n".to_owned();
    let mut answer =
        "<!-- patch:b -->first<!-- /patch:b -->\n<!-- patch:b -->`last`<!-- /patch:b -->\n\n"
            .to_owned();
    for n in 0..parts {
        document.push_str(&format!(
            "is <!-- agent:a{n} -->1<!-- /agent:a{n} --> `of`\n\n"
        ));
        answer.push_str(&format!("<!-- patch:a{n} -->`<!-- /patch:a{n} -->\n\n"));
    }
    let applied = apply_patches(&document, &parse_patches(&answer), &options());
    let found: Vec<(Status, bool)> = applied
        .outcomes
        .iter()
        .map(|outcome| (outcome.status, outcome.repaired))
        .collect();
    assert_eq!(found[0], (Status::Superseded, false));
    assert_eq!(found[2..], vec![(Status::Applied, true); parts]);
}

#[test]
fn errors_of_a_document_are_seen_among_warnings() {
    let component = "<!-- agent:b -->\n<!-- /agent:b -->\n";
    let has_errors = |text: &str| {
        let applied = apply_patches(text, &parse_patches("Hi.\n"), &options());
        assert!(!applied.diagnostics.is_empty());
        applied.has_errors()
    };
    assert!(!has_errors(&format!("{component}{component}")));
    assert!(has_errors(&format!(
        "{component}{component}<!-- agent:c -->\n"
    )));
}
