//! The sections of the page of diagnostics.

/// A copy of `docs/diagnostics.md`, which is not part of the package.
const PAGE: &str = include_str!("diagnostics.md");

/// The explanation of a code in the page of diagnostics, in Markdown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explanation {
    /// The first paragraph: what the code means.
    pub(super) meaning: &'static str,
    /// The whole section, with an example and the fix.
    pub(super) section: &'static str,
}

/// Returns what the page says about a code. A code of several crates means the same in all of them.
pub(super) fn explain(code: &str) -> Option<Explanation> {
    let (_, after) = PAGE.split_once(&format!("\n### `{code}`\n\n"))?;
    let end = ["\n### `", "\n## interline-"]
        .iter()
        .filter_map(|heading| after.find(heading))
        .min();
    let section = after.get(..end.unwrap_or(after.len()))?.trim_end();
    let meaning = section.split("\n\n").next()?;
    Some(Explanation { meaning, section })
}

/// Returns the address of the section of a code; `None` while the package names no repository.
pub(super) fn uri(code: &str) -> Option<String> {
    uri_in(env!("CARGO_PKG_REPOSITORY"), code)
}

fn uri_in(repository: &str, code: &str) -> Option<String> {
    let version = env!("CARGO_PKG_VERSION");
    let repository = repository.trim_end_matches('/');
    (!repository.is_empty())
        .then(|| format!("{repository}/blob/v{version}/docs/diagnostics.md#{code}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_section() {
        // A test of the workspace compares the page with the constants.
        let headings = PAGE.lines().filter_map(|line| line.strip_prefix("### `"));
        let codes: Vec<&str> = headings.map(|name| name.trim_end_matches('`')).collect();
        assert!(!codes.is_empty());
        for code in codes {
            let found = explain(code);
            let section = found.map_or("", |found| found.section);
            assert!(section.contains("**Example**"), "{code}: {section}");
            assert!(section.contains("**Fix**"), "{code}: {section}");
            assert_eq!(section.matches("**Fix**").count(), 1, "{code}: {section}");
        }
        assert!(explain("no-such-code").is_none());
    }

    #[test]
    fn sections_have_an_address() {
        let found = uri_in("https://example.org/interline/", "tab-indent");
        let expected = concat!(
            "https://example.org/interline/blob/v",
            env!("CARGO_PKG_VERSION"),
            "/docs/diagnostics.md#tab-indent"
        );
        assert_eq!(found.as_deref(), Some(expected));
        assert_eq!(uri_in("", "tab-indent"), None);
    }
}
