//! Applies a response to a document, and prints the diagnostics and the difference.
//!
//! ```text
//! cargo run --example answer_in_place
//! cargo run --example answer_in_place -- DOCUMENT RESPONSE [--write]
//! ```
//!
//! Without arguments it applies a response of `examples/data`, also in a fence and to a document with CRLF, and lets two writers append
//! to one file at the same time. With arguments it applies the file RESPONSE to the file DOCUMENT, which changes only with `--write`.
//!
//! Exit status: 0; 1 when a diagnostic is an error; 2 when a file cannot be read or written, or the arguments are wrong.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use interline::frontmatter::agent;
use interline::patch_template::{
    Applied, ApplyOptions, ComponentsConfig, Response, apply_patches, apply_to_file, parse_patches,
};
use interline::text::{Diagnostic, Severity, position};
use interline_examples::unified_diff;

const USAGE: &str = "usage: answer_in_place [DOCUMENT RESPONSE [--write]]";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let mut output = String::new();
    let outcome = if arguments.is_empty() {
        append_together(&mut output).map(|()| apply_the_data(&mut output))
    } else {
        request(&arguments).and_then(|request| apply_to_a_file(&request, &mut output))
    };
    // Not `print!`, which panics when the output is closed.
    let shown = std::io::stdout().write_all(output.as_bytes());
    match outcome.and_then(|all_well| shown.map(|()| all_well).map_err(|error| error.to_string())) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "answer_in_place: {message}");
            ExitCode::from(2)
        }
    }
}

/// Applies the response in `data` to a document with LF and one with CRLF, and asserts the results.
fn apply_the_data(output: &mut String) -> bool {
    let answer = include_str!("data/session.answer.md");
    let document = include_str!("data/session.md");
    let response = parse_patches(answer);
    let applied = apply_patches(document, &response, &ApplyOptions::new());
    let all_well = report("data/session.md", document, &applied.diagnostics, output)
        & report(
            "data/session.answer.md",
            answer,
            &response.diagnostics,
            output,
        )
        & report(
            "data/session.answer.md",
            answer,
            &applied.response_diagnostics,
            output,
        );
    *output += &unified_diff("data/session.md", document, applied.text());
    assert!(all_well);
    assert_eq!(applied.text(), include_str!("data/session.expected.md"));

    let crlf = include_str!("data/session-crlf.md");
    let applied = apply_patches(crlf, &response, &ApplyOptions::new());
    assert_eq!(
        applied.text(),
        include_str!("data/session-crlf.expected.md")
    );
    assert!(!applied.text().replace("\r\n", "").contains(['\r', '\n']));
    *output += "\nThe same document with CRLF gets the same answer, in CRLF.\n";

    // Models often write the whole response in a fence, with other fences in it.
    let wrapped = format!("````markdown\n{answer}````\n");
    let response = parse_patches(&wrapped);
    assert_eq!(response.diagnostics[0].code, "whole-fence");
    let applied = apply_patches(document, &response, &ApplyOptions::new());
    assert_eq!(applied.text(), include_str!("data/session.expected.md"));
    *output += "\nThe same response in a fence is applied too, and reported.\n";
    all_well
}

/// Lets two writers append to one file at the same time. No line is lost.
fn append_together(output: &mut String) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = directory.path().join("session.md");
    fs::write(&path, include_str!("data/session.md")).map_err(|error| error.to_string())?;
    std::thread::scope(|scope| {
        let writers = ["reviewer", "tester"].map(|name| {
            let path = &path;
            scope.spawn(move || {
                for number in 1..=10 {
                    let answer = format!(
                        "<!-- patch:exchange -->\n{name}: note {number}\n<!-- /patch:exchange -->\n"
                    );
                    apply_to_file(path, &parse_patches(&answer), &ApplyOptions::new())?;
                }
                Ok::<(), interline::patch_template::Error>(())
            })
        });
        writers
            .into_iter()
            .try_for_each(|writer| match writer.join() {
                Ok(written) => written.map_err(|error| error.to_string()),
                Err(panic) => std::panic::resume_unwind(panic),
            })
    })?;
    let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    for name in ["reviewer", "tester"] {
        assert!((1..=10).all(|number| text.contains(&format!("{name}: note {number}\n"))));
    }
    *output += "\nTwo writers appended 10 notes each to one file, and all 20 are in it.\n";
    Ok(())
}

/// The parsed arguments.
struct Request {
    document: PathBuf,
    response: PathBuf,
    write: bool,
}

fn request(arguments: &[OsString]) -> Result<Request, String> {
    let (options, paths): (Vec<_>, Vec<_>) = arguments
        .iter()
        .partition(|argument| argument.to_string_lossy().starts_with("--"));
    match (paths.as_slice(), options.as_slice()) {
        ([document, response], []) => Ok((document, response, false)),
        ([document, response], [option]) if **option == *"--write" => {
            Ok((document, response, true))
        }
        _ => Err(USAGE.to_owned()),
    }
    .map(|(document, response, write)| Request {
        document: document.into(),
        response: response.into(),
        write,
    })
}

/// Applies the response of the request; returns whether no diagnostic is an error.
fn apply_to_a_file(request: &Request, output: &mut String) -> Result<bool, String> {
    let document = read(&request.document)?;
    let answer = read(&request.response)?;
    let document_name = request.document.display().to_string();
    let response_name = request.response.display().to_string();

    let discovered = ComponentsConfig::discover(&request.document);
    *output += &match &discovered.path {
        Some(path) => format!("configuration: {}\n\n", path.display()),
        None => "configuration: none found\n\n".to_owned(),
    };
    for report in discovered.reports() {
        let _ = writeln!(output, "{report}\n");
    }
    if discovered.has_errors() {
        // It has the modes of the components. Without them a patch could replace content instead of appending to it.
        *output += "nothing is applied until the configuration is fixed\n";
        return Ok(false);
    }

    let mut all_well = report_frontmatter(&document_name, &document, output);
    let response = parse_patches(&answer);
    let options = ApplyOptions::new().config(discovered.config);
    let applied = apply_patches(&document, &response, &options);
    all_well &= report(&document_name, &document, &applied.diagnostics, output);
    all_well &= report(&response_name, &answer, &response.diagnostics, output);
    all_well &= report(
        &response_name,
        &answer,
        &applied.response_diagnostics,
        output,
    );
    *output += &unified_diff(&document_name, &document, applied.text());
    *output += &finish(request, &response, &options, &applied)?;
    Ok(all_well)
}

/// Writes the document if requested; returns the message to print.
fn finish(
    request: &Request,
    response: &Response<'_>,
    options: &ApplyOptions,
    shown: &Applied,
) -> Result<String, String> {
    let path = request.document.display();
    if shown.edits.is_empty() {
        return Ok(format!("nothing changes in {path}\n"));
    }
    if !request.write {
        return Ok(format!("\n{path} is unchanged; `--write` replaces it\n"));
    }
    let written =
        apply_to_file(&request.document, response, options).map_err(|error| error.to_string())?;
    Ok(if written.text() == shown.text() {
        format!("\n{path} is replaced\n")
    } else {
        format!("\n{path} is replaced; it had changed since the difference above was made\n")
    })
}

fn read(path: &Path) -> Result<String, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let at = position(&before, valid);
        format!("cannot read `{name}`: it is not UTF-8 at {at}; save it as UTF-8")
    })
}

/// Reports problems of the frontmatter. Applying does not need it, and leaves it unchanged.
fn report_frontmatter(name: &str, document: &str, output: &mut String) -> bool {
    match agent::parse(document) {
        Ok(read) => report(name, document, &read.diagnostics, output),
        Err(error) => {
            let error = error.with_path(name);
            let _ = match error.report(document) {
                Some(report) => writeln!(output, "{report}\n"),
                None => writeln!(output, "error: {error}\n"),
            };
            false
        }
    }
}

/// Prints each diagnostic with an excerpt; returns whether none is an error.
fn report(name: &str, text: &str, diagnostics: &[Diagnostic], output: &mut String) -> bool {
    for diagnostic in diagnostics {
        let _ = writeln!(output, "{}\n", diagnostic.report(text).name(name));
    }
    diagnostics
        .iter()
        .all(|diagnostic| diagnostic.severity < Severity::Error)
}
