//! Maps: order, lookups, and equality.

use interline_value::{Map, Value};
use proptest::prelude::*;

#[test]
fn a_map_keeps_the_order_of_its_keys() {
    let mut map = Map::new();
    assert!(map.is_empty());
    assert_eq!(map.insert("b", 1), None);
    assert_eq!(map.insert("a", 2), None);
    assert_eq!(map.insert("b", 3), Some(1.into()));
    assert_eq!((map.len(), map.is_empty()), (2, false));
    assert_eq!(map.keys().collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(
        map.values().cloned().collect::<Vec<_>>(),
        [3.into(), 2.into()]
    );
    assert_eq!(map.get_index(1), Some(("a", &2.into())));
    assert_eq!(map.get_index(2), None);
    assert_eq!(format!("{map:?}"), r#"{"b": Number(3), "a": Number(2)}"#);
    if let Some(value) = map.get_mut("a") {
        *value = Value::Null;
    }
    assert_eq!(map.remove("b"), Some(3.into()));
    assert_eq!(map.remove("b"), None);
    assert_eq!(
        map.into_iter().collect::<Vec<_>>(),
        [("a".to_owned(), Value::Null)]
    );
    assert_eq!(
        Map::from([("a", 1), ("b", 2)]),
        Map::from([("b", 2), ("a", 1)])
    );
    assert!(Map::with_capacity(3).is_empty());
}

proptest! {
    /// Small maps are searched in another way than large ones.
    #[test]
    fn lookups_find_what_was_inserted(keys in proptest::collection::vec("[ab\0é]{0,3}", 0..40), name in "[ab\0é]{0,3}") {
        let map: Map = keys.iter().cloned().zip(0..).collect();
        let last = keys.iter().rposition(|key| *key == name);
        let expected = last.map(|at| Value::from(i32::try_from(at).unwrap()));
        prop_assert_eq!(map.get(&name), expected.as_ref());
        prop_assert_eq!(map.contains_key(&name), expected.is_some());
        for key in &keys {
            prop_assert!(map.get(key).is_some());
        }
    }
}
