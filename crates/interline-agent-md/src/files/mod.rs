//! Loading files and directories.

mod copies;
mod read;
mod select;

use std::path::Path;

use interline_files::{
    Error as FileError, Layer, LayerKind, Named, Problem, SourceFile, read_candidates, search,
};

use crate::agent::AgentDef;
use crate::agent_kind::AgentKind;
use crate::error::Error;
use crate::options::Options;
use crate::parse::{Failure, Parsed, name_of_file, parse_text};

/// The agents of a directory or of several layers, and the problems.
///
/// In a layer the agents are in the order of their file names.
pub type LoadReport = interline_files::LoadReport<AgentDef, Error>;

impl Named for AgentDef {
    fn name(&self) -> &str {
        &self.name
    }
}

/// Loads the agent in the file at `path`, with the defaults of [`Options`].
///
/// # Errors
///
/// When the file cannot be read, is not a regular file, is too large or not UTF-8, and those of [`parse`](crate::parse).
pub fn load_file(path: impl AsRef<Path>, kind: AgentKind) -> Result<Parsed, Error> {
    load_file_with(path, kind, &Options::default())
}

/// Loads the agent in the file at `path` as [`load_file`] does, with options.
///
/// # Errors
///
/// Those of [`load_file`].
pub fn load_file_with(
    path: impl AsRef<Path>,
    kind: AgentKind,
    options: &Options,
) -> Result<Parsed, Error> {
    let path = path.as_ref();
    let text = SourceFile::open(path, options.file_bytes)?.read_text()?;
    let label = path.display().to_string();
    let fallback = name_of_file(path);
    let parsed = parse_text(&text, &label, kind, options, fallback.as_deref())
        .map_err(|Failure { error, .. }| error.in_file(path))?;
    #[cfg(feature = "log")]
    interline_text::log_all(&parsed.diagnostics, Some(&label), &text);
    Ok(parsed)
}

/// Loads the agents in a directory: its `*.md` files in the order of their names, with the defaults of [`Options`].
///
/// The ending counts in upper and lower case. Files without a header are not agents and are skipped, and so are names that begin with a
/// dot, such as the lock of an editor (`.#a.md`). Of two agents of one name the first is used, and the other is shadowed. A file that
/// cannot be read is a problem, and the other files are loaded; [`into_result`](interline_files::LoadReport::into_result) makes the first
/// problem an error.
///
/// # Examples
///
/// ```
/// use interline_agent_md::{AgentKind, load_dir};
///
/// let dir = tempfile::tempdir()?;
/// std::fs::write(dir.path().join("good.md"), "---\nname: good\n---\nYou are.\n")?;
/// std::fs::write(dir.path().join("bad.md"), "---\nname: bad\ntools: false\n---\n")?;
/// std::fs::write(dir.path().join("README.md"), "# Agents\n")?;
///
/// let report = load_dir(dir.path(), AgentKind::Operator);
/// assert_eq!(report.loaded[0].value.name, "good");
/// assert_eq!(report.problems[0].path, dir.path().join("bad.md"));
/// assert_eq!(report.problems[0].error.location().unwrap().position.line, 3);
/// assert_eq!(report.skipped[0].path, dir.path().join("README.md"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn load_dir(dir: impl AsRef<Path>, kind: AgentKind) -> LoadReport {
    load_dir_with(dir, kind, &Options::default())
}

/// Loads the agents in a directory as [`load_dir`] does, with options.
pub fn load_dir_with(dir: impl AsRef<Path>, kind: AgentKind, options: &Options) -> LoadReport {
    let dir = dir.as_ref();
    // A layer whose directory does not exist is skipped, and a directory that was named is a problem.
    if let Err(error) = std::fs::metadata(dir) {
        let mut report = LoadReport::default();
        let error = FileError::io(dir, error);
        report.problems.push(Problem::new(dir, error));
        return report;
    }
    load_layers(&[Layer::new(LayerKind::Explicit, dir, 0)], kind, options)
}

/// Loads the agents in several layers.
///
/// Of those of one name the one from the layer of the highest precedence is used, and in one layer the first by the name of its file
/// without ending (`reviewer.md` before `reviewer 2.md`). The others are [shadowed](interline_files::LoadReport::shadowed).
///
/// A file that is reached twice is read once. Layers whose directory does not exist are skipped. The report depends neither on the order
/// in which directories list their entries nor on the number of [threads](Options::threads). No state is kept between two calls.
pub fn load_layers(layers: &[Layer], kind: AgentKind, options: &Options) -> LoadReport {
    let refuse = |error| select::refuse(error, options);
    let select = |entry: &_| select::select(entry, options);
    let mut candidates = search(layers, &options.scan, select, refuse);
    select::sort_by_stem(&mut candidates);
    let outcomes = read_candidates(candidates, options.threads, |entry, _| {
        read::read(entry, layers, kind, options)
    });
    let mut report = LoadReport::resolve(outcomes, |loaded| {
        layers.get(loaded.layer).map_or(0, |layer| layer.precedence)
    });
    let copies: Vec<_> = report.shadowed.iter().filter_map(copies::report).collect();
    report.diagnostics.extend(copies);
    #[cfg(feature = "log")]
    report.log();
    report
}
