//! The ladder of repairs for a part that does not read back in its component.

use crate::apply::context::Context;
use crate::apply::parts::SourcePart;
use crate::apply::policies::InvalidContent;
use crate::read::Document;
use crate::scan::fence_at_end;

use super::backticks::{Backticks, escape_backticks};
use super::blocks::{add_fence, escape_html, set_apart};
use super::prepare::{make_readable, with_line_ending};

const OWN_LINES: &str = "written on lines of its own";

/// Tries the next repair on a part, or leaves the part out after the last. From the least change to the greatest; the steps
/// are finitely many, so that repairing ends.
///
/// `before`: the new text up to the end of the part, if known. `prefix`: the prefix of lines in the component.
pub(super) fn escalate(
    context: &Context<'_>,
    part: &mut SourcePart<'_>,
    before: Option<&str>,
    prefix: &str,
) {
    if context.options.invalid_content == InvalidContent::Reject {
        part.note("it changes the meaning of other markers");
        part.reject();
        return;
    }
    let line_ending = context.line_ending;
    // The last repair did not help, and is undone.
    if let Some((text, repairs)) = part.before_repair.take() {
        part.text = text;
        part.repairs = repairs;
    }
    let before_repair = (part.text.clone(), part.repairs.clone());
    // A repair that finds nothing to change is skipped.
    while part.text == before_repair.0 {
        part.level += 1;
        match part.level {
            // Several lines in the middle of a line are rarely meant that way.
            1 => {
                let lines = part.text.strip_suffix('\n').unwrap_or(&part.text);
                if lines.contains('\n') && put_on_own_lines(context, part) {
                    return;
                }
            }
            // The repairs up to here read the same to people: a fence is closed, backticks are escaped.
            2 => close_open_fence(context, part, before.unwrap_or_default(), prefix),
            3 => escape_backticks(part, Backticks::Odd),
            4 => escape_backticks(part, Backticks::All),
            5 => escape_backticks(part, Backticks::Entities),
            // A blank line ends a paragraph or HTML block that contains the closer.
            6 => set_apart(part, line_ending, false, true),
            7 => set_apart(part, line_ending, true, false),
            8 => set_apart(part, line_ending, true, true),
            // Tags become visible text, so that this comes after the blank lines.
            9 => escape_html(part),
            10 => {
                escape_html(part);
                escape_backticks(part, Backticks::Entities);
                set_apart(part, line_ending, true, true);
            }
            // Lines of its own change the text after the component on its line, so that they come last.
            11 => {
                if put_on_own_lines(context, part) {
                    return;
                }
            }
            _ => {
                part.repairs = vec!["no repair makes it read back"];
                part.reject();
                return;
            }
        }
    }
    part.before_repair = Some(before_repair);
}

/// Gives the content of an inline component lines of its own. Returns `false` if it already has them.
fn put_on_own_lines(context: &Context<'_>, part: &mut SourcePart<'_>) -> bool {
    let line_ending = context.line_ending;
    let wanted = part.is_inline && !part.has_own_lines;
    if wanted {
        part.has_own_lines = true;
        // Text that had to be escaped in the middle of a line may read back on lines of its own.
        part.text = with_line_ending(part.source, line_ending);
        part.repairs.clear();
        part.note(OWN_LINES);
        make_readable(part, &context.keyword, line_ending);
    }
    wanted
}

/// Closes the fence that is open at the end of the part in the new text.
fn close_open_fence(
    context: &Context<'_>,
    part: &mut SourcePart<'_>,
    before: &str,
    container: &str,
) {
    let line_ending = context.line_ending;
    let document = Document::read(before, &context.options.document);
    if let Some(fence) = fence_at_end(before, document.restart_offset()) {
        let line = &before[fence.opened..];
        let line = line.strip_prefix(container).unwrap_or(line);
        let prefix: String = line
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t' | '>'))
            .collect();
        add_fence(part, line_ending, &prefix, fence.byte, fence.len);
    }
}
