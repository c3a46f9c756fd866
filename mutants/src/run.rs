//! Tests against one mutant after another.

use std::error::Error;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::list::Mutant;

/// What ends a process that has computed for too long.
const SIGXCPU: i32 = 24;

/// How the tests ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// A test failed, or the process died.
    Killed(String),
    /// A program took more than the time it was given.
    Stuck,
    Survived,
}

/// The programs of tests and how to run them.
#[derive(Clone)]
pub(crate) struct Tests {
    pub(crate) programs: Vec<PathBuf>,
    pub(crate) folder: PathBuf,
    /// Where processes write what they say.
    pub(crate) said: PathBuf,
    /// Names of tests that are left out.
    pub(crate) skip: Vec<String>,
    /// Seconds of computing that each program may take.
    pub(crate) seconds: u64,
}

impl Tests {
    /// Runs all programs with a mutant on, until one fails.
    pub(crate) fn run(&self, mutant: u32) -> Result<Verdict, Box<dyn Error>> {
        let verdict = self.verdict(mutant)?;
        fs::remove_file(self.said(mutant))?;
        Ok(verdict)
    }

    fn verdict(&self, mutant: u32) -> Result<Verdict, Box<dyn Error>> {
        for program in &self.programs {
            let mut child = self.start(program, mutant)?;
            let Some(status) = self.wait(&mut child)? else {
                return Ok(Verdict::Stuck);
            };
            if status.signal() == Some(SIGXCPU) {
                return Ok(Verdict::Stuck);
            }
            if !status.success() {
                let said = String::from_utf8_lossy(&fs::read(self.said(mutant))?).into_owned();
                let by = said
                    .lines()
                    .find_map(|line| line.strip_prefix("killed by "));
                return Ok(Verdict::Killed(
                    by.map_or_else(|| status.to_string(), str::to_owned),
                ));
            }
        }
        Ok(Verdict::Survived)
    }

    /// Runs the tests without a mutant: they have to pass. Puts the quick programs first.
    pub(crate) fn prepare(&mut self) -> Result<Duration, Box<dyn Error>> {
        let mut took = Vec::new();
        for program in std::mem::take(&mut self.programs) {
            let started = Instant::now();
            self.programs = vec![program];
            // No mutant has that number.
            let verdict = self.run(u32::MAX)?;
            if verdict != Verdict::Survived {
                return Err(format!(
                    "expected tests that pass without a mutant, found {verdict:?}"
                )
                .into());
            }
            took.push((started.elapsed(), self.programs.remove(0)));
        }
        took.sort();
        let all = took.iter().map(|(took, _)| *took).sum();
        self.programs = took.into_iter().map(|(_, program)| program).collect();
        Ok(all)
    }

    /// Where a process writes what it says. A pipe that nobody empties would stop it.
    fn said(&self, mutant: u32) -> PathBuf {
        self.said.join(format!("said-{mutant}"))
    }

    fn start(&self, program: &Path, mutant: u32) -> Result<Child, Box<dyn Error>> {
        // The time of computing, since a machine that does other things as well takes longer for the same.
        let mut command = Command::new("sh");
        command
            .args([
                "-c",
                "ulimit -S -t $0 && exec \"$@\"",
                &self.seconds.to_string(),
            ])
            .arg(program);
        for test in &self.skip {
            command.args(["--skip", test]);
        }
        Ok(command
            .args(["--test-threads", "2"])
            .current_dir(&self.folder)
            .env("INTERLINE_MUTANT", mutant.to_string())
            // A failure is enough; it need not be a short one.
            .env("PROPTEST_MAX_SHRINK_ITERS", "0")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(self.said(mutant))?)
            .spawn()?)
    }

    /// Waits for a program, but not for ever: one that waits itself computes nothing.
    fn wait(&self, child: &mut Child) -> Result<Option<ExitStatus>, Box<dyn Error>> {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if started.elapsed() > Duration::from_secs(self.seconds * 20) {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Runs the tests against all mutants, `jobs` at a time. `told` is called with each verdict.
pub(crate) fn run_all(
    tests: &Tests,
    mutants: &[&Mutant],
    jobs: usize,
    told: &(dyn Fn(&Mutant, &Verdict) + Sync),
) -> Result<Vec<Verdict>, Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(vec![None; mutants.len()]);
    let failed = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(at) else { break };
                    match tests.run(mutant.number) {
                        Ok(verdict) => {
                            told(mutant, &verdict);
                            verdicts.lock().unwrap()[at] = Some(verdict);
                        }
                        Err(error) => *failed.lock().unwrap() = Some(error.to_string()),
                    }
                }
            });
        }
    });
    match failed.into_inner()? {
        Some(error) => Err(error.into()),
        None => Ok(verdicts.into_inner()?.into_iter().flatten().collect()),
    }
}
