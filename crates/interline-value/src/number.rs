use std::fmt;
use std::str::FromStr;

use crate::core_schema::number;
use crate::{Error, ErrorKind};

/// The name under which numbers pass through serde with their source text.
///
/// The readers and writers of the interline crates know it. Any other format sees a newtype, which has the form of its content.
pub const TOKEN: &str = "$interline_value::private::Number";

/// A number: a whole number of 64 bits, signed or unsigned, or a float.
///
/// A number that was read keeps its source text and is written as it was: `3.10`, `12e03`, `0x1F`, `1.0`. Equality ignores it:
/// `3.10` equals `3.1`. A whole number and a float are never equal, and NaN equals NaN, so that a value equals what is
/// read back after it was written.
///
/// # Examples
///
/// ```
/// use interline_value::Number;
///
/// let mask: Number = "0x1F".parse()?;
/// assert_eq!((mask.as_i64(), mask.to_string().as_str()), (Some(31), "0x1F"));
/// assert_eq!(Number::from(31), mask);
/// # Ok::<(), interline_value::Error>(())
/// ```
#[derive(Clone)]
pub struct Number {
    kind: NumberKind,
    /// The source text, unless it is the one that is written anyway.
    source: Option<Box<str>>,
}

/// A number without its source text.
#[derive(Clone, Copy, Debug)]
pub enum NumberKind {
    /// A whole number that fits.
    Signed(i64),
    /// A whole number above `i64::MAX`, so that each whole number has one form.
    Large(u64),
    /// A float.
    Float(f64),
}

impl PartialEq for NumberKind {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Signed(a), Self::Signed(b)) => a == b,
            (Self::Large(a), Self::Large(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a == b || (a.is_nan() && b.is_nan()),
            _ => false,
        }
    }
}

impl Eq for NumberKind {}

impl From<u64> for NumberKind {
    fn from(number: u64) -> Self {
        i64::try_from(number).map_or(Self::Large(number), Self::Signed)
    }
}

impl Number {
    /// Makes the number of `kind` that is written as `source`.
    #[doc(hidden)]
    #[must_use]
    pub fn from_source(kind: NumberKind, source: &str) -> Self {
        let is_canonical = !matches!(kind, NumberKind::Float(_))
            && source != "-0"
            && !source.starts_with('+')
            && source.bytes().all(|b| b.is_ascii_digit() || b == b'-');
        Self {
            kind,
            source: (!is_canonical).then(|| source.into()),
        }
    }

    /// Returns whether this is the number of `kind` that is written as `source`. A number without a source text equals itself
    /// however it is written.
    #[doc(hidden)]
    #[must_use]
    pub fn is_written(&self, kind: NumberKind, source: &str) -> bool {
        self.kind == kind
            && match &self.source {
                Some(own) => **own == *source,
                None => true,
            }
    }

    #[doc(hidden)]
    #[must_use]
    pub fn kind(&self) -> NumberKind {
        self.kind
    }

    /// Returns the source text, when the number was read and is not written the way it would be without one.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Returns the whole number, when it is one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.kind {
            NumberKind::Signed(number) => Some(number),
            NumberKind::Large(_) | NumberKind::Float(_) => None,
        }
    }

    /// Returns the whole number, when it is one that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.kind {
            NumberKind::Signed(number) => u64::try_from(number).ok(),
            NumberKind::Large(number) => Some(number),
            NumberKind::Float(_) => None,
        }
    }

    /// Returns the number as a float. Of a whole number beyond 2⁵³ this is the nearest.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn as_f64(&self) -> f64 {
        match self.kind {
            NumberKind::Signed(number) => number as f64,
            NumberKind::Large(number) => number as f64,
            NumberKind::Float(number) => number,
        }
    }

    /// Returns whether it is a float, which `1.0` is and `1` is not.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self.kind, NumberKind::Float(_))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Number {}

impl From<NumberKind> for Number {
    fn from(kind: NumberKind) -> Self {
        Self { kind, source: None }
    }
}

/// Reads a number of the YAML 1.2 core schema, which keeps its source text.
///
/// # Errors
///
/// [`ErrorKind::NotANumber`] for anything else: `0644` and `1_000` are strings in YAML 1.2, and so is a whole number beyond 64 bits.
impl FromStr for Number {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match number(text) {
            Some(kind) => Ok(Self::from_source(kind, text)),
            None => Err(ErrorKind::NotANumber(text.to_owned()).into()),
        }
    }
}

macro_rules! from_integers {
    ($($integer:ty),* => $through:ty) => {$(
        impl From<$integer> for Number {
            #[allow(clippy::cast_lossless, reason = "`isize` and `usize` have no `From`, and no target has more than 64 bits")]
            fn from(number: $integer) -> Self {
                Self::from(number as $through)
            }
        }
    )*};
}

from_integers!(i8, i16, i32, isize => i64);
from_integers!(u8, u16, u32, usize => u64);

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        NumberKind::Signed(number).into()
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        NumberKind::from(number).into()
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        NumberKind::Float(number).into()
    }
}

/// The float with the same shortest decimal form, so that `0.1_f32` is written as `0.1`.
impl From<f32> for Number {
    fn from(number: f32) -> Self {
        number
            .to_string()
            .parse::<f64>()
            .unwrap_or_else(|_| f64::from(number))
            .into()
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

impl fmt::Display for NumberKind {
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
