//! Input: text, choices. A header ends where the definition read line by line says, and its parts are the text.

use interline_frontmatter::{Closer, Split, SplitOptions, split_with};

use crate::input::Input;
use crate::pieces::YAML;

/// The definition read aloud.
fn by_lines(text: &str, marks: &[&str]) -> Option<Result<[String; 5], String>> {
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let is_fence = |line: &str, marks: &[&str]| {
        let line = line
            .strip_suffix('\n')
            .map_or(line, |line| line.strip_suffix('\r').unwrap_or(line));
        marks.contains(&line.trim_end_matches([' ', '\t']))
    };
    let mut lines = text[bom..].split_inclusive('\n');
    let opener = lines
        .next()
        .filter(|line| line.ends_with('\n') && is_fence(line, &["---"]))?;
    let yaml = bom + opener.len();
    let mut at = yaml;
    for line in lines {
        let end = at + line.len();
        if is_fence(line, marks) {
            return Some(Ok([
                &text[..bom],
                opener,
                &text[yaml..at],
                line,
                &text[end..],
            ]
            .map(str::to_owned)));
        }
        at = end;
    }
    Some(Err(opener.to_owned()))
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let text = input.text();
    let mut choices = input.choices();
    let (closer, marks): (_, &[&str]) = match choices.flag() {
        false => (Closer::Dashes, &["---"]),
        true => (Closer::DashesOrDots, &["---", "..."]),
    };
    let options = SplitOptions::new().closer(closer);
    let found = match split_with(&text, &options) {
        Split::None => None,
        Split::Unterminated { opener } => Some(Err(text[opener].to_owned())),
        Split::Block(block) => {
            let parts = [
                &text[block.bom_span()],
                block.opener(),
                block.yaml(),
                block.closer(),
                block.body(),
            ];
            assert_eq!(parts.concat(), text);
            assert_eq!(block.text(), text);
            if block.closer().ends_with('\n') {
                // The body has no say.
                let longer = format!("{text}---\n...\n");
                assert_eq!(
                    split_with(&longer, &options).body_start(),
                    block.body_span().start
                );
            }
            Some(Ok(parts.map(str::to_owned)))
        }
    };
    assert_eq!(found, by_lines(&text, marks), "{text:?}");
}
