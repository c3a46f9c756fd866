//! The allocations of a search grow no faster than its directory, and the memory it holds is bounded. A binary of its own,
//! since it counts allocations.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use interline_files::{
    Containment, Duplicates, Layer, ProjectLayers, Recursion, ScanOptions, SourceFile, misspelled,
    resolve, scan,
};
use interline_testing::{GrowthTable, hostile_texts, input};

/// Twice the input is twice the entries here: 32 bytes stand for one, and the figures are for each.
fn entries(bytes: usize) -> String {
    "x".repeat(bytes / 32)
}

fn walk(table: &mut GrowthTable, name: &str, promised: f64, make: impl Fn(&Path, usize)) {
    table.entry_with_setup(name, promised, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        make(directory.path(), count.len());
        let layers = [Layer::explicit(directory.path())];
        let options = ScanOptions::new()
            .recursion(Recursion::Descend)
            .max_depth(usize::MAX);
        meter.run(|| scan(&layers, &options).filter(Result::is_ok).count());
    });
}

#[test]
fn walking() {
    let mut table = GrowthTable::new(vec![input("entries", entries)]);
    walk(&mut table, "files", 200.0, |directory, count| {
        for n in 0..count {
            fs::write(directory.join(format!("f{n:05}.md")), "x").unwrap();
        }
    });
    walk(&mut table, "directories", 200.0, |directory, count| {
        for n in 0..count {
            fs::create_dir(directory.join(format!("d{n:05}"))).unwrap();
        }
    });
    #[cfg(unix)]
    walk(
        &mut table,
        "links to one file",
        130.0,
        |directory, count| {
            fs::write(directory.join("file"), "x").unwrap();
            for n in 0..count {
                std::os::unix::fs::symlink("file", directory.join(format!("l{n:05}"))).unwrap();
            }
        },
    );
    #[cfg(unix)]
    walk(
        &mut table,
        "links in a circle",
        130.0,
        |directory, count| {
            for n in 0..count {
                std::os::unix::fs::symlink(".", directory.join(format!("l{n:05}"))).unwrap();
            }
        },
    );
    #[cfg(unix)]
    walk(&mut table, "links to nothing", 130.0, |directory, count| {
        for n in 0..count {
            std::os::unix::fs::symlink("nothing", directory.join(format!("l{n:05}"))).unwrap();
        }
    });
    #[cfg(unix)]
    for (name, duplicates) in [
        ("links within a root", Duplicates::First),
        ("each of the links", Duplicates::Each),
    ] {
        table.entry_with_setup(name, 200.0, |count, meter| {
            let directory = tempfile::tempdir().unwrap();
            fs::create_dir(directory.path().join("d")).unwrap();
            for n in 0..count.len() {
                std::os::unix::fs::symlink("../d", directory.path().join(format!("d/l{n:05}")))
                    .unwrap();
            }
            let layers = [Layer::explicit(directory.path()).within("d")];
            let options = ScanOptions::new()
                .containment(Containment::WithinRoot)
                .duplicates(duplicates)
                .recursion(Recursion::Descend);
            meter.run(|| scan(&layers, &options).count());
        });
    }
    table.entry_with_setup("a scan within limits", 300.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            fs::create_dir_all(directory.path().join(format!("d{n:05}/e"))).unwrap();
        }
        let layers = [Layer::explicit(directory.path())];
        let options = ScanOptions::new()
            .recursion(Recursion::Descend)
            .max_depth(1)
            .max_entries(2 * count.len() - 1);
        meter.run(|| scan(&layers, &options).filter(Result::is_err).count());
    });
    table.entry_with_setup("layers", 300.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        let layers: Vec<_> = (0..count.len())
            .map(|n| {
                let layer = directory.path().join(format!("l{n:05}"));
                fs::create_dir(&layer).unwrap();
                fs::write(layer.join("a"), "x").unwrap();
                Layer::package(layer, u32::try_from(n % 7).unwrap_or(0))
            })
            .collect();
        let options = ScanOptions::new().project_layers(ProjectLayers::Drop);
        meter.run(|| (scan(&layers, &options).count(), options.in_order(&layers)));
    });
    table.entry_with_setup("one layer many times", 80.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("a"), "x").unwrap();
        let layers = vec![Layer::explicit(directory.path()); count.len()];
        meter.run(|| scan(&layers, &ScanOptions::new()).count());
    });
    table.entry_with_setup("Entry::open, open_in, misspelled", 200.0, |count, meter| {
        let directory = tempfile::tempdir().unwrap();
        for n in 0..count.len() {
            fs::write(directory.path().join(format!("f{n:05}")), "x").unwrap();
        }
        let layers = [Layer::explicit(directory.path())];
        meter.run(|| {
            let options = ScanOptions::new();
            let mut found = scan(&layers, &options).filter_map(Result::ok);
            let directory = found.next().unwrap();
            let open = found.filter(|entry| entry.open(9).is_ok()).count();
            (
                open,
                directory.open_in("f00000", 9).is_ok(),
                directory.open_in("missing", 9).is_ok(),
                misspelled(&directory, "F00001"),
            )
        });
    });
    table.entry_with_setup("resolve", 150.0, |count, meter| {
        let names: Vec<(String, u32)> = (0..count.len() as u32)
            .map(|n| (format!("n{}", n / 3), n % 5))
            .collect();
        meter.run(|| resolve(names.iter().map(|(name, precedence)| (name, *precedence))));
    });
    table.finish();
}

#[test]
fn reading() {
    let mut table = GrowthTable::new(hostile_texts());
    let with_file = |text: &str, call: &dyn Fn(SourceFile)| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, text).unwrap();
        call(SourceFile::open(path, u64::MAX).unwrap());
    };
    table.entry("SourceFile::read_text", 2.0, |text| {
        with_file(text, &|file| drop(file.read_text()));
    });
    table.entry("SourceFile::read_unchanged", 2.0, |text| {
        with_file(text, &|file| drop(file.read_unchanged()));
    });
    table.entry("SourceFile::open, as a path", 8.0, |text| {
        SourceFile::open(text, 1).map_err(|error| error.to_string())
    });
    table.entry("a layer, as a path", 8.0, |text| {
        let layers = [Layer::explicit("/nowhere").within(text)];
        scan(&layers, &ScanOptions::new()).count()
    });
    table.entry("SourceFile::read_prefix", 4.0, |text| {
        with_file(text, &|file| {
            let mut buffer = String::new();
            drop(
                file.read_prefix(&mut buffer, usize::MAX / 4, |_| false)
                    .map(|prefix| prefix.text.len()),
            );
        });
    });
    table.finish();
}
