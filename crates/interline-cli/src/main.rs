//! The command `interline`: a thin layer over the crates of the same name.
//!
//! Each command parses arguments, makes one call and prints the result.

mod answer;
mod args;
mod check;
mod commands;
mod data;
mod diagnostics;
mod diff;
mod exit;
mod failure;
mod finding;
mod input;
mod key_path;
mod markers;
mod output;
mod paint;
mod scalar;
mod usage;
mod write;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let exit = match args::Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) => usage::finish(&error),
    };
    exit.into()
}
