//! The numbers of the YAML 1.2 core schema.

use crate::number::NumberKind;

/// Returns the number that a plain scalar is, when it is one that fits 64 bits.
///
/// Two kinds of digits are not numbers, since a number would not keep them: whole numbers with a leading zero, and those beyond 64 bits.
#[must_use]
pub fn number(text: &str) -> Option<NumberKind> {
    if let Some(digits) = text.strip_prefix("0x") {
        return with_radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return with_radix(digits, 8);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.bytes().all(|b| b.is_ascii_digit()) {
        if unsigned.is_empty() || (unsigned.len() > 1 && unsigned.starts_with('0')) {
            return None;
        }
        let signed = text.parse::<i64>().map(NumberKind::Signed);
        return signed
            .or_else(|_| text.parse::<u64>().map(NumberKind::from))
            .ok();
    }
    match unsigned {
        ".inf" | ".Inf" | ".INF" => {
            let infinity = if text.starts_with('-') {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            };
            return Some(NumberKind::Float(infinity));
        }
        ".nan" | ".NaN" | ".NAN" if unsigned.len() == text.len() => {
            return Some(NumberKind::Float(f64::NAN));
        }
        _ => {}
    }
    if !is_float(unsigned.as_bytes()) {
        return None;
    }
    // A float that overflows to infinity would lose its digits.
    text.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .map(NumberKind::Float)
}

fn with_radix(digits: &str, radix: u32) -> Option<NumberKind> {
    // The standard library takes a sign here, YAML does not.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    u64::from_str_radix(digits, radix)
        .ok()
        .map(NumberKind::from)
}

/// `( "." [0-9]+ | [0-9]+ ( "." [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
fn is_float(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(text);
    let mut rest = &text[whole..];
    if let [b'.', after @ ..] = rest {
        let fraction = digits(after);
        if whole + fraction == 0 {
            return false;
        }
        rest = &after[fraction..];
    } else if whole == 0 {
        return false;
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
        _ => false,
    }
}
