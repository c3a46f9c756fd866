use interline_value::private::{NumberKind, parse_number};

use crate::{Number, Value};

/// What a plain scalar means in the YAML 1.2 core schema.
///
/// Two kinds of number stay strings, since a number would lose letters: whole numbers with a leading zero, and
/// those beyond 64 bits.
pub(super) fn resolve(text: &str) -> Resolved {
    match text.as_bytes() {
        [] | b"~" | b"null" | b"Null" | b"NULL" => Resolved::Null,
        b"true" | b"True" | b"TRUE" => Resolved::Bool(true),
        b"false" | b"False" | b"FALSE" => Resolved::Bool(false),
        [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => {
            parse_number(text).map_or(Resolved::String, Resolved::Number)
        }
        _ => Resolved::String,
    }
}

/// The value of a plain scalar.
pub(crate) fn plain_value(text: &str) -> Value {
    resolve(text).into_value(text)
}

/// The meaning of a scalar; a string is its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resolved {
    Null,
    Bool(bool),
    Number(NumberKind),
    String,
}

impl Resolved {
    pub(super) fn into_value(self, text: &str) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(flag) => flag.into(),
            Self::Number(kind) => Number::from_source(kind, text).into(),
            Self::String => text.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_core_schema() {
        for (text, number) in [
            ("0", 0.into()),
            ("-1", (-1).into()),
            ("+1", 1.into()),
            ("0x1F", 31.into()),
            ("0o17", 15.into()),
            ("18446744073709551615", Value::from(u64::MAX)),
            ("1.10", 1.1.into()),
            ("1.", 1.0.into()),
            (".5", 0.5.into()),
            ("-.5e+3", (-500.0).into()),
            ("1e3", 1000.0.into()),
            (".inf", f64::INFINITY.into()),
            ("-.INF", f64::NEG_INFINITY.into()),
            (".NaN", f64::NAN.into()),
        ] {
            assert_eq!(resolve(text).into_value(text), number, "{text}");
        }
    }

    #[test]
    fn letters_that_a_number_would_lose() {
        for text in [
            "0644",
            "-012",
            "08",
            "18446744073709551616",
            "1e999",
            "1_000",
            "0b1",
            "12:30",
            "+",
            "-",
            ".",
            "+.nan",
            "0x",
            "0x+1",
            "-0x1",
            "0o8",
            "1e",
            "1e+",
            ".e1",
            "0.1.2",
            "no",
            "on",
            "y",
            "TrUe",
        ] {
            assert_eq!(resolve(text), Resolved::String, "{text}");
        }
    }
}
