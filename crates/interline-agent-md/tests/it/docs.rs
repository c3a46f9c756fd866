//! The tables in `docs/format.md` are those of the code.
//!
//! ```sh
//! INTERLINE_WRITE_DOCS=1 cargo test -p interline-agent-md --test it docs    # writes them anew
//! ```

use std::fs;
use std::path::Path;

const BEGIN: &str =
    "<!-- tables: INTERLINE_WRITE_DOCS=1 cargo test -p interline-agent-md --test it docs -->\n";
const END: &str = "<!-- /tables -->\n";

#[test]
fn the_page_has_the_tables_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the mark of the tables");
    let (tables, after) = rest.split_once(END).expect("the end of the tables");
    let expected = format!("\n{}\n", interline_agent_md::dialect_tables());
    if std::env::var_os("INTERLINE_WRITE_DOCS").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(tables, expected, "docs/format.md is not up to date");
}
