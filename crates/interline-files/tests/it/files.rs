use interline_files::{Error, SourceFile};

use crate::tree::Tree;

/// Returns the result of a reading up to the first `!`, and the number of calls.
fn up_to_mark(tree: &Tree, text: &[u8], max: usize) -> (Result<(usize, bool), Error>, Vec<usize>) {
    let path = tree.write("file", text);
    let mut asked = Vec::new();
    let mut buffer = String::new();
    let file = SourceFile::open(path, u64::MAX).unwrap();
    let prefix = file.read_prefix(&mut buffer, max, |text| {
        asked.push(text.len());
        text.contains('!')
    });
    let prefix = prefix.map(|prefix| {
        assert_eq!(prefix.text.as_bytes(), &text[..prefix.text.len()]);
        (prefix.text.len(), prefix.is_whole)
    });
    (prefix, asked)
}

#[test]
fn one_read_is_enough_for_most() {
    let tree = Tree::new();
    for (text, expected, asks) in [
        ("", (0, true), vec![]),
        ("abc", (3, true), vec![]),
        ("abc!", (4, true), vec![]),
        (
            &("!".to_owned() + &"x".repeat(9000)),
            (4096, false),
            vec![4096],
        ),
        (&("x".repeat(4095) + "!"), (4096, true), vec![]),
        (&("x".repeat(4095) + "!y"), (4096, false), vec![4096]),
        (&("x".repeat(4096) + "!y"), (4098, true), vec![4096]),
        (
            &("x".repeat(9000) + "!" + &"y".repeat(90_000)),
            (16_384, false),
            vec![4096, 8192, 16_384],
        ),
    ] {
        let (result, asked) = up_to_mark(&tree, text.as_bytes(), 1 << 20);
        assert_eq!((result.unwrap(), asked), (expected, asks), "{}", text.len());
    }
}

#[test]
fn many_files_are_read_into_one_buffer() {
    let tree = Tree::of(&["directory/x"]);
    let long = "long ".repeat(2000);
    tree.write("long", long.as_bytes());
    tree.write("short", "é".as_bytes());
    tree.write("empty", b"");
    tree.write("bytes", b"a\n\xff");
    #[cfg(unix)]
    {
        tree.link("link", "long");
        tree.link("dangling", "nowhere");
        tree.link("loop", "loop");
        tree.link("up", "directory");
    }
    let mut buffer = String::new();
    for name in [
        "long",
        "short",
        "empty",
        "bytes",
        "directory",
        "none",
        "none/x",
        "link",
        "dangling",
        "loop",
        "up/x",
        "short/x",
    ] {
        let path = tree.path(name);
        let expected = SourceFile::open(&path, 10_000).and_then(SourceFile::read_text);
        let found = SourceFile::read_into(&path, 10_000, &mut buffer);
        match expected {
            Ok(text) => {
                assert!(found.is_ok(), "{name}: {found:?}");
                assert_eq!(buffer, text, "{name}");
            }
            Err(error) => {
                assert_eq!(found.unwrap_err().to_string(), error.to_string(), "{name}");
                assert_eq!(buffer, "", "{name}");
            }
        }
    }
    let error = SourceFile::read_into(&tree.path("long"), 9_999, &mut buffer).unwrap_err();
    assert!(matches!(error, Error::FileTooLarge { limit: 9_999, .. }));
    // Its size is 0.
    #[cfg(target_os = "linux")]
    {
        SourceFile::read_into("/proc/self/status".as_ref(), 1 << 20, &mut buffer).unwrap();
        assert!(buffer.starts_with("Name:"));
    }
}

#[test]
fn a_header_is_bounded() {
    let tree = Tree::new();
    let text = "x".repeat(50_000);
    let (result, asked) = up_to_mark(&tree, text.as_bytes(), 10_000);
    assert!(matches!(
        result,
        Err(Error::HeaderTooLarge { limit: 10_000, .. })
    ));
    assert_eq!(asked, [4096, 8192, 10_000]);
    let (result, _) = up_to_mark(&tree, text.as_bytes(), 0);
    assert!(matches!(
        result,
        Err(Error::HeaderTooLarge { limit: 0, .. })
    ));
    // The end of the file ends it too.
    let (result, _) = up_to_mark(&tree, text.as_bytes(), 50_000);
    assert_eq!(result.unwrap(), (50_000, true));
}

#[test]
fn a_character_cut_by_a_read_is_accepted() {
    let tree = Tree::new();
    for shift in 0..4 {
        let text = "!".to_owned() + &"x".repeat(shift) + &"🦀".repeat(3000);
        let (result, asked) = up_to_mark(&tree, text.as_bytes(), 1 << 20);
        let (len, is_whole) = result.unwrap();
        assert!(len > 4092 && len <= 4096 && !is_whole);
        assert_eq!(asked, [len]);
    }
}

#[test]
fn invalid_utf8_is_reported_with_its_offset() {
    let tree = Tree::new();
    for (text, at) in [
        (&b"ab\xff!"[..], 2),
        (b"a\xf0\x9f\xa6", 1),
        (b"\xff\xfea\0", 0),
    ] {
        let (result, _) = up_to_mark(&tree, text, 1 << 20);
        assert!(matches!(result, Err(Error::NotUtf8 { offset, .. }) if offset == at));
        let error = SourceFile::open(tree.path("file"), 99)
            .unwrap()
            .read_text()
            .unwrap_err();
        assert!(matches!(error, Error::NotUtf8 { offset, .. } if offset == at));
    }
    // Content that is not read is not checked.
    let mut text = b"!".to_vec();
    text.extend(vec![b'x'; 5000]);
    text.push(0xff);
    assert_eq!(up_to_mark(&tree, &text, 1 << 20).0.unwrap(), (4096, false));
}

#[test]
fn a_buffer_serves_many_files() {
    let tree = Tree::new();
    let long = tree.write("long", "x".repeat(20_000));
    let short = tree.write("short", "ab");
    let mut buffer = String::new();
    for (path, len) in [(&long, 20_000), (&short, 2), (&long, 20_000)] {
        let file = SourceFile::open(path, u64::MAX).unwrap();
        assert_eq!(file.size(), len as u64);
        let prefix = file.read_prefix(&mut buffer, 1 << 20, |_| false).unwrap();
        assert_eq!((prefix.text.len(), prefix.is_whole), (len, true));
    }
}

#[test]
fn files_are_bounded() {
    let tree = Tree::new();
    let path = tree.write("file", "12345");
    assert_eq!(
        SourceFile::open(&path, 5).unwrap().read_text().unwrap(),
        "12345"
    );
    let error = SourceFile::open(&path, 4).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("file: larger than 4 bytes; make the file smaller or raise the limit")
    );
    // It grows between opening and reading.
    let file = SourceFile::open(&path, 6).unwrap();
    tree.write("file", "12345678");
    assert!(matches!(
        file.read_text(),
        Err(Error::FileTooLarge { limit: 6, .. })
    ));
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_hides_its_size_is_read() {
    let file = SourceFile::open("/proc/self/status", 1 << 20).unwrap();
    assert!(file.read_text().unwrap().contains("Pid:"));
    let mut buffer = String::new();
    let file = SourceFile::open("/proc/self/status", 1 << 20).unwrap();
    let prefix = file.read_prefix(&mut buffer, 1 << 20, |_| false).unwrap();
    assert!(prefix.text.contains("Pid:") && prefix.is_whole);
}

#[test]
fn any_bytes_are_read_in_the_state_of_the_opening() {
    use std::time::{Duration, SystemTime};

    let tree = Tree::new();
    let bytes: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    let path = tree.write("file", &bytes);
    let file = SourceFile::open(&path, 10_000).unwrap();
    assert!(file.modified().unwrap() <= SystemTime::now() + Duration::from_secs(5));
    assert_eq!(
        file.created(),
        std::fs::metadata(&path).unwrap().created().ok()
    );
    assert_eq!(file.read_unchanged().unwrap(), bytes);

    let changed = |change: &dyn Fn()| {
        tree.write("file", "12345");
        let file = SourceFile::open(&path, 100).unwrap();
        change();
        file.read_unchanged().unwrap_err()
    };
    let touch = || {
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    };
    for error in [
        changed(&|| drop(tree.write("file", "123456"))),
        changed(&|| drop(tree.write("file", "1234"))),
        changed(&touch),
    ] {
        assert_eq!(
            error.to_string(),
            format!(
                "{}: changed while it was read; read it again",
                path.display()
            )
        );
        assert_eq!(error.path(), Some(path.as_path()));
    }
    // Another file in its place does not matter: the one that was opened is read.
    tree.write("file", "old");
    let file = SourceFile::open(&path, 100).unwrap();
    tree.write("other", "new one");
    std::fs::rename(tree.path("other"), &path).unwrap();
    assert_eq!(file.read_unchanged().unwrap(), b"old");
}
