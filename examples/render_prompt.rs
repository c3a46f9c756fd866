//! Renders a prompt from a struct; strict mode reports all missing names at once.
//!
//! ```text
//! cargo run --example render_prompt
//! ```
#![allow(clippy::print_stdout)]

use std::collections::HashMap;

use interline::mustache_context::{Environment, Error, Escape, Missing, Template};
use serde::Serialize;

#[derive(Serialize)]
struct Task {
    title: &'static str,
    files: Vec<File>,
    reviewer: Option<&'static str>,
}

#[derive(Serialize)]
struct File {
    path: &'static str,
    lines: usize,
}

const PROMPT: &str = "\
# {{title}}

Read {{#files}}{{path}} ({{lines}} lines){{^last}}, {{/last}}{{/files}}.
{{#reviewer}}
{{reviewer}} reads what you write.
{{/reviewer}}
{{^reviewer}}
There is no reviewer, so check your answer twice.
{{/reviewer}}

Rules:
  {{>rules}}
";

fn main() -> Result<(), Error> {
    let task = Task {
        title: "Keep \"<br>\" & co. as they are",
        files: vec![
            File {
                path: "src/escape.rs",
                lines: 104,
            },
            File {
                path: "src/print.rs",
                lines: 230,
            },
        ],
        reviewer: None,
    };
    let rules = HashMap::from([("rules", "* one thing at a time\n* no new dependency\n")]);
    // HTML entities would corrupt a prompt.
    let environment = Environment::new()
        .partials(rules)
        .escape(Escape::None)
        .missing(Missing::Error);

    let template = Template::parse_named("prompt", PROMPT)?;
    let prompt = template.render_serialize(&task, &environment)?;
    println!("{prompt}");
    assert!(prompt.starts_with("# Keep \"<br>\" & co. as they are\n\nRead src/escape.rs (104 lines), src/print.rs (230 lines)."));
    assert!(prompt.contains("\nThere is no reviewer, so check your answer twice.\n\nRules:\n  * one thing at a time\n  * no new"));

    // A misspelt name and a field that the data does not have are both reported.
    let slips = Template::parse_named(
        "slips",
        "# {{titel}}\n\nDue {{due.date}}: {{#files}}{{path}}{{/files}}\n",
    )?;
    let Err(error) = slips.render_serialize(&task, &environment) else {
        unreachable!("two names are missing");
    };
    if let Some(report) = error.report() {
        println!("{report}\n\n{}", error.instruction());
    }
    let missing = error.template().map_or(&[][..], |error| error.missing());
    let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
    assert_eq!(
        missing,
        [
            "slips:1:3: undefined variable `titel` (did you mean `title`?)",
            "slips:3:5: undefined variable `due.date`"
        ]
    );
    Ok(())
}
