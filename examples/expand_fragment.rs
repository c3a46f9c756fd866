//! Expands fragments of two layers, where one fragment shadows another.
//!
//! ```text
//! cargo run --example expand_fragment
//! ```

use std::error::Error;
use std::io::Write as _;
use std::path::Path;

use interline::fragments::{FragmentRegistry, Layer, discover};

fn main() -> Result<(), Box<dyn Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/fragments");
    // The project takes precedence over the user, so that its `translate` is used.
    let layers = [
        Layer::user(data.join("user")),
        Layer::project(data.join("project")),
    ];
    let found = discover(&layers);
    assert!(found.problems.is_empty() && found.diagnostics.is_empty());
    let [shadowed] = found.shadowed.as_slice() else {
        return Err("expected one fragment that is shadowed".into());
    };
    assert_eq!(shadowed.by, data.join("project/translate/FRAGMENT.md"));
    let mut output = format!(
        "{} is shadowed by {}\n\n",
        shadowed.loaded.value.fragment_md_path.display(),
        shadowed.by.display()
    );

    let registry = FragmentRegistry::from_resources(found.into_values());
    // `from` and `to` have defaults. A placeholder in a value is text.
    let text = registry
        .expand(
            "translate",
            &[("text", "Write {{to}} where the language goes.")],
        )?
        .text;
    assert_eq!(
        text,
        "Translate from en to fr. Keep names of crates and functions.\n\n\
         Write {{to}} where the language goes.\n"
    );
    output += &text;
    output += "\n";

    // A value that no argument is declared for is reported; its name may be misspelt.
    let values = [("change", "-let x = 1;\n+let x = 2;"), ("focsu", "speed")];
    let review = registry.expand("review", &values)?;
    assert_eq!(review.unused, ["focsu"]);
    assert!(
        review
            .text
            .contains("with an eye on correctness, then tests:\n\n-let x = 1;\n+let x = 2;\n")
    );
    assert!(
        review
            .text
            .ends_with("holds {{change}} or ${{ secrets.TOKEN }}, that is text.\n")
    );
    output += &review.text;
    output += "\n";

    let Err(error) = registry.expand("translate", ()) else {
        return Err("expected an error: `text` is required".into());
    };
    assert_eq!(
        error.to_string(),
        "fragment `translate`: no value for the required argument `text`"
    );
    output += &format!("without values: {error}\n");
    std::io::stdout().write_all(output.as_bytes())?;
    Ok(())
}
