//! Values of the usual types, and questions to values.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use interline_value::{ErrorKind, Map, Number, Opaque, PathElement, Value, ValuePath};

fn number(number: impl Into<Number>) -> Value {
    Value::Number(number.into())
}

#[test]
fn the_usual_types_convert() {
    let list = || Value::List(vec![number(1), number(2)]);
    let text = || Value::String("é".to_owned());
    for (value, expected) in [
        (Value::from(-8_i8), number(-8)),
        (Value::from(-16_i16), number(-16)),
        (Value::from(-32_i32), number(-32)),
        (Value::from(i64::MIN), number(i64::MIN)),
        (Value::from(-1_isize), number(-1)),
        (Value::from(8_u8), number(8)),
        (Value::from(16_u16), number(16)),
        (Value::from(u32::MAX), number(4_294_967_295_i64)),
        (Value::from(64_u64), number(64)),
        (Value::from(64_usize), number(64)),
        (Value::from(u64::MAX), number(u64::MAX)),
        (Value::from(true), Value::Bool(true)),
        (Value::from(()), Value::Null),
        (Value::from(0.5_f64), number(0.5)),
        (Value::from(0.1_f32), number(0.1)),
        (Value::from("é"), text()),
        (Value::from("é".to_owned()), text()),
        (Value::from(&"é".to_owned()), text()),
        (Value::from(Cow::Borrowed("é")), text()),
        (Value::from('é'), text()),
        (Value::from(Path::new("é")), text()),
        (Value::from(PathBuf::from("é")), text()),
        (Value::from(Some("é")), text()),
        (Value::from(None::<bool>), Value::Null),
        (Value::from(vec![1, 2]), list()),
        (Value::from([1, 2]), list()),
        (Value::from([1, 2].as_slice()), list()),
        ([1, 2].into_iter().collect(), list()),
        (Map::new().into(), Value::Map(Map::new())),
    ] {
        assert_eq!(value, expected);
    }
}

#[test]
fn times_are_written_in_utc() {
    let time = UNIX_EPOCH + Duration::new(1_703_466_123, 120_000_000);
    assert_eq!(Value::from(time), "2023-12-25T01:02:03.12Z".into());
    assert_eq!(Value::from(UNIX_EPOCH), "1970-01-01T00:00:00Z".into());
    let before = UNIX_EPOCH - Duration::from_secs(1);
    assert_eq!(Value::from(before), "1969-12-31T23:59:59Z".into());
    let far = UNIX_EPOCH
        .checked_add(Duration::from_secs(1 << 50))
        .unwrap();
    assert_eq!(Value::from(far), Value::Null);
}

#[test]
fn each_value_equals_itself_alone() {
    let values = [
        Value::Null,
        Value::Bool(true),
        Value::Bool(false),
        number(-1),
        number(1),
        number(u64::MAX),
        number(1.0),
        number(2.0),
        number(f64::NAN),
        Value::from(""),
        Value::from("a"),
        Value::List(Vec::new()),
        Value::from([1]),
        Map::new().into(),
        Map::from([("a", 1)]).into(),
        Opaque::new(1_u8).into(),
        Opaque::new(2_u8).into(),
        Opaque::new(1_u16).into(),
    ];
    for (a, one) in values.iter().enumerate() {
        for (b, other) in values.iter().enumerate() {
            assert_eq!(one == other, a == b, "{one:?}, {other:?}");
        }
    }
}

#[test]
fn accessors_answer_for_their_kind_alone() {
    let values = [
        Value::Null,
        true.into(),
        1.into(),
        "a".into(),
        [1].into(),
        Map::from([("a", 1)]).into(),
        Opaque::new(()).into(),
    ];
    for (kind, value) in values.iter().enumerate() {
        let answers = [
            value.is_null(),
            value.as_bool().is_some(),
            value.as_number().is_some(),
            value.as_str().is_some(),
            value.as_list().is_some(),
            value.as_map().is_some(),
        ];
        for (index, answer) in answers.into_iter().enumerate() {
            assert_eq!(answer, index == kind, "{value:?}");
        }
    }
    assert_eq!(Value::default(), Value::Null);
}

#[test]
fn an_opaque_value_is_found_by_its_type() {
    let opaque = Opaque::new("text".to_owned());
    assert_eq!(opaque.downcast_ref::<String>().unwrap(), "text");
    assert_eq!(opaque.downcast_ref::<&str>(), None);
    assert_eq!(opaque.clone(), opaque);
    assert_eq!(format!("{opaque:?}"), "\"text\"");
}

#[test]
fn floats_that_are_not_finite_are_found() {
    let nan = || Map::from([("a", Value::from(vec![Value::from(1), f64::NAN.into()]))]);
    let error = nan().check_finite().unwrap_err();
    assert_eq!(error.to_string(), "a[1]: NaN is not a finite number");
    assert_eq!(error.kind(), &ErrorKind::NotFinite("NaN".to_owned()));
    let path: ValuePath = ("a", 1).into();
    assert_eq!(error.path(), &path);
    let error = Value::from(nan()).check_finite().unwrap_err();
    assert_eq!(error.to_string(), "a[1]: NaN is not a finite number");
    assert_eq!(
        Value::from(f64::NEG_INFINITY)
            .check_finite()
            .unwrap_err()
            .to_string(),
        "-inf is not a finite number"
    );
    assert!(Map::from([("a", 0.5)]).check_finite().is_ok());

    let deep = |levels: usize| (0..levels).fold(Value::Null, |value, _| Value::List(vec![value]));
    assert!(deep(128).check_finite().is_ok());
    let error = deep(129).check_finite().unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("[0]: more than 128 levels of nesting")
    );
    assert!(Map::from([("a", deep(127))]).check_finite().is_ok());
    assert!(Map::from([("a", deep(128))]).check_finite().is_err());
}

#[test]
fn paths_display_as_they_are_written() {
    for (path, shown) in [
        (ValuePath::from(["author", "name"]), "author.name"),
        (("jobs", 0, "run").into(), "jobs[0].run"),
        (("a b", "c").into(), "a b.c"),
        (("a.b", "c").into(), "\"a.b\".c"),
        (["a.b"].into(), "a.b"),
        (vec!["", "x"].into(), "\"\".x"),
        ([1_usize, 2].into(), "[1][2]"),
        (ValuePath::default(), ""),
    ] {
        assert_eq!(path.to_string(), shown);
    }
    assert_eq!(PathElement::from(-1), PathElement::Index(usize::MAX));
}
