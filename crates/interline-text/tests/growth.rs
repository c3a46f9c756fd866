//! Allocations grow no faster than the input, and memory is proportional to it. A binary of its own, since
//! it counts allocations and turns logging on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use interline_testing::{GrowthTable, Input, typical};
use interline_text::{
    Bias, Diagnostic, Edits, LineIndex, LspPosition, LspRange, Position, PositionEncoding, Report,
    Severity, TextEdit, log_all, position, positions, utf16_len, utf16_offsets, utf16_to_byte,
};

fn inputs() -> Vec<Input> {
    let mut inputs = interline_testing::hostile_texts();
    inputs.push(typical(|bytes| {
        "This is a line of prose that has the usual length.\n".repeat(bytes / 51)
    }));
    inputs
}

/// The offset of every tenth character.
fn offsets(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).step_by(10).collect()
}

/// Edits that replace every tenth character.
fn edits(text: &str) -> Edits {
    let edit = |at: usize| {
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        TextEdit::replace(at..at + length, "é")
    };
    Edits::new(text, offsets(text).into_iter().map(edit).collect()).unwrap()
}

#[test]
fn finding_positions_allocates_nothing() {
    let mut table = GrowthTable::new(inputs());
    table.entry("position", 0.0, |text| position(text, text.len()));
    table.entry("positions", 0.0, |text| {
        positions(text, (0..=text.len()).step_by(7)).last()
    });
    table.entry("LineIndex", 25.0, |text| {
        let index = LineIndex::new(text);
        let count = index.line_count();
        (
            index.position(text.len()),
            index.utf16_column(text.len()),
            index.offset(Position {
                line: count,
                column: 3,
            }),
            index.line(count).map(str::len),
            index.line_at(text.len()),
        )
    });
    table.entry("utf16_len", 0.0, utf16_len);
    table.entry("utf16_offsets", 0.0, |text| {
        utf16_offsets(text, (0..=text.len()).step_by(7)).last()
    });
    table.entry("utf16_to_byte", 0.0, |text| utf16_to_byte(text, text.len()));
    for encoding in [
        PositionEncoding::Utf8,
        PositionEncoding::Utf16,
        PositionEncoding::Utf32,
    ] {
        table.entry("LspPosition", 0.0, |text| {
            let at = LspPosition::new(text, text.len(), encoding);
            (
                at.to_offset(text, encoding),
                LspRange::new(text, 0..text.len(), encoding),
            )
        });
    }
    table.finish();
}

#[test]
fn edits_hold_memory_in_proportion_to_their_number() {
    let mut table = GrowthTable::new(inputs());
    // Each edit of this test inserts two bytes, for which an allocation of eight or so is made, and there is one in ten
    // bytes or less.
    table.entry_with_setup("Edits::new", 8.0, |text, meter| {
        let list = edits(text).into_iter().collect::<Vec<_>>();
        meter.run(|| Edits::new(text, list));
    });
    table.entry_with_setup("Edits::apply", 2.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| edits.apply(text));
    });
    table.entry_with_setup("Edits::invert", 6.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| edits.invert(text));
    });
    table.entry_with_setup("Edits::then", 30.0, |text, meter| {
        let first = edits(text);
        let second = edits(&first.apply(text).unwrap());
        meter.run(|| first.then(&second));
    });
    table.entry_with_setup("Edits::trim", 6.0, |text, meter| {
        let edits = Edits::new(text, vec![TextEdit::replace(0..text.len(), text)]).unwrap();
        meter.run(|| edits.trim(text));
    });
    table.entry_with_setup("Edits::descending, sequential", 1.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| (edits.descending().count(), edits.sequential().count()));
    });
    table.entry_with_setup("Edits::map_offset, map_range", 0.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| {
            (
                edits.map_offset(text.len(), Bias::After),
                edits.map_range(0..text.len()),
                edits.result_len(),
            )
        });
    });
    table.entry_with_setup("Edits::to_lsp", 12.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| edits.to_lsp(text));
    });
    table.entry_with_setup("Edits::to_lsp_with", 12.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| edits.to_lsp_with(text, PositionEncoding::Utf32));
    });
    table.entry_with_setup("Edits::to_utf16", 16.0, |text, meter| {
        let edits = edits(text);
        meter.run(|| edits.to_utf16(text));
    });
    table.finish();
}

#[test]
fn reports_are_bounded() {
    let mut table = GrowthTable::new(inputs());
    table.entry_with_setup("Report", 2.0, |text, meter| {
        let at = |part: usize| text.len() / 20 * part;
        let report = (1..20).fold(Report::new(text, at(10)..at(12), text), |report, part| {
            report.related(at(part)..at(part + 1), "here")
        });
        let mut written = Bounded(4 * text.len() + 64 * 1024);
        meter.run(|| std::fmt::Write::write_fmt(&mut written, format_args!("{report}")));
    });
    table.entry_with_setup("Diagnostic::report", 6.0, |text, meter| {
        let mut diagnostic = Diagnostic::new(Severity::Error, "all", 0..text.len(), "all of it");
        for at in offsets(text) {
            diagnostic = diagnostic.with_related(at..at + 1, "here");
        }
        meter.run(|| diagnostic.report(text).to_string());
    });
    table.entry_with_setup("reports of many lines", 3.0, |text, meter| {
        let ends = text.match_indices('\n').step_by(8);
        let all: Vec<_> = ends
            .map(|(at, _)| Diagnostic::new(Severity::Error, "seen", at..at + 1, "seen here"))
            .collect();
        meter.run(|| {
            let starts = all.iter().map(|seen| seen.span.start);
            let reports = all.iter().zip(positions(text, starts));
            reports
                .map(|(seen, at)| seen.report(text).position(at).to_string().len())
                .sum::<usize>()
        });
    });
    table.entry("Diagnostic::to_line, position", 1.0, |text| {
        let end = text.len();
        let diagnostic = Diagnostic::new(Severity::Error, "end", end..end, "the end");
        (
            diagnostic.position(text),
            diagnostic.to_line(Some("a.md"), text),
        )
    });
    table.entry_with_setup("log_all", 3.0, |text, meter| {
        let diagnostics: Vec<_> = offsets(text)
            .into_iter()
            .map(|at| Diagnostic::new(Severity::Warning, "seen", at..at + 1, "seen here"))
            .collect();
        meter.run(|| log_all(&diagnostics, Some("a.md"), text));
    });
    table.finish();
}

/// Discards text, and fails after this many bytes.
struct Bounded(usize);

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(std::fmt::Error)?;
        Ok(())
    }
}

#[cfg(feature = "diff")]
#[test]
fn comparing_holds_memory_in_proportion() {
    let mut table = GrowthTable::new(inputs());
    table.entry_with_setup("Edits::between", 100.0, |text, meter| {
        let new = edits(text).apply(text).unwrap();
        meter.length(text.len() + new.len());
        meter.run(|| Edits::between(text, &new));
    });
    table.entry_with_setup("Edits::minimise", 200.0, |text, meter| {
        let new = edits(text).apply(text).unwrap();
        let edits = Edits::new(text, vec![TextEdit::replace(0..text.len(), new)]).unwrap();
        meter.run(|| edits.minimise(text));
    });
    table.finish();
}
