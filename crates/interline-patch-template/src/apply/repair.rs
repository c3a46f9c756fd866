//! Makes content read back, by as little as it takes.

use std::collections::HashMap;
use std::ops::Range;

use crate::read::Document;
use crate::scan::{
    Blocks, Item, Keyword, Lexed, Outline, Scanner, Verdict, Window, comment_close, lex,
    without_prefix,
};

use super::context::Context;
use super::options::{BoundaryPolicy, Unsafe};
use super::outcome::Status;
use super::part::Work;
use super::plan::{Content, Plan, Target};

const MARKERS: &str = "markers escaped";
const FENCE: &str = "fence closed";
const BACKTICKS: &str = "backticks escaped";
const OWN_LINES: &str = "put on lines of its own";
const APART: &str = "set apart by blank lines";
const HTML: &str = "HTML escaped";

/// How often markers and HTML blocks are escaped one after another before all of them are.
const ESCAPE_ROUNDS: usize = 4;

/// Brings each planned part into the line ending of the document, and makes it read back on its own, as it will when
/// the component begins on a line of its own. True when a part was rejected, so that the plan has to be made again.
pub(crate) fn prepare(context: &Context<'_>, plan: &Plan, works: &mut [Work<'_>]) -> bool {
    let mut rejected = false;
    for (target, content) in &plan.contents {
        let inline = match target {
            Target::Component(index) => context.document.components()[*index].inline,
            Target::NewExchange => false,
        };
        note_followed(context, *target, content, works);
        for index in content.in_order() {
            let work = &mut works[index];
            work.inline = inline;
            if std::mem::replace(&mut work.prepared, true) {
                continue;
            }
            work.text = with_line_ending(&work.text, context.line_ending);
            if !inline {
                make_sound(work, &context.keyword, context.line_ending);
            }
            rejected |= reject_if_repaired(context, work);
        }
    }
    rejected
}

/// Notes of each part of a component whether text comes after it before the next marker: a later part, for a part that is
/// prepended the old content, and for one that is appended what was typed after a boundary that is removed.
fn note_followed(context: &Context<'_>, target: Target, content: &Content, works: &mut [Work<'_>]) {
    let component = match (target, content.base()) {
        (Target::Component(index), None) => Some(index),
        _ => None,
    };
    let has_text = |start: usize, index: usize| {
        let component = &context.document.components()[index];
        let (text, end) = (context.document.text(), component.content.end);
        let rest = text.get(start..end).unwrap_or_default();
        if component.prefix.is_empty() {
            return !rest.trim_ascii().is_empty();
        }
        // Of a blank line in a block quote, the prefix is there.
        let begins_line = text[..start].ends_with('\n');
        let rest = without_prefix(rest, &component.prefix, begins_line);
        !rest.trim_ascii().is_empty()
    };
    let has_old = component
        .is_some_and(|index| has_text(context.document.components()[index].content.start, index));
    let is_removed = context.options.boundary == BoundaryPolicy::Refresh;
    let boundary = component.and_then(|index| Some((context.last_boundary(index)?, index)));
    let has_typed = boundary.is_some_and(|(last, index)| {
        is_removed && has_text(context.document.boundaries()[last].span.end, index)
    });
    let prepended = content.before().len();
    let mut has_later = false;
    for (position, index) in content.in_order().into_iter().enumerate().rev() {
        let work = &mut works[index];
        let has_rest = if position < prepended {
            has_old
        } else {
            has_typed
        };
        work.is_followed = has_later || has_rest;
        has_later |= !work.text.trim_ascii().is_empty();
    }
}

fn reject_if_repaired(context: &Context<'_>, work: &mut Work<'_>) -> bool {
    let rejected = context.options.unsafe_content == Unsafe::Reject && !work.repairs.is_empty();
    if rejected {
        work.status = Status::Rejected;
    }
    rejected
}

/// `text` with every line ending as given. A lone CR ends no line and stays.
///
/// A CR at the end is half of a line ending, as a stream that was cut within one leaves it, and is replaced with the line ending that
/// is written after the text.
fn with_line_ending(text: &str, line_ending: &str) -> String {
    let text = text.strip_suffix('\r').unwrap_or(text);
    let unix = if text.contains("\r\n") {
        text.replace("\r\n", "\n")
    } else {
        text.to_owned()
    };
    if line_ending == "\n" {
        unix
    } else {
        unix.replace('\n', line_ending)
    }
}

fn has_fence(text: &str) -> bool {
    text.contains("```") || text.contains("~~~")
}

/// Makes a text read back that begins and ends on lines of its own, as far as it can be judged alone.
fn make_sound(work: &mut Work<'_>, keyword: &Keyword, line_ending: &str) {
    for round in 0..=ESCAPE_ROUNDS {
        let Some(at) = Outline::swallowing_html(&work.text, work.is_followed) else {
            break;
        };
        // One after another they could take as many rounds as there are.
        if round == ESCAPE_ROUNDS {
            escape_html(work);
            break;
        }
        work.text.replace_range(at..=at, "&lt;");
        work.note(HTML);
    }
    if work.text.contains("<!--") || has_fence(&work.text) {
        escape_live_markers(work, keyword);
        close_fence(work, line_ending);
    }
}

/// Escapes the markers that are live when the text is read alone.
fn escape_live_markers(work: &mut Work<'_>, keyword: &Keyword) {
    for round in 0..=ESCAPE_ROUNDS {
        let spans = live_markers(&work.text, keyword, round == ESCAPE_ROUNDS);
        if spans.is_empty() {
            return;
        }
        work.text = escape_comments(&work.text, keyword, &spans);
        work.note(MARKERS);
    }
}

/// The markers, and what nearly is one, that are live in a text on its own; or all of them.
fn live_markers(text: &str, keyword: &Keyword, all: bool) -> Vec<Range<usize>> {
    let window = Window {
        text,
        base: 0,
        ends_here: true,
    };
    let mut scanner = Scanner::new(keyword.clone(), 0);
    let found = std::iter::from_fn(|| scanner.next(window));
    found
        .filter(|found| all || found.verdict == Verdict::Live)
        .map(|found| match found.item {
            Item::Marker(marker) => marker.span,
            Item::NearMiss(_, span) => span,
        })
        .collect()
}

/// A text in which the comments that begin where `spans` do are escaped: `&lt;!-- … --&gt;`. The spans are in order.
/// Linear.
fn escape_comments(text: &str, keyword: &Keyword, spans: &[Range<usize>]) -> String {
    let mut escaped = String::with_capacity(text.len() + 2 * "&lt;".len() * spans.len());
    let mut done = 0;
    for (index, span) in spans.iter().enumerate() {
        let at = span.start;
        if at < done || !text.get(at..).is_some_and(|rest| rest.starts_with("<!--")) {
            continue;
        }
        escaped.push_str(&text[done..at]);
        escaped.push_str("&lt;");
        done = at + 1;
        // What closes the next one is not looked for here.
        let next = spans.get(index + 1).map_or(text.len(), |next| next.start);
        if let Some(end) = comment_end(text, keyword, at, next).filter(|end| *end > done) {
            escaped.push_str(&text[done..end - 1]);
            escaped.push_str("&gt;");
            done = end;
        }
    }
    escaped.push_str(&text[done..]);
    escaped
}

/// The end of the marker, or of what nearly is one, that begins at `at`. What nearly is one ends before `next`.
fn comment_end(text: &str, keyword: &Keyword, at: usize, next: usize) -> Option<usize> {
    match lex(text, at, 0, keyword, true) {
        Lexed::Marker(marker) => Some(marker.span.end),
        Lexed::NearMiss(_, span) => {
            let from = span.end.saturating_sub(3).max(at + 4);
            comment_close(text.get(..next)?, at, from.min(next))
        }
        Lexed::Other | Lexed::Incomplete(_) => None,
    }
}

/// Closes the fence that is open at the end of the text, unless the end of its list item or block quote does.
fn close_fence(work: &mut Work<'_>, line_ending: &str) {
    let mut blocks = Blocks::default();
    blocks.reset(0);
    blocks.feed(work.text.as_bytes());
    blocks.finish();
    if let Some(fence) = blocks.fence().filter(|fence| fence.is_top_level) {
        add_fence(work, line_ending, "", fence.byte, fence.len);
    }
}

fn add_fence(work: &mut Work<'_>, line_ending: &str, prefix: &str, byte: u8, len: usize) {
    if !work.text.is_empty() && !work.text.ends_with('\n') {
        work.text.push_str(line_ending);
    }
    work.text.push_str(prefix);
    work.text.extend(std::iter::repeat_n(char::from(byte), len));
    work.text.push_str(line_ending);
    work.note(FENCE);
}

/// Escapes the marker that begins at `at` in the part, where the text around makes it live. False when there is none.
pub(crate) fn escape_at(context: &Context<'_>, work: &mut Work<'_>, at: usize) -> bool {
    let escaped = escape_comments(
        &work.text,
        &context.keyword,
        std::slice::from_ref(&(at..at)),
    );
    if escaped.len() == work.text.len() {
        return false;
    }
    work.text = escaped;
    work.note(MARKERS);
    // What has been tried so far stays: it brought this marker to light.
    work.sound = None;
    reject_if_repaired(context, work);
    true
}

/// Tries the next repair on a part, or does without it. There are finitely many.
/// `before`: the new text up to the end of the part, where it is known.
/// `prefix`: what the lines of the component begin with.
pub(crate) fn escalate(
    context: &Context<'_>,
    work: &mut Work<'_>,
    before: Option<&str>,
    prefix: &str,
) {
    if !work.is_live() || work.status == Status::Superseded {
        return;
    }
    if context.options.unsafe_content == Unsafe::Reject {
        work.note("it changes what other markers mean");
        work.status = Status::Rejected;
        return;
    }
    let line_ending = context.line_ending;
    if let Some((text, repairs)) = work.sound.take() {
        work.text = text;
        work.repairs = repairs;
    }
    let sound = (work.text.clone(), work.repairs.clone());
    while work.text == sound.0 {
        work.level += 1;
        match work.level {
            1 => {
                let lines = work.text.strip_suffix('\n').unwrap_or(&work.text);
                if lines.contains('\n') && put_on_own_lines(context, work) {
                    return;
                }
            }
            2 => close_open_fence(context, work, before.unwrap_or_default(), prefix),
            3 => escape_backticks(work, Backticks::Odd),
            4 => escape_backticks(work, Backticks::All),
            5 => escape_backticks(work, Backticks::Entities),
            6 => set_apart(work, line_ending, false, true),
            7 => set_apart(work, line_ending, true, false),
            8 => set_apart(work, line_ending, true, true),
            9 => escape_html(work),
            10 => {
                escape_html(work);
                escape_backticks(work, Backticks::Entities);
                set_apart(work, line_ending, true, true);
            }
            // Lines of its own change what comes after the component on its line, so that they come last.
            11 => {
                if put_on_own_lines(context, work) {
                    return;
                }
            }
            _ => {
                work.repairs = vec!["no repair makes it read back"];
                work.status = Status::Rejected;
                return;
            }
        }
    }
    work.sound = Some(sound);
}

/// Gives content lines of its own in a component that is in the middle of one. False where it has them.
fn put_on_own_lines(context: &Context<'_>, work: &mut Work<'_>) -> bool {
    let line_ending = context.line_ending;
    let wanted = work.inline && !work.own_lines;
    if wanted {
        work.own_lines = true;
        // What had to be escaped in the middle of a line may be in order on lines of its own.
        work.text = with_line_ending(work.source, line_ending);
        work.repairs.clear();
        work.note(OWN_LINES);
        make_sound(work, &context.keyword, line_ending);
    }
    wanted
}

/// Closes the fence that is open where the part ends in the new text.
fn close_open_fence(context: &Context<'_>, work: &mut Work<'_>, before: &str, container: &str) {
    let line_ending = context.line_ending;
    let document = Document::read(before, &context.document_options);
    let start = document.restart_offset();
    let mut blocks = Blocks::default();
    blocks.reset(start);
    blocks.feed(&before.as_bytes()[start..]);
    blocks.finish();
    if let Some(fence) = blocks.fence() {
        let line = &before[fence.opened..];
        let line = line.strip_prefix(container).unwrap_or(line);
        let prefix: String = line
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t' | '>'))
            .collect();
        add_fence(work, line_ending, &prefix, fence.byte, fence.len);
    }
}

/// Which backticks are escaped, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Backticks {
    /// Those whose run has no partner in the text, by a backslash.
    Odd,
    /// All of them, by a backslash.
    All,
    /// All of them, as entities: a backslash does not keep them from closing a code span.
    Entities,
}

fn escape_backticks(work: &mut Work<'_>, which: Backticks) {
    let runs = backtick_runs(&work.text);
    let partners = partners(&runs);
    let escape = match which {
        Backticks::Entities => "&#96;",
        Backticks::Odd | Backticks::All => "\\`",
    };
    let mut escaped = String::with_capacity(work.text.len());
    let (mut done, mut index) = (0, 0);
    while let Some(run) = runs.get(index) {
        match partners.get(index) {
            Some(&Some(partner)) if which == Backticks::Odd => index = partner + 1,
            _ => {
                escaped.push_str(&work.text[done..run.start]);
                escaped.push_str(&escape.repeat(run.len()));
                done = run.end;
                index += 1;
            }
        }
    }
    if done > 0 {
        escaped.push_str(&work.text[done..]);
        work.text = escaped;
        work.note(BACKTICKS);
    }
}

/// For each run the next one of the same length.
fn partners(runs: &[Range<usize>]) -> Vec<Option<usize>> {
    let mut next: HashMap<usize, usize> = HashMap::new();
    let mut partners: Vec<Option<usize>> = runs
        .iter()
        .enumerate()
        .rev()
        .map(|(index, run)| next.insert(run.len(), index))
        .collect();
    partners.reverse();
    partners
}

fn backtick_runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Puts blank lines round content that stands on lines of its own.
fn set_apart(work: &mut Work<'_>, line_ending: &str, before: bool, behind: bool) {
    if work.inline && !work.own_lines {
        return;
    }
    if behind {
        if !work.text.ends_with('\n') {
            work.text.push_str(line_ending);
        }
        work.text.push_str(line_ending);
    }
    if before {
        work.text.insert_str(0, line_ending);
    }
    work.note(APART);
}

fn escape_html(work: &mut Work<'_>) {
    if work.text.contains('<') {
        work.text = work.text.replace('<', "&lt;");
        work.note(HTML);
    }
}
