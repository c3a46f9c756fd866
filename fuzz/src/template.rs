//! Input: template, data (JSON, or a string for `a`), partials `p` and `q`, choices. Templates render alike for all types of data and
//! with a cache; values are never parsed; the names of a template are those that it looks up.

use std::collections::BTreeMap;

use interline_mustache_context::{
    Environment, Error, Escape, Lambda, Limits, Missing, MissingKind, MissingName, NameKind,
    Template, TemplateContext, Value,
};
use serde_json::json;

use crate::input::Input;
use crate::laws::mustache::values_are_not_read;
use crate::pieces::MUSTACHE;

fn outcome(rendered: Result<String, Error>) -> Result<String, String> {
    rendered.map_err(|error| error.to_string())
}

fn assert_error(error: &Error) {
    assert!(error.report().unwrap().to_string().contains("-->"));
    assert!(error.location().is_some());
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, MUSTACHE);
    let (source, data, p, q) = (input.text(), input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let missing = choices.of(&[Missing::Empty, Missing::Keep, Missing::Error]);
    let escape = choices.of(&[0_u8, 1]);
    let capacity = choices.below(3);
    let data = serde_json::from_str(&data)
        .unwrap_or_else(|_| json!({"a": data, "c": [1, {"b": "x"}], "d": "p"}));
    let has_lambda = [&source, &p, &q]
        .iter()
        .any(|text| text.contains(['λ', 'μ']));
    let is_dynamic = [&source, &p, &q].iter().any(|text| text.contains('*'));
    let limits = Limits::new()
        .steps(5_000)
        .output_bytes(50_000)
        .partial_depth(20)
        .section_depth(200);
    let plain = Environment::new()
        .partials(BTreeMap::from([("p", p.clone()), ("q", q.clone())]))
        .escape(if escape == 1 {
            Escape::Html
        } else {
            Escape::None
        })
        .limits(limits)
        .lambda(
            "λ",
            Lambda::spec(|call| Ok(format!("{}{{{{a}}}}", call.source()))),
        )
        .lambda(
            "μ",
            Lambda::with_render(|call| {
                let source = call.source().to_owned();
                Ok(call.render(&source)?)
            }),
        );
    let environment = plain.clone().missing(missing);

    let template = match Template::parse(source.as_str()) {
        Ok(template) => template,
        Err(error) => {
            assert_error(&error);
            assert!(!source.is_empty() && source.contains("{{"));
            return;
        }
    };
    assert_eq!(template.source(), source);
    let rendered = template.render_with(&data, &environment);
    if let Err(error) = &rendered {
        assert_error(error);
    }
    let expected = outcome(rendered);

    // The same result a second time, into a writer, with `Value`, in a context, and with a cache.
    assert_eq!(outcome(template.render_with(&data, &environment)), expected);
    let mut written = String::new();
    let into = template.render_to(&data, &environment, &mut written);
    assert_eq!(
        into.map_err(|error| error.to_string())
            .map(|()| written.clone()),
        expected
    );
    assert!(expected.is_ok() || written.is_empty());
    if let Ok(own) = Value::from_serialize(&data) {
        assert_eq!(outcome(template.render_with(&own, &environment)), expected);
        if let Value::Map(map) = own {
            let context = TemplateContext::new(map)
                .unwrap()
                .new_child(Default::default())
                .unwrap();
            assert_eq!(
                outcome(template.render_with(&context, &environment)),
                expected
            );
        }
    }
    let cached = environment.clone().cache(capacity);
    for _ in 0..3 {
        assert_eq!(outcome(template.render_with(&data, &cached)), expected);
    }
    assert!(cached.cache_stats().unwrap().len <= capacity);

    // A strict render gives the text of a lenient one. Each missing name is among the names, and a check reports it.
    let lenient = outcome(template.render_with(&data, &plain));
    let names = template.names();
    let all_names = template.names_with(&plain);
    let check = template.check_with(&data, &plain);
    match template.render_with(&data, &plain.clone().missing(Missing::Error)) {
        Ok(strict) => {
            assert_eq!(Ok(strict), lenient);
            if let (Ok(check), false) = (&check, has_lambda) {
                assert!(check.missing.is_empty(), "{check:?}");
            }
        }
        Err(error) => {
            let missed = error
                .template()
                .map(|error| error.missing())
                .unwrap_or_default();
            for name in missed.iter().filter(|_| !has_lambda) {
                let kind = match name.kind {
                    MissingKind::Partial => NameKind::Partial,
                    _ => NameKind::Variable,
                };
                let is_it = |known: &interline_mustache_context::Name| {
                    let star = if known.is_dynamic { "*" } else { "" };
                    known.kind == kind
                        && known.location == name.location
                        && format!("{star}{}", known.path) == name.name
                };
                let is_named = names.iter().any(is_it)
                    || all_names
                        .as_ref()
                        .is_ok_and(|names| names.iter().any(is_it));
                assert!(
                    is_named || is_dynamic || all_names.is_err(),
                    "{name:?} is not among {names:?}"
                );
                if let Ok(check) = &check {
                    // Near names are searched for the first missing ones only, and a check misses sections too.
                    let is_it = |found: &MissingName| {
                        (found.kind, &found.location) == (name.kind, &name.location)
                            && found.name == name.name
                    };
                    let mut found = check.missing.iter().chain(&check.unknown_partials);
                    assert!(found.any(is_it), "{name:?} is not in {check:?}");
                }
            }
        }
    }

    // Values are never parsed.
    let is_marked = |text: &str| text.contains(['\u{1}', '\u{2}']) || text.contains("u000");
    if !has_lambda
        && !is_dynamic
        && ![&source, &p, &q, &data.to_string()]
            .into_iter()
            .any(|text| is_marked(text))
    {
        values_are_not_read(&template, &data, &plain.escape(Escape::None));
    }
}
