use std::sync::{Mutex, PoisonError};

use interline_fragments::{DiscoveryOptions, FragmentManifest, discover_fragments, discover_with};
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::tree::Tree;

/// Keeps what is logged. Other tests log too, so each looks for lines about its own files.
struct Keeper(Mutex<Vec<String>>);

static KEEPER: Keeper = Keeper(Mutex::new(Vec::new()));

impl Log for Keeper {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        if record.target() == "interline" && record.level() == Level::Warn {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

#[test]
fn what_is_told_is_logged_once() {
    log::set_logger(&KEEPER).unwrap();
    log::set_max_level(LevelFilter::Warn);
    let logged = |tree: &Tree| -> Vec<String> {
        let lines = KEEPER.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = lines.iter().map(|line| (line, tree.short(line)));
        own.filter(|(line, short)| *line != short)
            .map(|(_, short)| short)
            .collect()
    };

    let tree = Tree::of(&[("l/a", "a")]);
    tree.directory("l/b/FRAGMENT.md");
    let text =
        "---\nname: c\ndescription: d\narguments: [{name: a, required: true, default: x}]\n---\n";
    let path = tree.write("l/c/FRAGMENT.md", text);
    let layers = [tree.layer("l", 0)];
    assert!(discover_fragments(&layers).is_err());
    assert!(logged(&tree).is_empty());

    let diagnostic = "l/c/FRAGMENT.md:4:12: warning[required-with-default]: argument `a` is required and has a default: the default holds; remove one of the two";
    assert_eq!(
        discover_with(&layers, &DiscoveryOptions::new())
            .resources
            .len(),
        2
    );
    assert_eq!(
        logged(&tree),
        [
            "l/b/FRAGMENT.md: expected a file, found a directory",
            diagnostic
        ]
    );
    FragmentManifest::from_fragment_md(text, &path).unwrap();
    assert_eq!(logged(&tree)[2..], [diagnostic]);
}
