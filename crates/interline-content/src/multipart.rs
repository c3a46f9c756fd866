//! Several files as one MIME entity.

use std::fmt::Write as _;

use memchr::memmem;

use crate::FileInfo;

const LINE: &str = "\r\n";

/// A boundary that occurs in no part, neither in what the files hold nor in what is said of them. The same files give the same one.
pub(crate) fn boundary(files: &[FileInfo]) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let content = file.content.as_bytes();
        // The lengths keep one list of files from hashing like another that is cut elsewhere.
        for part in [file.location.as_bytes(), content] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    choose(files, |attempt| {
        let mut hasher = hasher.clone();
        hasher.update(&attempt.to_le_bytes());
        let hash = hasher.finalize().to_hex();
        format!("interline-{}", hash.get(..32).unwrap_or(&hash))
    })
}

/// The first candidate that occurs nowhere.
fn choose(files: &[FileInfo], candidate: impl Fn(u64) -> String) -> String {
    let mut attempt = 0;
    loop {
        let boundary = candidate(attempt);
        let finder = memmem::Finder::new(&boundary);
        let occurs = files.iter().any(|file| {
            finder.find(file.content.as_bytes()).is_some()
                || finder.find(file.location.as_bytes()).is_some()
        });
        if !occurs {
            return boundary;
        }
        attempt += 1;
    }
}

/// The value of the `Content-Type` of the whole.
pub(crate) fn content_type(boundary: &str) -> String {
    format!("multipart/mixed; boundary=\"{boundary}\"")
}

/// The whole with its header. Linear.
pub(crate) fn entity(files: &[FileInfo]) -> Vec<u8> {
    let boundary = boundary(files);
    let bytes: usize = files.iter().map(|file| file.content.as_bytes().len()).sum();
    let mut out = Vec::with_capacity(bytes + 512 * (files.len() + 1));
    let header = format!(
        "MIME-Version: 1.0{LINE}Content-Type: {}{LINE}",
        content_type(&boundary)
    );
    out.extend(header.as_bytes());
    for file in files {
        // The line ending before a delimiter belongs to it, so that a part ends where its file does.
        let header = format!(
            "{LINE}--{boundary}{LINE}Content-Type: {}{LINE}Content-Transfer-Encoding: binary{LINE}\
             Content-Location: {}{LINE}Content-Length: {}{LINE}{LINE}",
            file.content_type(),
            relative_uri(&file.location),
            file.content.as_bytes().len()
        );
        out.extend(header.as_bytes());
        out.extend(file.content.as_bytes());
    }
    out.extend(format!("{LINE}--{boundary}--{LINE}").as_bytes());
    out
}

/// A path as a relative URI: all but letters, digits, `-`, `.`, `_`, `~` and `/` in percent-encoding.
fn relative_uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::*;
    use crate::Category;

    fn file(location: &str, content: &str) -> FileInfo {
        let category = Category::new("c", "");
        FileInfo::new(&category, location, content.to_owned(), UNIX_EPOCH)
    }

    #[test]
    fn a_boundary_that_occurs_is_not_taken() {
        let files = [file("b1", "x b0 y"), file("c", "--b2\r\n")];
        assert_eq!(choose(&files, |attempt| format!("b{attempt}")), "b3");
    }

    #[test]
    fn uris() {
        assert_eq!(relative_uri("a-b/c_d.md~"), "a-b/c_d.md~");
        assert_eq!(
            relative_uri("a b:é%2e\r\n\""),
            "a%20b%3A%C3%A9%252e%0D%0A%22"
        );
    }
}
