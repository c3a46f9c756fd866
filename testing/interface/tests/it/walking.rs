//! The walk itself, on a crate made for it.
#![allow(clippy::unwrap_used)]

use std::fs;

use interline_api::{refusals, surface_of};

/// Writes a crate, lists it, and takes it away.
fn listed(files: &[(&str, &str)]) -> (String, Vec<String>) {
    let name = std::thread::current()
        .name()
        .unwrap_or("test")
        .replace(':', "-");
    let directory =
        std::env::temp_dir().join(format!("interline-api-{}-{name}", std::process::id()));
    for (path, text) in files {
        let path = directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let surface = surface_of(&directory);
    fs::remove_dir_all(&directory).unwrap();
    let surface = surface.unwrap();
    let refused = refusals(&surface).into_iter().map(str::to_owned).collect();
    (surface.to_string(), refused)
}

#[test]
fn only_what_can_be_reached_is_public() {
    let (text, refused) = listed(&[
        (
            "Cargo.toml",
            "[dependencies]\nserde.workspace = true\nfancy-maps = \"0.3\"\n[dev-dependencies]\n",
        ),
        (
            "src/lib.rs",
            "mod inner;\n#[cfg(feature = \"more\")]\npub mod more;\npub use inner::{Seen as Shown, make};\n\
             #[cfg(test)]\nmod tests { pub struct OfTests; }\n",
        ),
        (
            "src/inner.rs",
            "use fancy_maps::Fancy;\n\
             #[derive(Clone)]\n#[non_exhaustive]\npub struct Seen<'a> { pub a: &'a str, b: u8 }\n\
             pub struct Unseen;\nstruct Raw;\n\
             impl Seen<'_> { pub fn take(mut self, mut n: usize) -> Fancy { todo!() }\n fn private(&self) {} }\n\
             impl Unseen { pub fn of_unseen(&self) {} }\n\
             impl From<Raw> for Seen<'_> { fn from(_: Raw) -> Self { todo!() } }\n\
             impl From<Seen<'_>> for String { fn from(_: Seen<'_>) -> Self { todo!() } }\n\
             impl<'a> Iterator for Seen<'a> { type Item = &'a str; fn next(&mut self) -> Option<&'a str> { todo!() } }\n\
             pub fn make() -> Seen<'static> { todo!() }\n",
        ),
        (
            "src/more/mod.rs",
            "mod deep;\npub use self::deep::*;\npub use serde::Serialize;\npub const LIMIT: usize = 3;\n",
        ),
        (
            "src/more/deep.rs",
            "pub enum Policy { #[default] One, Two(u8) }\npub trait Reads { fn read(&self) -> u8; }\n",
        ),
    ]);
    assert_eq!(
        text,
        "\
Shown
    #[non_exhaustive] struct Seen<'a>
        a: &'a str
        private fields
        fn take(self, n: usize) -> Fancy
        impl Clone
        impl<'a> Iterator for Seen<'a> { type Item = &'a str; }
implemented for others
        impl From<Seen<'_>> for String
make
    fn make() -> Seen<'static>
more::LIMIT
    #[cfg(feature=\"more\")] const LIMIT: usize
more::Policy
    #[cfg(feature=\"more\")] enum Policy
        #[default] One
        Two(u8)
more::Reads
    #[cfg(feature=\"more\")] trait Reads
        fn read(&self) -> u8
more::Serialize
    #[cfg(feature=\"more\")] use serde::Serialize
"
    );
    assert_eq!(refused, ["fancy_maps"]);
}

#[test]
fn a_source_that_cannot_be_read_is_an_error() {
    let directory = std::env::temp_dir().join(format!("interline-api-{}-none", std::process::id()));
    assert!(surface_of(&directory).unwrap_err().contains("Cargo.toml"));
}

#[test]
fn a_name_that_is_a_module_and_a_function_is_re_exported_as_the_function() {
    let (text, _) = listed(&[
        ("Cargo.toml", "[dependencies]\n"),
        ("src/lib.rs", "mod scan;\npub use scan::split;\n"),
        ("src/scan/mod.rs", "mod split;\npub use split::split;\n"),
        (
            "src/scan/split.rs",
            "pub struct Private;\npub fn split() -> usize { 0 }\n",
        ),
    ]);
    assert_eq!(text, "split\n    fn split() -> usize\n");
}
