//! The diagnostics of responses and documents: one function for each kind, so that each has one code and one wording.

use std::ops::Range;

use interline_text::{Diagnostic, LineIndex, Severity};

use crate::config::ParseModeError;
use crate::diagnostics;
use crate::options::Unterminated;
use crate::scan::{Keyword, Marker, NearMiss, PatchInCode};

use super::component::Component;

pub(crate) fn near_miss(keyword: &Keyword, why: NearMiss, span: &Range<usize>) -> Diagnostic {
    // Each text names the exact marker to write, since a model corrects what it can copy.
    let word = keyword.as_str();
    let code = match why {
        NearMiss::BadName => diagnostics::BAD_NAME,
        NearMiss::OtherKeyword => diagnostics::AGENT_MARKER_IN_RESPONSE,
        NearMiss::Reserved => diagnostics::RESERVED_MARKER_NAME,
        NearMiss::BadAttributes => diagnostics::BAD_ATTRIBUTES,
        NearMiss::NoEnd(_) => diagnostics::UNCLOSED_MARKER,
        NearMiss::TooLong => diagnostics::LONG_MARKER,
        NearMiss::Case
        | NearMiss::Spaced
        | NearMiss::Invisible(_)
        | NearMiss::NoName
        | NearMiss::End => diagnostics::NEAR_MARKER,
    };
    let why = match why {
        NearMiss::BadName => format!(
            "a name begins with a letter or digit and continues with letters, digits, `-`, `_` or `.`, as in \
             `<!-- {word}:status -->`"
        ),
        NearMiss::Case => format!("the keyword is written in lower case, `{word}:`"),
        NearMiss::Spaced => format!(
            "there is no space between `/`, `{word}` and `:`; write `<!-- {word}:NAME -->` or `<!-- /{word}:NAME -->`"
        ),
        NearMiss::Invisible(c) => format!(
            "it has the character U+{:04X}, which looks like a space or like nothing; remove it or write a space",
            u32::from(c)
        ),
        NearMiss::NoName => format!("a closer names what it closes; write `<!-- /{word}:NAME -->`"),
        NearMiss::End => format!("a closer begins with `/`; write `<!-- /{word}:NAME -->`"),
        NearMiss::OtherKeyword => "`agent:` is for documents; in a response write `patch:` in the opener and in the closer".to_owned(),
        NearMiss::Reserved => {
            format!("the name `boundary` is reserved for `<!-- agent:boundary:ID -->`; give the {word} another one")
        }
        NearMiss::BadAttributes => {
            "attributes are `key=value`, `key=\"two words\"` or `key`, each after a space".to_owned()
        }
        NearMiss::NoEnd(Some(wrong)) => format!("it ends in `{wrong}`; write `-->`"),
        NearMiss::NoEnd(None) => "there is no `-->` on its line".to_owned(),
        NearMiss::TooLong => format!("it is longer than {} bytes", crate::scan::MARKER_LIMIT),
    };
    warning(code, span.clone(), format!("not a marker: {why}"))
}

fn warning(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, span, message)
}

pub(crate) fn stray_closer(name: &str, keyword: &Keyword, marker: &Marker) -> Diagnostic {
    let opener = match keyword.has_names() {
        true => keyword.opener(name),
        false => keyword.opener(""),
    };
    let label = keyword.closer_label(name);
    warning(
        diagnostics::STRAY_CLOSER,
        marker.span.clone(),
        format!("`{label}` closes nothing; write `{opener}` where it begins, or remove it"),
    )
}

pub(crate) fn misspelt_closer(
    name: &str,
    closer: &Range<usize>,
    opener: &Range<usize>,
) -> Diagnostic {
    warning(
        diagnostics::MISSPELT_CLOSER,
        closer.clone(),
        format!("this closer ends `patch:{name}`, though it has another name; write `<!-- /patch:{name} -->`"),
    )
    .with_related(opener.clone(), "opened here")
}

pub(crate) fn mention(name: &str, opener: &Range<usize>, real: Option<Range<usize>>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Severity::Info,
        diagnostics::MENTION,
        opener.clone(),
        format!("`patch:{name}` is opened again on a line of its own, so that this opener is text"),
    );
    match real {
        Some(real) => diagnostic.with_related(real, "opened here"),
        None => diagnostic,
    }
}

pub(crate) fn patch_in_code(patch: &PatchInCode, is_applied: bool) -> Diagnostic {
    let name = &patch.name;
    let (severity, message) = match is_applied {
        true => (
            Severity::Info,
            format!(
                "`patch:{name}` is in a code block, and is applied because the block has nothing but patches in it"
            ),
        ),
        false => (
            Severity::Warning,
            format!(
                "`patch:{name}` is in a code block, so that it is text and not applied; write it outside of the block"
            ),
        ),
    };
    Diagnostic::new(
        severity,
        diagnostics::PATCH_IN_CODE,
        patch.opener.clone(),
        message,
    )
    .with_related(patch.closer.clone(), "closed here")
}

pub(crate) fn nested_opener(name: &str, marker: &Marker, outer: &Range<usize>) -> Diagnostic {
    warning(
        diagnostics::NESTED_OPENER,
        marker.span.clone(),
        format!("`patch:{name}` is opened again inside itself; this opener is content, and the first closer ends the patch"),
    )
    .with_related(outer.clone(), "opened here")
}

pub(crate) fn unterminated(
    lines: &LineIndex<'_>,
    policy: Unterminated,
    name: &str,
    opener: &Marker,
) -> Diagnostic {
    let line = lines.line_at(opener.span.start);
    // The effect depends on the option, and a user sees only the effect.
    let what = match policy {
        Unterminated::AsText => "its text is taken as text outside patches",
        Unterminated::Apply => "it ends at the next patch or at the end",
        Unterminated::Drop => "it is left out",
    };
    warning(
        diagnostics::UNCLOSED_PATCH,
        opener.span.clone(),
        format!(
            "`patch:{name}`, opened on line {line}, is never closed; {what}; write `<!-- /patch:{name} -->` at its end"
        ),
    )
}

pub(crate) fn closed_in_fence(
    lines: &LineIndex<'_>,
    keyword: &Keyword,
    name: &str,
    fence: usize,
    closer: &Marker,
) -> Diagnostic {
    let label = keyword.closer_label(name);
    let (opened, closed) = (lines.line_at(fence), lines.line_at(closer.span.start));
    // The fence is underlined, not the closer: the fence is the fault.
    let line = lines.line_range(opened).unwrap_or(fence..fence);
    warning(
        diagnostics::UNCLOSED_FENCE,
        line,
        format!("the fence opened on line {opened} is never closed; `{label}` on line {closed} ends the {}", kind(keyword)),
    )
    .with_related(closer.span.clone(), "taken as the end")
}

fn kind(keyword: &Keyword) -> &'static str {
    match keyword {
        Keyword::Patch => "patch",
        // A section of another program is called a component too: a user meets one word.
        Keyword::Agent | Keyword::Custom(_) => "component",
    }
}

pub(crate) fn whole_fence(opener: Range<usize>) -> Diagnostic {
    Diagnostic::new(
        Severity::Info,
        diagnostics::WHOLE_FENCE,
        opener,
        "the whole response is inside one fence, which is removed",
    )
}

pub(crate) fn unclosed_component(
    keyword: &Keyword,
    name: &str,
    line: usize,
    opener: &Marker,
) -> Diagnostic {
    // An error, unlike an unclosed patch: the component is not there for any patch.
    let (label, closer) = (keyword.label(name), keyword.closer(name));
    Diagnostic::new(
        Severity::Error,
        diagnostics::UNCLOSED_COMPONENT,
        opener.span.clone(),
        format!(
            "`{label}`, opened on line {line}, is never closed and takes no patches; write \
             `{closer}` at its end"
        ),
    )
}

pub(crate) fn duplicate(
    keyword: &Keyword,
    name: &str,
    line: usize,
    opener: &Marker,
    first: &Component<'_>,
) -> Diagnostic {
    let label = keyword.label(name);
    warning(
        diagnostics::DUPLICATE_COMPONENT,
        opener.span.clone(),
        format!(
            "`{label}` on line {line} has the name of the component on line {}, which takes its patches; give it \
             another name",
            first.line
        ),
    )
    .with_related(first.opener.clone(), "first seen here")
}

pub(crate) fn unknown_mode(
    component: &Component<'_>,
    key: &str,
    why: &ParseModeError,
) -> Diagnostic {
    warning(
        diagnostics::UNKNOWN_MODE,
        component.opener.clone(),
        format!("`{key}` of `agent:{}`: {why}", component.name),
    )
}
