//! The examples of `docs/cli.md` and `docs/cookbook.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::sandbox::{INTERLINE, Sandbox};

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(name)
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

/// Runs the examples of a page in a copy of a directory, and compares what they print with what the page says.
#[track_caller]
fn check(name: &str, directory: &str) {
    let sandbox = Sandbox::new(&[]);
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    copy(&files.join(directory), &sandbox.path(""));
    let old = fs::read_to_string(page(name)).unwrap();
    let new = with_output(&old, &sandbox);
    if std::env::var_os("INTERLINE_WRITE_DOCS").is_some() {
        fs::write(page(name), new).unwrap();
        return;
    }
    let first = old.lines().zip(new.lines()).find(|(old, new)| old != new);
    assert_eq!(
        old, new,
        "\nfirst difference: {first:#?}\nINTERLINE_WRITE_DOCS=1 writes the page"
    );
}

#[test]
fn examples_print_what_the_page_says() {
    check("cli.md", "page");
}

#[test]
fn examples_of_the_cookbook_print_what_it_says() {
    check("cookbook.md", "cookbook");
}

#[test]
fn each_task_of_the_cookbook_has_an_example() {
    let text = fs::read_to_string(page("cookbook.md")).unwrap();
    let tasks: Vec<&str> = text.split("\n## ").skip(1).collect();
    assert!(tasks.len() > 15);
    for task in tasks {
        let title = task.lines().next().unwrap_or_default();
        assert!(task.contains("\n```console\n$ "), "{title}");
    }
}

#[test]
fn all_codes_of_the_command_are_listed() {
    let text = fs::read_to_string(page("cli.md")).unwrap();
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
