//! The configuration of property tests.

use proptest::test_runner::Config;

/// Returns a configuration with `default` cases for each property, or the number in the environment
/// variable `INTERLINE_PROPTEST_CASES`.
#[must_use]
pub fn proptest_cases(default: u32) -> Config {
    let cases = std::env::var("INTERLINE_PROPTEST_CASES");
    let cases = cases.ok().and_then(|cases| cases.parse().ok());
    Config::with_cases(cases.unwrap_or(default))
}
