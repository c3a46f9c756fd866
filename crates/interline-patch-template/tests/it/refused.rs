//! Files and directories that the user may not read, search or write.

use std::fs;
use std::path::Path;

use interline_patch_template::{ApplyOptions, Error, FileError, apply_to_file, parse_patches};
use interline_testing::{as_unprivileged_user, set_mode};

const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";
const RESULT: &str = "<!-- agent:status -->\nnew\n<!-- /agent:status -->\n";

fn apply(path: &Path) -> Result<String, Error> {
    apply_to_file(path, &parse_patches(RESPONSE), &ApplyOptions::new())
        .map(|applied| applied.text().to_owned())
}

/// A document in a directory of its own, with these mode bits.
fn document(directory: &Path, mode: u32, directory_mode: u32) -> std::path::PathBuf {
    let directory = directory.join("directory");
    if directory.exists() {
        set_mode(&directory, 0o700);
        fs::remove_dir_all(&directory).unwrap();
    }
    fs::create_dir(&directory).unwrap();
    let path = directory.join("plan.md");
    fs::write(&path, DOCUMENT).unwrap();
    set_mode(&path, mode);
    set_mode(&directory, directory_mode);
    path
}

/// The document is there, alone, and holds this; whatever the mode bits are.
fn is_whole(path: &Path, expected: &str) {
    let directory = path.parent().unwrap();
    set_mode(directory, 0o700);
    set_mode(path, 0o600);
    assert_eq!(fs::read_to_string(path).unwrap(), expected);
    let names = fs::read_dir(directory).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["plan.md"]);
}

/// Returns the message without the directory, and without the six characters of a name.
fn message(error: &Error, directory: &Path) -> String {
    let text = error.to_string();
    text.replace(&format!("{}/", directory.display()), "")
}

#[test]
fn an_unreadable_document_stays_unchanged() {
    let name = "refused::an_unreadable_document_stays_unchanged";
    as_unprivileged_user(name, |directory| {
        for (mode, directory_mode) in [
            (0o000, 0o755),
            (0o200, 0o755),
            (0o644, 0o644),
            (0o644, 0o000),
        ] {
            let path = document(directory, mode, directory_mode);
            let error = apply(&path).unwrap_err();
            assert!(
                matches!(crate::file_error(&error), FileError::Io { .. }),
                "{error:?}"
            );
            assert_eq!(error.path(), Some(path.as_path()));
            assert_eq!(
                message(&error, directory),
                "directory/plan.md: permission denied; let this user read it",
                "{mode:o} {directory_mode:o}"
            );
            is_whole(&path, DOCUMENT);
        }
        // Through a link too, and the error has the path as given.
        let path = document(directory, 0o000, 0o755);
        let link = directory.join("link.md");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let error = apply(&link).unwrap_err();
        assert_eq!(error.path(), Some(link.as_path()));
        is_whole(&path, DOCUMENT);
    });
}

#[test]
fn a_document_in_a_read_only_directory_stays_unchanged() {
    let name = "refused::a_document_in_a_read_only_directory_stays_unchanged";
    as_unprivileged_user(name, |directory| {
        for directory_mode in [0o555, 0o111] {
            let path = document(directory, 0o644, directory_mode);
            let error = apply(&path).unwrap_err();
            assert!(
                matches!(crate::file_error(&error), FileError::Write { .. }),
                "{error:?}"
            );
            assert_eq!(error.path(), Some(path.as_path()));
            assert_eq!(
                message(&error, directory),
                "directory/plan.md: cannot be replaced, and is unchanged: no file may be created in its directory; let this user write \
                 there, since a file is replaced by a new one"
            );
            is_whole(&path, DOCUMENT);
        }
        let path = document(directory, 0o444, 0o755);
        let error = apply(&path).unwrap_err();
        assert_eq!(
            message(&error, directory),
            "directory/plan.md: cannot be replaced, and is unchanged: it is read-only; make it writable"
        );
        is_whole(&path, DOCUMENT);
    });
}

#[test]
fn what_need_not_be_allowed() {
    let name = "refused::what_need_not_be_allowed";
    as_unprivileged_user(name, |directory| {
        // The directory does not have to be listed.
        let path = document(directory, 0o644, 0o311);
        assert_eq!(apply(&path).unwrap(), RESULT);
        is_whole(&path, RESULT);
        // Nothing is written when nothing changes.
        fs::write(&path, RESULT).unwrap();
        set_mode(&path, 0o444);
        set_mode(directory.join("directory"), 0o555);
        assert_eq!(apply(&path).unwrap(), RESULT);
        is_whole(&path, RESULT);
    });
}

#[cfg(all(feature = "config", feature = "frontmatter"))]
#[test]
fn reports_an_unreadable_configuration_with_its_path() {
    use interline_patch_template::{ComponentsConfig, template_info};

    let name = "refused::reports_an_unreadable_configuration_with_its_path";
    as_unprivileged_user(name, |directory| {
        let path = document(directory, 0o644, 0o755);
        fs::write(
            &path,
            format!("---\nagent_doc_format: template\n---\n{DOCUMENT}"),
        )
        .unwrap();
        let config = directory.join("directory/.agent-doc");
        fs::create_dir(&config).unwrap();
        let file = config.join("components.toml");
        fs::write(&file, "[status]\npatch = \"append\"\n").unwrap();
        let prefix = format!("{}/", directory.display());
        let diagnostics = || {
            let found = ComponentsConfig::discover(&path);
            assert!(found.has_errors() && found.config.is_empty());
            let lines: Vec<String> = found.lines().collect();
            lines.join("\n").replace(&prefix, "")
        };
        let denied = "error[unreadable-config]: nothing in the file is used: permission denied; let this user read it";
        for (path, mode) in [(&file, 0o000), (&config, 0o644), (&config, 0o000)] {
            set_mode(path, mode);
            assert_eq!(
                diagnostics(),
                format!("directory/.agent-doc/components.toml:1:1: {denied}")
            );
            set_mode(path, 0o755);
        }
        // A directory that may be searched need not be listed.
        set_mode(&config, 0o111);
        assert!(!ComponentsConfig::discover(&path).config.is_empty());
        // The document is read without the configuration that cannot be.
        set_mode(&config, 0o000);
        assert_eq!(template_info(&path).unwrap().components.len(), 1);
        // The search itself is refused.
        set_mode(directory.join("directory"), 0o644);
        assert_eq!(
            diagnostics(),
            "directory/.agent-doc:1:1: error[unreadable-config]: cannot look for the configuration here: permission denied; let this user read it"
        );
        let error = template_info(&path).unwrap_err();
        assert!(
            matches!(crate::file_error(&error), FileError::Io { .. }),
            "{error:?}"
        );
        assert_eq!(error.path(), Some(path.as_path()));
    });
}
