//! Agent files on disk: real ones where they are available, otherwise generated ones.

use std::fs;
use std::path::{Path, PathBuf};

/// The files to read, and their directory.
#[derive(Debug)]
pub struct Agents {
    /// `corpus` or `synthetic`.
    pub origin: &'static str,
    /// The directory.
    pub directory: PathBuf,
    /// The files that begin with a header, sorted.
    pub files: Vec<PathBuf>,
}

impl Agents {
    /// Finds the files `*.md` and `*.mdc` with a header below `corpus/` in the directory `INTERLINE_SHARED`. Without it, writes `count` files
    /// of usual size to `scratch`, where one header in ten is not valid YAML.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written.
    pub fn find(scratch: &Path, count: usize) -> std::io::Result<Self> {
        let shared =
            std::env::var_os("INTERLINE_SHARED").map(|shared| Path::new(&shared).join("corpus"));
        let (origin, directory) = match shared.filter(|corpus| corpus.is_dir()) {
            Some(corpus) => ("corpus", corpus),
            None => {
                for i in 0..count {
                    fs::write(scratch.join(format!("agent-{i:04}.md")), synthetic(i))?;
                }
                ("synthetic", scratch.to_owned())
            }
        };
        let mut files = Vec::new();
        collect(&directory, &mut files)?;
        files.sort();
        Ok(Self {
            origin,
            directory,
            files,
        })
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|ending| ending == "md" || ending == "mdc")
            && fs::read(&path)?.starts_with(b"---\n")
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns an agent file of about 6 KB with a header of about 300 bytes.
#[must_use]
pub fn synthetic(i: usize) -> String {
    let colon = if i % 10 == 9 { ":" } else { "," };
    let paragraph = "Read what is there before you change it, change one thing at a time, and say what you left out.\n\n";
    format!(
        "---\nname: worker-{i}\ndescription: Works on part {i} of the plan. Use it when{colon} a step of the plan is small, \
         well described and can be checked by its tests without asking anybody.\nmodel: sonnet\ntools: Read, Edit, Grep, Glob, \
         Bash(cargo test:*, cargo check:*)\ncolor: green\n---\n\n# Worker {i}\n\n{}",
        paragraph.repeat(60)
    )
}
