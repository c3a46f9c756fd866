//! Documents of another user. Where the tests do not run as the superuser there are none, and each is the file of the one who runs
//! them.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use interline_patch_template::{
    Applied, ApplyOptions, Error, FileError, apply_to_file, parse_patches,
};
use interline_testing::{as_unprivileged_user_after, set_mode};

const DOCUMENT: &str = "<!-- agent:status -->\nold\n<!-- /agent:status -->\n";
const RESPONSE: &str = "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n";
const RESULT: &str = "<!-- agent:status -->\nnew\n<!-- /agent:status -->\n";

/// The group of whom the tests run as where they run as the super-user.
const NOBODY: u32 = 65534;

fn apply(path: &Path) -> Result<Applied, Error> {
    apply_to_file(path, &parse_patches(RESPONSE), &ApplyOptions::new())
}

/// A document that is alone in a directory which everybody may write.
fn document(directory: &Path, name: &str, mode: u32, directory_mode: u32) {
    let directory = directory.join(name);
    fs::create_dir(&directory).unwrap();
    set_mode(&directory, directory_mode);
    let path = directory.join("plan.md");
    fs::write(&path, DOCUMENT).unwrap();
    set_mode(&path, mode);
}

/// Gives it away; nothing where this is not the super-user.
fn give(directory: &Path, name: &str, uid: u32, gid: u32) {
    let path = directory.join(name).join("plan.md");
    let mode = fs::metadata(&path).unwrap().mode();
    if chown(&path, Some(uid), Some(gid)).is_ok() {
        set_mode(&path, mode & 0o7777);
    }
}

/// The path, and user, group and mode bits.
fn found(directory: &Path, name: &str) -> (PathBuf, u32, u32, u32) {
    let path = directory.join(name).join("plan.md");
    let metadata = fs::metadata(&path).unwrap();
    (
        path,
        metadata.uid(),
        metadata.gid(),
        metadata.mode() & 0o7777,
    )
}

/// The user who runs this.
fn me(directory: &Path) -> u32 {
    let probe = directory.join("mine");
    fs::write(&probe, "").unwrap();
    fs::metadata(&probe).unwrap().uid()
}

fn is_alone(path: &Path) {
    let names = fs::read_dir(path.parent().unwrap()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["plan.md"]);
}

/// Name, mode bits, those afterwards where the group is lost, and whether it is kept.
const WRITABLE: [(&str, u32, u32, bool); 4] = [
    ("others", 0o666, 0o666, false),
    ("odd", 0o6646, 0o666, false),
    ("group", 0o660, 0o660, true),
    ("ids", 0o6771, 0o771, true),
];

#[test]
fn a_writable_document_of_another_user_changes_its_owner() {
    let name = "owner::a_writable_document_of_another_user_changes_its_owner";
    let prepare = |directory: &Path| {
        for (name, mode, _, in_group) in WRITABLE {
            document(directory, name, mode, 0o777);
            give(directory, name, 0, if in_group { NOBODY } else { 0 });
        }
    };
    as_unprivileged_user_after(name, prepare, |directory| {
        for (name, mode, expected, in_group) in WRITABLE {
            let (path, uid, gid, before) = found(directory, name);
            assert_eq!(before, mode, "{name}");
            let applied = apply(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), RESULT, "{name}");
            is_alone(&path);
            let (_, new_uid, new_gid, after) = found(directory, name);
            if uid == me(directory) {
                assert_eq!((new_uid, new_gid, after), (uid, gid, mode), "{name}");
                assert!(applied.diagnostics.is_empty());
                continue;
            }
            assert_eq!((new_uid, new_gid), (me(directory), NOBODY), "{name}");
            assert_eq!(new_gid == gid, in_group, "{name}");
            assert_eq!(after, expected, "{name}: {after:o}");
            let lines = applied.diagnostics.iter();
            let lines: Vec<_> = lines
                .map(|diagnostic| diagnostic.to_line(None, DOCUMENT))
                .collect();
            let expected = format!(
                "1:1: warning[owner-not-kept]: the file belonged to user 0 and group {gid}, and belongs to user {NOBODY} and group {NOBODY} \
                 now, since this user may write it and may not give it back; change the owner if it matters"
            );
            assert_eq!(lines, [expected], "{name}");
        }
    });
}

/// A file of one's own may have a group that one is not in.
#[test]
fn a_group_that_cannot_be_kept_takes_its_rights_along() {
    let name = "owner::a_group_that_cannot_be_kept_takes_its_rights_along";
    let prepare = |directory: &Path| {
        document(directory, "mine", 0o640, 0o777);
        give(directory, "mine", NOBODY, 0);
    };
    as_unprivileged_user_after(name, prepare, |directory| {
        let (path, uid, gid, _) = found(directory, "mine");
        apply(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), RESULT);
        let (_, new_uid, new_gid, after) = found(directory, "mine");
        assert_eq!(new_uid, uid);
        let expected = if gid == new_gid { 0o640 } else { 0o600 };
        assert_eq!(after, expected, "{after:o}");
    });
}

#[test]
fn a_document_that_may_not_be_written_is_left_alone() {
    let name = "owner::a_document_that_may_not_be_written_is_left_alone";
    let prepare = |directory: &Path| {
        document(directory, "closed", 0o644, 0o777);
        document(directory, "sticky", 0o666, 0o1777);
    };
    as_unprivileged_user_after(name, prepare, |directory| {
        let prefix = format!("{}/", directory.display());
        for (name, reason) in [
            (
                "closed",
                "it belongs to user 0, and this user may not write it; let this user write the file or own it",
            ),
            (
                "sticky",
                "it may not be replaced: Operation not permitted (os error 1); in a sticky directory only its owner may, so let this user \
                 own it",
            ),
        ] {
            let (path, uid, gid, mode) = found(directory, name);
            if uid == me(directory) {
                assert!(apply(&path).is_ok());
                continue;
            }
            let error = apply(&path).unwrap_err();
            assert!(
                matches!(crate::file_error(&error), FileError::Write { .. }),
                "{error:?}"
            );
            assert_eq!(error.path(), Some(path.as_path()));
            assert_eq!(
                error.to_string().replace(&prefix, ""),
                format!("{name}/plan.md: cannot be replaced, and is unchanged: {reason}")
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), DOCUMENT);
            assert_eq!(found(directory, name), (path.clone(), uid, gid, mode));
            is_alone(&path);
        }
    });
}
