use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_frontmatter::agent::{
    Format, Frontmatter, Merged, Parsed, ResolvedMode, StreamConfig, WriteStrategy,
};
use interline_frontmatter::{
    Block, Closer, Document, Error, Limit, Mapping, Number, Place, ReadOptions, Split,
    SplitOptions, Unterminated, Value,
};

#[test]
fn every_type_goes_to_other_threads() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}
    check::<Block<'_>>();
    check::<Closer>();
    check::<Document<'_>>();
    check::<Error>();
    check::<Format>();
    check::<Frontmatter>();
    check::<Limit>();
    check::<Mapping>();
    check::<Merged>();
    check::<Number>();
    check::<Parsed<'_>>();
    check::<Place>();
    check::<ReadOptions>();
    check::<ResolvedMode>();
    check::<Split<'_>>();
    check::<SplitOptions>();
    check::<StreamConfig>();
    check::<Unterminated>();
    check::<Value>();
    check::<WriteStrategy>();
}

#[test]
fn a_mapping_keeps_its_order_and_compares_without() {
    let mut mapping = Mapping::from([("b", 1), ("a", 2)]);
    assert_eq!(mapping, Mapping::from([("a", 2), ("b", 1)]));
    assert_eq!(mapping.insert("b", "new"), Some(1.into()));
    assert_eq!(mapping.insert("c", true), None);
    assert_eq!(mapping.keys().collect::<Vec<_>>(), ["b", "a", "c"]);
    assert_eq!(mapping.remove("b"), Some("new".into()));
    assert_eq!(mapping.remove("b"), None);
    if let Some(value) = mapping.get_mut("a") {
        *value = Value::Null;
    }
    assert_eq!(mapping.len(), 2);
    assert!(!mapping.is_empty() && mapping.contains_key("a"));
    assert_eq!(format!("{mapping:?}"), "{\"a\": Null, \"c\": Bool(true)}");
    let values: Vec<&Value> = mapping.values().collect();
    assert_eq!(values, [&Value::Null, &Value::Bool(true)]);
    let pairs: Vec<(String, Value)> = mapping.into_iter().collect();
    assert_eq!(pairs[1], ("c".to_owned(), true.into()));
}

#[test]
fn values_say_what_they_are() {
    assert!(Value::from(None::<bool>).is_null());
    assert_eq!(Value::from(true).as_bool(), Some(true));
    assert_eq!(Value::from("x").as_str(), Some("x"));
    assert_eq!(
        Value::from(vec![1]).as_sequence().map(<[Value]>::len),
        Some(1)
    );
    assert!(Value::from(Mapping::new()).as_mapping().is_some());
    let number = Value::from(u64::MAX);
    let number = number.as_number().unwrap();
    assert_eq!((number.as_u64(), number.as_i64()), (Some(u64::MAX), None));
    assert_eq!(Number::from(5_u64), Number::from(5_i64));
    assert_ne!(Number::from(5.0), Number::from(5_i64));
    assert_eq!(Number::from(f64::NAN), Number::from(f64::NAN));
    assert_eq!(Value::Null.as_str(), None);
    assert_eq!(Value::default(), Value::Null);
}

#[test]
fn values_go_through_json() {
    let json = r#"{"z":1,"a":[null,true,-2,1.5,"x",18446744073709551615],"m":{}}"#;
    let value: Value = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    let error = serde_json::from_str::<Mapping>(r#"{"a":1,"a":2}"#).unwrap_err();
    assert!(error.to_string().starts_with("key `a` is given twice"));
    let number: Number = serde_json::from_str("7").unwrap();
    assert_eq!(number, Number::from(7_i64));
}
