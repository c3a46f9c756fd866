//! A directory with files, in which the command is run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{fs, io::Write as _};

use serde_json::Value as Json;

/// The path of the command.
pub(crate) const INTERLINE: &str = env!("CARGO_BIN_EXE_interline");

/// A directory of its own for one test.
pub(crate) struct Sandbox {
    directory: tempfile::TempDir,
}

/// The output and exit status of a run of the command.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Sandbox {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let sandbox = Self { directory };
        for (name, text) in files {
            sandbox.write(name, text);
        }
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the command, to be run in the directory.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(INTERLINE);
        command
            .args(arguments)
            .current_dir(self.directory.path())
            .env("HOME", self.path("home"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, b"")
    }

    /// Runs the command with `input` as standard input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // The command may print before it has read everything.
        let writer = std::thread::spawn(move || {
            // A command that does not read closes its end.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Run::from(output)
    }

    /// Runs the command with `--json` and parses what it printed.
    pub(crate) fn json(&self, arguments: &[&str]) -> Json {
        let run = self.run(arguments);
        assert_eq!(run.stderr, "", "{arguments:?}");
        serde_json::from_str(&run.stdout).unwrap()
    }

    /// Returns the names of the files beside `name`, sorted.
    pub(crate) fn names(&self, directory: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(directory)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Asserts exit status 0 and nothing on standard error; returns standard output.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""));
        self.stdout
    }

    /// Asserts the exit status and nothing on standard output; returns standard error.
    #[track_caller]
    pub(crate) fn fails(self, status: i32) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (Some(status), ""));
        self.stderr
    }
}

/// Returns a file of the examples.
pub(crate) fn example(name: &str) -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data");
    fs::read_to_string(directory.join(name)).unwrap()
}
