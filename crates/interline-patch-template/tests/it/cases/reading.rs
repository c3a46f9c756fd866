//! Cases that read a response or a document.

use interline_patch_template::{
    Component, Document, DocumentOptions, FenceRecovery, Fenced, Mode, Response, ResponseOptions,
    Unterminated, WholeFence, parse_patches, parse_patches_with,
};
use interline_text::position;

use super::file::Case;
use super::lines::{Report, assigned, attributes};

fn fence_recovery(case: &Case) -> Option<FenceRecovery> {
    case.get("fence_recovery").map(|value| match value {
        "recover" => FenceRecovery::Recover,
        "strict" => FenceRecovery::Strict,
        other => case.bad_value("fence_recovery", other),
    })
}

/// Reads the response of a case as its options have it.
pub(crate) fn read_response(case: &Case) -> Response<'_> {
    let text = case.required("response");
    let mut options = ResponseOptions::new();
    let mut plain = true;
    if let Some(value) = case.get("unterminated") {
        plain = false;
        options = options.unterminated(match value {
            "as_text" => Unterminated::AsText,
            "apply" => Unterminated::Apply,
            "drop" => Unterminated::Drop,
            other => case.bad_value("unterminated", other),
        });
    }
    if let Some(value) = case.get("whole_fence") {
        plain = false;
        options = options.whole_fence(match value {
            "unwrap" => WholeFence::Unwrap,
            "keep" => WholeFence::Keep,
            other => case.bad_value("whole_fence", other),
        });
    }
    if let Some(value) = case.get("fenced") {
        plain = false;
        options = options.fenced(match value {
            "report" => Fenced::Report,
            "apply" => Fenced::Apply,
            other => case.bad_value("fenced", other),
        });
    }
    if let Some(policy) = fence_recovery(case) {
        plain = false;
        options = options.fence_recovery(policy);
    }
    if plain {
        parse_patches(text)
    } else {
        parse_patches_with(text, &options)
    }
}

pub(crate) fn response(case: &Case) -> Report {
    let text = case.required("response");
    let response = read_response(case);
    let mut report = Report::default();
    report.all(
        case,
        "patch",
        response.patches.iter().map(|patch| {
            let head = format!("{}{}", patch.name, attributes(&patch.attributes));
            assigned(&head, &patch.content)
        }),
    );
    let unmatched = response.unmatched();
    let unmatched = (!unmatched.is_empty()).then(|| unmatched.into_owned());
    report.all(case, "unmatched", unmatched);
    report.diagnostics(case, "diagnostic", text, &response.diagnostics);
    response_promises(case, &response, &mut report);
    report
}

/// Spans are in order and cover their values; text that is neither a patch nor a gap is blank, reported, or excluded by an option.
pub(crate) fn response_promises(case: &Case, response: &Response<'_>, report: &mut Report) {
    let text = case.required("response");
    let mut covered = vec![false; text.len()];
    let mut cover = |range: std::ops::Range<usize>| covered[range].fill(true);
    let mut spans = Vec::new();
    for patch in &response.patches {
        let starts = text[patch.opener.clone()].starts_with("<!--");
        report.promise(starts, || format!("`patch:{}` has no opener", patch.name));
        let same = text[patch.content_span.clone()] == *patch.content;
        report.promise(same, || format!("content of `patch:{}`", patch.name));
        spans.push(patch.span());
        cover(patch.span());
    }
    for gap in &response.gaps {
        let shown = &text[gap.span.clone()];
        let same = shown == gap.text || matches!(gap.text, std::borrow::Cow::Owned(_));
        report.promise(same, || format!("text of the gap at {:?}", gap.span));
        spans.push(gap.span.clone());
        cover(gap.span.clone());
    }
    spans.sort_by_key(|span| span.start);
    let apart = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    report.promise(apart, || format!("spans overlap: {spans:?}"));
    let mut tells = |code: &str| {
        let found = response
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code == code);
        found
            .map(|diagnostic| cover(diagnostic.span.clone()))
            .count()
            > 0
    };
    let unclosed = tells("unclosed-patch");
    let lossy = unclosed && case.get("unterminated") == Some("drop")
        || tells("whole-fence")
        || tells("patch-in-code") && case.get("fenced") == Some("apply");
    let lost: String = text
        .char_indices()
        .filter(|(at, c)| !covered[*at] && !c.is_whitespace() && (*at, *c) != (0, '\u{feff}'))
        .map(|(_, c)| c)
        .collect();
    report.promise(lossy || lost.is_empty(), || format!("lost: `{lost}`"));
    let owned = response.clone().into_owned();
    report.promise(owned == *response, || "into_owned differs".to_owned());
}

pub(crate) fn document(case: &Case) -> Report {
    let text = case.required("document");
    let document = match fence_recovery(case) {
        None => Document::parse(text),
        Some(policy) => Document::parse_with(text, &DocumentOptions::new().fence_recovery(policy)),
    };
    let mut report = Report::default();
    let shown = document
        .components()
        .iter()
        .map(|c| component(&document, c));
    report.all(case, "component", shown);
    let shown = document.boundaries().iter().map(|boundary| {
        let place = boundary.component.map(|index| path(&document, index));
        let place = place.map_or(String::new(), |place| format!(" {place}"));
        format!("{} {}{place}", boundary.id, boundary.line)
    });
    report.all(case, "boundary", shown);
    report.diagnostics(case, "diagnostic", text, document.diagnostics());
    report.given(case, "body", [document.body_start().to_string()]);
    report.given(case, "line_ending", [document.line_ending().to_owned()]);
    let strict = Document::parse_strict(text).err().map(|e| e.to_string());
    report.given(case, "strict", strict.clone());
    document_promises(&document, &mut report);
    if !case.has("fence_recovery") {
        let first = document.diagnostics().first().map(|diagnostic| {
            let at = position(text, diagnostic.span.start);
            format!("{}:{}: {}", at.line, at.column, diagnostic.message)
        });
        report.promise(strict == first, || {
            format!("parse_strict gives {strict:?}, the first diagnostic is {first:?}")
        });
    }
    report
}

fn component(document: &Document<'_>, component: &Component<'_>) -> String {
    let index = document.components().iter().position(|c| c == component);
    let path = path(document, index.unwrap());
    let inline = component.inline.then_some("inline");
    let mode = component.mode().map(Mode::as_str);
    let flags: Vec<&str> = inline.into_iter().chain(mode).collect();
    let flags = match flags.as_slice() {
        [] => String::new(),
        flags => format!(" ({})", flags.join(", ")),
    };
    let line = component.line;
    let head = format!("{path} {line}{flags}{}", attributes(&component.attributes));
    assigned(&head, &document.content(component))
}

/// The names from the outermost component to this one.
fn path(document: &Document<'_>, index: usize) -> String {
    let component = &document.components()[index];
    match component.parent {
        Some(parent) => format!("{}/{}", path(document, parent), component.name),
        None => component.name.to_string(),
    }
}

/// Spans lie in each other as the tree says, and point at what they name.
pub(crate) fn document_promises(document: &Document<'_>, report: &mut Report) {
    let text = document.text();
    for component in document.components() {
        let name = &component.name;
        let opener = &text[component.opener.clone()];
        let closer = &text[component.closer.clone()];
        let holds = opener.contains(&format!("agent:{name}"))
            && closer.contains(&format!("/agent:{name}"))
            && component.opener.end <= component.content.start
            && component.content.start <= component.content.end
            && component.content.end <= component.closer.start
            && component.line == position(text, component.opener.start).line;
        report.promise(holds, || format!("spans of `agent:{name}`"));
        let parent = component.parent.map(|index| &document.components()[index]);
        let inside = parent.is_none_or(|parent| {
            parent.content.start <= component.opener.start
                && component.closer.end <= parent.closer.start
        });
        report.promise(inside, || format!("`agent:{name}` is outside its parent"));
    }
    for boundary in document.boundaries() {
        let holds = text[boundary.span.clone()].contains(&format!("boundary:{}", boundary.id))
            && boundary.line == position(text, boundary.span.start).line;
        report.promise(holds, || format!("span of boundary {}", boundary.id));
    }
}
