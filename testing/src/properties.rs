//! How often a property is tried.

use proptest::test_runner::Config;

/// `debug` cases of a property, or as many as `INTERLINE_PROPTEST_CASES` says.
#[must_use]
pub fn proptest_cases(debug: u32) -> Config {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse().ok());
    Config::with_cases(cases.unwrap_or(debug))
}
