//! Files and directories that the user may not read, list or search.

use std::fs;
use std::path::Path;

use interline_agent_md::{
    AgentKind, Error, Layer, LoadReport, Options, Problem, Recursion, load_dir, load_dir_with,
    load_file, load_layers,
};
use interline_testing::{REFUSED, as_unprivileged_user, below, set_mode, set_modes};

const KIND: AgentKind = AgentKind::Operator;

fn agent(directory: &Path, name: &str) {
    fs::create_dir_all(directory).unwrap();
    let text = format!("---\nname: {name}\n---\nbody\n");
    fs::write(directory.join(format!("{name}.md")), text).unwrap();
}

fn names(report: &LoadReport) -> Vec<&str> {
    let agents = report.loaded.iter();
    agents.map(|loaded| loaded.value.name.as_str()).collect()
}

/// The messages without the directory. Each problem has the path of its error.
fn problems(report: &LoadReport, directory: &Path) -> Vec<String> {
    let message = |problem: &Problem<Error>| {
        assert_eq!(problem.error.path(), Some(problem.path.as_path()));
        below(directory, problem)
    };
    report.problems.iter().map(message).collect()
}

#[test]
fn reports_a_file_without_read_permission() {
    let name = "refused::reports_a_file_without_read_permission";
    as_unprivileged_user(name, |directory| {
        for name in ["a", "closed", "z"] {
            agent(directory, name);
        }
        // It is not an agent file, so that it is not reported.
        fs::write(directory.join("notes.txt"), "x").unwrap();
        set_mode(directory.join("notes.txt"), 0o000);
        set_mode(directory.join("closed.md"), 0o000);
        let report = load_dir_with(directory, KIND, &Options::new());
        assert_eq!(names(&report), ["a", "z"]);
        let expected = format!("closed.md: {REFUSED}");
        assert_eq!(problems(&report, directory), [expected.as_str()]);
        assert!(report.find("closed").is_some());

        let path = directory.join("closed.md");
        for error in [
            load_file(&path, KIND).unwrap_err(),
            load_dir(directory, KIND).into_result().unwrap_err(),
        ] {
            assert!(error.to_string().ends_with(&expected), "{error}");
            assert_eq!(error.path(), Some(path.as_path()));
        }
    });
}

#[test]
fn reports_directories_without_read_permission() {
    let name = "refused::reports_directories_without_read_permission";
    as_unprivileged_user(name, |directory| {
        for name in ["closed", "unlisted", "unsearched", "z"] {
            agent(&directory.join("l").join(name), name);
        }
        std::os::unix::fs::symlink("closed/closed.md", directory.join("l/link.md")).unwrap();
        agent(&directory.join("closed-layer/below"), "x");
        set_modes(
            directory,
            &[
                ("l/closed", 0o000),
                ("l/unlisted", 0o311),
                ("l/unsearched", 0o644),
                ("closed-layer", 0o000),
            ],
        );
        let layer = |path, precedence| Layer::package(directory.join(path), precedence);
        let layers = [
            layer("closed-layer/below", 3),
            layer("closed-layer", 2),
            layer("l", 1),
        ];
        let options = Options::new().recursion(Recursion::Descend);
        let report = load_layers(&layers, KIND, &options);
        assert_eq!(names(&report), ["z"]);
        assert_eq!(
            problems(&report, directory),
            [
                format!("closed-layer/below: {REFUSED}"),
                format!("closed-layer: {REFUSED}"),
                format!("l/closed: {REFUSED}"),
                format!("l/link.md: {REFUSED}"),
                format!("l/unlisted: {REFUSED}"),
                format!("l/unsearched/unsearched.md: {REFUSED}"),
            ]
        );
        for path in ["closed-layer/below", "closed-layer", "l/unlisted"] {
            let report = load_dir_with(directory.join(path), KIND, &Options::new());
            assert_eq!(names(&report), [""; 0]);
            assert_eq!(problems(&report, directory), [format!("{path}: {REFUSED}")]);
            let error = load_dir(directory.join(path), KIND)
                .into_result()
                .unwrap_err();
            assert_eq!(error.path(), Some(directory.join(path).as_path()));
        }
    });
}
