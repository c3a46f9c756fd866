//! Wrong use, reported in one line.

use clap::error::ErrorKind;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::print_error;

/// Prints help and versions as they are, and an error in one line.
pub(crate) fn finish(error: &clap::Error) -> Exit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that has gone away wanted no more.
            let _ = error.print();
            Exit::Done
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            Exit::Failed
        }
        _ => {
            print_error(&format!(
                "interline: {}\n",
                in_one_line(&error.render().to_string())
            ));
            Exit::Failed
        }
    }
}

/// Makes one line of a message of clap: what is wrong, the tip, and how to see the help.
fn in_one_line(message: &str) -> String {
    let mut line = String::new();
    let mut command = "interline";
    for part in message.lines() {
        let part = part.trim();
        if let Some(usage) = part.strip_prefix("Usage: ") {
            command = command_of(usage);
            break;
        }
        if part.is_empty() || part.starts_with("For more information") {
            continue;
        }
        let part = part.strip_prefix("error: ").unwrap_or(part);
        let separator = match line.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) if part.starts_with("tip: ") => "; ",
            Some(_) if part.starts_with('[') => " ",
            Some(_) => ", ",
        };
        line.push_str(separator);
        line.push_str(part.strip_prefix("tip: ").unwrap_or(part));
    }
    // A line break in an argument is part of the message.
    let line: String = line
        .chars()
        .flat_map(|c| {
            if c.is_control() {
                c.escape_default().collect()
            } else {
                vec![c]
            }
        })
        .collect();
    format!("{line}; see `{command} --help`")
}

/// Returns the names of the command with which a usage begins.
fn command_of(usage: &str) -> &str {
    let is_name = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    let length: usize = usage
        .split_inclusive(' ')
        .take_while(|word| is_name(word.trim_end()))
        .map(str::len)
        .sum();
    let names = usage.get(..length).unwrap_or_default().trim_end();
    if names.is_empty() { "interline" } else { names }
}

/// Returns whether a value is probably a misspelled option. Values may begin with `-`, as items of lists and negative numbers do.
pub(crate) fn looks_like_option(value: &str) -> bool {
    value.strip_prefix("--").is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    })
}

/// Makes the failure of an option that a command does not have, in the position of a value.
pub(crate) fn unknown_option(value: &str) -> Failure {
    Failure::usage(format!(
        "unexpected argument '{value}' found; to pass it as a value, write it to standard input, or use `--string` where there is one"
    ))
}
