//! Allocations grow no faster than the input, and the memory held at once is bounded for each byte of it. A binary of its own,
//! since it counts allocations and has the log on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use interline_fragments::{
    DiscoveryOptions, FragmentArgument, FragmentManifest, FragmentRegistry, FragmentResource,
    FragmentSource, Layer, discover, discover_with, expand,
};
use interline_testing::{GrowthTable, Input, hostile_texts, input, numbered, repeated, typical};

fn bodies() -> Vec<Input> {
    let mut inputs = hostile_texts();
    inputs.extend([
        typical(|bytes| {
            "Translate {{a}} to {{c}}, and say what you left out and why.\n".repeat(bytes / 60)
        }),
        repeated("placeholders", "{{a}}"),
        repeated("placeholders without a declaration", "{{b}} "),
        repeated("placeholders that nothing closes", "{{a "),
        repeated("open braces", "{"),
        repeated("closed braces", "}"),
        repeated("backslashes", "\\"),
        repeated("placeholders after backslashes", "\\{{a}}"),
        input("a placeholder with a long name", |bytes| {
            format!("{{{{{}}}}}", "n".repeat(bytes))
        }),
        input("backslashes before one placeholder", |bytes| {
            "\\".repeat(bytes) + "{{a}}"
        }),
    ]);
    inputs
}

fn arguments() -> Vec<FragmentArgument> {
    vec![
        FragmentArgument::required("a"),
        FragmentArgument::optional("c", "d"),
    ]
}

#[test]
fn expanding() {
    let mut table = GrowthTable::new(bodies());
    let arguments = arguments();
    table.entry("expand", 2.0, |body| {
        expand(body, &arguments, &[("a", "value")])
    });
    table.entry("expand_with", 2.0, |body| {
        expand(body, &arguments, &[("a", "value"), ("z", "not declared")])
    });
    table.entry("expand_with, as a value", 2.0, |text| {
        expand("{{a}}", &arguments, &[("a", text)])
    });
    table.finish();
}

#[test]
fn headers() {
    let mut headers = hostile_texts();
    headers.extend([
        input("arguments", |bytes| {
            format!("arguments: {}", numbered(bytes, |n| format!("a{n:05}, ")))
        }),
        input("a list of arguments", |bytes| {
            format!(
                "arguments:\n{}",
                numbered(bytes, |n| format!("- {{name: a{n:05}, default: x}}\n"))
            )
        }),
        input("one argument many times", |bytes| {
            format!("arguments: {}", "a, ".repeat(bytes / 3))
        }),
        input("keys of an argument of a long name", |bytes| {
            let keys = numbered(bytes / 2, |n| format!(", k{n:05}: v"));
            format!("arguments:\n- {{name: {}{keys}}}\n", "a".repeat(bytes / 2))
        }),
        input("a list of arguments that are required and not", |bytes| {
            format!(
                "arguments:\n{}",
                numbered(bytes, |n| format!(
                    "- {{name: a{n:05}, default: x, required: true, k: v}}\n"
                ))
            )
        }),
        input("unknown keys", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: 1\n"))
        }),
        input("values that are not YAML", |bytes| {
            numbered(bytes, |n| format!("k{n:05}: a: b\n"))
        }),
        input("a long value that is not YAML", |bytes| {
            format!("title: a: {}", "x ".repeat(bytes / 2))
        }),
        input("a long description", |bytes| {
            format!("title: {}", "x ".repeat(bytes / 2))
        }),
    ]);
    let mut table = GrowthTable::new(headers);
    table.entry_with_setup("FragmentManifest::parse", 80.0, |header, meter| {
        let text = format!("---\nname: x\ndescription: d\n{header}\n---\nbody\n");
        meter.run(|| {
            FragmentManifest::parse(&text, Path::new("FRAGMENT.md"))
                .map_err(|error| error.to_string())
        });
    });
    let directory = tempfile::tempdir().unwrap();
    let layers = [Layer::explicit(directory.path())];
    table.entry_with_setup("discover_with, a long header", 100.0, |header, meter| {
        let text = format!("---\nname: x\ndescription: d\n{header}\n---\nbody\n");
        fs::write(directory.path().join("FRAGMENT.md"), text).unwrap();
        let options = DiscoveryOptions::new()
            .threads(1)
            .header_bytes(usize::MAX / 4);
        meter.run(|| discover_with(&layers, &options));
    });
    table.finish();
}

#[test]
fn one_fragment() {
    let mut table = GrowthTable::new(bodies());
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("FRAGMENT.md");
    let layers = [Layer::explicit(directory.path())];
    let header = "---\nname: x\ndescription: d\narguments: [a]\n---\n";
    table.entry_with_setup("discover_with, a long body", 1.0, |body, meter| {
        fs::write(&path, format!("{header}{body}")).unwrap();
        meter.run(|| discover_with(&layers, &DiscoveryOptions::new().threads(1)));
    });
    table.entry_with_setup("load_body, load_text", 6.0, |body, meter| {
        fs::write(&path, format!("{header}{body}")).unwrap();
        let registry = FragmentRegistry::from_resources(discover(&layers).into_values());
        meter.run(|| {
            let resource = registry.get("x").unwrap();
            let texts = (resource.load_body(), resource.load_text());
            (texts.0.is_ok(), texts.1.is_ok(), registry.load_body("x"))
        });
    });
    table.entry_with_setup("FragmentRegistry::expand", 4.0, |body, meter| {
        fs::write(&path, format!("{header}{body}")).unwrap();
        let registry = FragmentRegistry::from_resources(discover(&layers).into_values());
        meter.run(|| {
            registry.expand("x", &[("a", "v")]).is_ok()
                && registry.expand("x", &[("a", "v")]).is_ok()
        });
    });
    table.entry("FragmentRegistry, a name that is not there", 8.0, |name| {
        let registry = FragmentRegistry::from_resources([]);
        registry
            .expand(name, &[("a", "v")])
            .map_err(|error| error.to_string())
    });
    table.finish();
}

/// Twice the input is twice the fragments here: 64 bytes stand for one, and the figures are for each.
fn count(bytes: usize) -> String {
    "x".repeat(bytes / 64)
}

fn resources(count: usize) -> Vec<FragmentResource> {
    let resource = |n: usize| FragmentResource {
        manifest: FragmentManifest {
            name: format!("name-{:05}", n / 2),
            description: "What it is for".to_owned(),
            arguments: arguments(),
        },
        path: format!("/x/{n}").into(),
        fragment_md_path: format!("/x/{n}/FRAGMENT.md").into(),
        layer_precedence: u32::try_from(n).unwrap_or(0),
        builtin: None,
    };
    (0..count).map(resource).collect()
}

#[test]
fn many_fragments() {
    let mut table = GrowthTable::new(vec![input("fragments", count)]);
    table.entry_with_setup("FragmentRegistry::from_resources", 160.0, |count, meter| {
        let resources = resources(count.len());
        meter.run(|| FragmentRegistry::from_resources(resources));
    });
    table.entry_with_setup("listing", 270.0, |count, meter| {
        let registry = FragmentRegistry::from_resources(resources(count.len()));
        meter.run(|| {
            (
                registry.format_for_prompt(),
                registry.format_for_rpc_metadata(),
                registry.to_mcp_prompts(),
                registry
                    .get("name-00001")
                    .map(|found| found.layer_precedence),
            )
        });
    });
    table.entry_with_setup("discover, built-in", 1300.0, |count, meter| {
        let fragment = |n: usize| {
            let text = format!("---\nname: n{n:05}\ndescription: d\n---\n");
            (format!("n{n:05}"), text)
        };
        let layer = FragmentSource::builtin((0..count.len()).map(fragment));
        meter.run(|| discover([&layer]));
    });
    table.entry_with_setup("discover_with, layers", 2000.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        let layers: Vec<_> = (0..count.len())
            .map(|n| {
                let layer = directory.path().join(format!("l{n:05}"));
                fs::create_dir_all(layer.join("f")).unwrap();
                fs::write(
                    layer.join("f/FRAGMENT.md"),
                    "---\nname: f\ndescription: d\n---\n",
                )
                .unwrap();
                Layer::package(layer, u32::try_from(n).unwrap_or(0))
            })
            .collect();
        meter.run(|| discover_with(&layers, &DiscoveryOptions::new().threads(1)));
    });
    #[cfg(unix)]
    table.entry_with_setup("discover_with, links to one", 400.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("f")).unwrap();
        let text = "---\nname: f\ndescription: d\n---\n";
        fs::write(directory.path().join("f/FRAGMENT.md"), text).unwrap();
        for n in 0..count.len() {
            std::os::unix::fs::symlink("f", directory.path().join(format!("l{n:05}"))).unwrap();
        }
        let layers = [Layer::explicit(directory.path())];
        meter.run(|| discover_with(&layers, &DiscoveryOptions::new().threads(1)));
    });
    for (name, shared) in [("discover_with", false), ("discover_with, one name", true)] {
        table.entry_with_setup(name, 1300.0, |count, meter| {
            let directory = tempfile::tempdir().unwrap();
            for n in 0..count.len() {
                let inner = directory.path().join(format!("f{n:05}"));
                fs::create_dir(&inner).unwrap();
                let name = if shared { 0 } else { n };
                let text = format!(
                    "---\nname: n{name:05}\ndescription: d\n---\n{}",
                    "body\n".repeat(2000)
                );
                fs::write(inner.join("FRAGMENT.md"), text).unwrap();
            }
            let layers = [Layer::explicit(directory.path())];
            // What other threads allocate is not counted.
            let options = DiscoveryOptions::new().threads(1);
            meter.run(|| discover_with(&layers, &options));
        });
    }
    table.finish();
}
