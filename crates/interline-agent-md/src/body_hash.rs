/// Computes the version of a body: BLAKE3 of its bytes, as 64 hexadecimal digits in lower case.
///
/// The header has no influence on it. Line endings have: a body with CRLF has another version than the same body with LF. Linear in the
/// body.
///
/// # Examples
///
/// ```
/// let hash = interline_agent_md::compute_body_hash("");
/// assert_eq!(hash, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
/// ```
#[must_use]
pub fn compute_body_hash(body: &str) -> String {
    blake3::hash(body.as_bytes()).to_hex().to_string()
}
