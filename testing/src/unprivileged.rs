//! Tests as a user for whom mode bits are enforced.

// A setup that fails also fails the test.
#![allow(clippy::expect_used)]

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The message of the system where mode bits deny access.
pub const DENIED: &str = "Permission denied (os error 13)";

/// The message of `interline-files` where the system refuses to read.
pub const REFUSED: &str = "permission denied; let this user read it";

/// Returns a message without the path of `directory`, so that it starts with the path below it.
pub fn below(directory: &Path, message: impl std::fmt::Display) -> String {
    let prefix = format!("{}/", directory.display());
    message.to_string().replace(&prefix, "")
}

/// The environment variable that holds the directory in a child process.
const DIRECTORY: &str = "INTERLINE_UNPRIVILEGED_USER_AT";

/// The subdirectory for the test.
const INNER: &str = "test";

/// The user id of `nobody` on most systems.
const NOBODY: u32 = 65534;

/// Runs `body` in an empty directory as a user for whom mode bits are enforced.
///
/// The system does not enforce them for the superuser. Where the tests run as superuser, the calling
/// test runs again in a child process of the user `nobody`, and `body` runs there; `test` is the full
/// name of the calling test. The path of the directory has no symlinks.
///
/// # Examples
///
/// ```no_run
/// use std::fs;
/// use interline_testing::{as_unprivileged_user, set_mode};
///
/// // The body of the test `faults::reports_unreadable_files`.
/// as_unprivileged_user("faults::reports_unreadable_files", |directory| {
///     let path = directory.join("a.md");
///     fs::write(&path, "x").unwrap();
///     set_mode(&path, 0o000);
///     assert!(fs::read(&path).is_err());
/// });
/// ```
///
/// # Panics
///
/// When `body` panics, or when it cannot run as an ordinary user. It is never skipped.
pub fn as_unprivileged_user(test: &str, body: impl FnOnce(&Path)) {
    as_unprivileged_user_after(test, |_| {}, body);
}

/// Runs `body` like [`as_unprivileged_user`], after `prepare` has filled the directory.
///
/// `prepare` runs as the user who runs the tests. Where that is the superuser, its files are owned by
/// another user than the one of `body`.
///
/// # Panics
///
/// When `prepare` or `body` panics, or when `body` cannot run as an ordinary user. It is never skipped.
pub fn as_unprivileged_user_after(
    test: &str,
    prepare: impl FnOnce(&Path),
    body: impl FnOnce(&Path),
) {
    if let Some(directory) = std::env::var_os(DIRECTORY) {
        let directory = PathBuf::from(directory);
        run(&directory, body);
        fs::write(directory.join("done"), "").expect("the directory of the child can be written");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory for the test");
    let path = directory
        .path()
        .canonicalize()
        .expect("the directory exists");
    let inner = path.join(INNER);
    fs::create_dir(&inner).expect("the directory can be written");
    prepare(&inner);
    // A process owns the directories that it creates, so this is the current user.
    if path.metadata().expect("the directory exists").uid() != 0 {
        return run(&path, body);
    }
    for path in [&path, &inner] {
        chown(path, Some(NOBODY), Some(NOBODY)).expect("the superuser can change owners");
    }
    let output = child(test, &path);
    assert!(
        output.status.success() && path.join("done").exists(),
        "`{test}` failed as an ordinary user, or no test has this name: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
}

/// Sets the mode bits of a file or directory.
///
/// # Panics
///
/// When they cannot be set.
pub fn set_mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("mode bits can be set");
}

/// Sets the mode bits of files and directories below `directory`, in this order.
///
/// # Panics
///
/// When they cannot be set.
pub fn set_modes(directory: &Path, modes: &[(&str, u32)]) {
    for (path, mode) in modes {
        set_mode(directory.join(path), *mode);
    }
}

fn run(directory: &Path, body: impl FnOnce(&Path)) {
    let probe = directory.join("probe");
    fs::write(&probe, "").expect("the directory can be written");
    set_mode(&probe, 0o000);
    let denied = fs::read(&probe).map_err(|error| error.kind());
    assert_eq!(
        denied,
        Err(ErrorKind::PermissionDenied),
        "mode bits are not enforced for this user"
    );
    let inner = directory.join(INNER);
    let _restore = RestorePermissions(inner.clone());
    body(&inner);
}

/// Restores all permissions when it is dropped, so that the directory can be removed.
struct RestorePermissions(PathBuf);

impl Drop for RestorePermissions {
    fn drop(&mut self) {
        let mut left = vec![self.0.clone()];
        while let Some(path) = left.pop() {
            let _ = fs::set_permissions(&path, Permissions::from_mode(0o700));
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            let is_directory =
                |entry: &fs::DirEntry| entry.file_type().is_ok_and(|found| found.is_dir());
            left.extend(entries.filter(is_directory).map(|entry| entry.path()));
        }
    }
}

/// Runs one test of this program as the user `nobody`.
fn child(test: &str, directory: &Path) -> Output {
    let program = std::env::current_exe().expect("this program has a path");
    let start = |program: &Path| {
        Command::new(program)
            .args([test, "--exact", "--nocapture"])
            .env(DIRECTORY, directory)
            .current_dir(directory)
            .uid(NOBODY)
            .gid(NOBODY)
            .output()
    };
    let output = start(&program).or_else(|error| {
        if error.kind() != ErrorKind::PermissionDenied {
            return Err(error);
        }
        // Other users may have no access to the target directory.
        let copy = directory.join("program");
        fs::copy(&program, &copy)?;
        set_mode(&copy, 0o755);
        loop {
            match start(&copy) {
                // Another thread is starting a child, which holds the copy open for writing until its exec.
                Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                started => return started,
            }
        }
    });
    output.unwrap_or_else(|error| {
        panic!(
            "cannot run {} as user {NOBODY} in {}: {error}; \
             the directory for temporary files must be accessible to all users",
            program.display(),
            directory.display()
        )
    })
}
