use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: i128 = 86_400;
const NANOS: i128 = 1_000_000_000;

/// Years are counted from March, so that the leap day comes last, in eras of 400 years that are all of one length.
const DAYS_OF_ERA: i128 = 146_097;
/// From the beginning of an era to 1970-01-01.
const TO_ERA: i128 = 719_468;

/// The time in UTC as ISO 8601, with as many digits of the second as are needed.
pub(crate) fn iso_8601(time: SystemTime) -> String {
    let nanos = |duration: Duration| i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX);
    let nanos = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => nanos(since),
        Err(before) => -nanos(before.duration()),
    };
    let (seconds, fraction) = (nanos.div_euclid(NANOS), nanos.rem_euclid(NANOS));
    let (days, of_day) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    let mut text = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!("{year:+07}"),
    };
    text += &format!("-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    if fraction > 0 {
        text += format!(".{fraction:09}").trim_end_matches('0');
    }
    text + "Z"
}

/// Reads `2023-12-25T01:02:03.5Z`: four digits of the year, UTC, at most nine digits of the second.
#[cfg(feature = "content")]
pub(crate) fn parse_iso_8601(text: &str) -> Option<SystemTime> {
    let text = text.strip_suffix('Z')?;
    let (date, time) = text.split_once('T')?;
    let (year, rest) = digits(date, 4)?;
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let days = days(year, month, day);
    // A day that there is not would be another one.
    if !rest.is_empty() || civil(days) != (year, month, day) {
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
            value * 10_i128.checked_pow(9_u32.checked_sub(count)?)?
        }
    };
    let seconds = days * DAY + hour * 3600 + minute * 60 + second;
    let whole = Duration::from_secs(u64::try_from(seconds.unsigned_abs()).ok()?);
    let time = if seconds < 0 {
        UNIX_EPOCH.checked_sub(whole)
    } else {
        UNIX_EPOCH.checked_add(whole)
    };
    time?.checked_add(Duration::from_nanos(u64::try_from(nanos).ok()?))
}

/// The number in the first `count` bytes, 1 to 9 digits, and what follows.
#[cfg(feature = "content")]
fn digits(text: &str, count: usize) -> Option<(i128, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let is_number = (1..=9).contains(&count) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Some((digits.parse().ok()?, rest)))?
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
fn civil(days: i128) -> (i128, i128, i128) {
    let days = days + TO_ERA;
    let era = days.div_euclid(DAYS_OF_ERA);
    let of_era = days.rem_euclid(DAYS_OF_ERA);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = year_of_era + era * 400 + i128::from(month <= 2);
    (year, month, day)
}

/// The day, counted from 1970-01-01, of a date: what [`civil`] undoes.
#[cfg(feature = "content")]
fn days(year: i128, month: i128, day: i128) -> i128 {
    let year = year - i128::from(month <= 2);
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * DAYS_OF_ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - TO_ERA
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times up to the year 9999, a month or so apart, with their seconds.
    fn times(from: i64) -> impl Iterator<Item = (i64, SystemTime)> {
        let seconds = (from..253_402_300_799).step_by(86_400 * 29 + 4_321);
        seconds.map(|seconds| {
            let of_epoch = Duration::from_secs(seconds.unsigned_abs());
            let time = match seconds {
                ..0 => UNIX_EPOCH - of_epoch,
                _ => UNIX_EPOCH + of_epoch,
            };
            (seconds, time)
        })
    }

    #[test]
    fn same_as_a_calendar_of_others() {
        for (seconds, time) in times(-62_135_596_800) {
            let theirs = jiff::Timestamp::from_second(seconds).unwrap();
            assert_eq!(iso_8601(time), theirs.to_string());
        }
        let time = UNIX_EPOCH + Duration::new(1_703_466_123, 120_000_000);
        assert_eq!(iso_8601(time), "2023-12-25T01:02:03.12Z");
    }

    #[cfg(feature = "content")]
    #[test]
    fn what_is_written_is_read() {
        for (seconds, time) in times(-62_167_219_200) {
            let time = time + Duration::from_nanos(seconds.unsigned_abs() % 1_000_000_000);
            let text = iso_8601(time);
            assert_eq!(parse_iso_8601(&text), Some(time), "{text}");
        }
    }

    #[cfg(feature = "content")]
    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "Z",
            "2023-12-25",
            "2023-12-25T01:02:03",
            "2023-12-25T01:02:03+01:00",
            "2023-13-25T01:02:03Z",
            "2023-00-25T01:02:03Z",
            "2023-12-00T01:02:03Z",
            "2023-12-32T01:02:03Z",
            "2023-02-29T01:02:03Z",
            "1900-02-29T01:02:03Z",
            "2023-04-31T01:02:03Z",
            "2023-12-99T01:02:03Z",
            "2023-12-25T24:02:03Z",
            "2023-12-25T01:60:03Z",
            "2023-12-25T01:02:03.Z",
            "2023-12-25T01:02:03.1234567890Z",
            "2023-12-25T01:02:03.é1Z",
            "+023-12-25T01:02:03Z",
            "2023-1225T01:02:03Z",
            "2023-12-25T01:02:03 Z",
        ] {
            assert_eq!(parse_iso_8601(text), None, "{text}");
        }
        assert!(parse_iso_8601("2024-02-29T23:59:59.999999999Z").is_some());
    }
}
