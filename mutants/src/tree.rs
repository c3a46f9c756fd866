//! A copy of the workspace with the mutants in it, and the programs built from it.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::list::{Genre, Mutant};
use crate::weave::weave;

const SWITCH: &str = "mutant_switch::on(";

/// Where the copy is and what is built.
pub(crate) struct Tree {
    root: PathBuf,
    target: PathBuf,
    package: String,
}

impl Tree {
    /// Copies what git knows of the workspace below `target`.
    pub(crate) fn copy(
        workspace: &Path,
        target: &Path,
        package: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let root = target.join("tree");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let listed = Command::new("git")
            .args(["ls-files", "-z"])
            .current_dir(workspace)
            .output()?;
        for file in String::from_utf8(listed.stdout)?.split_terminator('\0') {
            let to = root.join(file);
            fs::create_dir_all(to.parent().expect("a file is in a folder"))?;
            fs::copy(workspace.join(file), to)?;
        }
        Ok(Self {
            root,
            target: target.join("woven"),
            package: package.to_owned(),
        })
    }

    /// Weaves the mutants in and leaves out those that the compiler refuses. Gives the numbers of those that are in.
    pub(crate) fn weave(
        &self,
        workspace: &Path,
        mutants: &[Mutant],
    ) -> Result<HashSet<u32>, Box<dyn Error>> {
        let source = self.root.join("crates").join(&self.package).join("src");
        fs::write(source.join("mutant_switch.rs"), include_str!("switch.rs"))?;
        let library = fs::read_to_string(source.join("lib.rs"))?;
        fs::write(
            source.join("lib.rs"),
            format!("{library}\n#[doc(hidden)]\npub mod mutant_switch;\n"),
        )?;

        let mut refused = HashSet::new();
        loop {
            let mut files: HashMap<&str, Vec<&Mutant>> = HashMap::new();
            for mutant in mutants {
                // A file of which all are refused is written too, as it was.
                let file = files.entry(&mutant.file).or_default();
                if !refused.contains(&mutant.number) {
                    file.push(mutant);
                }
            }
            let (mut texts, mut woven) = (HashMap::new(), HashSet::new());
            for (file, mutants) in files {
                let mut original = fs::read_to_string(workspace.join(file))?;
                if file.ends_with("src/lib.rs") {
                    original.push_str("\n#[doc(hidden)]\npub mod mutant_switch;\n");
                }
                let (text, numbers) =
                    weave(&original, &mutants).map_err(|error| format!("{file}: {error}"))?;
                fs::write(self.root.join(file), &text)?;
                texts.insert(file.to_owned(), text);
                woven.extend(numbers);
            }
            let before = refused.len();
            for error in self.cargo("check", &[])?.1 {
                refused.extend(blame(&error, &texts, mutants)?);
            }
            if refused.len() == before {
                return Ok(woven);
            }
            eprintln!("{} mutants do not compile", refused.len());
        }
    }

    /// Builds the tests. Gives their programs and the folder in which they are run.
    pub(crate) fn build(&self) -> Result<(Vec<PathBuf>, PathBuf), Box<dyn Error>> {
        let (programs, errors) = self.cargo("test", &["--no-run"])?;
        match errors.first() {
            None => Ok((programs, self.root.join("crates").join(&self.package))),
            Some(error) => Err(error["rendered"]
                .as_str()
                .unwrap_or("the tests do not compile")
                .into()),
        }
    }

    /// Runs cargo, and gives the programs that were built and the errors of the compiler.
    fn cargo(
        &self,
        command: &str,
        options: &[&str],
    ) -> Result<(Vec<PathBuf>, Vec<Value>), Box<dyn Error>> {
        let output = Command::new("cargo")
            .args([command, "--package", &self.package, "--all-features", "--message-format=json", "--quiet"])
            .args(options)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            // Changed code has needless parentheses and code that is never reached.
            .env("RUSTFLAGS", "--cap-lints=warn")
            .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .stderr(Stdio::null())
            .output()?;
        let (mut programs, mut errors) = (Vec::new(), Vec::new());
        for line in output
            .stdout
            .split(|&byte| byte == b'\n')
            .filter(|line| line.starts_with(b"{"))
        {
            let message: Value = serde_json::from_slice(line)?;
            if let Some(program) = message["executable"].as_str() {
                programs.push(program.into());
            }
            if message["message"]["level"] == "error" {
                errors.push(message["message"].clone());
            }
        }
        if !output.status.success() && errors.is_empty() {
            return Err(format!("cargo {command} failed in {}", self.root.display()).into());
        }
        Ok((programs, errors))
    }
}

/// The mutants that an error of the compiler is about: the last one before its place, or, for a `match` that an arm is
/// missing from, the first arm behind it.
fn blame(
    error: &Value,
    texts: &HashMap<String, String>,
    mutants: &[Mutant],
) -> Result<Vec<u32>, Box<dyn Error>> {
    let rendered = error["rendered"].as_str().unwrap_or_default();
    let spans = error["spans"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let Some(span) = spans.iter().find(|span| span["is_primary"] == true) else {
        // `aborting due to …`
        return Ok(Vec::new());
    };
    let text = span["file_name"]
        .as_str()
        .and_then(|file| texts.get(file))
        .ok_or(rendered)?;
    let (start, end) = (&span["line_start"], &span["line_end"]);
    let line = |number: &Value| {
        number
            .as_u64()
            .map(|number| number as usize)
            .ok_or(rendered)
    };
    let offset = |line: usize| {
        text.split_inclusive('\n')
            .take(line)
            .map(str::len)
            .sum::<usize>()
    };
    let column = span["column_end"].as_u64().ok_or(rendered)? as usize;
    let place = offset(line(end)? - 1) + column - 1;

    let number = |at: usize| -> Option<u32> {
        let digits = text[at + SWITCH.len()..]
            .split(|c: char| !c.is_ascii_digit())
            .next()?;
        digits.parse().ok()
    };
    if error["code"]["code"] == "E0004" {
        let mut at = offset(line(start)? - 1);
        while let Some(next) = text[at..].find(SWITCH) {
            at += next;
            let found = number(at).ok_or(rendered)?;
            if mutants[found as usize - 1].genre == Genre::Arm {
                return Ok(vec![found]);
            }
            at += SWITCH.len();
        }
    }
    let at = text[..place].rfind(SWITCH).ok_or(rendered)?;
    Ok(vec![number(at).ok_or(rendered)?])
}
