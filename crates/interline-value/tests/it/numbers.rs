//! Numbers keep their source text.

use interline_value::{ErrorKind, Number};
use proptest::prelude::*;

fn parsed(text: &str) -> Option<Number> {
    text.parse().ok()
}

#[test]
fn numbers_of_the_core_schema() {
    for (text, number) in [
        ("0", Number::from(0)),
        ("-1", (-1).into()),
        ("+1", 1.into()),
        ("-0", 0.into()),
        ("0x1F", 31.into()),
        ("0o17", 15.into()),
        ("18446744073709551615", u64::MAX.into()),
        ("-9223372036854775808", i64::MIN.into()),
        ("1.10", 1.1.into()),
        ("1.", 1.0.into()),
        (".5", 0.5.into()),
        ("-.5e+3", (-500.0).into()),
        ("1e3", 1000.0.into()),
        (".inf", f64::INFINITY.into()),
        ("-.INF", f64::NEG_INFINITY.into()),
        (".NaN", f64::NAN.into()),
    ] {
        let found = parsed(text).unwrap();
        assert_eq!(found, number, "{text}");
        assert_eq!(found.to_string(), text);
    }
}

#[test]
fn digits_that_a_number_would_not_keep_are_none() {
    for text in [
        "",
        "0644",
        "-012",
        "08",
        "18446744073709551616",
        "1e999",
        "1_000",
        "0b1",
        "12:30",
        "+",
        "-",
        ".",
        "+.nan",
        "0x",
        "0x+1",
        "-0x1",
        "0o8",
        "1e",
        "1e+",
        ".e1",
        "0.1.2",
        "no",
        " 1",
        "1 ",
        "é",
    ] {
        let error = text.parse::<Number>().unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::NotANumber(text.to_owned()));
    }
    assert_eq!(
        "0644".parse::<Number>().unwrap_err().to_string(),
        "invalid number `0644`: expected one such as `1.10`, `-5` or `0x1F`"
    );
}

#[test]
fn a_source_text_is_kept_where_it_says_more() {
    assert_eq!(parsed("3.10").unwrap().source(), Some("3.10"));
    assert_eq!(parsed("+5").unwrap().source(), Some("+5"));
    assert_eq!(parsed("-0").unwrap().source(), Some("-0"));
    assert_eq!(parsed("-5").unwrap().source(), None);
    assert_eq!(Number::from(1.5).source(), None);
}

#[test]
fn a_number_answers_for_what_fits() {
    let large = Number::from(u64::MAX);
    assert_eq!((large.as_i64(), large.as_u64()), (None, Some(u64::MAX)));
    let negative = Number::from(-1);
    assert_eq!((negative.as_i64(), negative.as_u64()), (Some(-1), None));
    let float = Number::from(1.0);
    assert_eq!(
        (float.as_i64(), float.as_u64(), float.as_f64()),
        (None, None, 1.0)
    );
    assert!(float.is_float() && !large.is_float());
    assert_ne!(float, Number::from(1));
    assert_eq!(Number::from(f64::NAN), Number::from(f64::NAN));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(bits in any::<u64>(), int in any::<i64>()) {
        for number in [
            Number::from(f64::from_bits(bits)),
            f32::from_bits(bits as u32).into(),
            int.into(),
            bits.into(),
        ] {
            prop_assert_eq!(parsed(&number.to_string()), Some(number));
        }
    }
}
