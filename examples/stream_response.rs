//! Prints a response as it arrives, component by component.
//!
//! ```text
//! cargo run --example stream_response
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use interline::patch_template::{Event, events, fold, parse_patches};

/// Splits text as a model sends it: words with the space before them, and parts of long words.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        let len = at - start;
        if len > 0 && (matches!(character, ' ' | '\n' | '-') || len >= 6) {
            tokens.push(&text[start..at]);
            start = at;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

fn main() -> Result<(), Box<dyn Error>> {
    let answer = include_str!("data/session.answer.md");
    let tokens = tokens(answer);

    let mut shown: Vec<(String, String)> = Vec::new();
    let mut seen = Vec::new();
    let mut at_line_start = true;
    for event in events(tokens.iter().copied()) {
        match &event {
            Event::Opened { name, .. } => {
                println!("{}[{name}]", if at_line_start { "" } else { "\n" });
                at_line_start = true;
                shown.push((name.to_string(), String::new()));
            }
            Event::Content(delta) => {
                print!("{delta}");
                at_line_start = delta.ends_with('\n');
                if let Some((_, content)) = shown.last_mut() {
                    content.push_str(delta);
                }
            }
            Event::Text(delta) if delta.trim().is_empty() => {}
            Event::Text(delta) => {
                print!("{delta}");
                at_line_start = delta.ends_with('\n');
            }
            // The end of the response decides whether this is a patch; `fold` handles it.
            Event::Unterminated { name, .. } => {
                println!("\n({name} is not closed at the end of the response)");
            }
            Event::Diagnostic(diagnostic) => println!("\n({})", diagnostic.message),
            _ => {}
        }
        seen.push(event);
    }
    println!();

    // The folded events equal the response parsed in one call.
    let response = fold(answer, seen);
    assert_eq!(response, parse_patches(answer));
    assert!(tokens.len() > 100);
    let names: Vec<&str> = response.patches.iter().map(|patch| &*patch.name).collect();
    assert_eq!(
        names,
        ["status", "open-builds", "findings", "exchange", "notes"]
    );
    for ((name, content), patch) in shown.iter().zip(&response.patches) {
        assert_eq!(
            (name.as_str(), content.as_str()),
            (&*patch.name, &*patch.content)
        );
    }
    Ok(())
}
