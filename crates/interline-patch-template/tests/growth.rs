//! Allocations grow no faster than the input, and the memory held at once is bounded for each byte of it. A binary of its
//! own, since it counts allocations and has the log on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use interline_patch_template::{
    ApplyOptions, BoundaryId, ByteParser, Document, DocumentOptions, Event, FenceRecovery,
    LiveApply, Offsets, Response, ResponseOptions, ResponseParser, Unmatched, Unterminated,
    WholeFence, apply_patches, boundary_slug, events, fold, fold_with, parse_patches,
    parse_patches_with, reposition_boundary_to_end, reposition_boundary_to_end_with_summary,
};
use interline_testing::{
    GrowthTable, Input, growing_runs, hostile_texts, input, numbered, repeated, typical,
};

/// Responses; [`as_document`] makes documents of them.
fn inputs() -> Vec<Input> {
    let nested = |bytes: usize| {
        numbered(bytes / 2, |n| format!("<!-- patch:a{n:05} -->\n"))
            + &numbered(bytes / 2, |n| format!("<!-- /patch:a{n:05} -->\n"))
    };
    let mut inputs = hostile_texts();
    inputs.extend([
        typical(|bytes| {
            let prose = "The build went through on the second try, with `cargo test`. Two files are different now, and one stays as it was.\n\n";
            let part = format!("{prose}<!-- patch:status -->\n- build: green\n\n```rust\nfn main() {{}}\n```\n<!-- /patch:status -->\n{prose}{prose}");
            part.repeat(bytes.div_ceil(part.len()))
        }),
        repeated("comment openers", "<!--"),
        repeated("openers of markers", "<!-- patch:a "),
        repeated("patches without an end", "<!-- patch:a -->\n"),
        repeated("ends without a patch", "<!-- /patch:a -->\n"),
        repeated(
            "patches of one name",
            "<!-- patch:a -->\nx\n<!-- /patch:a -->\n",
        ),
        repeated("markers in code spans", "`<!-- patch:a -->` "),
        repeated("open fences", "```a\n"),
        repeated("fences in list items", "- ```\n<!-- patch:a -->\n"),
        repeated("quotes in each other", "> "),
        repeated("lists in each other", "- "),
        repeated("open brackets", "[<!-- patch:a -->]("),
        repeated("open tags", "<a b=\"<!-- patch:a -->\n"),
        repeated("HTML blocks", "<pre>\n<!-- patch:a -->\n"),
        repeated("boundaries", "<!-- agent:boundary:1234abcd -->\n"),
        repeated(
            "answers between patches",
            "Hi.\n<!-- patch:a -->1<!-- /patch:a -->\n\n",
        ),
        input("patches of new names", |bytes| {
            numbered(bytes, |n| {
                format!("<!-- patch:a{n:05} -->\n```\n<!-- /patch:a{n:05} -->\n")
            })
        }),
        input("patches in each other", nested),
        input("one marker of attributes", |bytes| {
            format!(
                "<!-- patch:a {}-->\nx\n<!-- /patch:a -->\n",
                "k=v ".repeat(bytes / 4)
            )
        }),
        input("a patch with a long name", |bytes| {
            let name = "n".repeat(bytes / 2);
            format!("<!-- patch:{name} -->\nx\n<!-- /patch:{name} -->\n")
        }),
        input("runs of backticks around a marker", |bytes| {
            let runs = growing_runs(bytes / 2, "`");
            format!("{runs}<!-- patch:a -->{runs}")
        }),
    ]);
    inputs
}

fn as_document(response: &str) -> String {
    response.replace("patch:", "agent:")
}

fn options() -> ApplyOptions {
    ApplyOptions::new().boundary_id(BoundaryId::Given("12345678".to_owned()))
}

#[test]
fn reading() {
    let mut table = GrowthTable::new(inputs());
    table.entry_with_setup("parse_patches", 40.0, |text, meter| {
        meter.run(|| parse_patches(text));
    });
    table.entry_with_setup("Response::unmatched, into_owned", 20.0, |text, meter| {
        let response = parse_patches(text);
        meter.run(|| {
            let unmatched = response.unmatched().len();
            (unmatched, response.clone().into_owned())
        });
    });
    table.entry_with_setup("Document::parse", 60.0, |text, meter| {
        let text = as_document(text);
        meter.run(|| Document::parse(&text));
    });
    table.entry_with_setup("Document::parse_strict", 60.0, |text, meter| {
        let text = as_document(text);
        meter.run(|| {
            Document::parse_strict(&text)
                .map(drop)
                .map_err(|e| e.to_string())
        });
    });
    let options = ResponseOptions::new()
        .fence_recovery(FenceRecovery::Strict)
        .unterminated(Unterminated::Drop)
        .whole_fence(WholeFence::Keep);
    table.entry_with_setup("parse_patches_with", 40.0, |text, meter| {
        meter.run(|| parse_patches_with(text, &options));
    });
    let options = DocumentOptions::new().fence_recovery(FenceRecovery::Strict);
    table.entry_with_setup("Document::parse_with, contents", 60.0, |text, meter| {
        let text = as_document(text);
        meter.run(|| {
            let document = Document::parse_with(&text, &options);
            let components = document.components().iter();
            let contents = components.map(|component| {
                (
                    document.content(component).len(),
                    component.span(),
                    component.mode(),
                    component.attributes.get("k").map(str::len),
                    component.attributes.iter().count(),
                )
            });
            (
                contents.count(),
                document.component("a").is_some(),
                document.boundaries().len(),
                document.line_ending(),
            )
        });
    });
    table.finish();
}

fn drain(events: impl Iterator<Item = impl Sized>) -> usize {
    events.count()
}

#[test]
fn reading_in_chunks() {
    let mut table = GrowthTable::new(inputs());
    table.entry("ResponseParser", 40.0, |text| {
        let mut parser = ResponseParser::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let (piece, later) = rest.split_at(c.len_utf8());
            drain(parser.push(piece));
            rest = later;
        }
        drain(parser.finish())
    });
    table.entry("ByteParser", 40.0, |text| {
        let mut parser = ByteParser::new();
        for piece in text.as_bytes().chunks(3) {
            drain(parser.push(piece));
        }
        drain(parser.finish())
    });
    table.entry("events", 40.0, |text| {
        drain(events(text.split_inclusive(' ')))
    });
    table.entry_with_setup("fold", 40.0, |text, meter| {
        let list: Vec<Event<'static>> = events([text]).collect();
        meter.run(|| fold(text, list));
    });
    let options = ResponseOptions::new().fence_recovery(FenceRecovery::Strict);
    table.entry_with_setup("fold_with", 40.0, |text, meter| {
        let list: Vec<Event<'static>> = events(text.split_inclusive(' ')).collect();
        meter.run(|| fold_with(text, list, &options));
    });
    table.entry_with_setup("Event::into_owned", 60.0, |text, meter| {
        meter.run(|| {
            let mut parser = ResponseParser::new();
            let mut list: Vec<Event<'static>> = parser.push(text).map(Event::into_owned).collect();
            list.extend(parser.finish());
            (list, parser.pending(), parser.open_patch().is_some())
        });
    });
    #[cfg(feature = "futures")]
    for (name, polls) in [("event_stream", 1), ("event_stream, polled twice", 2)] {
        table.entry(name, 40.0, |text| stream::drain(text, polls));
    }
    table.finish();
}

/// A stream and whoever asks it, without an executor.
#[cfg(feature = "futures")]
mod stream {
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use futures_core::Stream;
    use interline_patch_template::event_stream;

    /// Pieces of a text that are ready when they are polled so many times.
    struct Pieces<'t, I: Iterator<Item = &'t str>> {
        pieces: I,
        polls: usize,
        polled: usize,
    }

    impl<'t, I: Iterator<Item = &'t str> + Unpin> Stream for Pieces<'t, I> {
        type Item = &'t str;

        fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<&'t str>> {
            let this = self.get_mut();
            this.polled += 1;
            if this.polled % this.polls == 0 {
                Poll::Ready(this.pieces.next())
            } else {
                Poll::Pending
            }
        }
    }

    /// The number of events.
    pub(super) fn drain(text: &str, polls: usize) -> usize {
        let pieces = text.split_inclusive(' ');
        let mut stream = event_stream(Pieces {
            pieces,
            polls,
            polled: 0,
        });
        let mut context = Context::from_waker(Waker::noop());
        let mut count = 0;
        loop {
            match Pin::new(&mut stream).poll_next(&mut context) {
                Poll::Ready(Some(_)) => count += 1,
                Poll::Ready(None) => return count + stream.parser().pending(),
                Poll::Pending => {}
            }
        }
    }
}

#[test]
fn applying() {
    let mut table = GrowthTable::new(inputs());
    let small = "<!-- agent:a -->\nold\n<!-- /agent:a -->\n<!-- agent:exchange -->\n<!-- /agent:exchange -->\n";
    table.entry_with_setup("apply_patches, a large response", 40.0, |text, meter| {
        let response = parse_patches(text);
        meter.run(|| apply_patches(small, &response, &options()));
    });
    table.entry_with_setup("apply_patches, a large document", 100.0, |text, meter| {
        let document = as_document(text);
        let response = parse_patches("Hi.\n<!-- patch:a -->\nnew\n<!-- /patch:a -->\n");
        meter.run(|| apply_patches(&document, &response, &options()));
    });
    table.entry_with_setup("apply_patches, both large", 100.0, |text, meter| {
        let document = as_document(text);
        let response: Response<'_> = parse_patches(text);
        meter.length(text.len() + document.len());
        meter.run(|| apply_patches(&document, &response, &options()));
    });
    table.entry_with_setup("LiveApply", 60.0, |text, meter| {
        meter.run(|| {
            let mut live = LiveApply::new(small, &options());
            let edits: usize = text
                .split_inclusive(' ')
                .map(|piece| live.push(piece).len())
                .sum();
            (edits, live.finish())
        });
    });
    table.entry_with_setup("LiveApply, offsets in UTF-16", 60.0, |text, meter| {
        meter.run(|| {
            let mut live = LiveApply::new(small, &options()).offsets(Offsets::Utf16);
            let edits: usize = text
                .split_inclusive(' ')
                .map(|piece| live.push(piece).len())
                .sum();
            (edits, live.finish())
        });
    });
    table.entry_with_setup("apply_patches, unmatched, summary", 100.0, |text, meter| {
        let response = parse_patches(text);
        let options = options().summary(text).unmatched(Unmatched::Discard);
        meter.run(|| apply_patches(small, &response, &options));
    });
    table.entry_with_setup("LiveApply, a large document", 100.0, |text, meter| {
        let document = as_document(text);
        meter.run(|| {
            let mut live = LiveApply::new(&document, &options());
            let edits = live.push("Hi.\n<!-- patch:a -->\nnew\n<!-- /patch:a -->\n");
            (edits, live.finish())
        });
    });
    table.finish();
}

#[test]
fn upkeep() {
    let mut table = GrowthTable::new(inputs());
    table.entry_with_setup("reposition_boundary_to_end", 60.0, |text, meter| {
        let document = as_document(text);
        meter.run(|| reposition_boundary_to_end(&document, "12345678"));
    });
    table.entry_with_setup("reposition…_with_summary", 60.0, |text, meter| {
        let document = as_document(text);
        meter.run(|| {
            reposition_boundary_to_end_with_summary(&document, "12345678", "what was said")
        });
    });
    table.entry("boundary_slug", 4.0, boundary_slug);
    table.finish();
}

#[cfg(feature = "frontmatter")]
#[test]
fn asking() {
    use interline_patch_template::{ComponentsConfig, is_template_mode, template_info_of};

    let mut table = GrowthTable::new(inputs());
    let config = ComponentsConfig::new();
    table.entry_with_setup("template_info_of", 60.0, |text, meter| {
        let document = format!(
            "---\nagent_doc_format: template\n---\n{}",
            as_document(text)
        );
        meter.run(|| template_info_of(&document, &config));
    });
    table.entry("is_template_mode", 4.0, |text| is_template_mode(Some(text)));
    table.finish();
}

#[cfg(all(feature = "config", feature = "frontmatter", feature = "fs"))]
#[test]
fn files() {
    use std::fs;

    use interline_patch_template::{apply_to_file, template_info};

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("plan.md");
    let small = parse_patches("Hi.\n<!-- patch:a -->\nnew\n<!-- /patch:a -->\n");
    let mut table = GrowthTable::new(inputs());
    table.entry_with_setup("apply_to_file, a large document", 100.0, |text, meter| {
        fs::write(&path, as_document(text)).unwrap();
        meter.run(|| apply_to_file(&path, &small, &options()).map_err(|error| error.to_string()));
    });
    table.entry_with_setup("apply_to_file, a large response", 40.0, |text, meter| {
        fs::write(&path, "<!-- agent:a -->\nold\n<!-- /agent:a -->\n").unwrap();
        let response = parse_patches(text);
        meter.run(|| apply_to_file(&path, &response, &options()).is_ok());
    });
    table.entry_with_setup("template_info", 60.0, |text, meter| {
        let document = as_document(text);
        fs::write(
            &path,
            format!("---\nagent_doc_format: template\n---\n{document}"),
        )
        .unwrap();
        meter.run(|| template_info(&path).map_err(|error| error.to_string()));
    });
    table.entry("apply_to_file, as a path", 8.0, |text| {
        let path = directory.path().join(text);
        apply_to_file(&path, &small, &options()).map_err(|error| error.to_string())
    });
    table.finish();
}

/// The nearest of many directories, from names alone: the document need not be there.
#[cfg(all(feature = "config", feature = "fs"))]
#[test]
fn looking_for_the_configuration() {
    use interline_patch_template::ComponentsConfig;

    let directory = tempfile::tempdir().unwrap();
    let mut deep = directory.path().to_owned();
    while deep.as_os_str().len() < 3_900 && std::fs::create_dir(deep.join("d")).is_ok() {
        deep.push("d");
    }
    let mut paths = hostile_texts();
    paths.extend([
        input("directories", |bytes| "d/".repeat(bytes / 2) + "plan.md"),
        input("ways up", |bytes| {
            "d/../".repeat(bytes / 5) + "d/../plan.md"
        }),
        input("dots", |bytes| "./".repeat(bytes / 2) + "plan.md"),
    ]);
    let mut table = GrowthTable::new(paths);
    // One look-up for each directory above, each with its path.
    table.entry("ComponentsConfig::discover, as a path", 12.0, |path| {
        ComponentsConfig::discover(directory.path().join(path))
    });
    table.finish();
}

#[cfg(feature = "config")]
fn tables() -> Vec<Input> {
    let mut tables = hostile_texts();
    tables.extend([
        input("tables", |bytes| {
            numbered(bytes, |n| format!("[a{n:05}]\npatch = \"append\"\n"))
        }),
        input("unknown keys", |bytes| {
            format!("[a]\n{}", numbered(bytes, |n| format!("k{n:05} = 1\n")))
        }),
        input("unknown keys of a long name", |bytes| {
            let keys = numbered(bytes / 2, |n| format!("k{n:05} = 1\n"));
            format!("[a{}]\n{keys}", "b".repeat(bytes / 2))
        }),
        input("tables in one of a long name", |bytes| {
            let keys = numbered(bytes / 2, |n| format!("k{n:05}.mode = \"append\"\n"));
            format!("[a{}]\n{keys}", "b".repeat(bytes / 2))
        }),
        input("tables in tables", |bytes| {
            numbered(bytes, |n| format!("[a{n:05}.b.c.d]\n"))
        }),
        repeated("one table many times", "[a]\n"),
        repeated("open brackets", "["),
        input("arrays in each other", |bytes| {
            format!("a = {}", "[".repeat(bytes))
        }),
        input("a long string", |bytes| {
            format!("[a]\npatch = \"{}\"", "x".repeat(bytes))
        }),
    ]);
    tables
}

#[cfg(feature = "config")]
#[test]
fn configuring() {
    use interline_patch_template::ComponentsConfig;

    let mut table = GrowthTable::new(tables());
    table.entry(
        "ComponentsConfig::from_toml",
        350.0,
        ComponentsConfig::from_toml,
    );
    #[cfg(feature = "fs")]
    table.entry_with_setup("ComponentsConfig::discover", 350.0, |text, meter| {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir(directory.path().join(".agent-doc")).unwrap();
        std::fs::write(directory.path().join(".agent-doc/components.toml"), text).unwrap();
        meter.run(|| {
            let found = ComponentsConfig::discover(directory.path().join("plan.md"));
            let lines: usize = found.lines().map(|line| line.len()).sum();
            let reports = found.reports().take(3).map(|report| report.to_string());
            (lines, reports.count(), found)
        });
    });
    table.finish();
}
