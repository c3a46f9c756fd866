//! Which mutant is on. Put into the crate that is tested.

/// Whether the mutant of that number is on, which the environment says.
#[allow(missing_docs)]
pub fn on(mutant: u32) -> bool {
    static ACTIVE: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *ACTIVE.get_or_init(activate) == mutant
}

/// Reads the environment. With a mutant on, the first panic ends the process: a test that fails is all there is to know,
/// and a property that fails need not be made short.
fn activate() -> u32 {
    let active = std::env::var("INTERLINE_MUTANT").map_or(0, |mutant| mutant.parse().unwrap());
    if active > 0 {
        std::panic::set_hook(Box::new(|_| {
            use std::io::Write as _;
            let thread = std::thread::current();
            // Not `eprintln`, which a test captures.
            let _ = writeln!(std::io::stderr(), "killed by {}", thread.name().unwrap_or("a thread"));
            std::process::exit(101);
        }));
    }
    active
}
