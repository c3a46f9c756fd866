use interline_api::{CRATES, UPDATE, project, refusals, snapshot, snapshot_path, surface_of};

#[test]
fn the_public_interface_is_as_it_is_kept() {
    let mut changed = Vec::new();
    for name in CRATES {
        let kept = std::fs::read_to_string(snapshot_path(name)).unwrap_or_default();
        let found = snapshot(name).unwrap();
        let gone = kept
            .lines()
            .filter(|line| !found.lines().any(|other| other == *line));
        let new = found
            .lines()
            .filter(|line| !kept.lines().any(|other| other == *line));
        if kept != found {
            let gone = gone.map(|line| format!("\n  - {}", line.trim()));
            let new = new.map(|line| format!("\n  + {}", line.trim()));
            changed.push(format!("{name}:{}", gone.chain(new).collect::<String>()));
        }
    }
    assert!(
        changed.is_empty(),
        "the public interface has changed; when that is meant, run `{UPDATE}` and commit what it writes\n{}",
        changed.join("\n")
    );
}

#[test]
fn crates_and_snapshots_belong_together() {
    let is_published = |directory: &std::path::Path| {
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml"));
        !manifest.is_ok_and(|manifest| manifest.contains("\npublish = false\n"))
    };
    let names = |directory: &str| {
        let entries = std::fs::read_dir(project().join(directory)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap())
            .filter(|entry| is_published(&entry.path()))
            .map(|entry| entry.file_name().into_string().unwrap())
            .map(|name| name.trim_end_matches(".txt").to_owned())
            .collect();
        names.sort();
        names
    };
    // The command and the packages for other languages have no public interface in Rust.
    let is_library = |name: &String| {
        let directory = project().join("crates").join(name);
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).unwrap();
        directory.join("src/lib.rs").is_file()
            && !manifest.contains(
                "
publish = false
",
            )
    };
    let libraries: Vec<String> = names("crates").into_iter().filter(is_library).collect();
    assert_eq!(libraries, CRATES);
    assert_eq!(names("testing/interface/snapshots"), CRATES);
}

#[test]
fn types_of_other_crates_are_those_that_are_allowed() {
    let design = std::fs::read_to_string(project().join("docs/design.md")).unwrap();
    for name in CRATES {
        let surface = surface_of(&project().join("crates").join(name)).unwrap();
        let refused = refusals(&surface);
        assert!(
            refused.is_empty(),
            "{name}: types of {} are in public signatures; a new version of one would be a new version of ours",
            refused.join(", ")
        );
    }
    let (_, section) = design
        .split_once("### Whose types are in public signatures?")
        .unwrap();
    let section = section.split("\n#").next().unwrap_or_default();
    for allowed in interline_api::ALLOWED {
        let shown = format!("`{}`", allowed.replace('_', "-"));
        assert!(
            section.contains(&allowed.replace('-', "_")) || section.contains(&shown),
            "{allowed}"
        );
    }
}
