//! The mutants, as cargo-mutants makes them.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A place in a file: line from 1, column in characters from 1.
pub(crate) type Place = (usize, usize);

/// What is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Genre {
    /// The whole body of a function becomes a value.
    Body,
    /// An operator between two operands becomes another.
    Binary,
    /// An operator before an operand is left out.
    Unary,
    /// An arm of a `match` is left out.
    Arm,
    /// The guard of an arm becomes `true` or `false`.
    Guard,
    /// A field of a struct with a base (`..base`) is left to the base.
    Field,
}

/// One change to a file.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// From 1; a mutant is switched on by it.
    pub(crate) number: u32,
    /// As cargo-mutants writes it: file, line, column and what is changed.
    pub(crate) name: String,
    /// Below the workspace.
    pub(crate) file: String,
    pub(crate) genre: Genre,
    pub(crate) start: Place,
    pub(crate) replacement: String,
}

/// The mutants of a package in the files whose path contains one of `files`, or in all files, and of those the ones whose
/// name contains one of `names`, or all.
pub(crate) fn list(
    workspace: &Path,
    package: &str,
    files: &[String],
    names: &[String],
) -> Result<Vec<Mutant>, Box<dyn Error>> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", package])
        .current_dir(workspace)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(
            "cargo mutants cannot list: is it installed (`cargo install cargo-mutants`)?".into(),
        );
    }
    let mut mutants = Vec::new();
    for found in serde_json::from_slice::<Vec<Value>>(&output.stdout)? {
        let text = |key: &str| {
            found[key]
                .as_str()
                .map(str::to_owned)
                .ok_or(format!("no {key} in {found}"))
        };
        let (file, name) = (text("file")?, text("name")?);
        let is_wanted = |text: &str, parts: &[String]| {
            parts.is_empty() || parts.iter().any(|part| text.contains(part.as_str()))
        };
        if !is_wanted(&file, files) || !is_wanted(&name, names) {
            continue;
        }
        let genre = match text("genre")?.as_str() {
            "FnValue" => Genre::Body,
            "BinaryOperator" => Genre::Binary,
            "UnaryOperator" => Genre::Unary,
            "MatchArm" => Genre::Arm,
            "MatchArmGuard" => Genre::Guard,
            "StructField" => Genre::Field,
            other => return Err(format!("expected a genre that is known, found {other}").into()),
        };
        let start = &found["span"]["start"];
        let number = |key: &str| {
            start[key]
                .as_u64()
                .map(|number| number as usize)
                .ok_or(format!("no {key} in {start}"))
        };
        mutants.push(Mutant {
            number: u32::try_from(mutants.len() + 1)?,
            name,
            file,
            genre,
            start: (number("line")?, number("column")?),
            replacement: text("replacement")?,
        });
    }
    Ok(mutants)
}
