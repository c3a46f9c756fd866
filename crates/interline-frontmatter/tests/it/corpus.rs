//! Real files, read where they lie: `INTERLINE_SHARED` names the directory that holds `corpus/`.

use std::path::{Path, PathBuf};

use interline_frontmatter::{Document, Error, Split, set, split};

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn real_files_are_read_and_edited() {
    let Some(shared) = std::env::var_os("INTERLINE_SHARED") else {
        eprintln!("skipped: INTERLINE_SHARED is not set, so there is no corpus to read");
        return;
    };
    let directory = Path::new(&shared).join("corpus");
    let expected = std::fs::read_to_string(directory.join("expected.jsonl")).unwrap();
    let (mut read, mut refused) = (0, 0);
    for line in expected.lines() {
        let expected: serde_json::Value = serde_json::from_str(line).unwrap();
        let path = directory.join(expected["path"].as_str().unwrap());
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let split = split(&text);
        let Split::Block(block) = &split else {
            assert!(expected["close_line"].is_null(), "{}", path.display());
            continue;
        };
        let closer_line = 1 + text[..block.closer_span().start].matches('\n').count();
        assert_eq!(
            Some(closer_line as u64),
            expected["close_line"].as_u64(),
            "{}",
            path.display()
        );
        if let Some(bytes) = expected["body_bytes_after_close_line"].as_u64() {
            assert_eq!(block.body().len() as u64, bytes, "{}", path.display());
        }
        match Document::parse(&text) {
            Ok(document) => {
                read += 1;
                if let Some(keys) = expected["keys"].as_array() {
                    let keys: Vec<&str> = keys.iter().filter_map(|key| key.as_str()).collect();
                    assert_eq!(
                        document.keys().collect::<Vec<_>>(),
                        keys,
                        "{}",
                        path.display()
                    );
                }
                let mut mapping = document.mapping();
                mapping.insert("name", "other");
                match set(&text, "name", "other") {
                    Ok(edits) => {
                        let changed = edits.apply(&text).unwrap();
                        let changed = Document::parse(&changed).unwrap();
                        assert_eq!(changed.mapping(), mapping, "{}", path.display());
                        assert_eq!(changed.body(), document.body());
                    }
                    Err(Error::EditRefused { .. }) => refused += 1,
                    Err(error) => panic!("{}: {error}", path.display()),
                }
            }
            Err(error) => {
                let word = expected["yaml"].as_str();
                assert_ne!(word, Some("ok"), "{}: {error}", path.display());
            }
        }
    }
    assert!(read > 800, "only {read} files were read");
    assert!(
        refused * 100 < read,
        "{refused} edits of {read} were refused"
    );

    let mut all = Vec::new();
    files(&directory, &mut all);
    for path in all {
        if let Ok(text) = std::fs::read_to_string(&path) {
            let _ = Document::parse(&text);
        }
    }
}
