//! Files and directories of a docroot that the user may not read, list or search.

use std::fs;
use std::path::Path;

use interline_content::Error;
use interline_content::{Category, Content, ContentLibrary, Project};
use interline_testing::{DENIED, as_unprivileged_user, set_mode, set_modes, write_stray_files};

use crate::docroot::{Docroot, locations};

/// Returns the message of a request, and checks that it does not contain the path of the docroot.
fn ask(docroot: &Path, pattern: Option<&str>) -> Result<Content, Error> {
    let project = Project::new("p").category(Category::new("docs", "docs"));
    let answer = ContentLibrary::new(docroot, project)
        .unwrap()
        .content("docs", pattern);
    let text = match &answer {
        Ok(content) => format!("{content:?}"),
        Err(error) => format!("{error} {error:?} {}", error.instruction()),
    };
    let place = docroot.display().to_string();
    assert!(!text.contains(&place), "tells where the docroot is: {text}");
    answer
}

fn problems(content: &Content) -> Vec<String> {
    content.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_file_that_is_asked_for_and_may_not_be_read_fails_the_request() {
    let name = "refused::a_file_that_is_asked_for_and_may_not_be_read_fails_the_request";
    as_unprivileged_user(name, |docroot| {
        fs::create_dir_all(docroot.join("docs/unsearched")).unwrap();
        for file in ["a.md", "closed.md", "closed.mustache", "unsearched/b.md"] {
            fs::write(docroot.join("docs").join(file), "x").unwrap();
        }
        fs::create_dir(docroot.join("closed")).unwrap();
        fs::write(docroot.join("closed/target.md"), "x").unwrap();
        std::os::unix::fs::symlink("../closed/target.md", docroot.join("docs/link.md")).unwrap();
        set_modes(
            docroot,
            &[
                ("docs/closed.md", 0o000),
                ("docs/closed.mustache", 0o000),
                ("docs/unsearched", 0o644),
                ("closed", 0o000),
            ],
        );
        for (pattern, file) in [
            ("closed.md", "docs/closed.md"),
            ("*.mustache", "docs/closed.mustache"),
            ("unsearched/*", "docs/unsearched/b.md"),
            // Whether it leads to a file is unknown, and its name is requested.
            ("link.md", "docs/link.md"),
        ] {
            let error = ask(docroot, Some(pattern)).unwrap_err();
            assert_eq!(error.to_string(), format!("{file}: {DENIED}"));
            assert_eq!(error.error_type(), "file_error");
        }
        assert!(ask(docroot, None).is_err());
        // Files that are not requested do not matter, and directories that cannot be read are reported.
        let content = ask(docroot, Some("a*")).unwrap();
        assert_eq!(locations(&content), ["docs/a.md"]);
        assert_eq!(problems(&content), [format!("docs/link.md: {DENIED}")]);
    });
}

#[test]
fn reports_a_directory_that_may_not_be_read_beside_the_rest() {
    let name = "refused::reports_a_directory_that_may_not_be_read_beside_the_rest";
    as_unprivileged_user(name, |docroot| {
        for directory in ["closed", "open", "unlisted"] {
            let directory = docroot.join("docs").join(directory);
            fs::create_dir_all(&directory).unwrap();
            fs::write(directory.join("b.md"), "x").unwrap();
        }
        fs::write(docroot.join("docs/a.mustache"), "[{{>docs/closed/b.md}}]").unwrap();
        set_mode(docroot.join("docs/closed"), 0o000);
        set_mode(docroot.join("docs/unlisted"), 0o311);
        let content = ask(docroot, Some("**/*.md")).unwrap();
        assert_eq!(locations(&content), ["docs/open/b.md"]);
        assert_eq!(
            problems(&content),
            [
                format!("docs/closed: {DENIED}"),
                format!("docs/unlisted: {DENIED}"),
            ]
        );
        // A partial in it is an error and not empty.
        let error = ask(docroot, None).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("docs/a.mustache:1:2: partial `docs/closed/b.md` cannot be read: {DENIED}")
        );
        // The directory of the category itself.
        set_mode(docroot.join("docs"), 0o000);
        let error = ask(docroot, None).unwrap_err();
        assert_eq!(error.to_string(), format!("docs: {DENIED}"));
        set_mode(docroot, 0o600);
        let error = ContentLibrary::new(docroot, Project::new("p")).map(drop);
        assert!(error.is_ok(), "it is there, and nothing is read yet");
        let error = ContentLibrary::new(docroot.join("docs"), Project::new("p")).unwrap_err();
        assert!(error.to_string().contains(DENIED), "{error}");
        let place = docroot.display().to_string();
        assert!(!format!("{error} {error:?}").contains(&place), "{error}");
    });
}

/// Files left by a killed writer are hidden. Files that editors leave under other names are content like any other, unless the patterns
/// of the category leave it out.
#[test]
fn what_other_programs_leave_is_not_served() {
    let docroot = Docroot::of(&[("docs/a.md", "a")]);
    write_stray_files(&docroot.path("docs"), "a.md", "litter");
    let content = docroot.docs(Some("**/*.md")).unwrap();
    assert_eq!(locations(&content), ["docs/a.md"]);
    let all = docroot.docs(None).unwrap();
    assert!(
        locations(&all)
            .iter()
            .all(|location| !location.contains(".interline-") && !location.contains(".swp")),
        "{:?}",
        locations(&all)
    );
}
