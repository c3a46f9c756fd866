//! Lists and mappings in brackets.

/// Returns whether a value starts with `[` or `{` and ends with its partner, not counting comments.
pub(super) fn ends_with_partner(value: &str) -> bool {
    let value = value.trim();
    let mut open = Vec::new();
    let mut quote: Option<u8> = None;
    let mut before = b' ';
    for (at, byte) in value.bytes().enumerate() {
        match quote {
            Some(open) if byte == open && before != b'\\' => quote = None,
            Some(_) => {}
            None => match byte {
                b'"' | b'\'' if matches!(before, b' ' | b',' | b'[' | b'{' | b':' | b'\n') => {
                    quote = Some(byte);
                }
                b'[' | b'{' => open.push(byte),
                b']' | b'}' => {
                    let partner = if byte == b']' { b'[' } else { b'{' };
                    if open.pop() != Some(partner) {
                        return false;
                    }
                    if open.is_empty() {
                        let rest = value.get(at + 1..).unwrap_or_default().trim();
                        return rest.is_empty() || rest.starts_with('#');
                    }
                }
                _ => {}
            },
        }
        before = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_partners() {
        for value in ["[a]", "{a: [b]}", "[a, 'b]'] # c", "[\n a\n]"] {
            assert!(ends_with_partner(value), "{value:?}");
        }
        for value in ["{]", "[a] [b]", "[a", "[a] - b", "a]", ""] {
            assert!(!ends_with_partner(value), "{value:?}");
        }
    }
}
