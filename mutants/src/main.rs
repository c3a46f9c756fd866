//! Mutation testing: which changes of the code does no test notice?
//!
//! ```text
//! cargo run -- PACKAGE [--file PART]… [--name PART]… [--slow TEST]… [--skip TEST]… [--jobs N] [--seconds N]
//! ```
//!
//! cargo-mutants says what to change. It would build the tests again for each change, thousands of times. Here all changes
//! are built into one copy of the crate, each behind a switch (`weave.rs`), and the tests are run with one switch on at a
//! time. What a change looks like, and what it is called, is as cargo-mutants has it.
//!
//! * `--file PART`: only files with `PART` in their path.
//! * `--name PART`: only mutants with `PART` in their name, such as `in Scanner::skim`. For what survived once.
//! * `--slow TEST`: tests whose names contain `TEST` are run only for mutants that survive all others.
//! * `--skip TEST`: tests whose names contain `TEST` are not run at all.
//! * `--jobs N`: mutants at a time, 2 when not given.
//! * `--seconds N`: what each program of tests may compute, 60 when not given. A mutant that makes it go on for longer is killed.
//!
//! Prints a line for each mutant as it is tried, then those that survived and those that could not be built.

use std::error::Error;
use std::path::Path;

use list::Mutant;
use run::{Tests, Verdict, run_all};
use tree::Tree;

mod list;
mod run;
mod tree;
mod weave;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut package, mut jobs, mut seconds) = (None, 2, 60);
    let (mut files, mut names) = (Vec::new(), Vec::new());
    let (mut slow, mut skip) = (Vec::new(), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .ok_or(format!("expected a value after {argument}"))
        };
        match argument.as_str() {
            "--file" => files.push(value()?),
            "--name" => names.push(value()?),
            "--slow" => slow.push(value()?),
            "--skip" => skip.push(value()?),
            "--jobs" => jobs = value()?.parse()?,
            "--seconds" => seconds = value()?.parse()?,
            _ if package.is_none() && !argument.starts_with('-') => package = Some(argument),
            _ => {
                return Err(format!(
                    "expected PACKAGE, --file, --name, --slow, --skip, --jobs or --seconds, found {argument}"
                )
                .into());
            }
        }
    }
    let package = package.ok_or("expected the name of a package")?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = here.parent().ok_or("expected a folder in the workspace")?;

    let mutants = list::list(workspace, &package, &files, &names)?;
    let tree = Tree::copy(workspace, &here.join("target"), &package)?;
    let woven = tree.weave(workspace, &mutants)?;
    let (tried, left): (Vec<&Mutant>, Vec<&Mutant>) = mutants
        .iter()
        .partition(|mutant| woven.contains(&mutant.number));
    eprintln!("{} of {} mutants are built in", tried.len(), mutants.len());

    let (programs, folder) = tree.build()?;
    let said = here.join("target");
    let tests = Tests {
        programs,
        folder,
        said,
        skip: [slow.as_slice(), &skip].concat(),
        seconds,
    };
    let quick = passing(tests.clone())?;
    let mut stuck = 0;
    let mut survivors = try_all(&quick, &tried, jobs, &mut stuck)?;
    if !slow.is_empty() && !survivors.is_empty() {
        let all = passing(Tests { skip, ..tests })?;
        survivors = try_all(&all, &survivors, jobs, &mut stuck)?;
    }

    println!("\nnot built, {}:", left.len());
    left.iter().for_each(|mutant| println!("{}", mutant.name));
    println!("\nsurvived, {}:", survivors.len());
    survivors
        .iter()
        .for_each(|mutant| println!("{}", mutant.name));
    println!(
        "\n{package}: {} mutants, {} not built, {} killed, {stuck} of them by the time they took, {} survived",
        mutants.len(),
        left.len(),
        tried.len() - survivors.len(),
        survivors.len()
    );
    Ok(())
}

fn passing(mut tests: Tests) -> Result<Tests, Box<dyn Error>> {
    let took = tests.prepare()?;
    eprintln!(
        "without a mutant the tests take {:.1} s",
        took.as_secs_f64()
    );
    Ok(tests)
}

fn try_all<'a>(
    tests: &Tests,
    mutants: &[&'a Mutant],
    jobs: usize,
    stuck: &mut usize,
) -> Result<Vec<&'a Mutant>, Box<dyn Error>> {
    let verdicts = run_all(tests, mutants, jobs, &|mutant, verdict| match verdict {
        Verdict::Killed(by) => println!("killed    {} [{by}]", mutant.name),
        Verdict::Stuck => println!("stuck     {}", mutant.name),
        Verdict::Survived => println!("survived  {}", mutant.name),
    })?;
    *stuck += verdicts
        .iter()
        .filter(|verdict| **verdict == Verdict::Stuck)
        .count();
    Ok(mutants
        .iter()
        .zip(verdicts)
        .filter(|(_, verdict)| *verdict == Verdict::Survived)
        .map(|(mutant, _)| *mutant)
        .collect())
}
