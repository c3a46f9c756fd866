//! Every arrangement of up to two openers and two closers, each in code or not.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, apply_patches, parse_patches,
};
use interline_text::position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    closes: bool,
    in_code: bool,
}

/// Returns all sequences of `openers` and `closers`, each marker in code or not.
fn arrangements(openers: usize, closers: usize) -> Vec<Vec<Piece>> {
    if openers + closers == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for closes in [false, true] {
        let left = if closes { closers } else { openers };
        if left == 0 {
            continue;
        }
        let rest = arrangements(
            openers - usize::from(!closes),
            closers - usize::from(closes),
        );
        for rest in rest {
            for in_code in [false, true] {
                let mut pieces = vec![Piece { closes, in_code }];
                pieces.extend(&rest);
                all.push(pieces);
            }
        }
    }
    all
}

fn text_of(pieces: &[Piece], line_ending: &str) -> String {
    let mut text = String::from("# T\n\nkeep 0\n");
    for (piece, number) in pieces.iter().zip(1..) {
        let slash = if piece.closes { "/" } else { "" };
        let marker = format!("<!-- {slash}agent:s -->\n");
        if piece.in_code {
            text.push_str(&format!("```\n{marker}```\n"));
        } else {
            text.push_str(&marker);
        }
        text.push_str(&format!("keep {number}\n"));
    }
    text.replace('\n', line_ending)
}

#[test]
fn every_arrangement_of_markers_is_accounted_for() {
    let mut count = 0;
    for (openers, closers) in (0..3).flat_map(|o| (0..3).map(move |c| (o, c))) {
        for pieces in arrangements(openers, closers) {
            for line_ending in ["\n", "\r\n"] {
                check(&pieces, &text_of(&pieces, line_ending));
                count += 1;
            }
        }
    }
    // Orders times places: 1, 2·2, 3·4 and so on, for each line ending.
    assert_eq!(count, 2 * (1 + 2 * 2 + 2 * 4 + 2 * 4 + 2 * 3 * 8 + 6 * 16));
}

fn check(pieces: &[Piece], text: &str) {
    let document = Document::parse(text);
    let live = pieces.iter().filter(|piece| !piece.in_code).count();
    let codes: Vec<&str> = document
        .diagnostics()
        .iter()
        .map(|diagnostic| &*diagnostic.code)
        .collect();
    let alone = codes
        .iter()
        .filter(|code| matches!(**code, "unclosed-component" | "stray-closer"))
        .count();
    assert_eq!(
        document.components().len() * 2 + alone,
        live,
        "{text:?}: {codes:?}"
    );

    let strict = Document::parse_strict(text).err();
    let first = document
        .diagnostics()
        .first()
        .map(|diagnostic| position(text, diagnostic.span.start).line);
    assert_eq!(
        strict.and_then(|error| Some(error.location()?.position.line)),
        first,
        "{text:?}"
    );

    let response = parse_patches("<!-- patch:s -->\nnew\n<!-- /patch:s -->\n");
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Ignore);
    let applied = apply_patches(text, &response, &options);
    match document.component("s") {
        Some(component) => {
            let (before, after) = (component.content.start, component.content.end);
            let new = if text.contains('\r') {
                "new\r\n"
            } else {
                "new\n"
            };
            assert_eq!(
                applied.text(),
                format!("{}{new}{}", &text[..before], &text[after..])
            );
        }
        None => {
            let added = applied.text().strip_prefix(text);
            assert!(
                added.is_some_and(|added| added.contains("<!-- agent:exchange -->")),
                "{text:?}: {:?}",
                applied.text()
            );
        }
    }
}
