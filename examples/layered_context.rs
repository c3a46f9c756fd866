//! Renders a template with nested contexts: the innermost value takes precedence, and no child changes its parents.
//!
//! ```text
//! cargo run --example layered_context
//! ```
#![allow(clippy::print_stdout)]

use interline::mustache_context::{
    Environment, Error, Escape, Map, Template, TemplateContext, Value,
};

fn main() -> Result<(), Error> {
    let template = Template::parse(
        "{{agent}} in {{project.name}}, {{tone}}{{^tone}}in your own way{{/tone}}{{#file}}: {{.}}{{/file}}",
    )?;
    let environment = Environment::new().escape(Escape::None);
    let show = |name: &str, context: &TemplateContext| -> Result<String, Error> {
        let text = template.render_with(context, &environment)?;
        let keys: Vec<&str> = context.keys().collect();
        println!("{name:<9} {text:<44} {}", keys.join(", "));
        Ok(text)
    };

    let system = TemplateContext::new(Map::from([("agent", "Notary"), ("tone", "dry")]))?;
    let project = system.new_child(Map::from([("project", Map::from([("name", "interline")]))]))?;
    let mut file = project.new_child(Map::from([("file", "docs/a.md"), ("agent", "Scribe")]))?;
    assert_eq!(show("project", &project)?, "Notary in interline, dry");
    assert_eq!(show("file", &file)?, "Scribe in interline, dry: docs/a.md");

    // A soft delete hides the values of outer contexts; a hard delete shows them again.
    file.soft_delete("tone");
    assert_eq!(
        show("masked", &file)?,
        "Scribe in interline, in your own way: docs/a.md"
    );
    assert!(!file.contains("tone") && file.len() == 3);
    file.hard_delete("tone");
    file.hard_delete("agent");
    assert_eq!(
        show("revealed", &file)?,
        "Notary in interline, dry: docs/a.md"
    );
    assert_eq!(show("project", &project)?, "Notary in interline, dry");

    // A value that no template could print is an error with its path.
    let tags = vec![
        Value::from("a"),
        Value::from(Map::from([("when", f64::NAN)])),
    ];
    let Err(error) = file.set("project", Map::from([("tags", tags)])) else {
        unreachable!("NaN is refused");
    };
    println!("refused   {error}");
    assert!(error.to_string().starts_with("project.tags[1].when: NaN"));
    Ok(())
}
