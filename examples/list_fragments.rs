//! Lists fragments as text for a model and for a program, and prints problems and diagnostics.
//!
//! ```text
//! cargo run --example list_fragments
//! cargo run --example list_fragments -- DIRECTORY…
//! ```
//!
//! Each directory is a layer, and a later one takes precedence. Without arguments the fragments in `examples/data/fragments`
//! are listed. Exit status: 0, or 1 when a fragment could not be used.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use interline::fragments::{DiscoveryOptions, FragmentRegistry, Layer, LoadReport, discover_with};

fn main() -> ExitCode {
    let given: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fragments");
    let shipped = vec![data.join("user"), data.join("project")];
    let is_shipped = given.is_empty();
    let directories = if is_shipped { shipped } else { given };

    let layers: Vec<Layer> = directories
        .into_iter()
        .zip(0..)
        .map(|(directory, precedence)| Layer::package(directory, precedence))
        .collect();
    let found = discover_with(&layers, &DiscoveryOptions::new());
    let mut output = reports(&found);
    let all_well = found.problems.is_empty();
    let registry = FragmentRegistry::from_resources(found.into_values());
    let _ = writeln!(
        output,
        "for a model:\n{}\n\nfor a program:\n{}",
        registry.format_for_prompt(),
        registry.format_for_rpc_metadata()
    );
    if is_shipped {
        assert_eq!(
            registry.format_for_prompt(),
            "- review: Review a change and say what is wrong with it, the worst first. [change, focus]\n\
             - translate: Translate text between languages, with the words of this project. [text, from, to]"
        );
        assert!(
            registry
                .format_for_rpc_metadata()
                .ends_with("| arguments: text (required) from (default: en) to (default: fr)")
        );
        assert!(all_well);
    }
    // Not `print!`, which panics when the output is closed.
    let shown = std::io::stdout().write_all(output.as_bytes());
    if all_well && shown.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

/// The problems, diagnostics and shadowed fragments, a line each.
fn reports(found: &LoadReport) -> String {
    let mut output = String::new();
    for problem in &found.problems {
        let _ = writeln!(output, "error: {problem}");
    }
    for diagnostic in &found.diagnostics {
        let _ = writeln!(output, "{diagnostic}");
    }
    for shadowed in &found.shadowed {
        let (file, by) = (
            shadowed.loaded.value.fragment_md_path.display(),
            shadowed.by.display(),
        );
        let _ = writeln!(output, "{file} is shadowed by {by}");
    }
    if !output.is_empty() {
        output.push('\n');
    }
    output
}
