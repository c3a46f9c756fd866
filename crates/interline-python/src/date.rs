//! Dates and times, as YAML 1.1 writes them.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

struct Classes {
    date: Py<PyAny>,
    datetime: Py<PyAny>,
    timedelta: Py<PyAny>,
    timezone: Py<PyAny>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

fn classes(py: Python<'_>) -> PyResult<&Classes> {
    CLASSES.get_or_try_init(py, || {
        let module = py.import("datetime")?;
        let class = |name: &str| module.getattr(name).map(Bound::unbind);
        Ok(Classes {
            date: class("date")?,
            datetime: class("datetime")?,
            timedelta: class("timedelta")?,
            timezone: class("timezone")?,
        })
    })
}

/// A timestamp that was split into its numbers.
struct Timestamp {
    date: [u32; 3],
    /// Hour, minute, second and microsecond.
    time: Option<[u32; 4]>,
    /// The offset from UTC in minutes.
    offset: Option<i32>,
}

/// Makes the `date` or `datetime` of a plain scalar; `None` for one that is neither.
pub(crate) fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(found) = timestamp(text) else {
        return Ok(None);
    };
    let classes = classes(py)?;
    let [year, month, day] = found.date;
    let Some([hour, minute, second, microsecond]) = found.time else {
        // A date that does not exist is a string.
        return Ok(classes.date.bind(py).call1((year, month, day)).ok());
    };
    let zone = match found.offset {
        None => None,
        Some(0) => Some(classes.timezone.bind(py).getattr("utc")?),
        Some(minutes) => {
            let options = PyDict::new(py);
            options.set_item("minutes", minutes)?;
            let delta = classes.timedelta.bind(py).call((), Some(&options))?;
            match classes.timezone.bind(py).call1((delta,)) {
                Ok(zone) => Some(zone),
                Err(_) => return Ok(None),
            }
        }
    };
    let numbers = (year, month, day, hour, minute, second, microsecond, zone);
    Ok(classes.datetime.bind(py).call1(numbers).ok())
}

/// Returns whether a text would be read as a date, with a time or without.
pub(crate) fn is_timestamp(text: &str) -> bool {
    timestamp(text).is_some()
}

/// Splits `2026-11-28`, or `2026-11-28T10:00:00.5+01:00` with variations: a space for the `T`, fewer digits, no zone.
fn timestamp(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    if bytes.len() < 8 || !bytes[0].is_ascii_digit() || bytes[4] != b'-' {
        return None;
    }
    let (year, rest) = number(bytes, 4..=4)?;
    let (month, rest) = number(rest.strip_prefix(b"-")?, 1..=2)?;
    let month_digits = bytes.len() - 5 - rest.len();
    let (day, rest) = number(rest.strip_prefix(b"-")?, 1..=2)?;
    let date = [year, month, day];
    if rest.is_empty() {
        let is_complete = month_digits == 2 && bytes.len() == 10;
        return is_complete.then_some(Timestamp {
            date,
            time: None,
            offset: None,
        });
    }
    let after = match rest.strip_prefix(b"T").or_else(|| rest.strip_prefix(b"t")) {
        Some(after) => after,
        None => spaces(rest).filter(|after| after.len() < rest.len())?,
    };
    let (hour, rest) = number(after, 1..=2)?;
    let (minute, rest) = number(rest.strip_prefix(b":")?, 2..=2)?;
    let (second, mut rest) = number(rest.strip_prefix(b":")?, 2..=2)?;
    let mut microsecond = 0;
    if let Some(after) = rest.strip_prefix(b".") {
        let digits = after.iter().take_while(|b| b.is_ascii_digit()).count();
        for place in 0..6 {
            let digit = after
                .get(place)
                .filter(|_| place < digits)
                .map_or(0, |b| b - b'0');
            microsecond = microsecond * 10 + u32::from(digit);
        }
        rest = after.get(digits..)?;
    }
    let offset = offset(spaces(rest)?)?;
    Some(Timestamp {
        date,
        time: Some([hour, minute, second, microsecond]),
        offset,
    })
}

/// Splits the offset from UTC: `Z`, `+1`, `-05:30`; inside, `None` without one.
fn offset(text: &[u8]) -> Option<Option<i32>> {
    match text {
        [] => Some(None),
        b"Z" => Some(Some(0)),
        [sign @ (b'+' | b'-'), rest @ ..] => {
            let (hours, rest) = number(rest, 1..=2)?;
            let minutes = match rest {
                [] => 0,
                _ => {
                    number(rest.strip_prefix(b":")?, 2..=2)
                        .filter(|(_, rest)| rest.is_empty())?
                        .0
                }
            };
            let total = i32::try_from(hours * 60 + minutes).ok()?;
            Some(Some(if *sign == b'-' { -total } else { total }))
        }
        _ => None,
    }
}

fn spaces(text: &[u8]) -> Option<&[u8]> {
    let count = text
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    text.get(count..)
}

/// Splits off a number of as many digits as `count` allows.
fn number(text: &[u8], count: std::ops::RangeInclusive<usize>) -> Option<(u32, &[u8])> {
    let digits = text
        .iter()
        .take(*count.end())
        .take_while(|b| b.is_ascii_digit())
        .count();
    if digits < *count.start() {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    let number = number
        .iter()
        .fold(0, |sum, b| sum * 10 + u32::from(b - b'0'));
    Some((number, rest))
}
