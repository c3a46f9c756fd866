//! What a search allocates grows no faster than what there is to search, and what it holds is bounded. A binary of its own,
//! since it counts allocations.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use interline_discovery::{DiscoveryLayer, Recursion, ScanOptions, SourceFile, resolve, scan};
use interline_testing::{Sheet, input, texts};

/// Twice the input is twice the entries here: 32 bytes stand for one, and the figures are for each.
fn entries(bytes: usize) -> String {
    "x".repeat(bytes / 32)
}

fn walk(sheet: &mut Sheet, name: &str, promised: f64, make: impl Fn(&Path, usize)) {
    sheet.entry_after(name, promised, |count, meter| {
        let folder = tempfile::tempdir().unwrap();
        make(folder.path(), count.len());
        let layers = [DiscoveryLayer::explicit(folder.path())];
        let options = ScanOptions::new()
            .recursion(Recursion::Descend)
            .max_depth(usize::MAX);
        meter.run(|| scan(&layers, &options).filter(Result::is_ok).count());
    });
}

#[test]
fn walking() {
    let mut sheet = Sheet::new(vec![input("entries", entries)]);
    walk(&mut sheet, "files", 200.0, |folder, count| {
        for n in 0..count {
            fs::write(folder.join(format!("f{n:05}.md")), "x").unwrap();
        }
    });
    walk(&mut sheet, "directories", 200.0, |folder, count| {
        for n in 0..count {
            fs::create_dir(folder.join(format!("d{n:05}"))).unwrap();
        }
    });
    #[cfg(unix)]
    walk(&mut sheet, "links to one file", 130.0, |folder, count| {
        fs::write(folder.join("file"), "x").unwrap();
        for n in 0..count {
            std::os::unix::fs::symlink("file", folder.join(format!("l{n:05}"))).unwrap();
        }
    });
    #[cfg(unix)]
    walk(&mut sheet, "links in a circle", 130.0, |folder, count| {
        for n in 0..count {
            std::os::unix::fs::symlink(".", folder.join(format!("l{n:05}"))).unwrap();
        }
    });
    #[cfg(unix)]
    walk(&mut sheet, "links to nothing", 130.0, |folder, count| {
        for n in 0..count {
            std::os::unix::fs::symlink("nothing", folder.join(format!("l{n:05}"))).unwrap();
        }
    });
    sheet.entry_after("resolve", 150.0, |count, meter| {
        let names: Vec<(String, u32)> = (0..count.len() as u32)
            .map(|n| (format!("n{}", n / 3), n % 5))
            .collect();
        meter.run(|| resolve(names.iter().map(|(name, precedence)| (name, *precedence))));
    });
    sheet.finish();
}

#[test]
fn reading() {
    let mut sheet = Sheet::new(texts());
    let with_file = |text: &str, call: &dyn Fn(SourceFile)| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, text).unwrap();
        call(SourceFile::open(path, u64::MAX).unwrap());
    };
    sheet.entry("SourceFile::read_text", 2.0, |text| {
        with_file(text, &|file| drop(file.read_text()));
    });
    sheet.entry("SourceFile::read_prefix", 4.0, |text| {
        with_file(text, &|file| {
            let mut buffer = String::new();
            drop(
                file.read_prefix(&mut buffer, usize::MAX / 4, |_| false)
                    .map(|prefix| prefix.text.len()),
            );
        });
    });
    sheet.finish();
}
