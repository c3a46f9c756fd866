//! Other processes: this program again, with one test and a role.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use interline_files::diagnostics::TEXT_KEPT;
use interline_files::{Error, UpdateOptions, Updated, update};
use tempfile::TempDir;

/// Names the role, in a child.
const ROLE: &str = "INTERLINE_WRITER";

/// The task of a child.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// Adds so many lines, each with one call that must succeed.
    Append(usize),
    /// Adds lines until it is killed, beside a program that writes texts without a lock.
    AppendBeside,
    /// Replaces the file so many times by renaming, without a lock.
    Rename(usize),
    /// Truncates the file so many times and writes it a moment later, without a lock.
    Truncate(usize),
    /// Holds the lock until it is killed.
    Hold,
}

impl Role {
    fn to_args(self) -> String {
        match self {
            Self::Append(times) => format!("append {times}"),
            Self::AppendBeside => "append-beside 0".to_owned(),
            Self::Rename(times) => format!("rename {times}"),
            Self::Truncate(times) => format!("truncate {times}"),
            Self::Hold => "hold 0".to_owned(),
        }
    }

    fn of_args(args: &str) -> Self {
        let (name, times) = args.split_once(' ').unwrap();
        let times = times.parse().unwrap();
        match name {
            "append" => Self::Append(times),
            "append-beside" => Self::AppendBeside,
            "rename" => Self::Rename(times),
            "truncate" => Self::Truncate(times),
            "hold" => Self::Hold,
            other => panic!("{other}"),
        }
    }
}

/// A child, which is killed when a test fails.
pub(crate) struct Writer(pub(crate) Child);

impl Writer {
    /// Starts a child that works on `path` and signs with `name`.
    pub(crate) fn start(path: &Path, name: &str, role: Role) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["child::the_child_does_its_work", "--exact", "--nocapture"])
            .env(
                ROLE,
                format!("{} {name} {}", role.to_args(), path.display()),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn();
        Self(child.unwrap())
    }

    /// Waits for the end of its work.
    pub(crate) fn ends_well(mut self) {
        let status = self.0.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// In a child this is the work, and otherwise a child that adds three lines.
#[test]
fn the_child_does_its_work() {
    if let Ok(task) = std::env::var(ROLE) {
        let mut parts = task.splitn(4, ' ');
        let mut next = || parts.next().unwrap().to_owned();
        let role = Role::of_args(&format!("{} {}", next(), next()));
        let (name, path) = (next(), PathBuf::from(next()));
        return work(&path, &name, role);
    }
    let (_directory, path) = document("");
    Writer::start(&path, "a", Role::Append(3)).ends_well();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a 0\na 1\na 2\n");
}

fn work(path: &Path, name: &str, role: Role) {
    match role {
        Role::Append(times) => {
            for number in 0..times {
                append(path, &format!("{name} {number}\n"));
            }
        }
        Role::AppendBeside => {
            for number in 0.. {
                append_beside(path, &format!("{name} {number}\n"));
            }
        }
        Role::Rename(times) => without_lock(path, name, times, |text, _| {
            let beside = path.with_file_name(format!("{name}.tmp"));
            std::fs::write(&beside, text).unwrap();
            std::fs::rename(beside, path).unwrap();
        }),
        Role::Truncate(times) => without_lock(path, name, times, |text, number| {
            let mut file = File::create(path).unwrap();
            // 0 to 20 ms in an order that is not that of the numbers.
            std::thread::sleep(Duration::from_micros((number * 7_411 % 20_000) as u64));
            file.write_all(text.as_bytes()).unwrap();
        }),
        Role::Hold => {
            update(path, &UpdateOptions::new(), |_| -> Result<_, Error> {
                std::fs::write(path.with_file_name("held"), "").unwrap();
                std::thread::sleep(Duration::from_secs(60));
                Ok(None)
            })
            .unwrap();
        }
    }
}

/// Adds a line in one call.
pub(crate) fn append(path: &Path, line: &str) {
    let updated = update_with_line(path, line);
    assert!(updated.diagnostics.is_empty(), "{updated:?}");
}

/// Adds a line in one call. The other program may write twice while the file is replaced; then the earlier of its two texts has to be
/// beside the file.
fn append_beside(path: &Path, line: &str) {
    let updated = update_with_line(path, line);
    for diagnostic in &updated.diagnostics {
        assert_eq!(diagnostic.code, TEXT_KEPT, "{updated:?}");
        let kept = diagnostic.message.split('`').nth(1).unwrap();
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(text_number(&kept) < text_number(&updated.text), "{kept}");
    }
}

fn update_with_line(path: &Path, line: &str) -> Updated {
    let updated = update(path, &UpdateOptions::new(), |old| {
        Ok::<_, Error>(Some(format!("{old}{line}")))
    });
    let updated = updated.unwrap();
    assert!(updated.is_written, "{updated:?}");
    updated
}

/// The number in the first line of a text that a program without a lock wrote.
fn text_number(text: &str) -> usize {
    let line = text.lines().next().unwrap();
    line.rsplit_once(' ').unwrap().1.parse().unwrap()
}

/// Writes a text again and again with `write`, and makes sure that each can be read, with nothing but added lines after it, until the
/// next is written.
fn without_lock(path: &Path, name: &str, times: usize, write: impl Fn(&str, usize)) {
    for number in 0..times {
        let text = format!("# {name} {number}\n");
        write(&text, number);
        await_text(path, &text);
        std::thread::sleep(Duration::from_micros((number * 5_003 % 9_000) as u64));
        await_text(path, &text);
    }
}

/// Waits until the file starts with `text`. A call that exchanges the files has another text at the path for an instant, and may start
/// that at any time after the text was written; a text that is lost does not come back.
fn await_text(path: &Path, text: &str) {
    let begin = Instant::now();
    loop {
        let found = std::fs::read_to_string(path).unwrap();
        if found.starts_with(text) {
            return;
        }
        let waited = begin.elapsed();
        assert!(waited < Duration::from_secs(5), "`{text}` is lost: {found}");
    }
}

/// A file in a directory of its own.
pub(crate) fn document(text: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("log.md");
    std::fs::write(&path, text).unwrap();
    (directory, path)
}

/// The names in the directory of a file, other than its own.
pub(crate) fn beside(path: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(path.parent().unwrap()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "log.md").collect()
}
