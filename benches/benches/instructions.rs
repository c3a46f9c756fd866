//! Runs the rows that `scripts/count-instructions --compare` counts. Without valgrind it only checks that each of them runs.
//!
//! `cargo bench --bench instructions -- NAME` runs the rows whose names contain `NAME`, for a profiler.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::hint::black_box;

use interline_agent_md::{AgentKind, Dialect, Options, parse_with, to_dialect};
use interline_benches::agent_inputs::synthetic;
use interline_benches::frontmatter_inputs::{self as headers, BLOCK, Header};
use interline_benches::mustache_inputs::{
    TABLE, TEAMS, prompt, prompt_data, table_data, teams_data,
};
use interline_benches::{fragment_inputs, patch_inputs};
use interline_content::{Category, ContentLibrary, ContextBuilder, Project};
use interline_fragments::{
    DiscoveryOptions, FragmentArgument, Layer, LayerKind, discover_with, expand,
};
use interline_frontmatter::{agent, parse, set};
use interline_mustache_context::{Environment, Template};
use interline_patch_template::{
    ApplyOptions, Document, ResponseParser, apply_patches, parse_patches,
};

/// Runs a row. It is never inlined and not generic, so that the instructions in it are counted and no others.
#[inline(never)]
fn counted(call: &mut dyn FnMut()) {
    call();
    // Prevents a tail call, which would remove this function from the stack.
    black_box(());
}

/// Runs a row once, so that memory and caches are there, and once more to be counted.
fn row<R>(name: &str, mut call: impl FnMut() -> R) {
    let mut names = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .peekable();
    if names.peek().is_some() && !names.any(|part| name.contains(&part)) {
        return;
    }
    drop(black_box(call()));
    println!("row\t{name}");
    counted(&mut || drop(black_box(call())));
}

fn patch_template() {
    let options = ApplyOptions::new();
    for (name, text) in [
        ("prose", patch_inputs::prose()),
        (
            "100 patches, code spans and fences",
            patch_inputs::patches(100, true),
        ),
        ("10,500 small patches", patch_inputs::small_patches()),
    ] {
        row(&format!("parse_patches, {name}"), || parse_patches(&text));
    }
    let text = patch_inputs::small_patches();
    let chunks: Vec<&str> = (0..text.len())
        .step_by(4)
        .filter_map(|at| text.get(at..(at + 4).min(text.len())))
        .collect();
    assert_eq!(chunks.concat(), text);
    row("stream of small patches, chunks of 4 bytes", || {
        let mut parser = ResponseParser::new();
        let events: usize = chunks.iter().map(|chunk| parser.push(chunk).count()).sum();
        events + parser.finish().count()
    });
    let document = patch_inputs::document(4, patch_inputs::SIZE);
    row("Document::parse, 4 components", || {
        Document::parse(&document).components().len()
    });
    let document = patch_inputs::exchange();
    let response = parse_patches("Done, the build is green.\n");
    row("one append to 1 MiB", || {
        apply_patches(&document, &response, &options)
    });
    let document = patch_inputs::document(100, patch_inputs::SIZE);
    let text = patch_inputs::appends(100);
    let response = parse_patches(&text);
    row("100 appends to 100 components", || {
        apply_patches(&document, &response, &options)
    });
}

fn frontmatter() {
    let text = headers::document(BLOCK);
    row("typed read of a header", || parse::<Header>(&text).unwrap());
    row("agent::parse", || agent::parse(&text).unwrap());
    row("set a new key", || set(&text, "added", "x").unwrap());
    let text = headers::document(&headers::block_for_the_parser());
    row("typed read by the YAML parser", || {
        parse::<Header>(&text).unwrap()
    });
}

fn mustache() {
    let environment = Environment::new();
    for (name, source, data) in [
        ("prompt", prompt(), prompt_data()),
        ("table", TABLE.to_owned(), table_data()),
        ("teams", TEAMS.to_owned(), teams_data()),
    ] {
        row(&format!("parse the {name}"), || {
            Template::parse(source.as_str()).unwrap()
        });
        let template = Template::parse(source.as_str()).unwrap();
        row(&format!("render the {name}"), || {
            template.render_with(&data, &environment).unwrap()
        });
    }
}

fn fragments_and_agents() {
    let body = fragment_inputs::body(1 << 20, 1000);
    let values = fragment_inputs::values();
    let arguments: Vec<_> = values
        .iter()
        .map(|(name, _)| FragmentArgument::required(name))
        .collect();
    row("expand 1 MiB", || {
        expand(&body, &arguments, &values).unwrap().text
    });
    let directory = tempfile::tempdir().unwrap();
    fragment_inputs::write_fragments(directory.path(), 1_000).unwrap();
    let layers = [Layer::new(LayerKind::User, directory.path(), 0)];
    let options = DiscoveryOptions::new().threads(1);
    row("discover 1,000 fragments", || {
        discover_with(&layers, &options)
    });
    let texts: Vec<String> = (0..100).map(synthetic).collect();
    let options = Options::new();
    let read = |text: &String| {
        parse_with(text, "a.md", AgentKind::Operator, &options).map(|parsed| parsed.agent)
    };
    row("parse 100 agents", || {
        texts.iter().map(read).filter(Result::is_ok).count()
    });
    let agents: Vec<_> = texts.iter().filter_map(|text| read(text).ok()).collect();
    row("convert 100 agents to OpenCode", || {
        let converted = agents
            .iter()
            .map(|agent| to_dialect(agent, Dialect::OpenCode));
        converted.count()
    });
}

fn content() {
    let directory = tempfile::tempdir().unwrap();
    interline_benches::content_inputs::write_docroot(directory.path(), 200).unwrap();
    let project =
        Project::new("interline").category(Category::new("docs", "docs").patterns(["**/*.md"]));
    let library = ContentLibrary::new(directory.path(), project).unwrap();
    let context = ContextBuilder::new();
    row("200 content files, compiled before", || {
        library.content_with("docs", None, &context).unwrap()
    });
}

fn main() {
    patch_template();
    frontmatter();
    mustache();
    fragments_and_agents();
    content();
}
