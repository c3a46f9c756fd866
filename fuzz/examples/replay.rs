//! Runs a target on inputs, on stable and without a fuzzer: `replay TARGET FILE|DIRECTORY…`. With `--show` it prints the decoded
//! strings of each input first, ready for a case. With `--all` it continues after an input that fails.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use interline_fuzz::{TARGETS, Target, input};

fn files(path: &Path, all: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            files(&entry?.path(), all)?;
        }
    } else {
        all.push(path.to_owned());
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let shows = arguments.iter().any(|argument| argument == "--show");
    let continues = arguments.iter().any(|argument| argument == "--all");
    arguments.retain(|argument| !matches!(&**argument, "--show" | "--all"));
    let Some(target) = arguments
        .first()
        .and_then(|name| TARGETS.iter().find(|target| target.name == name))
    else {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!(
            "usage: replay [--show] [--all] TARGET FILE|DIRECTORY…\ntargets: {}",
            names.join(" ")
        );
        return ExitCode::FAILURE;
    };
    let mut all = Vec::new();
    for path in &arguments[1..] {
        if let Err(error) = files(path.as_ref(), &mut all) {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    all.sort();
    let mut failed = 0;
    for path in &all {
        match std::fs::read(path) {
            Ok(data) if continues => {
                let run = || run(target, path, &data, shows);
                if std::panic::catch_unwind(run).is_err() {
                    println!("{} failed", path.display());
                    failed += 1;
                }
            }
            Ok(data) => run(target, path, &data, shows),
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{} inputs of {} passed", all.len() - failed, target.name);
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn run(target: &Target, path: &Path, data: &[u8], shows: bool) {
    if shows {
        println!("{}", path.display());
        for part in data.split(|&byte| byte == 0xFF) {
            println!("    {:?}", input::decode(part, target.pieces));
        }
    }
    let start = std::time::Instant::now();
    (target.run)(data);
    let elapsed = start.elapsed();
    if elapsed.as_millis() > 500 {
        println!("{}: {} ms", path.display(), elapsed.as_millis());
    }
}
