//! Numbers: how they are written and what is equal.

use interline_frontmatter::{Document, Mapping, Number, Value, to_document};

#[test]
fn a_number_is_written_as_yaml() {
    let cases: [(Number, &str); 16] = [
        (5_i64.into(), "5"),
        ((-5_i64).into(), "-5"),
        (u64::MAX.into(), "18446744073709551615"),
        (0.0.into(), "0.0"),
        ((-0.0).into(), "-0.0"),
        (1.0.into(), "1.0"),
        (0.5.into(), "0.5"),
        (1e-5.into(), "1e-5"),
        (9.5e-6.into(), "9.5e-6"),
        (1e15.into(), "1000000000000000.0"),
        (1e16.into(), "1.0e+16"),
        ((-2.5e300).into(), "-2.5e+300"),
        (5e-324.into(), "5.0e-324"),
        (f64::INFINITY.into(), ".inf"),
        (f64::NEG_INFINITY.into(), "-.inf"),
        (f64::NAN.into(), ".nan"),
    ];
    for (number, written) in cases {
        assert_eq!(number.to_string(), written);
        assert_eq!(format!("{number:?}"), written);
        // It is a number of that value for us and for another reader.
        let text = to_document(&Mapping::from([("k", Value::Number(number))]), "").unwrap();
        assert_eq!(text, format!("---\nk: {written}\n---\n"));
        let document = Document::parse(&text).unwrap();
        assert_eq!(document.mapping().get("k"), Some(&Value::Number(number)));
        let theirs: serde_yaml::Value = serde_yaml::from_str(&text[4..text.len() - 4]).unwrap();
        assert_eq!(
            theirs["k"].as_f64().map(Number::from),
            Some(Number::from(number.as_f64()))
        );
    }
}

/// As data, not as IEEE 754 has it: what was read and written is the same.
#[test]
fn a_number_that_is_none_equals_itself_alone() {
    let (nan, one) = (Number::from(f64::NAN), Number::from(1.0));
    assert_eq!(nan, nan);
    assert_ne!(nan, one);
    assert_ne!(one, nan);
}
