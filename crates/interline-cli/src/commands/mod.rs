//! The commands: one file each.

pub(crate) mod agents;
pub(crate) mod apply;
pub(crate) mod completions;
pub(crate) mod content;
pub(crate) mod header;
pub(crate) mod init;
mod layers;
pub(crate) mod prompts;
pub(crate) mod render;
pub(crate) mod set;
pub(crate) mod show;
mod stream;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::output::Output;

/// Runs a command and prints what it returns.
pub(crate) fn run(cli: Cli) -> Exit {
    let output = |json| Output {
        color: cli.color.into(),
        json,
    };
    match cli.command {
        Command::Apply(command) => {
            let output = output(command.json);
            output.finish(command.run(output))
        }
        Command::Show(command) => output(command.json).finish(command.run()),
        Command::Set(command) => output(command.json).finish(command.run()),
        Command::Get(command) => output(command.json).finish(command.run()),
        Command::Put(command) => output(command.is_json()).finish(command.run()),
        Command::Unset(command) => output(command.json).finish(command.run()),
        Command::Rename(command) => output(command.json).finish(command.run()),
        Command::Init(command) => output(command.json).finish(command.run()),
        Command::Check(command) => {
            let output = output(command.is_json());
            output.finish(command.run(output))
        }
        Command::Agents(command) => output(command.is_json()).finish(command.run()),
        Command::Prompts(command) => output(command.is_json()).finish(command.run()),
        Command::Render(command) => output(command.json).finish(command.run()),
        Command::Content(command) => output(command.json).finish(command.run()),
        Command::Completions(command) => output(false).finish(Ok(command.run())),
        Command::Man(command) => output(false).finish(command.run()),
    }
}
