//! Allocations grow no faster than the input, and the memory held at once is bounded for each byte of it. A binary of its own,
//! since it counts allocations and has the log on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;

use interline_agent_md::{
    AgentDef, AgentKind, Command, ConvertOptions, Dialect, Layer, LoadReport, Options, Recursion,
    ToolSeparator, compute_body_hash, edit, load_dir, load_dir_with, load_file_with, load_layers,
    parse, parse_with, split_tools, to_dialect, to_dialect_with, validate,
};
use interline_testing::{GrowthTable, Input, hostile_texts, input, numbered, repeated, typical};

const KIND: AgentKind = AgentKind::Operator;

fn headers() -> Vec<Input> {
    let mut inputs = hostile_texts();
    inputs.extend([
        typical(|bytes| {
            let text =
                "Works on a part of the plan that is small and can be checked by its tests. "
                    .repeat(bytes / 75);
            format!("description: {text}\nmodel: sonnet\ntools: Read, Edit, Bash(git add:*)")
        }),
        input("fields", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: v\n"))
        }),
        input("fields to repair", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: a: b\n"))
        }),
        input("fields that cannot be read", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: *\n"))
        }),
        repeated("one field many times", "k: v\n"),
        repeated("open brackets", "["),
        input("a long text with colons", |bytes| {
            format!("description: {}", "a: b ".repeat(bytes / 5))
        }),
        input("a text over many lines", |bytes| {
            format!("description: a: b\n{}", "  c: d\n".repeat(bytes / 7))
        }),
        repeated("tags", "<a>\n</b>\n"),
        input("tools in a row", |bytes| {
            format!("tools: {}", "Read, ".repeat(bytes / 6))
        }),
        input("tools in a list", |bytes| {
            format!("tools:\n{}", "- Read\n".repeat(bytes / 7))
        }),
        input("open parentheses in tools", |bytes| {
            format!("tools: {}", "a(".repeat(bytes / 2))
        }),
        input("quotes in tools", |bytes| {
            format!("tools: {}", "\"a' ".repeat(bytes / 4))
        }),
    ]);
    inputs
}

fn text(header: &str) -> String {
    format!("---\nname: x\n{header}\nlast: 1\n---\nbody\n")
}

fn options() -> Options {
    Options::new().header_bytes(usize::MAX / 4)
}

#[test]
fn reading() {
    let mut table = GrowthTable::new(headers());
    let options = options();
    table.entry_with_setup("parse_with", 300.0, |header, meter| {
        let text = text(header);
        meter.run(|| {
            parse_with(&text, "x.md", KIND, &options)
                .map_err(|e| e.report(&text).unwrap().to_string())
        });
    });
    table.entry("parse_with, a large body", 4.0, |body| {
        let text = format!("---\nname: x\n---\n{body}");
        parse_with(&text, "x.md", KIND, &options)
    });
    for dialect in [Dialect::AgentSkills, Dialect::Copilot, Dialect::Cursor] {
        let options = options.clone().dialect(dialect);
        table.entry_with_setup("parse_with, a dialect", 300.0, |header, meter| {
            let text = text(header);
            meter.run(|| parse_with(&text, "x.md", KIND, &options).is_ok());
        });
    }
    table.entry_with_setup("parse", 300.0, |header, meter| {
        let text = text(header);
        meter.run(|| parse(&text, "x.md", KIND).map_err(|error| error.to_string()));
    });
    table.entry("parse_with, as a label", 12.0, |label| {
        let options = options.clone();
        parse_with("---\nname: x\na: b: c\n---\n", label, KIND, &options).map(drop)
    });
    table.entry_with_setup("parse_with, no header", 2.0, |body, meter| {
        meter.run(|| parse_with(body, "x.md", KIND, &options).is_ok());
    });
    for separator in [ToolSeparator::Comma, ToolSeparator::CommaOrWhitespace] {
        table.entry("split_tools", 80.0, |text| {
            split_tools(text, separator).map(|names| names.len())
        });
    }
    table.entry("compute_body_hash", 1.0, compute_body_hash);
    table.finish();
}

#[test]
fn editing() {
    let mut table = GrowthTable::new(headers());
    table.entry_with_setup("edit::set", 150.0, |header, meter| {
        let text = text(header);
        meter.run(|| edit::set(&text, "last", "2"));
    });
    table.entry("edit::set, as a key and a value", 130.0, |words| {
        let text = "---\nname: x\n---\n";
        (
            edit::set(text, words, words).map_err(|error| error.to_string()),
            edit::remove(text, words).map_err(|error| error.to_string()),
        )
    });
    table.entry_with_setup("edit::remove", 150.0, |header, meter| {
        let text = text(header);
        meter.run(|| edit::remove(&text, "last"));
    });
    table.entry_with_setup("edit::repair", 300.0, |header, meter| {
        let text = text(header);
        meter.run(|| edit::repair(&text));
    });
    table.finish();
}

#[test]
fn converting() {
    let mut table = GrowthTable::new(headers());
    let options = options();
    // Each entry reads the same headers, which is not measured.
    let agents = RefCell::new(HashMap::new());
    let agent = |header: &str| -> Option<AgentDef> {
        let mut agents = agents.borrow_mut();
        let read = |header: &String| {
            let parsed = parse_with(&text(header), "x.md", KIND, &options);
            parsed.ok().map(|parsed| parsed.agent)
        };
        let agent = agents.entry(header.to_owned()).or_insert_with_key(read);
        agent.clone()
    };
    table.entry_with_setup("to_markdown", 200.0, |header, meter| {
        let Some(agent) = agent(header) else {
            return meter.run(|| ());
        };
        meter.run(|| agent.to_markdown());
    });
    for dialect in [Dialect::ClaudeCode, Dialect::Gemini, Dialect::OpenCode] {
        table.entry_with_setup("validate, to_dialect", 200.0, |header, meter| {
            let Some(agent) = agent(header) else {
                return meter.run(|| ());
            };
            meter.run(|| (validate(&agent, dialect), to_dialect(&agent, dialect)));
        });
        table.entry_with_setup("to_dialect_with", 200.0, |header, meter| {
            let Some(agent) = agent(header) else {
                return meter.run(|| ());
            };
            meter.run(|| to_dialect_with(&agent, dialect, &ConvertOptions::new()));
        });
    }
    table.finish();
}

#[test]
fn expanding() {
    let mut inputs = hostile_texts();
    inputs.extend([
        repeated("all arguments", "$ARGUMENTS "),
        repeated("positions", "$1 $2 "),
        repeated("a mark of a shell", "!{"),
        repeated("a mark of a shell, closed", "!{a} "),
        repeated("a tick", "!`"),
        repeated("inputs", "${input:a:b} "),
        repeated("braces", "{{args}} "),
        repeated("quotes", "'\""),
        repeated("names", "$A=1 "),
    ]);
    let mut table = GrowthTable::new(inputs);
    for dialect in [
        Dialect::ClaudeCode,
        Dialect::OpenCode,
        Dialect::Codex,
        Dialect::Gemini,
        Dialect::Copilot,
    ] {
        table.entry("Command::expand, a body", 200.0, |body| {
            let command = Command::new("x", body, dialect);
            let expansion = command.expand("a b").map_err(|error| error.to_string());
            (expansion, command.to_mcp_prompt())
        });
        table.entry("Command::expand, declared arguments", 200.0, |text| {
            let mut command = Command::new("x", "$x ".repeat(text.len() / 4), dialect);
            command.arguments = (0..text.len() / 8).map(|n| format!("{n}")).collect();
            command.expand("").map_err(|error| error.to_string())
        });
        table.entry("Command::expand, arguments", 200.0, |arguments| {
            let body = "$1 $ARGUMENTS {{args}} !{x {{args}}} ${input:a}";
            let command = Command::new("x", body, dialect);
            command.expand(arguments).map_err(|error| error.to_string())
        });
    }
    table.finish();
}

#[test]
fn loading() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.md");
    let mut table = GrowthTable::new(headers());
    for (name, options) in [("load_file", Options::new()), ("load_file_with", options())] {
        table.entry_with_setup(name, 300.0, |header, meter| {
            fs::write(&path, text(header)).unwrap();
            meter.run(|| load_file_with(&path, KIND, &options).map_err(|error| error.to_string()));
        });
    }
    table.entry_with_setup("load_dir_with, one file", 300.0, |header, meter| {
        fs::write(&path, text(header)).unwrap();
        meter.run(|| load_dir_with(directory.path(), KIND, &options()));
    });
    table.finish();

    // Twice the input is twice the agents here: 64 bytes stand for one, and the figures are for each.
    let mut table = GrowthTable::new(vec![input("agents", |bytes| "x".repeat(bytes / 64))]);
    for (name, shared) in [("load_dir_with", false), ("load_dir_with, one name", true)] {
        table.entry_with_setup(name, 5000.0, |count, meter| {
            let directory = tempfile::tempdir().unwrap();
            for n in 0..count.len() {
                let name = if shared { 0 } else { n };
                fs::write(
                    directory.path().join(format!("a{n:05}.md")),
                    format!("---\nname: a{name:05}\nx: y: z\n---\nbody\n"),
                )
                .unwrap();
            }
            meter.run(|| load_dir_with(directory.path(), KIND, &Options::new().threads(1)));
        });
    }
    let valid = "---\nname: a\n---\nbody\n";
    table.entry_with_setup("load_dir", 3600.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            fs::write(directory.path().join(format!("a{n:05}.md")), valid).unwrap();
        }
        meter.run(|| load_dir(directory.path(), KIND));
    });
    table.entry_with_setup("load_dir_with, no agents", 900.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            fs::write(directory.path().join(format!("a{n:05}.md")), "# T\n").unwrap();
        }
        meter.run(|| load_dir_with(directory.path(), KIND, &Options::new().threads(1)));
    });
    table.entry_with_setup("load_dir_with, broken", 1500.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            let text = "---\nname: x\ntools: false\n---\n";
            fs::write(directory.path().join(format!("a{n:05}.md")), text).unwrap();
        }
        meter.run(|| {
            let report = load_dir_with(directory.path(), KIND, &Options::new().threads(1));
            let reports = report
                .problems
                .iter()
                .filter_map(|problem| problem.error.report(problem.text.as_deref()?));
            let shown: usize = reports.map(|report| report.to_string().len()).sum();
            (shown, report.find("missing").is_some(), report)
        });
    });
    table.entry_with_setup("load_layers", 3600.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        let layers: Vec<_> = (0..count.len())
            .map(|n| {
                let layer = directory.path().join(format!("l{n:05}"));
                fs::create_dir(&layer).unwrap();
                fs::write(layer.join("a.md"), valid).unwrap();
                Layer::package(layer, u32::try_from(n).unwrap_or(0))
            })
            .collect();
        meter.run(|| load_layers(&layers, KIND, &Options::new().threads(1)));
    });
    table.entry_with_setup("load_layers, directories", 3600.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            let inner = directory.path().join(format!("d{n:05}"));
            fs::create_dir(&inner).unwrap();
            fs::write(inner.join("a.md"), valid).unwrap();
        }
        let layers = [Layer::explicit(directory.path())];
        let options = Options::new().recursion(Recursion::Descend);
        meter.run(|| -> LoadReport { load_layers(&layers, KIND, &options) });
    });
    table.finish();
}
