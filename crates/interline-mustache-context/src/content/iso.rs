//! Times as ISO 8601 in what is stored and sent.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

use crate::value::time::iso_8601;

pub(super) fn serialize<S: Serializer>(
    time: &SystemTime,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&iso_8601(*time))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| {
        D::Error::custom(format_args!(
            "`{}` is no time: expected one in UTC, as in `2023-12-25T01:02:03Z`",
            text.escape_debug()
        ))
    })
}

/// The same for times that may be absent.
pub(super) mod option {
    use super::{Deserialize, Deserializer, Serializer, SystemTime, iso_8601};

    // The signature is that of serde.
    #[allow(clippy::ref_option)]
    pub(in crate::content) fn serialize<S: Serializer>(
        time: &Option<SystemTime>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.serialize_some(&iso_8601(*time)),
            None => serializer.serialize_none(),
        }
    }

    pub(in crate::content) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SystemTime>, D::Error> {
        #[derive(Deserialize)]
        struct Time(#[serde(with = "super")] SystemTime);
        Ok(Option::<Time>::deserialize(deserializer)?.map(|Time(time)| time))
    }
}

/// Reads `2023-12-25T01:02:03.5Z`: four digits of the year, UTC, at most nine digits of the second.
fn parse(text: &str) -> Option<SystemTime> {
    let text = text.strip_suffix('Z')?;
    let (date, time) = text.split_once('T')?;
    let (year, rest) = digits(date, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    if !rest.is_empty() || !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day)
    {
        return None;
    }
    let (hour, rest) = digits(time, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let nanos = match rest {
        "" => 0,
        rest => {
            let fraction = rest.strip_prefix('.')?;
            let count = u32::try_from(fraction.len()).ok()?;
            let (value, _) = digits(fraction, fraction.len())?;
            value * 10_i64.checked_pow(9_u32.checked_sub(count)?)?
        }
    };
    let seconds = days_from_civil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let time = if seconds < 0 {
        UNIX_EPOCH.checked_sub(whole)
    } else {
        UNIX_EPOCH.checked_add(whole)
    };
    time?.checked_add(Duration::from_nanos(nanos.unsigned_abs()))
}

/// The number in the first `count` bytes, 1 to 9 digits, and what follows.
fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let is_number = (1..=9).contains(&count) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Some((digits.parse().ok()?, rest)))?
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01, with years counted from March, so that the leap day comes last.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut seconds: i64 = -62_167_219_200;
        while seconds < 253_402_300_799 {
            let of_epoch = Duration::from_secs(seconds.unsigned_abs());
            let time = if seconds < 0 {
                UNIX_EPOCH - of_epoch
            } else {
                UNIX_EPOCH + of_epoch
            } + Duration::from_nanos(seconds.unsigned_abs() % 1_000_000_000);
            assert_eq!(parse(&iso_8601(time)), Some(time), "{}", iso_8601(time));
            seconds += 86_400 * 29 + 4_321;
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "Z",
            "2023-12-25",
            "2023-12-25T01:02:03",
            "2023-12-25T01:02:03+01:00",
            "2023-13-25T01:02:03Z",
            "2023-02-29T01:02:03Z",
            "2023-12-25T24:02:03Z",
            "2023-12-25T01:60:03Z",
            "2023-12-25T01:02:03.Z",
            "2023-12-25T01:02:03.1234567890Z",
            "2023-12-25T01:02:03.é1Z",
            "+023-12-25T01:02:03Z",
            "2023-1225T01:02:03Z",
            "2023-12-25T01:02:03 Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(parse("2024-02-29T23:59:59.999999999Z").is_some());
    }
}
