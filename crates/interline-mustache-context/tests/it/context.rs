//! `TemplateContext`: its views agree, whatever is done.

use interline_mustache_context::{
    Environment, Error, Map, Missing, Template, TemplateContext, Value,
};
use proptest::prelude::*;

fn context<const N: usize>(entries: [(&str, i64); N]) -> TemplateContext {
    TemplateContext::new(Map::from(entries)).unwrap()
}

#[track_caller]
fn assert_views(context: &TemplateContext, expected: &[(&str, i64)]) {
    let expected: Vec<(&str, Value)> = expected
        .iter()
        .map(|(key, value)| (*key, Value::from(*value)))
        .collect();
    let seen: Vec<(&str, Value)> = context
        .iter()
        .map(|(key, value)| (key, value.clone()))
        .collect();
    assert_eq!(seen, expected);
    let keys: Vec<&str> = expected.iter().map(|(key, _)| *key).collect();
    assert_eq!(context.keys().collect::<Vec<_>>(), keys);
    assert_eq!(context.len(), keys.len());
    assert_eq!(context.is_empty(), keys.is_empty());
    let flat = context.flatten();
    assert_eq!(
        flat.iter()
            .map(|(key, value)| (key, value.clone()))
            .collect::<Vec<_>>(),
        expected
    );
    for key in ["a", "b", "c", "d", "zzz"] {
        assert_eq!(context.contains(key), keys.contains(&key), "{key}");
        assert_eq!(context.get(key), flat.get(key), "{key}");
    }
    // A template sees what the methods do.
    let template = Template::parse("{{a}},{{b}},{{c}},{{d}}").unwrap();
    assert_eq!(
        template.render_with(context, &Environment::new()).unwrap(),
        template.render_with(&flat, &Environment::new()).unwrap()
    );
}

#[test]
fn views_agree_after_a_soft_deletion() {
    let parent = context([("a", 1), ("b", 2)]);
    let mut child = parent.new_child(Map::from([("c", 3)])).unwrap();
    child.soft_delete("b");
    assert_views(&child, &[("a", 1), ("c", 3)]);
    child.soft_delete("zzz");
    assert_views(&child, &[("a", 1), ("c", 3)]);
    assert_views(&parent, &[("a", 1), ("b", 2)]);
    child.soft_delete("a");
    child.soft_delete("c");
    assert_views(&child, &[]);
}

#[test]
fn deletions_in_sequence() {
    let parent = context([("a", 1)]);
    let mut child = parent.new_child(Map::from([("a", 10)])).unwrap();
    child.soft_delete("a");
    assert_views(&child, &[]);
    assert_eq!(child.hard_delete("a"), None);
    assert_views(&child, &[("a", 1)]);
    child.soft_delete("a");
    child.set("a", 7).unwrap();
    assert_views(&child, &[("a", 7)]);
    assert_eq!(child.hard_delete("a"), Some(Value::from(7)));
    assert_views(&child, &[("a", 1)]);
}

#[test]
fn a_grandchild_under_a_mask() {
    let parent = context([("a", 1)]);
    let mut child = parent.new_child(Map::new()).unwrap();
    child.soft_delete("a");
    let mut grandchild = child.new_child(Map::new()).unwrap();
    assert_views(&grandchild, &[]);
    grandchild.hard_delete("a");
    assert_views(&grandchild, &[]);
    grandchild.set("a", 3).unwrap();
    assert_views(&grandchild, &[("a", 3)]);
    assert_views(&child, &[]);
    grandchild.soft_delete("a");
    assert_views(&grandchild, &[]);
}

#[test]
fn del_wants_a_value_in_the_innermost_scope() {
    let parent = context([("b", 1)]);
    let mut child = parent.new_child(Map::from([("a", 2)])).unwrap();
    for key in ["b", "zzz"] {
        let error = child.del(key).unwrap_err();
        assert!(matches!(&error, Error::NoSuchKey { key: named } if named == key));
        assert_eq!(error.error_type(), "context_error");
    }
    assert_eq!(child.hard_delete("b"), None);
    child.soft_delete("b");
    assert!(child.del("b").is_err());
    assert_views(&child, &[("a", 2)]);
    assert_eq!(child.del("a").unwrap(), Value::from(2));
    assert_views(&child, &[]);
    assert_eq!(
        child.del("a").unwrap_err().to_string(),
        "no key `a` in the innermost scope: expected a key that was set there; `hard_delete` accepts any key"
    );
}

#[test]
fn parents_without_the_innermost_scope() {
    let parent = context([("a", 1), ("b", 2)]);
    assert!(parent.parents().is_none());
    let mut child = parent.new_child(Map::from([("a", 3), ("c", 4)])).unwrap();
    assert_views(&child.parents().unwrap(), &[("a", 1), ("b", 2)]);
    child.soft_delete("b");
    assert_views(&child.parents().unwrap(), &[("a", 1)]);
    assert_views(&parent, &[("a", 1), ("b", 2)]);
}

#[test]
fn maps_are_not_merged() {
    let parent = TemplateContext::new(Map::from([("d", Map::from([("a", 1)]))])).unwrap();
    let child = parent
        .new_child(Map::from([("d", Map::from([("b", 2)]))]))
        .unwrap();
    let template = Template::parse("[{{d.a}}][{{d.b}}]").unwrap();
    assert_eq!(
        template.render_with(&child, &Environment::new()).unwrap(),
        "[][2]"
    );
}

#[test]
fn a_mask_in_a_template() {
    let parent = TemplateContext::new(Map::from([("a", Map::from([("b", 1)]))])).unwrap();
    let mut child = parent.new_child(Map::new()).unwrap();
    child.soft_delete("a");
    let template = Template::parse("[{{a}}][{{a.b}}]{{#a}}T{{/a}}{{^a}}F{{/a}}").unwrap();
    assert_eq!(
        template.render_with(&child, &Environment::new()).unwrap(),
        "[][]F"
    );
    let strict = Environment::new().missing(Missing::Error);
    let error = template.render_with(&child, &strict).unwrap_err();
    let names: Vec<_> = error
        .template()
        .unwrap()
        .missing()
        .iter()
        .map(|name| name.name.as_str())
        .collect();
    assert_eq!(names, ["a", "a.b"]);
}

#[test]
fn a_list_set_later_is_the_same_list() {
    let list = Value::from(["x", "y"]);
    let template = Template::parse("{{#l}}{{.}}{{^last}},{{/last}}{{/l}}").unwrap();
    let first = TemplateContext::new(Map::from([("l", list.clone())])).unwrap();
    let mut later = TemplateContext::default();
    later.set("l", list.clone()).unwrap();
    for context in [first, later] {
        assert_eq!(
            template.render_with(&context, &Environment::new()).unwrap(),
            "x,y"
        );
        assert_eq!(context.get("l"), Some(&list));
    }
}

#[test]
fn what_is_set_in_a_parent_later_is_not_seen() {
    let mut parent = context([("a", 1)]);
    let child = parent.new_child(Map::new()).unwrap();
    parent.set("a", 2).unwrap();
    assert_views(&child, &[("a", 1)]);
    assert_views(&parent, &[("a", 2)]);
}

#[test]
fn a_million_scopes_are_made_and_dropped() {
    let mut context = context([("a", 1)]);
    for _ in 0..1_000_000 {
        context = context.new_child(Map::new()).unwrap();
    }
    assert_eq!(context.get("a"), Some(&Value::from(1)));
    drop(context.clone());
    drop(context);
}

#[test]
fn only_what_the_child_gets_is_checked() {
    // A child of a large parent costs what it is given, so checks in it stop at its own map.
    let list: Vec<Value> = (0..2_000).map(Value::from).collect();
    let parent = TemplateContext::new(Map::from([("l", list)])).unwrap();
    let child = parent.new_child(Map::from([("a", 1)])).unwrap();
    let (theirs, ours) = (parent.get("l").unwrap(), child.get("l").unwrap());
    assert!(std::ptr::eq(theirs, ours), "shared, not copied");
}

#[test]
fn equality_and_serde() {
    let parent = context([("a", 1), ("b", 2)]);
    let child = context([("a", 1)])
        .new_child(Map::from([("b", 2)]))
        .unwrap();
    assert_eq!(parent, child);
    let mut masked = context([("a", 1), ("b", 2), ("c", 3)])
        .new_child(Map::new())
        .unwrap();
    assert_ne!(parent, masked);
    assert_ne!(masked, parent);
    masked.soft_delete("c");
    assert_eq!(parent, masked);
    assert_ne!(parent, context([("a", 1), ("b", 3)]));
    assert_ne!(parent, context([("a", 1), ("c", 2)]));
    let text = serde_json::to_string(&child).unwrap();
    assert_eq!(text, r#"{"a":1,"b":2}"#);
    assert_eq!(
        serde_json::from_str::<TemplateContext>(&text).unwrap(),
        parent
    );
    assert!(TemplateContext::from_serialize(&[1]).is_err());
    assert_eq!(TemplateContext::from_serialize(&parent).unwrap(), parent);
}

/// Values in order, and masks.
type PlainScope = (Vec<(String, i64)>, Vec<String>);

/// The plainest thing that does the same: scopes from the outermost in.
#[derive(Clone, Default)]
struct Model(Vec<PlainScope>);

impl Model {
    fn visible(&self) -> Vec<(String, i64)> {
        let mut seen: Vec<(String, i64)> = Vec::new();
        for (values, masks) in &self.0 {
            seen.retain(|(key, _)| {
                !masks.contains(key) && !values.iter().any(|(other, _)| other == key)
            });
            seen.extend(values.iter().cloned());
        }
        seen
    }
}

#[derive(Clone, Debug)]
enum Step {
    Child,
    Set(usize, i64),
    Soft(usize),
    Hard(usize),
    Del(usize),
    Switch(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        Just(Step::Child),
        (0..4_usize, 0..9_i64).prop_map(|(key, value)| Step::Set(key, value)),
        (0..4_usize).prop_map(Step::Soft),
        (0..4_usize).prop_map(Step::Hard),
        (0..4_usize).prop_map(Step::Del),
        (0..9_usize).prop_map(Step::Switch),
    ];
    prop::collection::vec(step, 1..40)
}

const KEYS: [&str; 4] = ["a", "b", "c", "d"];

proptest! {
    #![proptest_config(crate::proptest_cases(300))]

    #[test]
    fn same_as_the_plainest_thing(steps in steps()) {
        // All contexts that there are; a step concerns one of them, and all are looked at after each.
        let mut all = vec![(TemplateContext::default(), Model(vec![Default::default()]))];
        let mut current = 0;
        for step in steps {
            let (context, model) = &mut all[current];
            let is_there = |model: &Model, key: usize| model.0.last().unwrap().0.iter().any(|(k, _)| k == KEYS[key]);
            match step {
                Step::Child => {
                    let child = context.new_child(Map::new()).unwrap();
                    let mut model = model.clone();
                    model.0.push(Default::default());
                    all.push((child, model));
                    current = all.len() - 1;
                }
                Step::Set(key, value) => {
                    context.set(KEYS[key], value).unwrap();
                    let (values, masks) = model.0.last_mut().unwrap();
                    masks.retain(|k| k != KEYS[key]);
                    match values.iter_mut().find(|(k, _)| k == KEYS[key]) {
                        Some((_, old)) => *old = value,
                        None => values.push((KEYS[key].to_owned(), value)),
                    }
                }
                Step::Soft(key) => {
                    context.soft_delete(KEYS[key]);
                    let (values, masks) = model.0.last_mut().unwrap();
                    values.retain(|(k, _)| k != KEYS[key]);
                    masks.push(KEYS[key].to_owned());
                }
                Step::Hard(key) | Step::Del(key) => {
                    let was_there = is_there(model, key);
                    if matches!(step, Step::Del(_)) {
                        prop_assert_eq!(context.del(KEYS[key]).is_ok(), was_there);
                    } else {
                        prop_assert_eq!(context.hard_delete(KEYS[key]).is_some(), was_there);
                    }
                    let (values, masks) = model.0.last_mut().unwrap();
                    if was_there || matches!(step, Step::Hard(_)) {
                        values.retain(|(k, _)| k != KEYS[key]);
                        masks.retain(|k| k != KEYS[key]);
                    }
                }
                Step::Switch(to) => current = to % all.len(),
            }
            for (context, model) in &all {
                let visible = model.visible();
                let visible: Vec<(&str, i64)> = visible.iter().map(|(key, value)| (key.as_str(), *value)).collect();
                assert_views(context, &visible);
                if let Some(parents) = context.parents() {
                    let mut outer = model.clone();
                    let (_, masks) = outer.0.pop().unwrap();
                    outer.0.push((Vec::new(), masks));
                    let outer: Vec<_> = outer.visible();
                    let outer: Vec<(&str, i64)> = outer.iter().map(|(key, value)| (key.as_str(), *value)).collect();
                    assert_views(&parents, &outer);
                }
            }
        }
    }
}
