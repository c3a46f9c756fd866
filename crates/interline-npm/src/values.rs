//! Values that JSON cannot express.

use interline::frontmatter::Value;
use serde::Serialize;

/// The greatest integer up to which a JavaScript number is exact.
const MAX_SAFE: u64 = 9_007_199_254_740_991;

/// A number that JSON would change: its path, and its text.
///
/// JavaScript parses every JSON number as a double, and JSON has no NaN and no infinity. The JavaScript layer replaces these numbers after
/// parsing, by a `bigint` or by the number itself.
#[derive(Debug, Serialize)]
pub(crate) struct Special(Vec<Value>, String);

/// Returns the numbers of a value that JSON would change. Linear.
pub(crate) fn specials(value: &Value) -> Vec<Special> {
    let (mut path, mut found) = (Vec::new(), Vec::new());
    collect(value, &mut path, &mut found);
    found
}

/// Values are at most 128 levels deep, so that recursion is bounded.
fn collect(value: &Value, path: &mut Vec<Value>, found: &mut Vec<Special>) {
    match value {
        Value::Number(number) => {
            let text = match (number.as_i64(), number.as_u64()) {
                _ if number.is_float() => {
                    let float = number.as_f64();
                    if float.is_finite() {
                        return;
                    }
                    if float.is_nan() {
                        "NaN".to_owned()
                    } else if float > 0.0 {
                        "Infinity".to_owned()
                    } else {
                        "-Infinity".to_owned()
                    }
                }
                (Some(integer), _) if integer.unsigned_abs() > MAX_SAFE => integer.to_string(),
                (None, Some(integer)) => integer.to_string(),
                _ => return,
            };
            found.push(Special(path.clone(), text));
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Value::from(index as u64));
                collect(item, path, found);
                path.pop();
            }
        }
        Value::Map(map) => {
            for (key, item) in map.iter() {
                path.push(key.into());
                collect(item, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}
