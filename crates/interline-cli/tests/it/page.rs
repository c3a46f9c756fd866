//! The examples of `docs/cli.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sandbox::{INTERLINE, Sandbox};

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Runs a line of shell; returns what it prints, both streams in their order.
fn shell(sandbox: &Sandbox, line: &str) -> String {
    let path = std::env::var("PATH").unwrap();
    let directory = Path::new(INTERLINE).parent().unwrap().display();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{line}")])
        .current_dir(sandbox.path(""))
        .env("PATH", format!("{directory}:{path}"))
        .env("HOME", sandbox.path("home"))
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the page with the output that its commands have: each line after `$ ` in a block `console` is run, in one directory.
fn with_output(page: &str, sandbox: &Sandbox) -> String {
    let mut new = String::new();
    let mut is_example = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_example = line == "```console";
        }
        match line.strip_prefix("$ ").filter(|_| is_example) {
            Some(command) => {
                new.push_str(&format!("$ {command}\n"));
                let output = shell(sandbox, command);
                new.push_str(&output);
                if !output.is_empty() && !output.ends_with('\n') {
                    new.push('\n');
                }
            }
            None if is_example && line != "```console" => {}
            None => new.push_str(&format!("{line}\n")),
        }
    }
    new
}

#[test]
fn examples_print_what_the_page_says() {
    let sandbox = Sandbox::new(&[]);
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page"),
        &sandbox.path(""),
    );
    let old = fs::read_to_string(page()).unwrap();
    let new = with_output(&old, &sandbox);
    if std::env::var_os("INTERLINE_WRITE_DOCS").is_some() {
        fs::write(page(), new).unwrap();
        return;
    }
    let first = old.lines().zip(new.lines()).find(|(old, new)| old != new);
    assert_eq!(
        old, new,
        "\nfirst difference: {first:#?}\nINTERLINE_WRITE_DOCS=1 writes the page"
    );
}

#[test]
fn all_codes_of_the_command_are_listed() {
    let text = fs::read_to_string(page()).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostics.rs");
    let source = fs::read_to_string(file).unwrap();
    let is_code = |line: &&str| line.contains("const ") && line.contains(": &str = ");
    let mut count = 0;
    for line in source.lines().filter(is_code) {
        let code = line.split('"').nth(1).unwrap();
        let link = format!("[`{code}`](diagnostics.md#{code})");
        assert!(text.contains(&link), "{code} is not in the page");
        count += 1;
    }
    assert!(count > 10);
}
