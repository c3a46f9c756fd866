//! Kinds of values: truth, and the output of numbers, lambdas and repeated names.

use interline_mustache_context::{Environment, Lambda, Map, Number, Template, Value};
use interline_value::Opaque;

fn render(source: &str, value: Value) -> String {
    let template = Template::parse(source).unwrap();
    let map = Map::from([("x", value)]);
    template.render_with(&map, &Environment::new()).unwrap()
}

#[test]
fn sections_run_for_true_values() {
    let falsy = [
        Value::Null,
        false.into(),
        "".into(),
        Value::List(Vec::new()),
    ];
    for value in falsy {
        assert_eq!(render("{{#x}}yes{{/x}}{{^x}}no{{/x}}", value), "no");
    }
    let truthy = [
        true.into(),
        0.into(),
        0.0.into(),
        "0".into(),
        Value::from([0]),
        Map::new().into(),
        Opaque::new(7).into(),
    ];
    for value in truthy {
        assert_eq!(render("{{#x}}yes{{/x}}{{^x}}no{{/x}}", value), "yes");
    }
}

/// A number that was read from a header is printed as it was written. In JSON that is so where JSON has such numbers.
#[test]
fn numbers_print_their_source_text() {
    for (source, alone, in_list) in [
        ("1.10", "1.10", "[1.10]"),
        ("3e2", "3e2", "[3e2]"),
        ("0x1F", "0x1F", "[31]"),
        ("+5", "+5", "[5]"),
        (".5", ".5", "[0.5]"),
        ("-0", "-0", "[-0]"),
        (".inf", ".inf", "[null]"),
        (
            "18446744073709551615",
            "18446744073709551615",
            "[18446744073709551615]",
        ),
    ] {
        let number: Number = source.parse().unwrap();
        assert_eq!(render("{{x}}", number.clone().into()), alone);
        assert_eq!(render("{{{x}}}", Value::from([number])), in_list);
    }
    assert_eq!(render("{{x}}", 1e22.into()), "1e22");
    assert_eq!(render("{{x}}", 1.0.into()), "1.0");
}

#[test]
fn values_of_the_program_print_nothing() {
    assert_eq!(render("[{{x}}]", Opaque::new(7).into()), "[]");
    assert_eq!(
        render("[{{x}}]", Value::from([Value::from(Opaque::new(7))])),
        "[[null]]"
    );
}

#[test]
fn lambdas_are_equal_to_their_clones() {
    let lambda = Lambda::spec(|_| Ok(String::new()));
    assert_eq!(lambda, lambda.clone());
    assert_ne!(lambda, Lambda::spec(|_| Ok(String::new())));
    assert_eq!(Value::from(lambda.clone()), Value::from(lambda));
}

#[test]
fn what_json_does_not_know_prints_as_null() {
    let lambda = Value::from(Lambda::spec(|_| Ok("x".to_owned())));
    let list = Value::from(vec![f64::NAN.into(), f64::INFINITY.into(), lambda]);
    let template = Template::parse("{{l}}").unwrap();
    let text = template
        .render_with(&Map::from([("l", list)]), &Environment::new())
        .unwrap();
    assert_eq!(text, "[null,null,null]");
}

/// A name that occurs several times prints its current value each time, escaped as its tag says.
#[test]
fn a_name_that_repeats_prints_what_it_is_there() {
    use interline_mustache_context::Escape;
    use serde_json::json;

    let source = "{{a}}{{a}}{{a}}|{{#s}}{{a}}{{a}}{{{a}}}{{/s}}|{{a}}|{{#l}}{{a}}{{a}},{{/l}}|{{a}}{{&a}}|{{b.a}}{{b.a}}{{a}}";
    let data =
        json!({"a": "x", "s": {"a": "<"}, "l": [{"a": "1"}, {"a": ">"}, {}, "v"], "b": {"a": "y"}});
    let template = Template::parse(source).unwrap();
    let expected = "xxx|&lt;&lt;<|x|11,&gt;&gt;,xx,xx,|xx|yyx";
    let default = Environment::new();
    assert_eq!(template.render_with(&data, &default).unwrap(), expected);
    assert_eq!(
        template
            .render_with(&Value::from_serialize(&data).unwrap(), &default)
            .unwrap(),
        expected
    );
    let plain = Environment::new().escape(Escape::None);
    assert_eq!(
        template.render_with(&data, &plain).unwrap(),
        expected.replace("&lt;", "<").replace("&gt;", ">")
    );

    // A function may do anything to a text, and do it again.
    fn in_brackets(text: &str, out: &mut String) {
        *out += &format!("[{text}]");
    }
    let custom = Environment::new().escape(Escape::Custom(in_brackets));
    let template = Template::parse("{{a}}{{a}}{{a}}").unwrap();
    assert_eq!(
        template.render_with(&json!({"a": "x"}), &custom).unwrap(),
        "[x][x][x]"
    );
    // The escaped length, and a different text.
    fn turned(text: &str, out: &mut String) {
        out.extend(text.chars().rev());
    }
    let custom = Environment::new().escape(Escape::Custom(turned));
    assert_eq!(
        template.render_with(&json!({"a": "xy"}), &custom).unwrap(),
        "yxyxyx"
    );

    // A value that is not a string, or is made each time.
    assert_eq!(template.render(&json!({"a": 1.5})).unwrap(), "1.51.51.5");
    assert_eq!(template.render(&json!({"a": ""})).unwrap(), "");
    assert_eq!(template.render(&json!({"a": null})).unwrap(), "");
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&calls);
    let lambda = Lambda::spec(move |_| {
        counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok("x".to_owned())
    });
    let map = Map::from_iter([("a".to_owned(), Value::from(lambda))]);
    assert_eq!(
        template.render_with(&map, &Environment::new()).unwrap(),
        "xxx"
    );
    assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 3);
}
