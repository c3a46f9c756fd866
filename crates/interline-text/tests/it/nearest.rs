//! Names that are suggested for unknown ones.

use interline_text::{is_near, nearest};

#[test]
fn case_counts_less_than_edits() {
    assert_eq!(nearest("Log", ["logs", "log"]), Some("log"));
    assert_eq!(nearest("lgo", ["log", "lag"]), Some("log"));
    assert_eq!(nearest("same", ["same"]), None);
}

#[test]
fn separators_are_ignored() {
    assert_eq!(
        nearest("allowed_tools", ["allowed-tool", "allowed-tools"]),
        Some("allowed-tools")
    );
    assert!(is_near("max turns", "maxTurns"));
    assert!(!is_near("-", "a"));
}

#[test]
fn short_names_are_near_by_one_edit() {
    assert!(is_near("a", "aa"));
    assert!(is_near("tot", "to"));
    assert!(!is_near("ab", "cd"));
    assert!(!is_near("log", "tags"));
    assert!(is_near("exchange", "exchnage"));
    assert!(is_near("exchange", "exchng"));
    assert!(!is_near("exchange", "change-x"));
}

#[test]
fn long_names_are_near_by_case_only() {
    let long = "x".repeat(1000);
    assert!(is_near(&long, &long.to_uppercase()));
    assert!(!is_near(&long, &format!("{long}x")));
}
