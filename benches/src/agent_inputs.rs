//! Agent files on disk: real ones where they are at hand, otherwise ones made up here.

use std::fs;
use std::path::{Path, PathBuf};

/// Files to read, and a folder that holds them.
#[derive(Debug)]
pub struct Agents {
    /// What they are: `corpus` or `synthetic`.
    pub origin: &'static str,
    /// The folder.
    pub folder: PathBuf,
    /// Those that begin with a header, sorted.
    pub files: Vec<PathBuf>,
}

impl Agents {
    /// The files `*.md` and `*.mdc` with a header below `corpus/` in the folder that `INTERLINE_SHARED` names. Without it, `count` files that
    /// are written into `scratch`: of the size and shape of real ones, one header in ten no YAML.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written.
    pub fn find(scratch: &Path, count: usize) -> std::io::Result<Self> {
        let shared =
            std::env::var_os("INTERLINE_SHARED").map(|shared| Path::new(&shared).join("corpus"));
        let (origin, folder) = match shared.filter(|corpus| corpus.is_dir()) {
            Some(corpus) => ("corpus", corpus),
            None => {
                for i in 0..count {
                    fs::write(scratch.join(format!("agent-{i:04}.md")), synthetic(i))?;
                }
                ("synthetic", scratch.to_owned())
            }
        };
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        files.sort();
        Ok(Self {
            origin,
            folder,
            files,
        })
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
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

/// An agent file of some 6 KB with a header of some 300 bytes.
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
