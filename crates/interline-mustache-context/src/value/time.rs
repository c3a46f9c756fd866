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
}
