//! Files and directories that the user may not read, list or search.

use std::fs;
use std::path::Path;

use interline_agent_md::{
    AgentKind, DiscoveryLayer, LoadReport, Options, Recursion, load_dir, load_dir_with, load_file,
    load_layers,
};
use interline_testing::{DENIED, as_ordinary_user, set_mode, set_modes};

const KIND: AgentKind = AgentKind::Operator;

fn agent(directory: &Path, name: &str) {
    fs::create_dir_all(directory).unwrap();
    let text = format!("---\nname: {name}\n---\nbody\n");
    fs::write(directory.join(format!("{name}.md")), text).unwrap();
}

fn names(report: &LoadReport) -> Vec<&str> {
    let agents = report.agents.iter();
    agents.map(|loaded| loaded.agent.name.as_str()).collect()
}

/// Messages without the folder; each problem names the path that its error does.
fn problems(report: &LoadReport, folder: &Path) -> Vec<String> {
    let prefix = format!("{}/", folder.display());
    let problems = report.problems.iter();
    problems
        .map(|problem| {
            assert_eq!(problem.error.path(), Some(problem.path.as_path()));
            problem.error.to_string().replace(&prefix, "")
        })
        .collect()
}

#[test]
fn a_file_that_may_not_be_read_costs_itself() {
    let name = "refused::a_file_that_may_not_be_read_costs_itself";
    as_ordinary_user(name, |folder| {
        for name in ["a", "closed", "z"] {
            agent(folder, name);
        }
        // Nobody's agent, so that nobody is told.
        fs::write(folder.join("notes.txt"), "x").unwrap();
        set_mode(folder.join("notes.txt"), 0o000);
        set_mode(folder.join("closed.md"), 0o000);
        let report = load_dir_with(folder, KIND, &Options::new());
        assert_eq!(names(&report), ["a", "z"]);
        let expected = format!("closed.md: {DENIED}");
        assert_eq!(problems(&report, folder), [expected.as_str()]);
        assert!(report.find("closed").is_some());

        let path = folder.join("closed.md");
        for error in [
            load_file(&path, KIND).unwrap_err(),
            load_dir(folder, KIND).unwrap_err(),
        ] {
            assert!(error.to_string().ends_with(&expected), "{error}");
            assert_eq!(error.path(), Some(path.as_path()));
        }
    });
}

#[test]
fn directories_that_may_not_be_read_are_told_and_cost_themselves() {
    let name = "refused::directories_that_may_not_be_read_are_told_and_cost_themselves";
    as_ordinary_user(name, |folder| {
        for name in ["closed", "unlisted", "unsearched", "z"] {
            agent(&folder.join("l").join(name), name);
        }
        std::os::unix::fs::symlink("closed/closed.md", folder.join("l/link.md")).unwrap();
        agent(&folder.join("closed-layer/below"), "x");
        set_modes(
            folder,
            &[
                ("l/closed", 0o000),
                ("l/unlisted", 0o311),
                ("l/unsearched", 0o644),
                ("closed-layer", 0o000),
            ],
        );
        let layer = |path, precedence| DiscoveryLayer::package(folder.join(path), precedence);
        let layers = [
            layer("closed-layer/below", 3),
            layer("closed-layer", 2),
            layer("l", 1),
        ];
        let options = Options::new().recursion(Recursion::Descend);
        let report = load_layers(&layers, KIND, &options);
        assert_eq!(names(&report), ["z"]);
        assert_eq!(
            problems(&report, folder),
            [
                format!("closed-layer/below: {DENIED}"),
                format!("closed-layer: {DENIED}"),
                format!("l/closed: {DENIED}"),
                format!("l/link.md: {DENIED}"),
                format!("l/unlisted: {DENIED}"),
                format!("l/unsearched/unsearched.md: {DENIED}"),
            ]
        );
        for path in ["closed-layer/below", "closed-layer", "l/unlisted"] {
            let report = load_dir_with(folder.join(path), KIND, &Options::new());
            assert_eq!(names(&report), [""; 0]);
            assert_eq!(problems(&report, folder), [format!("{path}: {DENIED}")]);
            let error = load_dir(folder.join(path), KIND).unwrap_err();
            assert_eq!(error.path(), Some(folder.join(path).as_path()));
        }
    });
}
