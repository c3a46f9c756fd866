//! Renders files of a docroot for an agent: one file as Markdown, several as MIME, and a broken template as an error with its location.
//!
//! ```text
//! cargo run --example render_content
//! ```
#![allow(clippy::print_stdout)]

use std::path::Path;

use interline::content::{
    Agent, Category, Collection, Content, ContentLibrary, ContextBuilder, Error, Project,
};
use interline::mustache_context::Map;

fn main() -> Result<(), Error> {
    let docroot = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/content");
    let project = Project::new("interline")
        .category(Category::new("guides", "guides").description("how things are done"))
        .category(Category::new("style", "style").patterns(["*.md", "*.html"]))
        .category(Category::new("drafts", "drafts"))
        .collection(Collection::new("review", ["guides", "style"]));
    let library = ContentLibrary::new(docroot, project)?;
    let context = ContextBuilder::new()
        .agent(&Agent::new().name("Notary").prompt_character("/"))
        .extras(Map::from([("team", "Smith & Daughters")]));

    // One file is Markdown. Its frontmatter is rendered too, and returned as metadata.
    let one = library.content_with("guides/review*", None, &context)?;
    let text = one.to_text()?;
    show("one file", &one);
    println!("\n{text}");
    let file = &one.files[0];
    assert!(
        text.starts_with("# Reviews in interline\n\nWritten for Notary, asked with `/review`.\n")
    );
    assert!(text.contains("\n* Say what to write instead.\n"));
    assert!(text.contains(&format!("of `guides`, {} bytes.", text.len())));
    let title = file
        .metadata
        .as_ref()
        .and_then(|metadata| metadata.get("title"));
    assert_eq!(
        title.and_then(|title| title.as_str()),
        Some("How Notary reviews interline")
    );

    // Several files are one MIME entity. A file that is not a template keeps every byte.
    let several = library.content_with("review", None, &context)?;
    let text = several.to_text()?;
    show("several", &several);
    println!("\n{text}");
    assert_eq!(several.files.len(), 4);
    assert!(text.contains("\nRead it with the rest of `review`: guides, style.\n"));
    assert!(text.contains("so {{this}} stays as it is"));
    // Only HTML is escaped.
    assert!(text.contains("<p>For Smith &amp; Daughters</p>"));
    assert!(text.contains("Write as Smith & Daughters does"));

    // A broken template fails the request, with a location in its file.
    let Err(error) = library.content_with("style, drafts", None, &context) else {
        unreachable!("a section is never closed");
    };
    report(&error);
    assert_eq!(
        (error.error_type(), line(&error)),
        ("template_error", Some(6))
    );

    // So does an unknown name, with a location in the expression.
    let Err(error) = library.content_with("style, guide/*.md", None, &context) else {
        unreachable!("the category is called `guides`");
    };
    report(&error);
    assert_eq!(line(&error), Some(1));
    Ok(())
}

fn line(error: &Error) -> Option<usize> {
    error.location().map(|location| location.position.line)
}

fn show(what: &str, content: &Content) {
    println!("--- {what}");
    for file in &content.files {
        let title = file
            .metadata
            .as_ref()
            .and_then(|metadata| metadata.get("title"));
        let title = title.and_then(|title| title.as_str()).unwrap_or("-");
        println!("{:<28} {:>4} bytes  {title}", file.location, file.size);
    }
}

fn report(error: &Error) {
    println!("--- {}: {}", error.error_type(), error.instruction());
    match error.report() {
        Some(report) => println!("\n{report}\n"),
        None => println!("\n{error}\n"),
    }
}
