use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserializer, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::Error;
use crate::yaml::resolve_number;

/// The name under which numbers go through serde with their source text, from this crate's reader to its writer.
///
/// Any other format sees a newtype, which has the form of its content.
pub(crate) const TOKEN: &str = "$interline_frontmatter::private::Number";

/// A number: a whole one of 64 bits, with a sign or without, or a float.
///
/// A number that was read keeps its source text and is written as it was: `3.10`, `12e03`, `0x1F`, `1.0`. Equality does not
/// look at it: `3.10` equals `3.1`. Whole numbers and floats are never equal, and NaN equals NaN, so that a value equals what is
/// read back after it was written.
///
/// # Examples
///
/// ```
/// use interline_frontmatter::{Document, Number, set};
///
/// let text = "---\npython: [3.9, 3.10]\nmask: 0x1F\n---\n";
/// let document = Document::parse(text)?;
/// let mask = document.get("mask").unwrap();
/// let mask = mask.as_number().unwrap();
/// assert_eq!((mask.as_i64(), mask.to_string().as_str()), (Some(31), "0x1F"));
///
/// // A number with a source text of its own.
/// let version: Number = "1.20".parse()?;
/// let text = set(text, "version", version)?.apply(text)?;
/// assert_eq!(text, "---\npython: [3.9, 3.10]\nmask: 0x1F\nversion: 1.20\n---\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Number {
    kind: Kind,
    /// The source text, unless it is the one that is written anyway.
    source: Option<Box<str>>,
}

/// A number without its source text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Signed(i64),
    /// Only above `i64::MAX`, so that each whole number has one form.
    Large(u64),
    Float(f64),
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Signed(a), Self::Signed(b)) => a == b,
            (Self::Large(a), Self::Large(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b || (a.is_nan() && b.is_nan()),
            _ => false,
        }
    }
}

impl Eq for Kind {}

impl From<u64> for Kind {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Self::Large(number), Self::Signed)
    }
}

impl Number {
    /// A number that is written as `text`.
    pub(crate) fn read(kind: Kind, text: &str) -> Self {
        let is_canonical = !matches!(kind, Kind::Float(_))
            && text != "-0"
            && !text.starts_with('+')
            && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        Self {
            kind,
            source: (!is_canonical).then(|| text.into()),
        }
    }

    /// Whether this is the number of `kind` that is written as `text`. Without a source text of its own, a number equals itself however
    /// it is written.
    pub(crate) fn is_written(&self, kind: Kind, text: &str) -> bool {
        self.kind == kind
            && match &self.source {
                Some(source) => **source == *text,
                None => true,
            }
    }

    /// The number when it is a whole one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.kind {
            Kind::Signed(number) => Some(number),
            Kind::Large(_) | Kind::Float(_) => None,
        }
    }

    /// The number when it is a whole one that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.kind {
            Kind::Signed(number) => u64::try_from(number).ok(),
            Kind::Large(number) => Some(number),
            Kind::Float(_) => None,
        }
    }

    /// The number as a float; a whole one beyond 2⁵³ gives the nearest.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn as_f64(&self) -> f64 {
        match self.kind {
            Kind::Signed(number) => number as f64,
            Kind::Large(number) => number as f64,
            Kind::Float(number) => number,
        }
    }

    /// Whether it was given as a float, which `1.0` is and `1` is not.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self.kind, Kind::Float(_))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Number {}

impl From<Kind> for Number {
    fn from(kind: Kind) -> Self {
        Self { kind, source: None }
    }
}

/// Reads a number of the YAML 1.2 core schema, which keeps its source text.
///
/// # Errors
///
/// [`Error::Data`] for anything else: `0644` and `1_000` are strings in YAML 1.2, and so is a whole number beyond 64 bits.
impl FromStr for Number {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match resolve_number(text) {
            Some(kind) => Ok(Self::read(kind, text)),
            None => {
                let message =
                    format!("invalid number `{text}`: expected one such as `1.10`, `-5` or `0x1F`");
                Err(Error::data_in(text, &message))
            }
        }
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Kind::Signed(number).into()
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Kind::from(number).into()
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Kind::Float(number).into()
    }
}

/// The source text; without one the form of YAML: `5`, `0.5`, `1.0`, `.inf`, `.nan`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.source, self.kind) {
            (Some(source), _) => f.write_str(source),
            (None, kind) => kind.fmt(f),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Signed(number) => number.fmt(f),
            Self::Large(number) => number.fmt(f),
            Self::Float(number) if number.is_nan() => f.write_str(".nan"),
            Self::Float(number) if number.is_infinite() => {
                f.write_str(if number > 0.0 { ".inf" } else { "-.inf" })
            }
            // Readers of YAML 1.1 see a float only where there is a dot, and an exponent only with its sign.
            Self::Float(number) if number != 0.0 && !(1e-5..1e16).contains(&number.abs()) => {
                let text = format!("{number:e}");
                let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                let dot = if digits.contains('.') { "" } else { ".0" };
                let sign = if exponent.starts_with('-') { "" } else { "+" };
                write!(f, "{digits}{dot}e{sign}{exponent}")
            }
            Self::Float(number) => write!(f, "{number:?}"),
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A format other than ours sees an integer or a float.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.source {
            None => self.kind.serialize(serializer),
            Some(source) => {
                let content = Content {
                    kind: self.kind,
                    source,
                    calls: Cell::new(0),
                };
                serializer.serialize_newtype_struct(TOKEN, &content)
            }
        }
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Signed(number) => serializer.serialize_i64(number),
            Self::Large(number) => serializer.serialize_u64(number),
            Self::Float(number) => serializer.serialize_f64(number),
        }
    }
}

/// Serializes a number with a source text: as the number, and for a serializer that asks a second time as its source text.
///
/// Only the serializer of this crate asks twice, by [`TOKEN`]. A format must never see a string or a map in the place of a number, so the source
/// text cannot come first.
struct Content<'n> {
    kind: Kind,
    source: &'n str,
    calls: Cell<u8>,
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.calls.replace(1) {
            0 => self.kind.serialize(serializer),
            _ => serializer.serialize_str(self.source),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberVisitor;

        impl<'de> Visitor<'de> for NumberVisitor {
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

            fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Number, A::Error> {
                visit_source(access)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<Number, D::Error> {
                deserializer.deserialize_any(self)
            }
        }

        deserializer.deserialize_newtype_struct(TOKEN, NumberVisitor)
    }
}

/// A number with its source text, which our reader gives as a variant named [`TOKEN`].
pub(crate) fn visit_source<'de, A: EnumAccess<'de>>(access: A) -> Result<Number, A::Error> {
    let (name, content): (String, _) = access.variant()?;
    if name != TOKEN {
        return Err(de::Error::custom(format_args!(
            "expected a value without a tag, found the tag `{name}`"
        )));
    }
    let text: String = content.newtype_variant()?;
    text.parse().map_err(de::Error::custom)
}
