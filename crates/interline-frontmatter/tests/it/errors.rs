use crate::located::location;
use interline_frontmatter::{Document, Error};

use interline_testing::cases;

#[test]
fn cases() {
    cases::run(
        "errors.md",
        &["text", "error", "covers", "report"],
        |case| {
            let text = case.required("text");
            let error = Document::parse(text).unwrap_err();
            let found = error.to_string();
            assert_eq!(found, case.required("error"));
            assert_eq!(
                &text[location(&error).span.clone()],
                case.required("covers")
            );
            if let Some(report) = case.get("report") {
                assert_eq!(error.report(text).unwrap().to_string(), report);
            }
        },
    );
}

#[test]
fn errors_are_send_and_sync() {
    fn assert_portable<T: std::error::Error + Send + Sync + Clone + Eq + 'static>() {}
    assert_portable::<Error>();
    assert!(std::mem::size_of::<Error>() <= 128);
}

#[test]
fn errors_leave_no_state() {
    let (good, bad) = ("---\na: 1\n---\n", "---\na: [\n---\n");
    let first = Document::parse(good).unwrap().mapping();
    let error = Document::parse(bad).unwrap_err();
    for _ in 0..3 {
        assert_eq!(Document::parse(good).unwrap().mapping(), first);
        assert_eq!(Document::parse(bad).unwrap_err(), error);
    }
}

#[test]
fn refuses_to_edit_unreadable_text() {
    for text in [
        "---\ntitle: [a\nowner: me\n---\nbody\n",
        "---\na:\n\tb: 1\n---\n",
        "---\na: 1\n...\nb: 2\n---\n",
        "---\na: \"\0\"\n---\n",
        "---\n- a\n- b\n---\nbody\n",
        "---\n\n# One\n\ntext\n\n---\n\n# Two\n",
        "---\ntitle: a\nbody\n",
        "---\na: 1\na: 2\n---\n",
    ] {
        assert!(interline_frontmatter::set(text, "a", "x").is_err());
        assert!(interline_frontmatter::set(text, "new", "x").is_err());
        assert!(interline_frontmatter::remove(text, "a").is_err());
        assert!(interline_frontmatter::rename(text, "a", "x").is_err());
        assert!(interline_frontmatter::agent::ensure_session(text).is_err());
        assert!(interline_frontmatter::agent::merge_fields(text, "model: x").is_err());
    }
}

#[test]
fn each_kind_has_a_code() {
    use interline_frontmatter::{Document, Error, ReadOptions};

    let code = |text: &str| Document::parse(text).unwrap_err().code();
    assert_eq!(code("---\na: 1\n"), "unterminated");
    assert_eq!(code("---\na: [\n---\n"), "invalid-yaml");
    assert_eq!(code("---\na: 1\na: 2\n---\n"), "duplicate-key");
    assert_eq!(code("---\n- a\n---\n"), "not-a-mapping");
    let options = ReadOptions::new().block_bytes(2);
    let error = Document::parse_with("---\na: long\n---\n", &options).unwrap_err();
    assert_eq!(error.code(), "limit-exceeded");
    let error = interline_frontmatter::rename("---\na: 1\nb: 2\n---\n", "a", "b").unwrap_err();
    assert_eq!(error.code(), "edit-refused");
    let message = String::new();
    assert_eq!(Error::Serialize { message }.code(), "unwritable");
}
