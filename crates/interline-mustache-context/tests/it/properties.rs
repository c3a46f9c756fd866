//! Promises, over generated templates and data.

use std::collections::BTreeMap;

use interline_mustache_context::{
    Environment, Error, ErrorKind, Escape, Lambda, Limits, Missing, MissingKind, NameKind,
    Sections, Template, TemplateContext, Value,
};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::generate::{data, hostile_source, partials, record, scalar, valid_source};
use crate::laws::values_are_not_read;

fn environment(partials: Vec<(String, String)>) -> Environment {
    let partials: BTreeMap<_, _> = partials.into_iter().collect();
    let limits = Limits::new()
        .steps(20_000)
        .output_bytes(200_000)
        .partial_depth(20);
    Environment::new()
        .partials(partials)
        .escape(Escape::None)
        .limits(limits)
        .lambda(
            "λ",
            Lambda::spec(|call| Ok(format!("{}{{{{a}}}}", call.source()))),
        )
}

/// The comparable part of the result of a render.
fn outcome(template: &Template, data: &Json, environment: &Environment) -> Result<String, String> {
    template
        .render_with(data, environment)
        .map_err(|error| error.to_string())
}

proptest! {
    #![proptest_config(crate::proptest_cases(400))]

    #[test]
    fn nothing_panics(source in hostile_source(), p in hostile_source(), data in data()) {
        let environment = environment(vec![("p".to_owned(), p)]);
        match Template::parse(source) {
            Ok(template) => {
                for missing in [Missing::Empty, Missing::Keep, Missing::Error] {
                    let environment = environment.clone().missing(missing);
                    if let Err(error) = template.render_with(&data, &environment) {
                        prop_assert!(error.report().unwrap().to_string().contains("-->"));
                        prop_assert!(error.location().is_some());
                    }
                }
                let _ = template.names_with(&environment);
                let _ = template.check_with(&data, &environment);
            }
            Err(error) => {
                prop_assert!(error.report().unwrap().to_string().contains("-->"));
            }
        }
    }

    #[test]
    fn arbitrary_text_neither(source in any::<String>(), name in "\\PC{0,8}") {
        if let Ok(template) = Template::parse(format!("{source}{{{{{name}}}}}")) {
            let _ = template.render(&json!({"a": 1}));
        }
    }

    #[test]
    fn any_data_renders_as_its_json(source in valid_source(), record in record()) {
        let template = Template::parse(source).unwrap();
        let default = Environment::new();
        let json = serde_json::to_value(&record).unwrap();
        let borrowed = outcome(&template, &json, &default);
        let shown = |rendered: Result<String, Error>| rendered.map_err(|error| error.to_string());
        prop_assert_eq!(&shown(template.render(&record)), &borrowed);
        prop_assert_eq!(&shown(template.render(&json)), &borrowed);
        prop_assert_eq!(&shown(template.render_serialize(&record, &default)), &borrowed);
    }

    #[test]
    fn a_scalar_item_is_its_value(items in prop::collection::vec(scalar(), 0..5), t in any::<bool>()) {
        let data = json!({"l": items, "t": t});
        let render = |source: &str| Template::parse(source).unwrap().render(&data).unwrap();
        prop_assert_eq!(
            render("{{#l}}[{{value}}{{{value}}}{{#value}}x{{/value}}{{^value}}y{{/value}}]{{/l}}"),
            render("{{#l}}[{{.}}{{{.}}}{{#.}}x{{/.}}{{^.}}y{{/.}}]{{/l}}")
        );
        // In a section inside, `{{.}}` is another value.
        prop_assert_eq!(
            render("{{#l}}{{#t}}{{value}};{{/t}}{{/l}}"),
            if t { render("{{#l}}{{.}};{{/l}}") } else { String::new() }
        );
    }

    #[test]
    fn a_policy_of_sections_only_refuses(source in valid_source(), partials in partials(), data in data()) {
        let template = Template::parse(source).unwrap();
        let plain = environment(partials);
        let lenient = outcome(&template, &data, &plain);
        prop_assert_eq!(&outcome(&template, &data, &plain.clone().sections(Sections::Lenient)), &lenient);
        match template.render_with(&data, &plain.clone().sections(Sections::Strict)) {
            Ok(text) => prop_assert_eq!(Ok(text), lenient),
            Err(error) if *error.template().unwrap().kind() == ErrorKind::Missing => {
                for name in error.template().unwrap().missing() {
                    let is_section = matches!(name.kind, MissingKind::Section | MissingKind::Inverted);
                    prop_assert!(is_section);
                }
            }
            Err(error) => prop_assert_eq!(Err(error.to_string()), lenient),
        }
    }

    #[test]
    fn text_without_tags_stays(source in "[ab{} \\t\\r\\né]{0,60}") {
        prop_assume!(!source.contains("{{"));
        prop_assert_eq!(Template::parse(source.as_str()).unwrap().render(&Json::Null).unwrap(), source);
    }

    #[test]
    fn values_are_never_read_again(source in valid_source(), partials in partials(), data in data()) {
        let environment = environment(partials);
        let template = Template::parse(source).unwrap();
        values_are_not_read(&template, &data, &environment);
    }

    #[test]
    fn borrowed_and_own_values_agree(source in valid_source(), partials in partials(), data in data()) {
        let environment = environment(partials).escape(Escape::Html);
        let template = Template::parse(source).unwrap();
        let expected = outcome(&template, &data, &environment);
        let own = Value::from_serialize(&data).unwrap();
        prop_assert_eq!(&template.render_with(&own, &environment).map_err(|error| error.to_string()), &expected);
        if let Value::Map(map) = own {
            let context = TemplateContext::new(map).unwrap().new_child(Default::default()).unwrap();
            // Keys of maps come sorted from `serde_json`, and so they stay here.
            prop_assert_eq!(&template.render_with(&context, &environment).map_err(|error| error.to_string()), &expected);
        }
    }

    #[test]
    fn cached_and_uncached_agree(source in valid_source(), one in partials(), other in partials(), data in data()) {
        let template = Template::parse(source).unwrap();
        for capacity in [0, 1, 10] {
            for partials in [&one, &other, &one] {
                let plain = environment(partials.clone());
                let cached = plain.clone().cache(capacity);
                let expected = outcome(&template, &data, &plain);
                for _ in 0..3 {
                    prop_assert_eq!(&outcome(&template, &data, &cached), &expected);
                }
                let stats = cached.cache_stats().unwrap();
                prop_assert!(stats.len <= capacity);
            }
        }
    }

    #[test]
    fn rendering_again_gives_the_same(source in valid_source(), partials in partials(), data in data()) {
        let environment = environment(partials);
        let template = Template::parse(source.as_str()).unwrap();
        let first = outcome(&template, &data, &environment);
        prop_assert_eq!(&outcome(&template, &data, &environment), &first);
        prop_assert_eq!(template.source(), source);
    }

    #[test]
    fn strict_renders_print_the_same(source in valid_source(), partials in partials(), data in data()) {
        let environment = environment(partials);
        let template = Template::parse(source).unwrap();
        let lenient = outcome(&template, &data, &environment);
        if let Ok(strict) = template.render_with(&data, &environment.clone().missing(Missing::Error)) {
            prop_assert_eq!(Ok(strict), lenient);
        }
    }

    #[test]
    fn an_indented_partial_is_a_partial_of_indented_lines(lines in prop::collection::vec("[ab{}]{0,3}", 1..6), ends in any::<bool>()) {
        prop_assume!(!lines.concat().contains("{{"));
        let mut partial = lines.join("\n");
        if ends {
            partial.push('\n');
        }
        let indented: String = partial.split_inclusive('\n').map(|line| format!("  {line}")).collect();
        let environment = environment(vec![("p".to_owned(), partial)]);
        let template = Template::parse("  {{>p}}\n").unwrap();
        prop_assert_eq!(template.render_with(&Json::Null, &environment).unwrap(), indented);
    }
}

/// A template in which every tag is reached: `s…` are true, `i…` are false, `v…` are missing, and `p…` are missing partials.
fn reached() -> impl Strategy<Value = String> {
    let number = || 0..3_u8;
    let leaf = prop_oneof![
        "[xé\n ]{0,3}",
        number().prop_map(|n| format!("{{{{v{n}.a}}}}")),
        number().prop_map(|n| format!("{{{{{{v{n}}}}}}}")),
        number().prop_map(|n| format!("{{{{>p{n}}}}}")),
        number().prop_map(|n| format!("{{{{>*v{n}}}}}")),
        number().prop_map(|n| format!("{{{{<p{n}}}}}{{{{v0}}}}{{{{/p{n}}}}}")),
    ];
    leaf.prop_recursive(4, 30, 5, move |inner| {
        let body = prop::collection::vec(inner, 0..5).prop_map(|parts| parts.concat());
        prop_oneof![
            body.clone(),
            (number(), body.clone())
                .prop_map(|(n, body)| format!("{{{{#s.s{n}}}}}{body}{{{{/s.s{n}}}}}")),
            (number(), body.clone())
                .prop_map(|(n, body)| format!("{{{{^i{n}.b}}}}{body}{{{{/i{n}.b}}}}")),
            (number(), body).prop_map(|(n, body)| format!("{{{{$b{n}}}}}{body}{{{{/b{n}}}}}")),
        ]
    })
}

proptest! {
    #![proptest_config(crate::proptest_cases(300))]

    #[test]
    fn names_are_what_is_looked_up(source in reached()) {
        let data = json!({"s": {"s0": true, "s1": {"x": 1}, "s2": [0]}});
        let template = Template::parse(source).unwrap();
        let looked_up: Vec<_> = template
            .names()
            .into_iter()
            .filter(|name| matches!(name.kind, NameKind::Variable | NameKind::Partial))
            .map(|name| {
                let kind = match name.kind {
                    NameKind::Variable => MissingKind::Variable,
                    _ => MissingKind::Partial,
                };
                let star = if name.is_dynamic { "*" } else { "" };
                (format!("{star}{}", name.path), kind, name.location)
            })
            .collect();
        let environment = Environment::new().missing(Missing::Error);
        let missed: Vec<_> = match template.render_with(&data, &environment) {
            Ok(_) => Vec::new(),
            Err(error) => {
                let missing = error.template().unwrap().missing();
                missing.iter().map(|name| (name.name.clone(), name.kind, name.location.clone())).collect()
            }
        };
        prop_assert_eq!(&missed, &looked_up);
        // A check says the same without rendering.
        let check = template.check(&data).unwrap();
        let variables = looked_up.iter().filter(|(_, kind, _)| *kind == MissingKind::Variable).count();
        prop_assert_eq!(check.missing.len(), variables);
        prop_assert_eq!(check.unknown_partials.len(), looked_up.len() - variables);
    }
}
