//! What becomes of each type that serde knows, as a value and as a key.

use std::collections::BTreeMap;

use interline_mustache_context::{Error, Map, PathPart, Value, ValueProblem};
use serde::{Serialize, Serializer};

use crate::kinds::{Keyed, Unit, Wrapped};

fn value<T: Serialize + ?Sized>(of: &T) -> Value {
    Value::from_serialize(of).unwrap()
}

/// What says that it is bytes; a slice of them is a list to serde.
struct Bytes(&'static [u8]);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

#[derive(Serialize)]
struct Point(i16, i32);

#[derive(Serialize)]
struct Named {
    a: u16,
    b: Option<u32>,
}

#[derive(Serialize)]
enum Kind {
    Unit,
    Wrapped(u8),
    Point(i8, i64),
    Named { a: char },
}

#[test]
fn integers_of_every_width() {
    assert_eq!(value(&i8::MIN), Value::Int(-128));
    assert_eq!(value(&i16::MIN), Value::Int(-32_768));
    assert_eq!(value(&i32::MIN), Value::Int(-2_147_483_648));
    assert_eq!(value(&i64::MIN), Value::Int(i64::MIN));
    assert_eq!(value(&i128::from(i64::MIN)), Value::Int(i64::MIN));
    assert_eq!(value(&u8::MAX), Value::Int(255));
    assert_eq!(value(&u16::MAX), Value::Int(65_535));
    assert_eq!(value(&u32::MAX), Value::Int(4_294_967_295));
    assert_eq!(value(&u64::MAX), Value::UInt(u64::MAX));
    assert_eq!(value(&u128::from(u64::MAX)), Value::UInt(u64::MAX));
    assert!(Value::from_serialize(&(i128::from(i64::MIN) - 1)).is_err());
    assert!(Value::from_serialize(&(u128::from(u64::MAX) + 1)).is_err());
    // The same without serde.
    assert_eq!(Value::from(i16::MIN), Value::Int(-32_768));
    assert_eq!(Value::from(u16::MAX), Value::Int(65_535));
    assert_eq!(Value::from(u32::MAX), Value::Int(4_294_967_295));
    assert_eq!(Value::from(usize::MAX), Value::UInt(usize::MAX as u64));
    assert_eq!(Value::from(isize::MIN), Value::Int(isize::MIN as i64));
}

#[test]
fn everything_else() {
    assert_eq!(value(&true), Value::Bool(true));
    assert_eq!(value(&0.25_f32), Value::Float(0.25));
    assert_eq!(value(&-0.5), Value::Float(-0.5));
    assert_eq!(value(&'é'), Value::from("é"));
    assert_eq!(value("é🙂"), Value::from("é🙂"));
    assert_eq!(value(&Bytes(b"a\xff")), Value::from([97, 255]));
    assert_eq!(value(&()), Value::Null);
    assert_eq!(value(&None::<u8>), Value::Null);
    assert_eq!(value(&Some(7)), Value::Int(7));
    assert_eq!(value(&Unit), Value::Null);
    assert_eq!(value(&Wrapped("x")), Value::from("x"));
    assert_eq!(value(&[1, 2][..]), Value::from([1, 2]));
    assert_eq!(value(&(1, 2)), Value::from([1, 2]));
    assert_eq!(value(&Point(-1, 2)), Value::from([-1, 2]));
    assert_eq!(
        value(&BTreeMap::from([("k", 1)])),
        Map::from([("k", 1)]).into()
    );
    let named = Map::from([("a", Value::Int(1)), ("b", Value::Int(2))]);
    assert_eq!(value(&Named { a: 1, b: Some(2) }), named.into());
    assert_eq!(value(&Kind::Unit), Value::from("Unit"));
    assert_eq!(value(&Kind::Wrapped(1)), Map::from([("Wrapped", 1)]).into());
    let point = Map::from([("Point", vec![1, 2])]);
    assert_eq!(value(&Kind::Point(1, 2)), point.into());
    let named = Map::from([("Named", Map::from([("a", "x")]))]);
    assert_eq!(value(&Kind::Named { a: 'x' }), named.into());
}

#[test]
fn keys_that_are_text() {
    let key = |map: Value| match map {
        Value::Map(map) => map.keys().map(str::to_owned).collect::<String>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(key(value(&Keyed("é"))), "é");
    assert_eq!(key(value(&Keyed('é'))), "é");
    assert_eq!(key(value(&Keyed(Some("x")))), "x");
    assert_eq!(key(value(&Keyed(Wrapped("x")))), "x");
    assert_eq!(key(value(&Keyed(Kind::Unit))), "Unit");
}

#[test]
fn keys_that_are_not_are_named() {
    #[track_caller]
    fn refused<T: Serialize>(key: T, named: &str) {
        let Err(Error::Value(error)) = Value::from_serialize(&Keyed(key)) else {
            panic!("expected an error of a value");
        };
        assert_eq!(error.problem(), &ValueProblem::Key(named.to_owned()));
        assert_eq!(error.path().len(), 0);
    }
    refused(true, "true");
    refused(-1_i8, "-1");
    refused(-2_i16, "-2");
    refused(-3_i32, "-3");
    refused(-4_i64, "-4");
    refused(-5_i128, "-5");
    refused(1_u8, "1");
    refused(2_u16, "2");
    refused(3_u32, "3");
    refused(4_u64, "4");
    refused(5_u128, "5");
    refused(0.5_f32, "0.5");
    refused(1.5_f64, "1.5");
    refused(Bytes(b"a"), "of bytes");
    refused(None::<&str>, "null");
    refused((), "null");
    refused(Unit, "Unit");
    refused(Wrapped(1), "1");
    refused([1].as_slice(), "that is a list");
    refused((1, 2), "that is a list");
    refused(Point(1, 2), "Point");
    refused(BTreeMap::from([("a", 1)]), "that is a map");
    refused(Named { a: 1, b: None }, "Named");
    refused(Kind::Wrapped(1), "Wrapped");
    refused(Kind::Point(1, 2), "Point");
    refused(Kind::Named { a: 'x' }, "Named");
}

/// The names of variants are a part of the way to a value, as they are of the value.
#[test]
fn the_way_leads_through_variants() {
    #[derive(Serialize)]
    enum Float {
        One(f64),
        Two(f32, f32),
        Named { a: f64 },
    }
    let path = |of: Float| match Value::from_serialize(&[of]) {
        Err(Error::Value(error)) => error.path().cloned().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let key = |name: &str| PathPart::Key(name.to_owned());
    let first = PathPart::Index(0);
    assert_eq!(path(Float::One(f64::NAN)), [first.clone(), key("One")]);
    assert_eq!(
        path(Float::Two(0.0, f32::INFINITY)),
        [first.clone(), key("Two"), PathPart::Index(1)]
    );
    assert_eq!(
        path(Float::Named { a: f64::NAN }),
        [first, key("Named"), key("a")]
    );
}

/// Each of these is one level, as it is in the value that comes of it.
#[test]
fn everything_that_holds_something_is_a_level() {
    /// `T` in as many lists.
    struct In<'a, T>(usize, &'a T);

    impl<T: Serialize> Serialize for In<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                0 => self.1.serialize(serializer),
                lists => [In(lists - 1, self.1)].serialize(serializer),
            }
        }
    }

    #[track_caller]
    fn levels<T: Serialize>(value: T, levels: usize) {
        assert!(Value::from_serialize(&In(128 - levels, &value)).is_ok());
        assert!(Value::from_serialize(&In(129 - levels, &value)).is_err());
    }
    levels([1], 1);
    levels((1, 2), 1);
    levels(Point(1, 2), 1);
    levels(Bytes(b"a"), 1);
    levels(BTreeMap::from([("a", 1)]), 1);
    levels(Named { a: 1, b: None }, 1);
    levels(Kind::Wrapped(1), 1);
    levels(Wrapped([1]), 1);
    assert!(Value::from_serialize(&In(128, &Wrapped(1))).is_ok());
    assert!(Value::from_serialize(&In(128, &Some(1))).is_ok());
    assert!(Value::from_serialize(&In(128, &Kind::Unit)).is_ok());
}
