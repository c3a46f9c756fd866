//! Input: text, choices. A header ends where a scan of single lines finds its closer, and its parts are the whole text.

use interline_frontmatter::Closer;

use crate::input::Input;
use crate::laws::frontmatter::check_split;
use crate::pieces::YAML;

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let text = input.text();
    let mut choices = input.choices();
    check_split(
        &text,
        match choices.flag() {
            false => Closer::Dashes,
            true => Closer::DashesOrDots,
        },
    );
}
