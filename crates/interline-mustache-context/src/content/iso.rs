//! Times as ISO 8601 in what is stored and sent.

use std::time::SystemTime;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

use crate::value::time::{iso_8601, parse_iso_8601};

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
    parse_iso_8601(&text).ok_or_else(|| {
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
