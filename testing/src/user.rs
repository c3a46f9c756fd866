//! Work as a user who may not do everything.

// What cannot be set up fails the test that asks for it.
#![allow(clippy::expect_used)]

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the system says where mode bits refuse something.
pub const DENIED: &str = "Permission denied (os error 13)";

/// What `interline-files` says where the system refuses to read.
pub const REFUSED: &str = "permission denied; let this user read it";

/// Returns a message without the path of `folder`, so that it begins with the path below.
pub fn below(folder: &Path, message: impl std::fmt::Display) -> String {
    let prefix = format!("{}/", folder.display());
    message.to_string().replace(&prefix, "")
}

/// Names the folder in a child that runs one test as an ordinary user.
const FOLDER: &str = "INTERLINE_ORDINARY_USER_AT";

/// The folder for the work, in that one.
const INNER: &str = "work";

/// `nobody`, as most systems have it.
const NOBODY: u32 = 65534;

/// Runs `work` in an empty folder as a user to whom the system refuses what mode bits refuse.
///
/// The super-user may do everything. Where the tests run as that, `test`, the full name of the test that calls, runs again in a
/// child that is nobody, and there `work` is done. The folder has no links in its path.
///
/// ```no_run
/// use std::fs;
/// use interline_testing::{as_ordinary_user, set_mode};
///
/// // The body of a test that is called `faults::a_file_that_may_not_be_read`.
/// as_ordinary_user("faults::a_file_that_may_not_be_read", |folder| {
///     let path = folder.join("a.md");
///     fs::write(&path, "x").unwrap();
///     set_mode(&path, 0o000);
///     assert!(fs::read(&path).is_err());
/// });
/// ```
///
/// # Panics
///
/// When `work` does, or when there is no way to do it as an ordinary user: it is never left out.
pub fn as_ordinary_user(test: &str, work: impl FnOnce(&Path)) {
    as_ordinary_user_after(test, |_| {}, work);
}

/// [`as_ordinary_user`], where `prepare` fills the folder before: as the super-user where the tests run as that, so that what it makes
/// is another user's; otherwise as the user who runs the tests.
///
/// # Panics
///
/// When `prepare` or `work` does, or when there is no way to do it as an ordinary user: it is never left out.
pub fn as_ordinary_user_after(test: &str, prepare: impl FnOnce(&Path), work: impl FnOnce(&Path)) {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let folder = PathBuf::from(folder);
        run(&folder, work);
        fs::write(folder.join("done"), "").expect("the folder of the child can be written");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().canonicalize().expect("the folder is there");
    let inner = path.join(INNER);
    fs::create_dir(&inner).expect("the folder can be written");
    prepare(&inner);
    // What a process makes is its own.
    if path.metadata().expect("the folder is there").uid() != 0 {
        return run(&path, work);
    }
    for path in [&path, &inner] {
        chown(path, Some(NOBODY), Some(NOBODY)).expect("the super-user gives a folder away");
    }
    let output = child(test, &path);
    assert!(
        output.status.success() && path.join("done").exists(),
        "`{test}` failed as an ordinary user, or there is no test of this name: {}\n{}{}",
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

/// Sets the mode bits of what stands in `folder`, in this order.
///
/// # Panics
///
/// When they cannot be set.
pub fn set_modes(folder: &Path, modes: &[(&str, u32)]) {
    for (path, mode) in modes {
        set_mode(folder.join(path), *mode);
    }
}

fn run(folder: &Path, work: impl FnOnce(&Path)) {
    let probe = folder.join("probe");
    fs::write(&probe, "").expect("the folder can be written");
    set_mode(&probe, 0o000);
    let refused = fs::read(&probe).map_err(|error| error.kind());
    assert_eq!(
        refused,
        Err(ErrorKind::PermissionDenied),
        "this user may read what mode bits refuse, so that nothing would be shown"
    );
    let inner = folder.join(INNER);
    let _opens = Opens(inner.clone());
    work(&inner);
}

/// Gives the rights back, so that the folder can be removed.
struct Opens(PathBuf);

impl Drop for Opens {
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

/// This program again, as nobody, with one test.
fn child(test: &str, folder: &Path) -> Output {
    let program = std::env::current_exe().expect("this program has a path");
    let start = |program: &Path| {
        Command::new(program)
            .args([test, "--exact", "--nocapture"])
            .env(FOLDER, folder)
            .current_dir(folder)
            .uid(NOBODY)
            .gid(NOBODY)
            .output()
    };
    let output = start(&program).or_else(|error| {
        if error.kind() != ErrorKind::PermissionDenied {
            return Err(error);
        }
        // The folder in which programs are built may be closed to others.
        let copy = folder.join("program");
        fs::copy(&program, &copy)?;
        set_mode(&copy, 0o755);
        loop {
            match start(&copy) {
                // Another thread starts a child of its own, which has the copy open for writing until it is another program.
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
             the directory for temporary files has to be open to all",
            program.display(),
            folder.display()
        )
    })
}
