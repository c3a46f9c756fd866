//! Plain scalars that are strings in YAML 1.2 and something else in YAML 1.1: dates, flags, numbers in other bases.

/// The type that readers of YAML 1.1 give a scalar. A syntax about which readers differ is a type of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yaml11Type {
    /// `2026-11-28`, `2026-11-28T10:00:00Z`: a date that exists, with or without a time.
    Timestamp,
    /// `yes`, `No`, `ON`, `off`.
    Flag,
    /// `y`, `N`: booleans by the specification, strings to most readers.
    Letter,
    /// `0644`.
    Octal,
    /// `0b1010`.
    Binary,
    /// `1_000`.
    Grouped,
    /// `12:30`, `190:20:30`.
    Sexagesimal,
    /// `08:30`: not by the specification, which wants another first digit.
    Clock,
    /// `12:30.5`.
    SexagesimalFloat,
}

impl Yaml11Type {
    /// Returns the type of a plain scalar; `None` for a string of both versions, or a scalar with the same type in both. Linear in `text`.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        match bytes.first()? {
            // Before numbers: readers test for dates first, and `2026-11-28` starts as a number does.
            b'0'..=b'9' if is_timestamp(bytes) => Some(Self::Timestamp),
            b'0'..=b'9' | b'+' | b'-' => number(bytes),
            _ => boolean(text),
        }
    }
}

fn boolean(text: &str) -> Option<Yaml11Type> {
    let is_one_of = |names: &[&str]| names.contains(&text);
    if is_one_of(&[
        "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
    ]) {
        Some(Yaml11Type::Flag)
    } else if is_one_of(&["y", "Y", "n", "N"]) {
        Some(Yaml11Type::Letter)
    } else {
        None
    }
}

fn number(text: &[u8]) -> Option<Yaml11Type> {
    let text = match text {
        [b'+' | b'-', rest @ ..] => rest,
        _ => text,
    };
    let all = |text: &[u8], member: fn(&u8) -> bool| !text.is_empty() && text.iter().all(member);
    if let [b'0', b'b', rest @ ..] = text {
        return all(rest, |b| matches!(b, b'0' | b'1')).then_some(Yaml11Type::Binary);
    }
    if let [b'0', rest @ ..] = text {
        // With an 8 or 9 it is no octal number, and is a string to readers of both versions.
        if all(rest, |b| matches!(b, b'0'..=b'7')) {
            return Some(Yaml11Type::Octal);
        }
    }
    if text.contains(&b':') {
        return sexagesimal(text);
    }
    let is_grouped = matches!(text.first(), Some(b'1'..=b'9'))
        && text.contains(&b'_')
        && text.last() != Some(&b'_')
        && all(text, |b| b.is_ascii_digit() || *b == b'_');
    is_grouped.then_some(Yaml11Type::Grouped)
}

/// Returns the type of digits, then groups of `:` and a number below 60, of which the last may have a fraction.
fn sexagesimal(text: &[u8]) -> Option<Yaml11Type> {
    let (whole, fraction) = match text.iter().position(|b| *b == b'.') {
        Some(dot) => (&text[..dot], Some(&text[dot + 1..])),
        None => (text, None),
    };
    let mut groups = whole.split(|b| *b == b':');
    let first = groups.next()?;
    let is_digits = |group: &[u8]| !group.is_empty() && group.iter().all(u8::is_ascii_digit);
    let is_below_60 = |group: &[u8]| match group {
        [digit] => digit.is_ascii_digit(),
        [b'0'..=b'5', digit] => digit.is_ascii_digit(),
        _ => false,
    };
    if !is_digits(first) || !groups.all(is_below_60) {
        return None;
    }
    match (fraction, first) {
        (Some(fraction), _) => is_digits(fraction).then_some(Yaml11Type::SexagesimalFloat),
        (None, [b'0', ..]) => Some(Yaml11Type::Clock),
        (None, _) => Some(Yaml11Type::Sexagesimal),
    }
}

/// Returns whether a text is a date of the calendar, alone or before a time of the day with seconds and perhaps a zone.
fn is_timestamp(text: &[u8]) -> bool {
    let Some(((year, month, day), rest)) = date(text) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    year > 0 && (1..=days).contains(&day) && (rest.is_empty() || time(rest).is_some())
}

/// Splits off a number of exactly `count` digits.
fn digits(text: &[u8], count: usize) -> Option<(u32, &[u8])> {
    let (number, rest) = text.split_at_checked(count)?;
    let number = number.iter().try_fold(0_u32, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })?;
    Some((number, rest))
}

type Date = (u32, u32, u32);

fn date(text: &[u8]) -> Option<(Date, &[u8])> {
    let (year, text) = digits(text, 4)?;
    let (month, text) = digits(text.strip_prefix(b"-")?, 2)?;
    let (day, text) = digits(text.strip_prefix(b"-")?, 2)?;
    Some(((year, month, day), text))
}

fn time(text: &[u8]) -> Option<()> {
    let [b'T' | b't' | b' ', text @ ..] = text else {
        return None;
    };
    let (hour, text) = digits(text, 2)?;
    let (minute, text) = digits(text.strip_prefix(b":")?, 2)?;
    let (second, mut text) = digits(text.strip_prefix(b":")?, 2)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    if let [b'.', rest @ ..] = text {
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        // Nine digits are nanoseconds; readers differ about more.
        if count == 0 || count > 9 {
            return None;
        }
        text = &rest[count..];
    }
    match text {
        [] | b"Z" => Some(()),
        [b'+' | b'-', zone @ ..] => {
            let (hours, zone) = digits(zone, 2)?;
            let (minutes, zone) = match zone {
                [] => (0, zone),
                _ => digits(zone.strip_prefix(b":")?, 2)?,
            };
            (zone.is_empty() && hours < 24 && minutes < 60).then_some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_types_of_yaml_1_1() {
        for (text, form) in [
            ("2026-11-28", Some(Yaml11Type::Timestamp)),
            ("2024-02-29", Some(Yaml11Type::Timestamp)),
            ("2026-11-28T10:00:00Z", Some(Yaml11Type::Timestamp)),
            ("2026-11-28 10:00:00.25+01:00", Some(Yaml11Type::Timestamp)),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-11-28T10:00", None),
            ("2026-11-28T24:00:00Z", None),
            ("2026-1-2", None),
            ("yes", Some(Yaml11Type::Flag)),
            ("OFF", Some(Yaml11Type::Flag)),
            ("yEs", None),
            ("n", Some(Yaml11Type::Letter)),
            ("0644", Some(Yaml11Type::Octal)),
            ("-017", Some(Yaml11Type::Octal)),
            ("089", None),
            ("0b11", Some(Yaml11Type::Binary)),
            ("1_000", Some(Yaml11Type::Grouped)),
            ("1__0_", None),
            ("12:30", Some(Yaml11Type::Sexagesimal)),
            ("12:30:45", Some(Yaml11Type::Sexagesimal)),
            ("12:60", None),
            ("08:30", Some(Yaml11Type::Clock)),
            ("12:30.5", Some(Yaml11Type::SexagesimalFloat)),
            ("1.2.3", None),
            ("10", None),
            ("", None),
            ("word", None),
        ] {
            assert_eq!(Yaml11Type::of(text), form, "{text}");
        }
    }
}
