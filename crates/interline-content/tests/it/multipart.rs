//! Several files as one MIME entity, read back by a parser that is not ours.

use interline_content::Content;
use mail_parser::{Message, MessageParser, MimeHeaders, PartType};
use proptest::prelude::*;

use crate::docroot::Docroot;

/// Location, type, stated length and bytes of each part.
fn parts(bytes: &[u8]) -> Vec<(String, String, usize, Vec<u8>)> {
    let message = MessageParser::default().parse(bytes).unwrap();
    let root = message.root_part();
    assert_eq!(root.content_type().unwrap().ctype(), "multipart");
    assert_eq!(root.content_type().unwrap().subtype(), Some("mixed"));
    let PartType::Multipart(children) = &root.body else {
        panic!("not a multipart: {root:?}");
    };
    children
        .iter()
        .map(|child| part(&message, *child, bytes))
        .collect()
}

fn part(message: &Message<'_>, child: u32, bytes: &[u8]) -> (String, String, usize, Vec<u8>) {
    let part = message.part(child).unwrap();
    let kind = part.content_type().unwrap();
    let kind = format!("{}/{}", kind.ctype(), kind.subtype().unwrap());
    let length = part
        .headers
        .iter()
        .find(|header| header.name().eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|header| header.value().as_text()).unwrap();
    let (from, to) = (
        part.raw_body_offset() as usize,
        part.raw_end_offset() as usize,
    );
    (
        part.content_location().unwrap().to_owned(),
        kind,
        length.parse().unwrap(),
        bytes[from..to].to_vec(),
    )
}

#[track_caller]
fn check(content: &Content) {
    let bytes = content.to_bytes();
    assert!(
        bytes.starts_with(
            b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"interline-"
        )
    );
    assert!(bytes.ends_with(b"--\r\n"));
    let parts = parts(&bytes);
    assert_eq!(parts.len(), content.files.len());
    for (file, (location, kind, length, body)) in content.files.iter().zip(parts) {
        assert_eq!(
            location.replace("%20", " ").replace("%C3%A9", "é"),
            file.location
        );
        assert_eq!(Some(kind.as_str()), file.content_type().split(';').next());
        assert_eq!((length, length as u64), (body.len(), file.size));
        assert_eq!(body, file.content.as_bytes());
    }
    // The header says what is asked for separately, and the boundary is in no part.
    let kind = content.content_type();
    let header = format!("Content-Type: {kind}\r\n");
    assert!(
        bytes
            .windows(header.len())
            .any(|window| window == header.as_bytes())
    );
    let boundary = kind.split('"').nth(1).unwrap();
    assert!(boundary.len() <= 70);
    for file in &content.files {
        let content = file.content.as_bytes();
        assert!(
            !content
                .windows(boundary.len())
                .any(|window| window == boundary.as_bytes())
        );
    }
    assert_eq!(content.to_bytes(), bytes);
}

#[test]
fn several_files_are_one_text() {
    let docroot = Docroot::of(&[
        ("docs/a é.md.mustache", "Hello {{agent.name}}\n"),
        ("docs/b.html", "<p>"),
        ("docs/c.txt", ""),
    ]);
    let content = docroot.docs(None).unwrap();
    check(&content);
    let text = content.to_text().unwrap();
    let boundary = content.content_type();
    let boundary = boundary.split('"').nth(1).unwrap();
    let expected = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"B\"\r\n\
         \r\n--B\r\nContent-Type: text/markdown; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\n\
         Content-Location: docs/a%20%C3%A9.md.mustache\r\nContent-Length: 13\r\n\r\nHello Notary\n\
         \r\n--B\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\n\
         Content-Location: docs/b.html\r\nContent-Length: 3\r\n\r\n<p>\
         \r\n--B\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\n\
         Content-Location: docs/c.txt\r\nContent-Length: 0\r\n\r\n\
         \r\n--B--\r\n";
    assert_eq!(
        text,
        expected
            .replace("--B", &format!("--{boundary}"))
            .replace("\"B\"", &format!("\"{boundary}\""))
    );
}

#[test]
fn an_earlier_answer_may_be_in_a_part() {
    let docroot = Docroot::of(&[("docs/a.md", "a"), ("docs/b.md", "b")]);
    let first = docroot.docs(None).unwrap();
    let earlier = first.to_bytes();
    docroot.write("docs/b.md", &earlier);
    let second = docroot.docs(None).unwrap();
    check(&second);
    assert_eq!(second.files[1].content.as_bytes(), earlier);
    assert_ne!(first.content_type(), second.content_type());
}

#[test]
fn bytes_that_are_no_text_are_parts_too() {
    let binary: Vec<u8> = (0..=255).rev().collect();
    let docroot = Docroot::of(&[("docs/a.bin", binary.as_slice()), ("docs/b.md", b"b")]);
    let content = docroot.docs(None).unwrap();
    check(&content);
    let error = content.to_text().unwrap_err();
    assert_eq!(
        error.to_string(),
        "docs/a.bin: not a text: ask for bytes, or leave it out"
    );
    // It may be left out.
    let mut content = content;
    content.files.retain(|file| file.content.as_str().is_some());
    assert_eq!(content.to_text().unwrap(), "b");
}

fn contents() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..20),
        "[a\r\n -]{0,20}".prop_map(String::into_bytes),
        "\\PC{0,20}".prop_map(String::into_bytes),
        Just(b"\r\n--interline-0123456789abcdef0123456789abcdef\r\n".to_vec()),
        Just(b"\r\n--interline-0123456789abcdef0123456789abcdef--\r\n".to_vec()),
        Just(
            b"Content-Length: 3\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n"
                .to_vec()
        ),
        Just(b"\n--".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\xef\xbb\xbf".to_vec()),
    ];
    proptest::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::proptest_cases(150))]

    #[test]
    fn parts_are_read_back_to_the_byte(files in proptest::collection::vec((contents(), "(md|html|txt|x)"), 2..6)) {
        let files: Vec<_> = files
            .iter()
            .enumerate()
            .map(|(number, (bytes, extension))| (format!("docs/{number} é.{extension}"), bytes))
            .collect();
        let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes)).collect();
        check(&Docroot::of(&files).docs(None).unwrap());
    }
}
