//! Printing values.

use std::fmt::Write;

use serde_json::Value as Json;

use crate::data::{Entries, View};
use crate::{Escape, Number, Value};

/// Appends what `{{x}}` prints for a value. Maps and lists print as compact JSON, lambdas nothing.
#[inline(always)]
pub(crate) fn value(view: View<'_>, escape: Escape, out: &mut String) {
    match view {
        View::Json(Json::String(text)) => escape.push(text, out),
        View::Value(Value::String(text)) => escape.push(text, out),
        View::Json(Json::Number(value)) if !matches!(escape, Escape::Custom(_)) => {
            number(value, out);
        }
        // Of the other values only the quotes of JSON are escaped; `Custom` may escape anything.
        _ => match escape {
            Escape::None => plain(view, out),
            Escape::Html if view.is_scalar() => plain(view, out),
            _ => {
                let mut text = String::new();
                plain(view, &mut text);
                escape.push(&text, out);
            }
        },
    }
}

/// Appends a value that is not a string, without escaping.
fn plain(view: View<'_>, out: &mut String) {
    match view {
        View::Json(Json::Null) | View::Value(Value::Null | Value::Opaque(_)) => {}
        View::Value(Value::Number(number)) => match number.source() {
            Some(source) => out.push_str(source),
            None => own_number(number, out),
        },
        _ => json(view, out),
    }
}

fn bool(value: bool, out: &mut String) {
    out.push_str(if value { "true" } else { "false" });
}

fn number(number: &serde_json::Number, out: &mut String) {
    if let Some(int) = number.as_u64() {
        integer(int, out);
    } else if let Some(int) = number.as_i64() {
        integer(int, out);
    } else {
        match number.as_f64() {
            Some(value) if number.is_f64() => float(value, out),
            // With `serde_json/arbitrary_precision` there are integers beyond 64 bits; their digits stay.
            _ => push(out, format_args!("{number}")),
        }
    }
}

/// Appends a number without its source text; null where it is not finite.
fn own_number(number: &Number, out: &mut String) {
    if let Some(int) = number.as_u64() {
        integer(int, out);
    } else if let Some(int) = number.as_i64() {
        integer(int, out);
    } else if number.as_f64().is_finite() {
        float(number.as_f64(), out);
    } else {
        out.push_str("null");
    }
}

fn push(out: &mut String, args: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(args);
}

fn float(value: f64, out: &mut String) {
    push(out, format_args!("{value:?}"));
}

fn integer(int: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(int));
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[copied..at]);
        copied = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            other => push(out, format_args!("\\u{other:04x}")),
        }
    }
    out.push_str(&text[copied..]);
    out.push('"');
}

/// Appends compact JSON. Lambdas, and floats that JSON does not know, become null. Does not recurse.
fn json(view: View<'_>, out: &mut String) {
    let mut open: Vec<(Entries<'_>, char)> = Vec::new();
    let mut next = Some(view);
    loop {
        if let Some(view) = next.take() {
            match view.entries() {
                Some(entries) => {
                    let bracket = if view.is_map() { '{' } else { '[' };
                    out.push(bracket);
                    open.push((entries, bracket));
                }
                None => scalar(view, out),
            }
        }
        let Some((entries, bracket)) = open.last_mut() else {
            return;
        };
        let (first, last) = if *bracket == '{' {
            ('{', '}')
        } else {
            ('[', ']')
        };
        if let Some((key, value)) = entries.next() {
            if !out.ends_with(first) {
                out.push(',');
            }
            if let Some(key) = key {
                string(key, out);
                out.push(':');
            }
            next = Some(value);
        } else {
            out.push(last);
            open.pop();
        }
    }
}

fn scalar(view: View<'_>, out: &mut String) {
    match view {
        View::Json(Json::Bool(value)) | View::Value(Value::Bool(value)) => bool(*value, out),
        View::Json(Json::Number(value)) => number(value, out),
        View::Json(Json::String(text)) | View::Value(Value::String(text)) => string(text, out),
        // The source text is written where it is JSON too: `1.10`, and not `0x1F`.
        View::Value(Value::Number(value)) => match value.source() {
            Some(source) if serde_json::from_str::<serde_json::Number>(source).is_ok() => {
                out.push_str(source);
            }
            _ => own_number(value, out),
        },
        View::True => bool(true, out),
        View::False => bool(false, out),
        View::Count(count) => integer(count, out),
        _ => out.push_str("null"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_that_of_serde_json() {
        let data = serde_json::json!({
            "e": {}, "l": [], "n": [[], [1, -2], {"a": null}], "s": "\u{1}\"\\\n\t\r\u{8}\u{c}é\u{7f}",
            "u": u64::MAX, "i": i64::MIN, "b": [true, false], "f": 0.5, "[": "["
        });
        let mut out = String::new();
        plain(View::Json(&data), &mut out);
        assert_eq!(out, data.to_string());
        let ours = Value::from_serialize(&data).unwrap();
        let mut again = String::new();
        plain(View::Value(&ours), &mut again);
        assert_eq!(again, out);
    }
}
