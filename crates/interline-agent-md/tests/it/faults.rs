//! Directories that change while they are read, and what a killed program leaves in them.

use std::fs;

use interline_agent_md::{AgentKind, Options, load_dir, load_dir_with, load_file};
use interline_testing::{race, write_stray_files};

const KIND: AgentKind = AgentKind::Operator;

fn agent(name: &str) -> String {
    format!("---\nname: {name}\n---\nbody\n")
}

/// `apply_to_file` of `interline-patch-template` writes beside the file first, and may be killed then; editors do alike.
#[test]
fn files_of_other_programs_are_not_agents() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.md"), agent("a")).unwrap();
    write_stray_files(directory.path(), "a.md", &agent("a"));
    let report = load_dir_with(directory.path(), KIND, &Options::new());
    assert_eq!(report.loaded.len(), 1);
    assert_eq!(report.loaded[0].path, directory.path().join("a.md"));
    assert!(report.problems.is_empty() && report.shadowed.is_empty() && report.skipped.is_empty());
    // The strict one does not fail because another program edits the file.
    let agents = load_dir(directory.path(), KIND).into_result().unwrap();
    assert_eq!(agents.len(), 1);
}

#[test]
fn a_directory_that_changes_gives_agents_or_problems() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("agents");
    let mut found = 0;
    race(
        500..100_000,
        |_| {
            let _ = fs::create_dir(&inner);
            for name in ["a", "b", "c"] {
                let _ = fs::write(inner.join(format!("{name}.md")), agent(name));
            }
            std::thread::sleep(std::time::Duration::from_micros(500));
            let _ = fs::remove_file(inner.join("b.md"));
            let _ = fs::create_dir(inner.join("b.md"));
            let _ = fs::remove_dir_all(&inner);
        },
        |_| {
            let report = load_dir_with(&inner, KIND, &Options::new());
            for loaded in &report.loaded {
                let text = loaded.value.profile.as_ref().unwrap();
                assert_eq!(text.system_prompt, "body\n");
                found += 1;
            }
            for problem in &report.problems {
                assert!(problem.path.starts_with(&inner), "{}", problem.error);
            }
            let _ = load_file(inner.join("a.md"), KIND);
            found > 0
        },
    );
    assert!(found > 0);
}
