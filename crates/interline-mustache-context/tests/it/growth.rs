//! Hostile templates cost in proportion to their size: steps are counted, by the limit that they just fit in.

use std::collections::HashMap;

use interline_mustache_context::{Environment, Lambda, Limits, Template};
use serde_json::{Value as Json, json};

fn fits(template: &Template, data: &Json, environment: &Environment, steps: u64) -> bool {
    let environment = environment.clone().limits(Limits::new().steps(steps));
    template.render_with(data, &environment).is_ok()
}

/// The steps that a render takes.
fn steps(template: &Template, data: &Json, environment: &Environment) -> u64 {
    least(|steps| fits(template, data, environment, steps))
}

/// The least limit that is enough.
fn least(is_enough: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, 1 << 24);
    assert!(is_enough(high));
    while low + 1 < high {
        let middle = (low + high) / 2;
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[track_caller]
fn assert_linear(source: impl Fn(usize) -> String, data: &Json, environment: &Environment) {
    let counted: Vec<u64> = [250, 500, 1_000, 2_000]
        .iter()
        .map(|&n| steps(&Template::parse(source(n)).unwrap(), data, environment))
        .collect();
    for pair in counted.windows(2) {
        assert!(pair[1] * 10 <= pair[0] * 22 + 1_000, "{counted:?}");
    }
}

#[test]
fn flat_sections() {
    assert_linear(
        |n| "{{#a}}{{x}}{{/a}}".repeat(n),
        &json!({"a": true}),
        &Environment::new(),
    );
}

#[test]
fn nested_sections() {
    let nest = |n: usize| "{{#a}}".repeat(n) + "{{x}}" + &"{{/a}}".repeat(n);
    for a in [json!(true), json!({}), json!({"k": 1}), json!([1])] {
        assert_linear(nest, &json!({"a": a, "x": 1}), &Environment::new());
    }
}

#[test]
fn nested_sections_over_many_maps() {
    let data = json!({"a": {"k": 1}, "b": {"k": 2}, "c": [{"k": 3}], "x": 1});
    let nest = |n: usize| "{{#a}}{{#b}}{{#c}}{{x}}".repeat(n) + &"{{/c}}{{/b}}{{/a}}".repeat(n);
    assert_linear(nest, &data, &Environment::new());
}

#[test]
fn scalar_items_far_outside() {
    let nest = |n: usize| {
        let inner = "{{#t}}{{value}}".repeat(n) + &"{{/t}}{{value}}".repeat(n);
        format!("{{{{#l}}}}{inner}{{{{/l}}}}")
    };
    for t in [json!(true), json!({"k": 1}), json!([{}])] {
        let data = json!({"l": [1, 2], "t": t});
        assert_linear(nest, &data, &Environment::new());
    }
}

#[test]
fn a_list_deep_inside() {
    let data = json!({"a": {"k": 1}, "l": vec![1; 50], "x": 1});
    let nest = |n: usize| {
        "{{#a}}".repeat(n)
            + "{{#l}}"
            + &"{{#a}}".repeat(20)
            + "{{x}}"
            + &"{{/a}}".repeat(20)
            + "{{/l}}"
            + &"{{/a}}".repeat(n)
    };
    assert_linear(nest, &data, &Environment::new());
}

#[test]
fn long_names() {
    let name = |n: usize| format!("{{{{a{}}}}}", ".a".repeat(n));
    assert_linear(name, &json!({"a": 1}), &Environment::new());
}

#[test]
fn partials_and_blocks() {
    let page = HashMap::from([("p", "  {{>q}}\n"), ("q", "a\n{{$b}}\n{{/b}}\n")]);
    let environment = Environment::new().partials(page);
    assert_linear(|n| "  {{>p}}\n".repeat(n), &Json::Null, &environment);
    assert_linear(
        |n| "{{<p}}{{$b}}\n  x\n{{/b}}{{/p}}\n".repeat(n),
        &Json::Null,
        &environment,
    );
    let many = |n: usize| {
        let blocks: String = (0..n)
            .map(|at| format!("{{{{$b{at}}}}}x{{{{/b{at}}}}}"))
            .collect();
        format!("{{{{<p}}}}{blocks}{{{{/p}}}}")
    };
    assert_linear(many, &Json::Null, &environment);
}

#[test]
fn a_hundred_thousand_of_everything() {
    let n = 100_000;
    for source in [
        "{{#a}}".repeat(n) + &"{{/a}}".repeat(n),
        "{{^b}}".repeat(n) + &"{{/b}}".repeat(n),
        "{{$b}}".repeat(n) + &"{{/b}}".repeat(n),
        "{{<b}}{{$b}}".repeat(n) + &"{{/b}}{{/b}}".repeat(n),
        "{{=<% %>=}}<%={{ }}=%>".repeat(n),
        format!("{{{{{}}}}}", "a".repeat(n)),
        format!("{{{{! {}}}}}", "\n".repeat(n)),
        "{ ".repeat(n),
        " ".repeat(n) + "{{!a}}" + &" ".repeat(n),
    ] {
        let template = Template::parse(source).unwrap();
        template.render(&json!({"a": true})).unwrap();
        assert!(template.names().len() <= 2 * n);
        template.check(&json!({"a": true})).unwrap();
    }
    for open in [
        "{{#a}}", "{{^a}}", "{{$a}}", "{{<a}}", "{{{", "{{", "{{=", "{{!",
    ] {
        assert!(Template::parse(open.repeat(n)).is_err());
    }
}

#[test]
fn each_tag_text_and_item_is_a_step() {
    let data = json!({"x": 1, "o": {"k": {"k": 2}}, "t": true, "l": [1, 2, 3, 4, 5]});
    for (source, expected) in [
        ("text", 1),
        ("{{x}}", 1),
        ("x{{x}}y{{{x}}}z", 5),
        // Each further part of a name is another scope.
        ("{{o.k.k}}", 3),
        ("{{#t}}x{{/t}}", 3),
        ("{{^t}}x{{/t}}", 1),
        ("{{^f}}x{{/f}}", 2),
        ("{{#f}}x{{/f}}", 1),
        ("{{#l}}x{{.}}{{/l}}", 1 + 5 * 3),
        ("a{{x}}{{x}}{{#t}}{{x}}{{/t}}{{x}}b", 8),
    ] {
        let template = Template::parse(source).unwrap();
        assert_eq!(
            steps(&template, &data, &Environment::new()),
            expected,
            "{source}"
        );
    }
}

#[test]
fn output_around_a_call_is_counted() {
    let environment = Environment::new()
        .partials(|_: &str| Some("p{{$b}}b{{/b}}".to_owned()))
        .lambda("f", Lambda::spec(|_| Ok("{{x}}y".to_owned())))
        .lambda("g", Lambda::with_render(|call| Ok(call.render("{{x}}y")?)));
    let data = json!({"x": 1});
    for (call, one) in [
        // The tag, what the call costs, and what is in it.
        ("{{f}}", 1 + 8 + 2),
        ("{{#f}}{{/f}}", 1 + 8 + 2),
        ("{{g}}", 1 + 8 + 2),
        ("{{#g}}{{/g}}", 1 + 8 + 2),
        ("{{>p}}", 1 + 8 + 3),
        // The content of a block is searched, and called.
        ("{{<p}}{{$b}}cc{{/b}}{{/p}}", 1 + 8 + 2 + (1 + 8 + 1)),
    ] {
        let count = |source: String| steps(&Template::parse(source).unwrap(), &data, &environment);
        assert_eq!(count(call.to_owned()), one, "{call}");
        let around = "x{{x}}".repeat(20);
        assert_eq!(count(format!("{around}{call}{around}")), 80 + one, "{call}");
        assert_eq!(
            count(format!("{call}{around}").repeat(5)),
            5 * (40 + one),
            "{call}"
        );
    }
}

#[test]
fn a_check_counts_the_same_however_much_is_printed() {
    let data = json!({"x": 1, "l": [1, 2, 3]});
    let source =
        "0123456789{{x}}{{#l}}0123456789{{x}}{{y}}{{/l}}{{x}}0123456789{{x}}{{x}}{{^f}}x{{/f}}";
    let template = Template::parse(source).unwrap();
    let count = |bytes: usize| {
        least(|steps| {
            let limits = Limits::new().steps(steps).output_bytes(bytes);
            let environment = Environment::new().limits(limits);
            template.check_with(&data, &environment).is_ok()
        })
    };
    assert_eq!(
        (count(5), count(15), count(25)),
        (count(1_000), count(1_000), count(1_000))
    );
}

#[test]
fn places_that_are_looked_for_far_out_are_counted() {
    let (depth, places) = (50, 100);
    let environment = Environment::new().partials(move |name: &str| {
        let number: usize = name.parse().ok()?;
        let next = number + 1;
        Some(if number == depth {
            "{{$c}}{{/c}}".repeat(places)
        } else {
            format!("{{{{<{next}}}}}{{{{$b}}}}x{{{{/b}}}}{{{{/{next}}}}}")
        })
    });
    let template = Template::parse("{{>0}}").unwrap();
    let steps = steps(&template, &Json::Null, &environment);
    assert!(steps >= (depth * places) as u64, "{steps}");
}

#[test]
fn text_of_lambdas_is_counted() {
    let count = |bytes: usize| {
        let environment =
            Environment::new().lambda("f", Lambda::spec(move |_| Ok("x".repeat(bytes))));
        let template = Template::parse("{{f}}").unwrap();
        steps(&template, &Json::Null, &environment)
    };
    // Parsing is work too: a step for 32 bytes.
    assert_eq!(count(3_200) - count(1), 100);
}
