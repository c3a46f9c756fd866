//! Allocations grow no faster than the input, and the memory held at once is bounded for each byte of it. A binary of its own,
//! since it counts allocations and has the log on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../interline-mustache-context/tests/growth/templates.rs"]
mod templates;

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use interline_content::{
    Agent, Category, Collection, ContentLibrary, ContentOptions, ContextBuilder, FileInfo, Layer,
    Project,
};
use interline_mustache_context::Map;
use interline_testing::{GrowthTable, Input, Meter, hostile_texts, input, numbered, repeated};

use templates::templates;

fn docs() -> Project {
    Project::new("p").category(Category::new("docs", "docs"))
}

/// A docroot with the directory `docs` in it.
fn docroot() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("docs")).unwrap();
    directory
}

fn expressions() -> Vec<Input> {
    let mut inputs = hostile_texts();
    inputs.extend([
        repeated("commas", ","),
        repeated("slashes", "/"),
        repeated("one name many times", "docs,"),
        repeated("patterns", "docs/*,"),
        repeated("patterns of two stars", "docs/**/a,"),
        repeated("open braces", "docs/{"),
        repeated("open brackets", "docs/["),
        repeated("open braces in one pattern", "{"),
        input("one pattern in braces", |bytes| {
            // A pattern of braces deeper than 250 is refused.
            let bytes = bytes / 64;
            format!("docs/{}a{}", "{".repeat(bytes / 2), "}".repeat(bytes / 2))
        }),
        input("one long pattern", |bytes| {
            format!("docs/{}", "?*".repeat(bytes / 32))
        }),
        input("one pattern of two stars", |bytes| {
            format!("docs/{}a", "**/".repeat(bytes / 48))
        }),
        input("alternatives", |bytes| {
            format!("docs/{{{}}}", "a*,".repeat(bytes / 48))
        }),
        input("unknown names", |bytes| {
            numbered(bytes, |n| format!("n{n:05},"))
        }),
        input("blanks around a name", |bytes| {
            format!("{}docs{}", " ".repeat(bytes / 2), " ".repeat(bytes / 2))
        }),
    ]);
    inputs
}

#[test]
fn asking() {
    let directory = docroot();
    fs::write(directory.path().join("docs/a.md"), "x").unwrap();
    let library = ContentLibrary::new(directory.path(), docs()).unwrap();
    let mut table = GrowthTable::new(expressions());
    table.entry("content, as an expression", 1500.0, |text| {
        let answer = library.content(text.trim_end_matches(','), None);
        answer.map_err(|error| error.to_string())
    });
    table.entry("content, as a pattern", 1500.0, |text| {
        let answer = library.content("docs", Some(text));
        answer.map_err(|error| error.to_string())
    });
    table.entry("category, collection, as a name", 80.0, |text| {
        (
            library
                .category_content(text, None)
                .map_err(|error| error.to_string()),
            library
                .collection_content(text, None)
                .map_err(|error| error.to_string()),
        )
    });
    table.finish();
}

/// Returns names for the lines of a text, which represent them: 32 bytes for each.
fn numbers(bytes: usize) -> String {
    "x".repeat(bytes / 32)
}

#[test]
fn projects() {
    let directory = docroot();
    let open = |project: Project| {
        ContentLibrary::new(directory.path(), project).map_err(|error| error.to_string())
    };
    let mut table = GrowthTable::new(expressions());
    table.entry("ContentLibrary::new, as a name", 30.0, |text| {
        open(Project::new(text).category(Category::new(text, "docs")))
    });
    table.entry("ContentLibrary::new, as a directory", 60.0, |text| {
        open(docs().category(Category::new("x", text)))
    });
    table.entry("ContentLibrary::new, as a pattern", 1500.0, |text| {
        open(Project::new("p").category(Category::new("x", "docs").patterns([text])))
    });
    table.entry_with_setup("ContentLibrary::new, as patterns", 1500.0, |text, meter| {
        let category = Category::new("x", "docs").patterns(text.split_inclusive(','));
        let project = Project::new("p").category(category);
        meter.run(|| open(project));
    });
    table.finish();

    let mut table = GrowthTable::new(vec![input("numbers", numbers)]);
    let categories = |count: usize| {
        (0..count).fold(Project::new("p"), |project, n| {
            project.category(Category::new(format!("c{n:05}"), "docs"))
        })
    };
    table.entry_with_setup("ContentLibrary::new, categories", 600.0, |count, meter| {
        let project = categories(count.len());
        meter.run(|| open(project).map(|library| library.project().categories.len()));
    });
    table.entry_with_setup(
        "ContentLibrary::new, collections",
        2000.0,
        |count, meter| {
            let project = (0..count.len()).fold(docs(), |project, n| {
                project.collection(Collection::new(format!("s{n:05}"), ["docs"]))
            });
            meter.run(|| open(project));
        },
    );
    table.entry_with_setup("a collection of categories", 400.0, |count, meter| {
        let project = categories(count.len());
        let names: Vec<_> = project
            .categories
            .iter()
            .map(|category| category.name.clone())
            .collect();
        let project = project.collection(Collection::new("all", names));
        let library = ContentLibrary::new(directory.path(), project).unwrap();
        meter.run(|| {
            library
                .collection_content("all", None)
                .map(|content| content.files.len())
        });
    });
    table.entry_with_setup("a name among many", 200.0, |count, meter| {
        let library = ContentLibrary::new(directory.path(), categories(count.len())).unwrap();
        meter.run(|| {
            library
                .content("nobody", None)
                .map_err(|error| error.to_string())
        });
    });
    table.finish();
}

/// Serves the category `docs` twice, once with what is compiled kept.
fn serve(directory: &Path, meter: &mut Meter, pattern: Option<&str>) {
    let many = usize::MAX / 4;
    let options = ContentOptions::new()
        .cache(many)
        .max_depth(many)
        .max_entries(many)
        .max_files(many);
    let library = ContentLibrary::with_options(directory, docs(), options).unwrap();
    meter.run(|| {
        let first = library.content("docs", pattern);
        let second = library.content("docs", pattern);
        let stats = (library.cache_stats(), library.partials_stats());
        (
            first.map_err(|error| error.to_string()),
            second.is_ok(),
            stats,
        )
    });
}

#[test]
fn many_files() {
    type Make = fn(&Path, usize);
    let kinds: [(&str, Make, Option<&str>); 8] = [
        (
            "files",
            |docs, n| fs::write(docs.join(format!("f{n:05}.md")), "x").unwrap(),
            None,
        ),
        (
            "files that do not fit",
            |docs, n| fs::write(docs.join(format!("f{n:05}.md")), "x").unwrap(),
            Some("*.txt"),
        ),
        (
            "templates",
            |docs, n| {
                let path = docs.join(format!("f{n:05}.md.mustache"));
                fs::write(path, "---\na: '{{file.path}}'\n---\n{{file.size}}").unwrap();
            },
            None,
        ),
        (
            "templates with partials",
            |docs, n| {
                let path = docs.join(format!("f{n:05}.md.mustache"));
                fs::write(path, format!("{{{{>docs/f{:05}.md}}}}", n / 2 * 2 + 1)).unwrap();
                let path = docs.join(format!("f{:05}.md.mustache", n / 2 * 2 + 1));
                fs::write(path, "x").unwrap();
            },
            None,
        ),
        (
            "hidden files",
            |docs, n| fs::write(docs.join(format!(".f{n:05}.md")), "x").unwrap(),
            None,
        ),
        (
            "directories",
            |docs, n| fs::create_dir(docs.join(format!("d{n:05}"))).unwrap(),
            None,
        ),
        #[cfg(unix)]
        (
            "links to nothing that do not fit",
            |docs, n| {
                std::os::unix::fs::symlink("nothing", docs.join(format!("l{n:05}"))).unwrap();
            },
            Some("*.txt"),
        ),
        #[cfg(unix)]
        (
            "links in a circle",
            |docs, n| std::os::unix::fs::symlink(".", docs.join(format!("l{n:05}"))).unwrap(),
            Some("*.txt"),
        ),
    ];
    let mut table = GrowthTable::new(vec![input("entries", numbers)]);
    for (name, make, pattern) in kinds {
        table.entry_with_setup(&format!("content, {name}"), 6000.0, |count, meter| {
            let directory = docroot();
            for n in 0..count.len() {
                make(&directory.path().join("docs"), n);
            }
            serve(directory.path(), meter, pattern);
        });
    }
    table.entry_with_setup("Content::to_bytes", 1500.0, |count, meter| {
        let directory = docroot();
        for n in 0..count.len() {
            fs::write(directory.path().join(format!("docs/f{n:05}.md")), "x").unwrap();
        }
        let library = ContentLibrary::new(directory.path(), docs()).unwrap();
        let content = library.content("docs", None).unwrap();
        meter.run(|| {
            (
                content.content_type(),
                content.to_bytes().len(),
                content.to_text().map(|text| text.len()),
            )
        });
    });
    table.finish();
}

#[test]
fn one_file() {
    let mut table = GrowthTable::new(templates());
    for (name, file, promised) in [
        ("content, a plain file", "f.md", 6.0),
        ("content, a template", "f.md.mustache", 60.0),
        ("content, a page", "f.html.mustache", 60.0),
    ] {
        let directory = docroot();
        table.entry_with_setup(name, promised, |text, meter| {
            fs::write(directory.path().join("docs").join(file), text).unwrap();
            serve(directory.path(), meter, None);
        });
    }
    table.entry_with_setup("Content::to_bytes, to_text", 3.0, |text, meter| {
        let directory = docroot();
        for name in ["a", "b"] {
            fs::write(directory.path().join("docs").join(name), text).unwrap();
        }
        let library = ContentLibrary::new(directory.path(), docs()).unwrap();
        let content = library.content("docs", None).unwrap();
        meter.length(2 * text.len());
        meter.run(|| (content.content_type(), content.to_text()));
    });
    table.finish();
}

/// Blocks of YAML whose strings are templates.
fn headers() -> Vec<Input> {
    let mut inputs = templates();
    inputs.extend([
        input("keys", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: '{{{{x}}}}'\n"))
        }),
        input("keys in each other's lists", |bytes| {
            format!("a:\n{}", "- k: '{{x}}'\n".repeat(bytes / 13))
        }),
        input("a list", |bytes| {
            format!("a: [{}]\n", "'{{x}}',".repeat(bytes / 8))
        }),
        input("a long text", |bytes| {
            format!("a: '{}'\n", "{{x}}".repeat(bytes / 5))
        }),
        input("a text of many lines", |bytes| {
            format!("a: |\n{}", "  {{x}}\n".repeat(bytes / 8))
        }),
        input("a long text that other keys stand for", |bytes| {
            let text = "{{x}}".repeat(bytes / 10);
            format!(
                "a: &a '{text}'\nb: [{}]\n",
                "*a, ".repeat((bytes / 8).min(90))
            )
        }),
        input("aliases of a template", |bytes| {
            format!("a: &a '{{{{x}}}}'\nb: [{}]\n", "*a, ".repeat(bytes / 4))
        }),
        input("a text that is no template", |bytes| {
            format!("a: '{}'\n", "{{#x}}".repeat(bytes / 6))
        }),
        input("texts on one line", |bytes| {
            format!(
                "{{{}}}\n",
                numbered(bytes, |n| format!("k{n:05}: '{{{{x}}}}', "))
            )
        }),
    ]);
    inputs
}

fn serve_header(header: &str, meter: &mut Meter) {
    let directory = docroot();
    let text = format!("---\n{header}\n---\nbody\n");
    fs::write(directory.path().join("docs/f.mustache"), text).unwrap();
    serve(directory.path(), meter, None);
}

#[test]
fn frontmatter() {
    let mut table = GrowthTable::new(headers());
    table.entry_with_setup("content, a frontmatter", 400.0, serve_header);
    table.finish();

    // A text that is used 2,000 times is compiled once. Memory depends on the number of uses, not on the length of the text.
    let aliases = input("a text of aliases of aliases", |bytes| {
        format!(
            "a: &a ['{}']\nb: &b [{}]\nc: [{}]\n",
            "{{x}}".repeat(bytes / 50),
            "*a, ".repeat(40),
            "*b, ".repeat(50)
        )
    });
    let mut table = GrowthTable::new(vec![aliases]);
    table.entry_with_setup("content, aliases of aliases", 6000.0, serve_header);
    table.finish();
}

#[test]
fn layers() {
    let mut table = GrowthTable::new(hostile_texts());
    let words = |text: &str| -> Map {
        let words = text.split_inclusive(' ').enumerate();
        words.map(|(n, word)| (format!("k{n}"), word)).collect()
    };
    table.entry_with_setup("ContextBuilder", 160.0, |text, meter| {
        let map = words(text);
        let agent = map
            .iter()
            .fold(Agent::new().name(text), |agent, (key, value)| {
                agent.field(key, value.clone())
            });
        let category = Category::new("c", text).description(text);
        let file = FileInfo::new(&category, text, text.to_owned(), UNIX_EPOCH);
        meter.length(8 * text.len());
        meter.run(|| {
            let builder = ContextBuilder::new()
                .agent(&agent)
                .project(&docs())
                .collection(Some(&Collection::new("s", [text]).description(text)))
                .category(&category)
                .file(&file)
                .variables(Layer::File, map.clone())
                .extras(map.clone());
            builder.build()
        });
    });
    table.entry_with_setup("content, many variables", 250.0, |text, meter| {
        let directory = docroot();
        fs::write(
            directory.path().join("docs/a.mustache"),
            "{{k0}}{{file.size}}",
        )
        .unwrap();
        let library = ContentLibrary::new(directory.path(), docs()).unwrap();
        let builder = Layer::ALL
            .into_iter()
            .fold(ContextBuilder::new(), |builder, layer| {
                builder.variables(layer, words(text))
            });
        meter.length(Layer::ALL.len() * text.len());
        meter.run(|| library.content_with("docs", None, &builder));
    });
    table.finish();
}

/// Stored values are read again, times among them.
#[test]
fn stored() {
    let mut times = hostile_texts();
    times.extend([
        input("a fraction", |bytes| {
            format!("2023-12-25T01:02:03.{}Z", "1".repeat(bytes))
        }),
        input("a year", |bytes| {
            format!("{}-12-25T01:02:03Z", "1".repeat(bytes))
        }),
        repeated("quotes", "\""),
    ]);
    let mut table = GrowthTable::new(times);
    table.entry_with_setup("a project with a time", 20.0, |text, meter| {
        let json = serde_json::json!({"name": "p", "created_at": text});
        meter.run(|| serde_json::from_value::<Project>(json).map_err(|error| error.to_string()));
    });
    table.entry_with_setup("a project with a name", 10.0, |text, meter| {
        let json = serde_json::to_string(&Project::new(text)).unwrap();
        meter.length(json.len());
        meter.run(|| {
            let project: Project = serde_json::from_str(&json).unwrap();
            serde_json::to_string(&project).map(|text| text.len())
        });
    });
    table.finish();
}
