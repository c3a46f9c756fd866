//! Lists and mappings in brackets.

/// Whether a value begins with `[` or `{` and ends with its partner, comments aside.
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

/// One past the quote that closes the one at the start of `text`.
pub(super) fn closing_quote(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.first()?;
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        if quote == b'"' && byte == b'\\' {
            at += 1;
        } else if byte == quote {
            if quote == b'\'' && bytes.get(at + 1) == Some(&quote) {
                at += 1;
            } else {
                return Some(at + 1);
            }
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners() {
        for value in ["[a]", "{a: [b]}", "[a, 'b]'] # c", "[\n a\n]"] {
            assert!(ends_with_partner(value), "{value:?}");
        }
        for value in ["{]", "[a] [b]", "[a", "[a] - b", "a]", ""] {
            assert!(!ends_with_partner(value), "{value:?}");
        }
    }

    #[test]
    fn quotes() {
        assert_eq!(closing_quote("'a''b' c"), Some(6));
        assert_eq!(closing_quote("\"a\\\"b\" c"), Some(6));
        assert_eq!(closing_quote("'a"), None);
    }
}
