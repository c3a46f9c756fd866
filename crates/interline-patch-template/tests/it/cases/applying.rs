//! Cases that apply a response to a document.

use interline_patch_template::{
    Applied, ApplyOptions, BoundaryId, BoundaryPolicy, ComponentConfig, ComponentsConfig, Document,
    InvalidContent, NearNames, Outcome, Part, Prefix, Replay, Response, Status, Unmatched,
    apply_patches,
};
use interline_text::{Bias, Edits, PositionEncoding, utf16_to_byte};

use super::file::Case;
use super::lines::Report;
use super::reading::{document_promises, read_response, response_promises};

pub(crate) fn options(case: &Case) -> ApplyOptions {
    let mut options = ApplyOptions::new();
    if let Some(value) = case.get("boundary") {
        options = options.boundary(match value {
            "refresh" => BoundaryPolicy::Refresh,
            "keep" => BoundaryPolicy::Keep,
            "ignore" => BoundaryPolicy::Ignore,
            other => case.bad_value("boundary", other),
        });
    }
    if let Some(value) = case.get("unmatched") {
        options = options.unmatched(match value {
            "route" => Unmatched::Route,
            "discard" => Unmatched::Discard,
            other => case.bad_value("unmatched", other),
        });
    }
    if let Some(value) = case.get("invalid_content") {
        options = options.invalid_content(match value {
            "repair" => InvalidContent::Repair,
            "reject" => InvalidContent::Reject,
            other => case.bad_value("invalid_content", other),
        });
    }
    if let Some(value) = case.get("near") {
        options = options.near_names(match value {
            "report" => NearNames::Report,
            "accept" => NearNames::Accept,
            other => case.bad_value("near", other),
        });
    }
    if let Some(value) = case.get("prefix") {
        options = options.prefix(match value {
            "keep" => Prefix::Keep,
            "verbatim" => Prefix::Verbatim,
            other => case.bad_value("prefix", other),
        });
    }
    if let Some(value) = case.get("replay") {
        options = options.replay(match value {
            "apply" => Replay::Apply,
            "skip" => Replay::Skip,
            other => case.bad_value("replay", other),
        });
    }
    if let Some(value) = case.get("id") {
        options = options.boundary_id(match value {
            "derived" => BoundaryId::Derived,
            "random" => BoundaryId::Random,
            given => BoundaryId::Given(given.to_owned()),
        });
    }
    if let Some(summary) = case.get("summary") {
        options = options.summary(summary);
    }
    for value in case.all("mode") {
        let (name, mode) = value
            .split_once(' ')
            .unwrap_or_else(|| case.bad_value("mode", value));
        let mode = mode
            .parse()
            .unwrap_or_else(|_| case.bad_value("mode", value));
        options = options.mode(name, mode);
    }
    let mut config = ComponentsConfig::new();
    for value in case.all("config") {
        let mut words = value.split(' ');
        let name = words.next().unwrap();
        let component = words.fold(ComponentConfig::new(), |component, word| {
            match word.split_once('=') {
                Some(("patch", word)) => component.patch(word),
                Some(("mode", word)) => component.mode(word),
                _ => case.bad_value("config", value),
            }
        });
        config = config.with(name, component);
    }
    options.config(config)
}

pub(crate) fn apply(case: &Case) -> Report {
    let document = case.required("document");
    let response = read_response(case);
    let options = options(case);
    let applied = apply_patches(document, &response, &options);
    let mut report = Report::default();

    let random = case.get("id") == Some("random");
    let text = match &applied.boundary {
        Some(id) if random => applied.text().replace(&id[..8], "RRRRRRRR"),
        _ => applied.text().to_owned(),
    };
    if case.has("unchanged") {
        report.expect("result", document);
        report.promise(!case.has("result"), || {
            "both `result` and `unchanged`".to_owned()
        });
        let none = applied.edits.is_empty();
        report.promise(none, || format!("edits {:?}", applied.edits));
    } else {
        report.expect("result", case.required("result"));
    }
    report.find("result", &text);
    outcomes(case, &response, &applied, &mut report);
    edits(case, &applied.edits, &mut report);
    let ends = applied
        .boundary
        .clone()
        .unwrap_or_else(|| "none".to_owned());
    report.given(case, "ends", [ends]);
    report.diagnostics(case, "diagnostic", document, &applied.diagnostics);
    let in_response: Vec<_> = response
        .diagnostics
        .iter()
        .chain(&applied.response_diagnostics)
        .cloned()
        .collect();
    report.diagnostics(
        case,
        "response-diagnostic",
        case.required("response"),
        &in_response,
    );

    response_promises(case, &response, &mut report);
    promises(document, &applied, &mut report);
    if !random {
        let again = apply_patches(document, &response.clone().into_owned(), &options);
        report.promise(again == applied, || "the same call differs".to_owned());
    }
    let mut text = text;
    for expected in case.all("again") {
        let next = apply_patches(&text, &response, &options);
        promises(&text, &next, &mut report);
        report.expect("again", expected);
        if expected == "none" && next.edits.is_empty() {
            report.find("again", "none");
        } else {
            report.find("again", next.text());
        }
        text = next.into_text();
    }
    report
}

/// The outcomes of a case; where it has none, each patch went into the component it names, and each gap to
/// `exchange`, all unchanged.
fn outcomes(case: &Case, response: &Response<'_>, applied: &Applied, report: &mut Report) {
    let name = |outcome: &Outcome| match outcome.part {
        Part::Patch(index) => response.patches[index].name.to_string(),
        Part::Gap(_) => "(text)".to_owned(),
    };
    let plain = !case.has("outcome");
    let shown = applied.outcomes.iter().map(|outcome| {
        let status = format!("{:?}", outcome.status).to_lowercase();
        let mode = outcome.mode.map(|mode| mode.to_string());
        let words = [
            Some(name(outcome)),
            Some(status),
            outcome.component.clone(),
            mode.filter(|_| !plain),
            outcome.routed.then(|| "routed".to_owned()),
            outcome.repaired.then(|| "repaired".to_owned()),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    if !plain {
        report.all(case, "outcome", shown);
        return;
    }
    for outcome in &applied.outcomes {
        let name = name(outcome);
        let expected = match outcome.part {
            Part::Patch(_) => format!("{name} applied {name}"),
            Part::Gap(_) => format!("{name} applied exchange routed"),
        };
        report.expect("outcome", &expected);
    }
    for shown in shown {
        report.find("outcome", &shown);
    }
}

fn edits(case: &Case, edits: &Edits, report: &mut Report) {
    let document = case.required("document");
    report.given(case, "edits", [edits.len().to_string()]);
    let shown = |range: &std::ops::Range<usize>, insert: &str| {
        format!("{}..{} {insert}", range.start, range.end)
    };
    let bytes = edits.iter().map(|edit| shown(&edit.range, &edit.insert));
    report.given(case, "edit", bytes);
    let utf16 = edits.to_utf16(document).unwrap();
    let units = utf16.iter().map(|edit| shown(&edit.range, &edit.insert));
    report.given(case, "edit16", units);
    let lsp = edits.to_lsp(document).unwrap();
    let positions = lsp.iter().map(|edit| {
        let (start, end) = (edit.range.start, edit.range.end);
        format!(
            "{}:{}..{}:{} {}",
            start.line, start.character, end.line, end.character, edit.new_text
        )
    });
    report.given(case, "lsp", positions);

    // Either unit leads to the same text.
    let mut by_units = document.to_owned();
    for edit in utf16.iter().rev() {
        let range =
            utf16_to_byte(document, edit.range.start)..utf16_to_byte(document, edit.range.end);
        by_units.replace_range(range, &edit.insert);
    }
    let mut by_position = document.to_owned();
    for edit in lsp.iter().rev() {
        let offset =
            |at: interline_text::LspPosition| at.to_offset(document, PositionEncoding::Utf16);
        by_position.replace_range(
            offset(edit.range.start)..offset(edit.range.end),
            &edit.new_text,
        );
    }
    let by_bytes = edits.apply(document).unwrap();
    report.promise(by_units == by_bytes, || "UTF-16 edits differ".to_owned());
    report.promise(by_position == by_bytes, || "LSP edits differ".to_owned());
}

/// Checks the laws of every document and response.
fn promises(document: &str, applied: &Applied, report: &mut Report) {
    let old = Document::parse(document);
    let new = Document::parse(applied.text());
    let same = applied.edits.apply(document).as_deref() == Ok(applied.text());
    report.promise(same, || "the edits do not give the text".to_owned());
    document_promises(&new, report);

    for diagnostic in new.diagnostics() {
        let known = old.diagnostics().iter().any(|known| {
            let start = known.span.start;
            let places = [Bias::Before, Bias::After].map(|b| applied.edits.map_offset(start, b));
            known.code == diagnostic.code && places.contains(&diagnostic.span.start)
        });
        report.promise(known, || {
            format!(
                "new in the result at {}: {diagnostic}",
                diagnostic.span.start
            )
        });
    }

    let names: Vec<&str> = new.components().iter().map(|c| &*c.name).collect();
    let planned = planned_names(&old, applied);
    report.promise(planned.contains(&names), || {
        format!("components {names:?}, planned {planned:?}")
    });

    let exchange = new.components().iter().position(|c| c.name == "exchange");
    let mut inside = new.boundaries().iter().rev();
    let last = exchange.and_then(|at| inside.find(|boundary| boundary.component == Some(at)));
    let id = last.map(|boundary| &*boundary.id);
    report.promise(applied.boundary.as_deref() == id, || {
        format!("boundary {:?}, found {id:?}", applied.boundary)
    });
}

/// Returns the names of the components that the outcomes lead to; a new `exchange` may be anywhere among them.
fn planned_names<'d>(old: &'d Document<'_>, applied: &Applied) -> Vec<Vec<&'d str>> {
    let components = old.components();
    let mut gone = vec![false; components.len()];
    let mut makes_exchange = false;
    for outcome in &applied.outcomes {
        let Some(name) = &outcome.component else {
            continue;
        };
        if !matches!(outcome.status, Status::Applied | Status::Superseded) {
            continue;
        }
        let target = (0..components.len()).find(|&at| !gone[at] && components[at].name == *name);
        let Some(target) = target else {
            makes_exchange = true;
            continue;
        };
        if outcome.mode == Some(interline_patch_template::Mode::Replace) {
            for at in target + 1..components.len() {
                let parent = components[at].parent;
                gone[at] |= parent.is_some_and(|parent| parent == target || gone[parent]);
            }
        }
    }
    let left = components.iter().zip(gone).filter(|(_, gone)| !gone);
    let names: Vec<&str> = left.map(|(component, _)| &*component.name).collect();
    if !makes_exchange {
        return vec![names];
    }
    let at = 0..=names.len();
    at.map(|at| {
        let mut names = names.clone();
        names.insert(at, "exchange");
        names
    })
    .collect()
}
