//! Laws of templates, checked by properties here and by the targets in `fuzz`.

use interline_mustache_context::{Environment, Template};
use serde_json::{Value as Json, json};

/// Replaces every string by what `change` makes of it and of its number.
fn change_strings(
    data: &Json,
    number: &mut usize,
    change: &impl Fn(&str, usize) -> String,
) -> Json {
    match data {
        Json::String(text) => {
            *number += 1;
            json!(change(text, *number))
        }
        Json::Array(items) => items
            .iter()
            .map(|item| change_strings(item, number, change))
            .collect(),
        Json::Object(map) => map
            .iter()
            .map(|(key, item)| (key.clone(), change_strings(item, number, change)))
            .collect(),
        other => other.clone(),
    }
}

/// Checks that no value is read as a template: with tags for its strings `data` renders as with marks, where those are replaced afterwards.
/// Nothing is escaped by `environment`, and no tag looks at a string.
pub(crate) fn values_are_not_read(template: &Template, data: &Json, environment: &Environment) {
    // Empty strings stay empty, since that decides sections.
    let mark = |text: &str, number| {
        if text.is_empty() {
            String::new()
        } else {
            format!("\u{1}{number}\u{2}")
        }
    };
    let tags = |text: &str, number| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{{{{b}}}}{{{{#c}}}}{number}{{{{>p")
        }
    };
    let render = |data: &Json| template.render_with(data, environment);
    let mut count = 0;
    let marked = render(&change_strings(data, &mut count, &mark));
    let tagged = render(&change_strings(data, &mut 0, &tags));
    if let (Ok(marked), Ok(tagged)) = (marked, tagged) {
        // In JSON the marks are escapes, which the template may have too.
        let unescape = |text: String| text.replace("\\u0001", "\u{1}").replace("\\u0002", "\u{2}");
        let mut replaced = unescape(marked);
        for number in 1..=count {
            replaced = replaced.replace(&mark("x", number), &tags("x", number));
        }
        assert_eq!(replaced, unescape(tagged));
    }
}
