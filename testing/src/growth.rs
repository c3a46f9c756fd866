//! Measures how allocations grow with the input, and how much memory is held.

#![allow(clippy::print_stdout, reason = "the table is the output")]

use std::fmt::Write as _;
use std::hint::black_box;

use allocation_counter::{AllocationInfo, measure};

use crate::inputs::TYPICAL;
use crate::{Input, null_logger};

/// The size of the smallest input in bytes; the others are two, four and eight times as large.
const SMALLEST: usize = 1536;

/// The greatest growth for twice the input. Linear functions are at 2.
const MAX_GROWTH: f64 = 2.2;

/// Added to a count before its growth is computed, so that small counts show none.
const SLACK_BYTES: f64 = 8192.0;
const SLACK_COUNT: f64 = 64.0;

/// Bytes that may be held whatever the input is, for buffers and tables of their first size.
const HELD_ALWAYS: f64 = 8192.0;

/// Runs `call`.
///
/// It is never inlined and not generic, so that `scripts/count-instructions` can count the
/// instructions in it and nowhere else.
#[inline(never)]
pub fn counted(call: &mut dyn FnMut()) {
    call();
    // Prevents a tail call, which would remove this function from the stack.
    black_box(());
}

/// Measures one run of an entry point.
#[derive(Debug, Default)]
pub struct Meter {
    length: usize,
    info: Option<AllocationInfo>,
}

impl Meter {
    /// Runs `call` and measures it, including the drop of its result.
    ///
    /// # Panics
    ///
    /// When it is called twice.
    pub fn run<R>(&mut self, call: impl FnOnce() -> R) {
        assert!(self.info.is_none(), "Meter::run is called once");
        let mut call = Some(call);
        self.info = Some(measure(|| {
            counted(&mut || {
                if let Some(call) = call.take() {
                    drop(black_box(call()));
                }
            });
        }));
    }

    /// Sets the size of the input in bytes, where it is not that of the text.
    pub fn length(&mut self, bytes: usize) {
        self.length = bytes;
    }
}

/// The measurements of one run.
#[derive(Clone, Copy, Debug)]
struct Measured {
    length: f64,
    allocations: f64,
    allocated: f64,
    held: f64,
}

/// A table of the entry points of a crate, each measured on each input.
#[derive(Debug)]
pub struct GrowthTable {
    inputs: Vec<Input>,
    smallest: usize,
    lists_runs: bool,
    table: String,
    failures: Vec<String>,
}

impl GrowthTable {
    /// Returns an empty table for these inputs.
    ///
    /// The environment variable `INTERLINE_GROWTH_BYTES` sets the size of the smallest input. With
    /// `INTERLINE_GROWTH_RUNS` each run is printed in a line of its own, in the order in which
    /// [`counted`] is called.
    #[must_use]
    pub fn new(inputs: Vec<Input>) -> Self {
        null_logger::install();
        let smallest = std::env::var("INTERLINE_GROWTH_BYTES")
            .ok()
            .and_then(|bytes| bytes.parse().ok());
        Self {
            inputs,
            smallest: smallest.unwrap_or(SMALLEST),
            lists_runs: std::env::var_os("INTERLINE_GROWTH_RUNS").is_some(),
            table: format!(
                "{:<40} {:>9} {:>9} {:>9} {:>9}  most held on\n",
                "entry point", "typical", "held/byte", "promised", "growth"
            ),
            failures: Vec::new(),
        }
    }

    /// Measures `call` on each input.
    ///
    /// It may hold `promised` bytes for each byte of input, including its result, and 8 KiB whatever
    /// the input is.
    pub fn entry<R>(&mut self, name: &str, promised: f64, call: impl Fn(&str) -> R) {
        self.entry_with_setup(name, promised, |text, meter| meter.run(|| call(text)));
    }

    /// Measures like [`entry`](Self::entry), with a setup that is not measured: `call` passes the
    /// rest to [`Meter::run`].
    pub fn entry_with_setup(&mut self, name: &str, promised: f64, call: impl Fn(&str, &mut Meter)) {
        let (mut typical, mut most, mut on, mut worst) = (None, 0.0_f64, "", 0.0_f64);
        let inputs = std::mem::take(&mut self.inputs);
        for input in &inputs {
            let runs = self.runs(name, input, self.smallest, &call);
            for now in &runs {
                let held = now.held / now.length;
                if input.name == TYPICAL {
                    typical = Some(held);
                }
                if held > most {
                    (most, on) = (held, input.name);
                }
                if now.held > promised * now.length + HELD_ALWAYS {
                    self.failures.push(format!(
                        "{name} on {}: holds {held:.2} bytes per byte of {}, promised are {promised}",
                        input.name, now.length
                    ));
                }
            }
            let mut seen = growths(&runs);
            // Tables grow by doubling, which looks like growth at some sizes. Real growth is seen at
            // all of them.
            for quarters in [5, 6, 7] {
                let smallest = self.smallest * quarters / 4;
                if seen.iter().all(|growth| growth.ratio <= MAX_GROWTH) {
                    break;
                }
                let again = growths(&self.runs(name, input, smallest, &call));
                for (growth, again) in seen.iter_mut().zip(again) {
                    growth.ratio = growth.ratio.min(again.ratio);
                }
            }
            for growth in seen {
                worst = worst.max(growth.ratio);
                if growth.ratio > MAX_GROWTH {
                    self.failures.push(format!(
                        "{name} on {}: {} grow by {:.2} for twice the input, from {} for {} bytes to {} for {}",
                        input.name, growth.what, growth.ratio, growth.from.0, growth.from.1, growth.to.0, growth.to.1
                    ));
                }
            }
        }
        self.inputs = inputs;
        let typical = typical.map_or_else(|| "-".to_owned(), |held| format!("{held:.2}"));
        let _ = writeln!(
            self.table,
            "{name:<40} {typical:>9} {most:>9.2} {promised:>9.2} {worst:>9.2}  {on}"
        );
    }

    /// Runs `call` once at each of four sizes.
    fn runs(
        &self,
        name: &str,
        input: &Input,
        smallest: usize,
        call: &impl Fn(&str, &mut Meter),
    ) -> Vec<Measured> {
        let sizes = [1, 2, 4, 8].map(|factor| smallest * factor);
        let run_at = |bytes: usize| {
            let text = (input.make)(bytes);
            if self.lists_runs {
                println!("run\t{name}\t{}\t{}", input.name, text.len());
            }
            run(&text, call)
        };
        sizes.into_iter().map(run_at).collect()
    }

    /// Prints the table.
    ///
    /// # Panics
    ///
    /// When an entry point grew faster than the input, or held more than promised.
    pub fn finish(self) {
        println!("{}", self.table);
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n"));
    }
}

/// The growth of one count from one size to the next.
struct Growth {
    what: &'static str,
    /// The growth for twice the input.
    ratio: f64,
    /// The count and the size of the input, at both sizes.
    from: (f64, f64),
    to: (f64, f64),
}

type Count = fn(&Measured) -> f64;

/// Returns the growth of each count from each run to the next.
fn growths(runs: &[Measured]) -> Vec<Growth> {
    let counts: [(&'static str, f64, Count); 3] = [
        ("allocations", SLACK_COUNT, |run| run.allocations),
        ("bytes allocated", SLACK_BYTES, |run| run.allocated),
        ("bytes held", SLACK_BYTES, |run| run.held),
    ];
    let mut growths = Vec::new();
    for pair in runs.windows(2) {
        for (what, slack, count) in counts {
            let (from, to) = (count(&pair[0]), count(&pair[1]));
            // Inputs are about twice as long, not exactly.
            let ratio = 2.0 * (to / pair[1].length) / ((from + slack) / pair[0].length);
            growths.push(Growth {
                what,
                ratio,
                from: (from, pair[0].length),
                to: (to, pair[1].length),
            });
        }
    }
    growths
}

/// Measures one run on `text`.
#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn run(text: &str, call: &impl Fn(&str, &mut Meter)) -> Measured {
    let mut meter = Meter {
        length: text.len(),
        info: None,
    };
    call(text, &mut meter);
    let info = meter.info.unwrap_or_default();
    Measured {
        length: meter.length.max(1) as f64,
        allocations: info.count_total as f64,
        allocated: info.bytes_total as f64,
        held: info.bytes_max as f64,
    }
}
