//! `interline completions` and `interline man`.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Outcome;

/// Print the completions for a shell
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page, or write one page for each command
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The directory for the pages `interline.1`, `interline-apply.1` and so on; the first is printed when it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Completions {
    pub(crate) fn run(&self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "interline", &mut script);
        Outcome {
            text: String::from_utf8_lossy(&script).into_owned(),
            ..Outcome::default()
        }
    }
}

impl Man {
    pub(crate) fn run(&self) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::default();
        match &self.out {
            Some(directory) => clap_mangen::generate_to(Cli::command(), directory)
                .map_err(|error| Failure::file(directory, error.to_string()))?,
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command())
                    .render(&mut page)
                    .map_err(|error| Failure::usage(error.to_string()))?;
                outcome.text = String::from_utf8_lossy(&page).into_owned();
            }
        }
        Ok(outcome)
    }
}
