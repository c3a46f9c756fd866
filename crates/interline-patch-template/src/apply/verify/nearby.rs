//! Proves that the new text reads as planned from the text near the changes alone.

use std::ops::Range;

use crate::apply::context::Context;
use crate::apply::render::{Cause, Changes, Rendered};
use crate::options::FenceRecovery;
use crate::read::content_of;
use crate::scan::{Item, Reader, SafeStart};

use super::expected::Expected;

/// Returns whether the new text is known to read as expected; `false` says nothing.
///
/// Before each change, reading begins at a line start at which no block is open: nothing before it changes what comes after it.
/// After the change, reading may stop at a marker before which such a line start is found in the new text and in the old one at the
/// same place: from there both read the same, up to the next change. What is read in between has to be the expected markers, and
/// from the same markers follow the same components; only where their content begins and ends, and in which block quotes and list
/// items they are, has to be looked at.
///
/// Documents with diagnostics are left out, because a fence that never closes decides about text far before its end.
pub(super) fn reads_back(
    context: &Context<'_>,
    expected: &Expected<'_>,
    rendered: &Rendered,
) -> bool {
    let document = context.document;
    let (changes, text) = (&rendered.changes, &*rendered.text);
    let first = changes.get(0).range.start;
    // Without a header, a change might close one that begins the old text, or begin one.
    let may_begin_header = |text: &str| text.trim_start_matches('\u{feff}').starts_with("---");
    let has_certain_body = match document.body_start() {
        0 => !may_begin_header(document.text()) && !may_begin_header(text),
        body => body <= first,
    };
    let makes_exchange = (0..changes.len()).any(|at| changes.get(at).cause == Cause::NewExchange);
    if !document.diagnostics().is_empty() || makes_exchange || !has_certain_body {
        return false;
    }
    let Some(stretches) = stretches(context, expected, rendered) else {
        return false;
    };
    let is_near = |offset: usize| {
        let after = stretches.partition_point(|stretch| stretch.end <= offset);
        stretches
            .get(after)
            .is_some_and(|stretch| stretch.start <= offset)
    };
    let mut near = expected
        .components
        .iter()
        .filter(|item| is_near(item.opener) || is_near(item.closer));
    near.all(|item| {
        let opener = item.opener..marker_end(text, item.opener);
        let closer = item.closer..marker_end(text, item.closer);
        let (content, inline) = content_of(text, &opener, &closer);
        content == item.content && item.inline.is_none_or(|expected| expected == inline)
    })
}

/// Reads the text near the changes. Returns what was read, as ranges of the new text, if it has the expected markers.
fn stretches(
    context: &Context<'_>,
    expected: &Expected<'_>,
    rendered: &Rendered,
) -> Option<Vec<Range<usize>>> {
    let (document, changes, text) = (context.document, &rendered.changes, &*rendered.text);
    let options = &context.options.document;
    let recovers = options.fence_recovery == FenceRecovery::Recover;
    let mut reader = Reader::new(text, 0, options.keyword(), recovers);
    let mut stretches = Vec::new();
    let mut next = 0;
    while next < changes.len() {
        let change = changes.get(next).range.start;
        let safe = document.safe_start_before(change)?;
        // The text from there to the change has to be the same, so that the distance is too.
        let last = next.checked_sub(1).map(|last| changes.get(last));
        if last.is_some_and(|last| last.range.end > safe) {
            return None;
        }
        let start = changes.start(next) - (change - safe);
        reader.restart(start);
        let mut live = expected.live.partition_point(|&at| at < start);
        let end = loop {
            let Some(item) = reader.next() else {
                let is_read = reader.unclosed_fence().is_none() && live == expected.live.len();
                next = changes.len();
                break is_read.then_some(text.len())?;
            };
            let Item::Marker(marker) = item else {
                return None;
            };
            let at = marker.span.start;
            if expected.live.get(live) != Some(&at) {
                return None;
            }
            live += 1;
            let component = expected
                .components
                .binary_search_by_key(&at, |item| item.opener);
            if component
                .is_ok_and(|index| expected.components[index].prefix != reader.prefix_of(&marker))
            {
                return None;
            }
            if let Some(after) = rejoins(context, changes, next, at, reader.safe_start()) {
                next = after;
                break at + 1;
            }
        };
        stretches.push(start..end);
    }
    Some(stretches)
}

/// Returns the first change after the marker at `at` of the new text if both texts read the same from there on to that change.
/// `safe`: a line start of the new text before the marker at which no block is open.
fn rejoins(
    context: &Context<'_>,
    changes: &Changes,
    from: usize,
    at: usize,
    safe: Option<SafeStart>,
) -> Option<usize> {
    let safe = safe?.offset;
    let mut after = from;
    while after < changes.len() && changes.start(after) < at {
        after += 1;
    }
    let last = after.checked_sub(1).filter(|&last| last >= from)?;
    let change = changes.get(last);
    let end = changes.start(last) + change.insert.len();
    // The old offset of an offset of the new text that is not before the end of the last change.
    let old = |offset: usize| Some(offset.checked_sub(end)? + change.range.end);
    (context.document.safe_start(old(at)?)?.offset == old(safe)?).then_some(after)
}

/// Returns the end of the marker that begins at `start`.
fn marker_end(text: &str, start: usize) -> usize {
    let marker = &text[start..];
    start + marker.find("-->").map_or(marker.len(), |at| at + 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apply::apply_patches;
    use crate::apply::options::ApplyOptions;
    use crate::apply::parts::Parts;
    use crate::apply::plan::Plan;
    use crate::apply::render::BoundaryChanges;
    use crate::read::{Document, parse_patches};

    /// Returns how many bytes of the new text are read, if these prove that it reads as planned.
    fn read_bytes(document: &str, response: &str) -> Option<usize> {
        let options = ApplyOptions::new();
        let document = Document::read(document, &options.document);
        let response = parse_patches(response);
        let context = Context::new(&document, &response, &options);
        let parts = Parts::new(&context);
        let plan = Plan::new(&context, &parts);
        let rendered = Rendered::new(&context, &parts, &plan, BoundaryChanges::All);
        let expected = Expected::new(&context, &plan, &parts, &rendered.changes);
        let stretches = stretches(&context, &expected, &rendered)?;
        reads_back(&context, &expected, &rendered)
            .then(|| stretches.into_iter().map(|stretch| stretch.len()).sum())
    }

    #[test]
    fn reads_the_text_near_the_changes_only() {
        let section = |name: &str| {
            let body = "Some text.\n\n```sh\nls\n```\n\n- an item\n\n".repeat(1_000);
            format!("<!-- agent:{name} patch=append -->\n{body}<!-- /agent:{name} -->\n\n")
        };
        let document = ["a", "b", "c", "exchange"].map(section).concat();
        let patch = |name: &str| format!("<!-- patch:{name} -->\n- new\n<!-- /patch:{name} -->\n");
        let near = read_bytes(&document, &patch("b")).unwrap();
        assert!(near < 200, "{near}");
        let near = read_bytes(&document, &(patch("a") + &patch("c") + "Done.\n")).unwrap();
        assert!(near < 600, "{near}");
        // An open fence would contain all markers after it.
        assert_eq!(
            read_bytes(&document, "<!-- patch:b -->\n```\n<!-- /patch:b -->\n"),
            None
        );
        assert_eq!(
            read_bytes(
                &document,
                "<!-- patch:b -->\n<!-- /agent:b -->\n<!-- /patch:b -->\n"
            ),
            None
        );
        assert_eq!(
            read_bytes(
                "---\nno: end\n\n<!-- agent:b -->\n<!-- /agent:b -->\n",
                "<!-- patch:b -->\n---\n<!-- /patch:b -->\n"
            ),
            None
        );
    }

    /// The line of a marker at column 0 is read to its end at once, so that no line start before the markers on it is known.
    #[test]
    fn two_changes_on_the_line_of_a_marker() {
        let document = "<!-- agent:m -->one<!-- /agent:m -->, <!-- agent:n -->2<!-- /agent:n -->\n";
        let response = "<!-- patch:m -->1<!-- /patch:m --><!-- patch:n -->3<!-- /patch:n -->";
        let applied = apply_patches(document, &parse_patches(response), &ApplyOptions::new());
        let expected = document.replace("one", "1").replace('2', "3");
        assert_eq!(applied.text(), expected);
        assert_eq!(read_bytes(document, response), Some(expected.len()));
    }

    #[test]
    fn begins_in_prose_near_the_change() {
        let prose = "Some `text`.\nMore of it.\n\n- an item\n\n".repeat(1_000);
        let document = format!("<!-- agent:exchange -->\n{prose}<!-- /agent:exchange -->\n");
        let near = read_bytes(&document, "Done.\n").unwrap();
        assert!(near < 200, "{near}");
        // An HTML block that no blank line ends may contain all of it.
        let document = document.replacen("Some", "<pre>\nSome", 1);
        let all = read_bytes(&document, "Done.\n").unwrap();
        assert!(all > prose.len(), "{all}");
    }
}
