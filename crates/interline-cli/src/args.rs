//! The arguments of the command line.

use anstream::ColorChoice;
use clap::{Parser, Subcommand, ValueEnum};

use crate::check;
use crate::commands::{
    agents, apply, completions, content, header, init, prompts, render, set, show,
};

/// Applies agents' responses to documents, edits headers, checks agent files and renders prompts.
///
/// Exit status: 0 done; 1 something is reported at error level, or `--check` would change something; 2 wrong use, or a file that cannot
/// be read or written.
#[derive(Debug, Parser)]
#[command(name = "interline", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// A command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Apply(apply::Apply),
    Show(show::Show),
    Set(set::Set),
    Get(header::Get),
    Put(header::Put),
    Unset(header::Unset),
    Rename(header::Rename),
    Init(init::Init),
    Check(check::Check),
    Agents(agents::Agents),
    Prompts(prompts::Prompts),
    Render(render::Render),
    Content(content::Content),
    Completions(completions::Completions),
    #[command(hide = true)]
    Man(completions::Man),
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Also where the output is read by a program
    Always,
    /// Never
    Never,
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}
