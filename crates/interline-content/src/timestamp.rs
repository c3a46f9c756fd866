//! Times in RFC 3339, in UTC: in variables of templates and in serialized data.

use std::time::SystemTime;

use jiff::Timestamp;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

/// The bytes of the date and the time up to the second, in the years 0 to 9999.
const UP_TO_SECOND: usize = "2023-12-25T01:02:03".len();

/// Returns `time` with as many digits of the second as it has. A time outside of the years -9999 to 9999, which no clock shows, becomes the
/// first or last of them.
pub(crate) fn format(time: SystemTime) -> String {
    let last = if time < SystemTime::UNIX_EPOCH {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::try_from(time).unwrap_or(last).to_string()
}

/// Parses a time as [`format`] writes it.
fn parse(text: &str) -> Option<SystemTime> {
    let time: Timestamp = text.parse().ok()?;
    // `jiff` accepts offsets, shorter forms and leap seconds too.
    let is_canonical =
        text.ends_with('Z') && text.get(..UP_TO_SECOND) == time.to_string().get(..UP_TO_SECOND);
    is_canonical.then(|| time.into())
}

pub(crate) fn serialize<S: Serializer>(
    time: &SystemTime,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format(*time))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| {
        D::Error::custom(format_args!(
            "invalid timestamp `{}`: expected RFC 3339 in UTC, such as `2023-12-25T01:02:03Z`",
            text.escape_debug()
        ))
    })
}

/// Times that may be absent.
pub(crate) mod option {
    use super::{Deserialize, Deserializer, Serializer, SystemTime, format};

    // The signature is that of serde.
    #[allow(clippy::ref_option)]
    pub(crate) fn serialize<S: Serializer>(
        time: &Option<SystemTime>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.serialize_some(&format(*time)),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<SystemTime>, D::Error> {
        #[derive(Deserialize)]
        struct Time(#[serde(with = "super")] SystemTime);
        Ok(Option::<Time>::deserialize(deserializer)?.map(|Time(time)| time))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn parses_what_it_formats() {
        for seconds in (-62_167_219_200_i64..253_402_207_200).step_by(86_400 * 29 + 4_321) {
            let since = Duration::from_secs(seconds.unsigned_abs());
            let nanos = Duration::from_nanos(seconds.unsigned_abs() % 1_000_000_000);
            let time = match seconds {
                ..0 => UNIX_EPOCH - since + nanos,
                _ => UNIX_EPOCH + since + nanos,
            };
            let text = format(time);
            assert_eq!(parse(&text), Some(time), "{text}");
        }
        let time = UNIX_EPOCH + Duration::new(1_703_466_123, 120_000_000);
        assert_eq!(format(time), "2023-12-25T01:02:03.12Z");
        let late = UNIX_EPOCH + Duration::from_secs(1 << 50);
        assert_eq!(format(late), "9999-12-30T22:00:00.999999999Z");
    }

    #[test]
    fn rejects_other_formats() {
        for text in [
            "",
            "Z",
            "2023-12-25",
            "2023-12-25T01:02:03",
            "2023-12-25T01:02:03+01:00",
            "2023-12-25T01:02:60Z",
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
            "20231225T010203Z",
            "2023-12-25 01:02:03Z",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert!(parse("2024-02-29T23:59:59.999999999Z").is_some());
    }
}
