//! What is told is logged, once.

use std::sync::{Mutex, PoisonError};

use interline_frontmatter::agent::merge_fields;

struct Keeper(Mutex<Vec<String>>);

static KEEPER: Keeper = Keeper(Mutex::new(Vec::new()));

impl log::Log for Keeper {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(format!("{}: {}", record.level(), record.args()));
    }

    fn flush(&self) {}
}

#[test]
fn a_field_that_is_not_merged_is_logged() {
    log::set_logger(&KEEPER).unwrap();
    log::set_max_level(log::LevelFilter::Warn);
    // Other tests log too.
    let merged = merge_fields(
        "body",
        "model: !m m\nlogged_by_this_test: !logged_by_it 1\n",
    )
    .unwrap();
    assert_eq!(merged.ignored, ["logged_by_this_test"]);
    let lines = KEEPER.0.lock().unwrap_or_else(PoisonError::into_inner);
    let own: Vec<_> = lines
        .iter()
        .filter(|line| line.contains("logged_by"))
        .collect();
    assert_eq!(
        own,
        [
            "WARN: 2:1: warning[unknown-field]: field `logged_by_this_test` is unknown and was not merged",
            "WARN: 2:22: warning[tag-left-out]: the tag `!logged_by_it` has no effect here and is left out: remove it"
        ]
    );
}
