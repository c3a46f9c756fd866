use std::path::Path;

use interline_files::{
    self as discovery, DiscoveryLayer, Entry, LayerKind, Recursion, Standing, resolve, scan,
};
use interline_frontmatter as frontmatter;
use interline_text::{Diagnostic, Severity, log_all};

use super::report::{LoadReport, LoadedAgent, Problem, Shadowed, SkipReason, Skipped};
use crate::diagnostics as codes;
use crate::options::Fit;
use crate::parse::{Failure, looks_like_header, name_of_file, read};
use crate::{AgentDef, AgentKind, Dialect, Error, FileKind, Options};

/// Reads the agents in a directory: its `*.md` files in the order of their names, with the defaults of [`Options`].
///
/// The ending counts in upper and lower case. Files without a header are not agents and are skipped, and so is what begins with a dot,
/// such as the lock of an editor (`.#a.md`). Of two agents of one name the first is taken, and the other reported to `log::warn!`.
///
/// # Errors
///
/// The first problem that [`load_dir_with`] reports, which reads the other files nevertheless.
pub fn load_dir(dir: impl AsRef<Path>, kind: AgentKind) -> Result<Vec<AgentDef>, Error> {
    let mut report = load_dir_with(dir, kind, &Options::default());
    if report.problems.is_empty() {
        Ok(report
            .agents
            .into_iter()
            .map(|loaded| loaded.agent)
            .collect())
    } else {
        Err(report.problems.swap_remove(0).error)
    }
}

/// Reads the agents in a directory. A file that cannot be read costs only itself.
///
/// ```
/// use interline_agent_md::{AgentKind, Options, load_dir_with};
///
/// let dir = tempfile::tempdir()?;
/// std::fs::write(dir.path().join("good.md"), "---\nname: good\n---\nYou are.\n")?;
/// std::fs::write(dir.path().join("bad.md"), "---\nname: bad\ntools: false\n---\n")?;
/// std::fs::write(dir.path().join("README.md"), "# Agents\n")?;
///
/// let report = load_dir_with(dir.path(), AgentKind::Operator, &Options::new());
/// assert_eq!(report.agents[0].agent.name, "good");
/// assert_eq!(report.problems[0].path, dir.path().join("bad.md"));
/// assert_eq!(report.problems[0].error.line(), 3);
/// assert_eq!(report.skipped[0].path, dir.path().join("README.md"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn load_dir_with(dir: impl AsRef<Path>, kind: AgentKind, options: &Options) -> LoadReport {
    let dir = dir.as_ref();
    let layers = [DiscoveryLayer::new(LayerKind::Explicit, dir, 0)];
    if let Err(error) = std::fs::metadata(dir) {
        let error = Error::File(discovery::Error::io(dir, error));
        log::warn!(target: "interline", "{error}");
        let mut report = LoadReport::default();
        report.problems.push(Problem {
            path: dir.to_owned(),
            name: None,
            error,
            text: None,
        });
        return report;
    }
    load_layers(&layers, kind, options)
}

/// Reads the agents in several layers. Of those of one name the one from the layer of the highest precedence is taken, in one
/// layer the first by the name of its file without ending (`reviewer.md` before `reviewer 2.md`); the others are in the report, each with
/// the file that shadows it.
///
/// A file that is reached twice is read once. Layers whose directory does not exist are skipped. The report depends neither on the
/// order in which directories give their entries nor on [`Parallelism`](crate::Parallelism). Nothing is kept between two calls.
#[must_use]
pub fn load_layers(layers: &[DiscoveryLayer], kind: AgentKind, options: &Options) -> LoadReport {
    let found = search(layers, options);
    let outcomes = read_all(&found, layers, kind, options);
    let mut report = LoadReport::default();
    let mut agents = Vec::new();
    for outcome in outcomes {
        match outcome {
            Outcome::Agent(loaded) => agents.push(*loaded),
            Outcome::Problem(problem) => report.problems.push(*problem),
            Outcome::Skipped(skipped) => report.skipped.push(skipped),
        }
    }
    settle(agents, layers, &mut report);
    log_report(&report);
    report
}

/// What the search came upon, in its order.
enum Candidate {
    File(Entry),
    Problem(discovery::Error),
    Skipped(Skipped),
}

enum Outcome {
    Agent(Box<LoadedAgent>),
    Problem(Box<Problem>),
    Skipped(Skipped),
}

fn search(layers: &[DiscoveryLayer], options: &Options) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let fit = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        options.files.fit(&name)
    };
    let descends = options.recursion == Recursion::Descend;
    for entry in scan(layers, &options.scan) {
        match entry {
            Ok(entry) if entry.depth() == 0 => {}
            Ok(entry) if entry.is_dir() && descends => {}
            Ok(entry) => match fit(entry.path()) {
                Fit::Yes => candidates.push(Candidate::File(entry)),
                Fit::Nearly if entry.is_file() => {
                    candidates.push(Candidate::Skipped(Skipped {
                        path: entry.path().to_owned(),
                        reason: SkipReason::WrongName {
                            expected: options.files.expected().to_owned(),
                        },
                    }));
                }
                Fit::Nearly | Fit::No => {}
            },
            // What has another name is nobody's agent, so that its links may lead where they want.
            Err(
                discovery::Error::DanglingLink { path }
                | discovery::Error::LinkLoop { path }
                | discovery::Error::NotAFile { path, .. },
            ) if fit(&path) != Fit::Yes => {}
            Err(error) => candidates.push(Candidate::Problem(error)),
        }
    }
    in_order_of_stems(&mut candidates);
    candidates
}

impl Candidate {
    fn path(&self) -> &Path {
        match self {
            Self::File(entry) => entry.path(),
            Self::Problem(error) => error.path(),
            Self::Skipped(skipped) => &skipped.path,
        }
    }
}

/// Sorts the files of each directory by their names without ending, so that `a.md` comes before `a 2.md` and `a copy.md`: by their full
/// names a space comes before the dot.
fn in_order_of_stems(candidates: &mut [Candidate]) {
    let parent = |candidate: &Candidate| candidate.path().parent().map(Path::to_owned);
    let stem = |candidate: &Candidate| {
        let path = candidate.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        (name_of_file(path), name)
    };
    let mut rest = candidates;
    while let Some(first) = rest.first() {
        let dir = parent(first);
        // Directories inside come between the files of a directory, and stay where they are.
        let count = rest
            .iter()
            .take_while(|candidate| parent(candidate) == dir)
            .count();
        let (now, others) = rest.split_at_mut(count);
        now.sort_by_cached_key(stem);
        rest = others;
    }
}

fn read_all(
    found: &[Candidate],
    layers: &[DiscoveryLayer],
    kind: AgentKind,
    options: &Options,
) -> Vec<Outcome> {
    let read = |candidate: &Candidate| match candidate {
        Candidate::File(entry) => read_entry(entry, layers, kind, options),
        Candidate::Problem(error) => problem(error.path(), Error::File(error.clone()), None, None),
        Candidate::Skipped(skipped) => Outcome::Skipped(skipped.clone()),
    };
    #[cfg(feature = "rayon")]
    if options.parallelism == crate::Parallelism::AllCores {
        use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
        return found.par_iter().map(read).collect();
    }
    found.iter().map(read).collect()
}

fn problem(path: &Path, error: Error, name: Option<String>, text: Option<String>) -> Outcome {
    Outcome::Problem(Box::new(Problem {
        path: path.to_owned(),
        name,
        error,
        text,
    }))
}

fn read_entry(
    entry: &Entry,
    layers: &[DiscoveryLayer],
    kind: AgentKind,
    options: &Options,
) -> Outcome {
    let path = entry.path();
    let text = entry
        .open(options.file_bytes)
        .and_then(discovery::SourceFile::read_text);
    let text = match text {
        Ok(text) => text,
        Err(error) => return problem(path, Error::File(error), None, None),
    };
    let label = path.display().to_string();
    let fallback = fallback_name(entry, layers, options);
    match read(&text, &label, kind, options, fallback.as_deref()) {
        Ok(parsed) => {
            let diagnostics = parsed.diagnostics;
            Outcome::Agent(Box::new(LoadedAgent {
                path: path.to_owned(),
                layer: entry.layer(),
                agent: parsed.agent,
                text: (!diagnostics.is_empty()).then_some(text),
                diagnostics,
            }))
        }
        Err(Failure { error, name }) => match ordinary(&error, &text) {
            Some(reason) => Outcome::Skipped(Skipped {
                path: path.to_owned(),
                reason,
            }),
            None => problem(path, *error, name, Some(text)),
        },
    }
}

/// The name that a file has by its location. For OpenCode, and for commands of the Gemini CLI, the path below the directory of the layer
/// is part of it.
fn fallback_name(entry: &Entry, layers: &[DiscoveryLayer], options: &Options) -> Option<String> {
    let name = name_of_file(entry.path())?;
    let separator = match (options.dialect, options.kind) {
        (Dialect::OpenCode, _) if !entry.path().ends_with("SKILL.md") => "/",
        (Dialect::Gemini, Some(FileKind::Command)) => ":",
        _ => return Some(name),
    };
    let base = layers.get(entry.layer())?.scan_dir();
    let folder = entry.path().parent()?.strip_prefix(base).ok()?;
    let mut parts: Vec<String> = folder
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    parts.push(name);
    Some(parts.join(separator))
}

/// Why a text that is no agent was never meant to be one; `None` for one whose header is broken.
fn ordinary(error: &Error, text: &str) -> Option<SkipReason> {
    let is_break = match error {
        Error::NoFrontmatter { .. } => return Some(SkipReason::NoFrontmatter),
        Error::Unterminated { .. } => !looks_like_header(text),
        Error::Header {
            source: frontmatter::Error::NotAMapping { .. },
            ..
        } => true,
        Error::MissingName { .. }
        | Error::Header {
            source: frontmatter::Error::Syntax { .. } | frontmatter::Error::Data { .. },
            ..
        } => !looks_like_header(text),
        _ => false,
    };
    is_break.then(|| {
        let message =
            "taken for a thematic break, since no header follows: put `name: …` below it if this is an agent";
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        SkipReason::ThematicBreak(Diagnostic::new(
            Severity::Warning,
            codes::THEMATIC_BREAK,
            start..start + 3,
            message,
        ))
    })
}

/// Takes one agent of each name.
fn settle(agents: Vec<LoadedAgent>, layers: &[DiscoveryLayer], report: &mut LoadReport) {
    let precedence = |layer: usize| layers.get(layer).map_or(0, |layer| layer.precedence);
    let standings = resolve(
        agents
            .iter()
            .map(|loaded| (loaded.agent.name.as_str(), precedence(loaded.layer))),
    );
    let winner = |standing: Standing| match standing {
        Standing::Winner => None,
        Standing::Shadowed { by } => Some(by),
        // The first of its precedence may itself be shadowed.
        Standing::Duplicate { of } => match standings.get(of) {
            Some(Standing::Shadowed { by }) => Some(*by),
            _ => Some(of),
        },
    };
    let winners: Vec<_> = standings
        .iter()
        .map(|standing| winner(*standing))
        .map(|by| {
            by.and_then(|by| agents.get(by))
                .map(|loaded| loaded.path.clone())
        })
        .collect();
    for (mut loaded, winner) in agents.into_iter().zip(winners) {
        match winner {
            None => report.agents.push(loaded),
            Some(winner) => {
                loaded.diagnostics.extend(copy_of(&loaded.path, &winner));
                report.shadowed.push(Shadowed { loaded, winner });
            }
        }
    }
}

/// Reports a file whose name says that a program made it as a copy of another beside it.
fn copy_of(path: &Path, original: &Path) -> Option<Diagnostic> {
    if path.parent() != original.parent() {
        return None;
    }
    let (stem, of) = (name_of_file(path)?, name_of_file(original)?);
    let rest = stem.strip_prefix(of.as_str())?;
    let lower = rest.to_ascii_lowercase();
    let words = lower.trim_start_matches([' ', '-', '_', '.', '(', '~']);
    let number = words.trim_end_matches(')');
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let is_copy = ["conflict", "copy", "sync-conflict"]
        .iter()
        .any(|word| words.contains(word));
    (words.len() < lower.len() && (is_number || is_copy)).then(|| {
        let message = format!(
            "this looks like a copy that a program made of `{}`: remove one of the two",
            original.file_name().unwrap_or_default().to_string_lossy()
        );
        Diagnostic::new(Severity::Warning, codes::COPY_OF_FILE, 0..0, message)
    })
}

fn log_report(report: &LoadReport) {
    if !log::log_enabled!(target: "interline", log::Level::Warn) {
        return;
    }
    let shadowed = report.shadowed.iter().map(|shadowed| &shadowed.loaded);
    for loaded in report.agents.iter().chain(shadowed) {
        let label = loaded.path.display().to_string();
        let text = loaded.text.as_deref().unwrap_or_default();
        log_all(&loaded.diagnostics, Some(&label), text);
    }
    for problem in &report.problems {
        log::warn!(target: "interline", "{}", problem.error);
    }
    for skipped in &report.skipped {
        if let SkipReason::ThematicBreak(told) = &skipped.reason {
            log::warn!(target: "interline", "{}:1:1: {told}", skipped.path.display());
        }
    }
    for shadowed in &report.shadowed {
        log::warn!(
            target: "interline",
            "{}: agent `{}` gives way to {}",
            shadowed.loaded.path.display(),
            shadowed.loaded.agent.name,
            shadowed.winner.display()
        );
    }
}
