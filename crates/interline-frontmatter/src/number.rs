use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A number: a whole one of 64 bits, with a sign or without, or a float.
///
/// Whole numbers and floats are never equal, and NaN equals NaN, so that a value equals what is read
/// back after it was written.
#[derive(Clone, Copy)]
pub struct Number(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Signed(i64),
    /// Only above `i64::MAX`, so that each whole number has one form.
    Large(u64),
    Float(f64),
}

impl Number {
    /// The number when it is a whole one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Kind::Signed(number) => Some(number),
            Kind::Large(_) | Kind::Float(_) => None,
        }
    }

    /// The number when it is a whole one that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.0 {
            Kind::Signed(number) => u64::try_from(number).ok(),
            Kind::Large(number) => Some(number),
            Kind::Float(_) => None,
        }
    }

    /// The number as a float; a whole one beyond 2⁵³ gives the nearest.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn as_f64(&self) -> f64 {
        match self.0 {
            Kind::Signed(number) => number as f64,
            Kind::Large(number) => number as f64,
            Kind::Float(number) => number,
        }
    }

    /// Whether it was given as a float, which `1.0` is and `1` is not.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self.0, Kind::Float(_))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (Kind::Signed(a), Kind::Signed(b)) => a == b,
            (Kind::Large(a), Kind::Large(b)) => a == b,
            (Kind::Float(a), Kind::Float(b)) => a == b || (a.is_nan() && b.is_nan()),
            _ => false,
        }
    }
}

impl Eq for Number {}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(Kind::Signed(number))
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self(i64::try_from(number).map_or(Kind::Large(number), Kind::Signed))
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self(Kind::Float(number))
    }
}

/// As it is written in YAML: `5`, `0.5`, `1.0`, `.inf`, `.nan`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Signed(number) => number.fmt(f),
            Kind::Large(number) => number.fmt(f),
            Kind::Float(number) if number.is_nan() => f.write_str(".nan"),
            Kind::Float(number) if number.is_infinite() => {
                f.write_str(if number > 0.0 { ".inf" } else { "-.inf" })
            }
            // Readers of YAML 1.1 see a float only where there is a dot, and an exponent only with its sign.
            Kind::Float(number) if number != 0.0 && !(1e-5..1e16).contains(&number.abs()) => {
                let text = format!("{number:e}");
                let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                let dot = if digits.contains('.') { "" } else { ".0" };
                let sign = if exponent.starts_with('-') { "" } else { "+" };
                write!(f, "{digits}{dot}e{sign}{exponent}")
            }
            Kind::Float(number) => write!(f, "{number:?}"),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Kind::Signed(number) => serializer.serialize_i64(number),
            Kind::Large(number) => serializer.serialize_u64(number),
            Kind::Float(number) => serializer.serialize_f64(number),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberVisitor;

        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
                Ok(number.into())
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                Ok(number.into())
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
                Ok(number.into())
            }
        }

        deserializer.deserialize_any(NumberVisitor)
    }
}
