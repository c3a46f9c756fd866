//! The allocations of each function grow no faster than the text, and the memory it holds is proportional to it. A binary of its own,
//! since it counts allocations and has the log on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use interline_frontmatter::{
    Closer, Document, Error, Map, ReadOptions, SplitOptions, Value, agent, merge_with, parse_with,
    remove_with, rename_with, set_with, split, split_with, to_document,
};
use interline_testing::{GrowthTable, Input, hostile_texts, input, numbered, repeated, typical};

/// Blocks of YAML.
fn blocks() -> Vec<Input> {
    let mut inputs = hostile_texts();
    inputs.extend([
        typical(|bytes| {
            numbered(bytes, |n| format!("title_{n:03}: Plan, read once  # for now\ndraft_{n:03}: false\ntags_{n:03}: [plan, parser]\n"))
        }),
        input("keys", |bytes| numbered(bytes, |n| format!("k{n:05}: \n"))),
        input("numbers in a list", |bytes| {
            format!("a: [{}1]\n", numbered(bytes, |n| format!("1{n:05}.5,")))
        }),
        input("keys with values", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: a value of {n:05}  # {n:05}\n"))
        }),
        input("keys in braces", |bytes| {
            format!("{{{}}}\n", numbered(bytes, |n| format!("k{n:05}: 1,")))
        }),
        input("keys that are quoted", |bytes| {
            numbered(bytes, |n| format!("\"k{n:05}\": '1'\n"))
        }),
        repeated("one key many times", "a: 1\n"),
        input("a long key", |bytes| format!("{}: 1\n", "k".repeat(bytes))),
        repeated("comments", "# x\n"),
        input("a plain scalar", |bytes| {
            format!("a: {}\n", "x ".repeat(bytes / 2))
        }),
        input("a plain scalar of many lines", |bytes| {
            format!("a: x\n{}", "  x\n".repeat(bytes / 4))
        }),
        input("a quoted scalar", |bytes| {
            format!("a: \"{}\"\n", "\\\\".repeat(bytes / 2))
        }),
        input("a quoted scalar without an end", |bytes| {
            format!("a: \"{}\n", "x\n".repeat(bytes / 2))
        }),
        input("a block scalar", |bytes| {
            format!("a: |\n{}", "  x\n".repeat(bytes / 4))
        }),
        input("a list in brackets", |bytes| {
            format!("a: [{}1]\n", "1,".repeat(bytes / 2))
        }),
        input("a list", |bytes| {
            format!("a:\n{}", "- x\n".repeat(bytes / 4))
        }),
        input("a list of maps", |bytes| {
            format!("a:\n{}", "- k: {b: 1}\n  l: 2\n".repeat(bytes / 18))
        }),
        repeated("open brackets", "["),
        repeated("open braces", "{a: "),
        repeated("closed brackets", "]"),
        input("brackets in each other", |bytes| {
            format!("a: {}{}", "[".repeat(bytes / 2), "]".repeat(bytes / 2))
        }),
        input("dashes inside dashes", |bytes| {
            format!("a:\n  {}x\n", "- ".repeat(bytes / 2))
        }),
        input("anchors", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: &a{n:05} x\n"))
        }),
        input("aliases of one text", |bytes| {
            format!("a: &a x\nb: [{}*a]\n", "*a,".repeat(bytes / 3))
        }),
        input("tags", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: !t{n:05} x\n"))
        }),
        input("directives", |bytes| {
            format!("{}\r---\ra: 1\n", "%é é é\r".repeat(bytes / 10))
        }),
        repeated("directives without a document", "%é é é\n"),
        input("a value and lines of blanks", |bytes| {
            format!("a: b\n{}", " \t\r\n".repeat(bytes / 4))
        }),
        repeated("question marks", "? "),
        repeated("what is no YAML", "a: b: c\n"),
    ]);
    inputs
}

/// Only the depth is limited: an input that is rejected early measures nothing.
fn options() -> ReadOptions {
    let many = usize::MAX / 4;
    ReadOptions::new()
        .block_bytes(many)
        .aliases(many)
        .expanded_nodes(many)
}

fn text(block: &str) -> String {
    format!("---\n{block}\nlast: 1\n---\nbody\n")
}

#[test]
fn splitting_takes_no_memory() {
    let mut table = GrowthTable::new(blocks());
    table.entry_with_setup("split", 0.0, |block, meter| {
        let open = format!("---\n{block}");
        let closed = text(block);
        meter.run(|| {
            let all = [split(&open), split(&closed), split(block)];
            all.iter().filter(|split| split.block().is_some()).count()
        });
    });
    table.entry_with_setup("split_with, any closer", 0.0, |block, meter| {
        let options = SplitOptions::new().closer(Closer::DashesOrDots);
        let closed = text(block);
        meter.run(|| {
            let split = split_with(&closed, &options);
            split.block().map(|block| block.line_ending().len()) == Some(split.body_start())
        });
    });
    table.finish();
}

#[test]
fn reading() {
    let mut table = GrowthTable::new(blocks());
    let options = options();
    table.entry_with_setup("Document::parse_with", 200.0, |block, meter| {
        let text = text(block);
        meter.run(|| {
            Document::parse_with(&text, &options)
                .map(drop)
                .map_err(|e| e.report(&text).unwrap().to_string())
        });
    });
    table.entry_with_setup("Document::mapping, keys, spans", 110.0, |block, meter| {
        let text = text(block);
        let Ok(document) = Document::parse_with(&text, &options) else {
            return meter.run(|| ());
        };
        meter.run(|| {
            let spans = document
                .entries()
                .map(|(key, value)| (key.span(), value.source().len()));
            (
                spans.count(),
                document.value_span("last"),
                document.mapping(),
            )
        });
    });
    table.entry_with_setup("parse_with", 200.0, |block, meter| {
        let text = text(block);
        meter.run(|| parse_with::<Map>(&text, &options).map(drop));
    });
    table.entry_with_setup("Document, one key and each node", 8.0, |block, meter| {
        let text = text(block);
        let Ok(document) = Document::parse_with(&text, &options) else {
            return meter.run(|| ());
        };
        meter.run(|| {
            let nodes = document.entries().map(|(key, value)| {
                let items = value.items().count() + value.entries().count();
                (key.text().map(str::len), value.tag().is_some(), items)
            });
            (
                nodes.filter(|node| node.1).count(),
                document.get("last"),
                document.get_as::<String>("last"),
                (document.has("last"), document.key_span("last")),
                document.keys().map(str::len).sum::<usize>(),
            )
        });
    });
    table.entry_with_setup("Document::deserialize", 110.0, |block, meter| {
        let text = text(block);
        let Ok(document) = Document::parse_with(&text, &options) else {
            return meter.run(|| ());
        };
        meter.run(|| document.deserialize::<Map>().map(drop));
    });
    table.entry_with_setup("Document::parse_span", 200.0, |block, meter| {
        let text = text(block);
        let span = text.find("\n").map_or(0, |at| at + 1)..text.len() - "---\nbody\n".len();
        meter.run(|| Document::parse_span(&text, span, &options).map(drop));
    });
    table.entry("Format, WriteStrategy of a text", 20.0, |text| {
        (
            text.parse::<agent::Format>().map_err(|e| e.to_string()),
            text.parse::<agent::WriteStrategy>()
                .map_err(|e| e.to_string()),
        )
    });
    table.entry_with_setup("agent::parse", 200.0, |block, meter| {
        let text = text(block);
        meter.run(|| agent::parse(&text).map(drop));
    });
    table.entry_with_setup("agent::parse_with", 200.0, |block, meter| {
        let text = text(block);
        meter.run(|| agent::parse_with(&text, &options).map(drop));
    });
    table.finish();
}

#[test]
fn editing() {
    let mut table = GrowthTable::new(blocks());
    let options = options();
    let mut entry = |name: &str, call: &dyn Fn(&str) -> Result<usize, Error>| {
        table.entry_with_setup(name, 270.0, |block, meter| {
            let text = text(block);
            meter.run(|| call(&text));
        });
    };
    entry("set_with, another value", &|text| {
        Ok(set_with(text, "last", "2", &options)?.len())
    });
    entry("set_with, a new key", &|text| {
        Ok(set_with(text, "new", "2", &options)?.len())
    });
    entry("remove_with", &|text| {
        Ok(remove_with(text, "last", &options)?.len())
    });
    entry("rename_with", &|text| {
        Ok(rename_with(text, "last", "final", &options)?.len())
    });
    let two = Map::from([("last", 2), ("new", 3)]);
    entry("merge_with", &|text| {
        Ok(merge_with(text, &two, &options)?.len())
    });
    table.entry("set_with, as a key and a value", 130.0, |text| {
        (
            set_with("---\na: 1\n---\n", text, text, &options).map(drop),
            rename_with("---\na: 1\n---\n", "a", text, &options).map(drop),
        )
    });
    table.entry("merge_with, many keys", 1000.0, |text| {
        let keys = text.split(' ').enumerate();
        let mapping: Map = keys
            .map(|(n, word)| (format!("k{n}"), Value::from(word)))
            .collect();
        merge_with("---\na: 1\n---\n", &mapping, &options).map(drop)
    });
    table.finish();
}

#[test]
fn editing_agents() {
    let mut table = GrowthTable::new(blocks());
    let mut entry = |name: &str, call: &dyn Fn(&str) -> Result<usize, Error>| {
        table.entry_with_setup(name, 270.0, |block, meter| {
            let text = text(block);
            meter.run(|| call(&text));
        });
    };
    entry("agent::set_session_id", &|text| {
        Ok(agent::set_session_id(text, "x")?.len())
    });
    entry("agent::set_resume_id", &|text| {
        Ok(agent::set_resume_id(text, "x")?.len())
    });
    entry("agent::set_tmux_session", &|text| {
        Ok(agent::set_tmux_session(text, "x")?.len())
    });
    entry("agent::ensure_session", &|text| {
        Ok(agent::ensure_session(text)?.edits.len())
    });
    entry("agent::set_format_and_write", &|text| {
        let (format, write) = (agent::Format::Template, agent::WriteStrategy::Merge);
        Ok(agent::set_format_and_write(text, format, write)?.len())
    });
    entry("agent::merge_fields", &|text| {
        Ok(agent::merge_fields(text, "model: x\nunknown: y\n")?
            .edits
            .len())
    });
    table.entry("agent::merge_fields, as fields", 270.0, |fields| {
        agent::merge_fields("---\nmodel: a\n---\n", fields).map_err(|error| error.to_string())
    });
    table.finish();
}

#[test]
fn writing() {
    let mut table = GrowthTable::new(blocks());
    table.entry("to_document, a text", 40.0, |text| {
        to_document(&Map::from([("a", text)]), text)
    });
    table.entry_with_setup("agent::to_document", 80.0, |block, meter| {
        let text = text(block);
        let Ok(parsed) = agent::parse_with(&text, &options()) else {
            return meter.run(|| ());
        };
        meter.run(|| agent::to_document(&parsed.value, parsed.body).unwrap());
    });
    table.entry_with_setup("to_document, many keys", 250.0, |text, meter| {
        let words = text.split_inclusive(' ').enumerate();
        let mapping: Map = words
            .map(|(n, word)| (format!("{word}{n}"), Value::from(word)))
            .collect();
        meter.run(|| to_document(&mapping, text));
    });
    table.finish();
}
