//! Two replicas of one document that change it unknown to each other and then exchange updates.

use interline_patch_template::{
    ApplyOptions, BoundaryPolicy, Document, LiveApply, Offsets, apply_patches, parse_patches,
};
use interline_text::{TextEdit, utf16_len};
use yrs::updates::decoder::Decode;
use yrs::{
    ClientID, Doc, GetString, OffsetKind, Options, ReadTxn, Text, TextRef, Transact, Update,
};

const BOUNDARY: &str = "<!-- agent:boundary:11111111 -->\n";

/// One replica, and what is sent from it.
struct Replica {
    doc: Doc,
    text: TextRef,
    offsets: Offsets,
    sent: usize,
}

impl Replica {
    fn new(client: u64, offsets: Offsets) -> Self {
        let mut options = Options::with_client_id(ClientID::new(client));
        options.offset_kind = match offsets {
            Offsets::Utf16 => OffsetKind::Utf16,
            _ => OffsetKind::Bytes,
        };
        let doc = Doc::with_options(options);
        let text = doc.get_or_insert_text("text");
        Self {
            doc,
            text,
            offsets,
            sent: 0,
        }
    }

    fn content(&self) -> String {
        self.text.get_string(&self.doc.transact())
    }

    fn edit(&mut self, edit: &TextEdit) {
        let mut transaction = self.doc.transact_mut();
        let start = u32::try_from(edit.range.start).unwrap();
        let len = u32::try_from(edit.range.len()).unwrap();
        if len > 0 {
            self.text.remove_range(&mut transaction, start, len);
        }
        if !edit.insert.is_empty() {
            self.text.insert(&mut transaction, start, &edit.insert);
        }
        self.sent += transaction.encode_update_v1().len();
    }

    fn units(&self, text: &str) -> usize {
        match self.offsets {
            Offsets::Utf16 => utf16_len(text),
            _ => text.len(),
        }
    }

    /// Types at the place right before `mark`.
    fn types(&mut self, mark: &str, typed: &str) {
        let content = self.content();
        let place = self.units(&content[..content.find(mark).unwrap()]);
        self.edit(&TextEdit::insert(place, typed));
    }

    fn push(&mut self, live: &mut LiveApply, piece: &str) {
        for edit in live.push(piece) {
            self.edit(&edit);
        }
    }

    fn finish(&mut self, live: LiveApply) {
        for edit in live.finish().0 {
            self.edit(&edit);
        }
    }

    fn answer(&mut self, answer: &str, len: usize, policy: BoundaryPolicy) {
        let mut live = self.live(policy);
        let characters: Vec<char> = answer.chars().collect();
        for piece in characters.chunks(len) {
            self.push(&mut live, &piece.iter().collect::<String>());
        }
        self.finish(live);
    }

    fn live(&self, policy: BoundaryPolicy) -> LiveApply {
        let options = ApplyOptions::new().boundary(policy);
        LiveApply::new(&self.content(), &options).offsets(self.offsets)
    }

    fn take(&self, other: &Self) {
        let known = self.doc.transact().state_vector();
        let update = other.doc.transact().encode_diff_v1(&known);
        let update = Update::decode_v1(&update).unwrap();
        self.doc.transact_mut().apply_update(update).unwrap();
    }
}

fn base(question: &str) -> String {
    format!("<!-- agent:exchange -->\n{question}\n{BOUNDARY}<!-- /agent:exchange -->\n")
}

/// Runs a row from `source` on two replicas with every kind of offset and either order of client ids. Both end with the
/// same text, which has the same components and no new diagnostics; `holds` checks it.
fn row(source: &str, both: impl Fn(&mut Replica, &mut Replica), holds: impl Fn(&str)) {
    for offsets in [Offsets::Bytes, Offsets::Utf16] {
        for (one, other) in [(1, 2), (2, 1)] {
            let mut agent = Replica::new(one, offsets);
            let mut user = Replica::new(other, offsets);
            agent.edit(&TextEdit::insert(0, source));
            user.take(&agent);
            agent.sent = 0;
            both(&mut agent, &mut user);
            agent.take(&user);
            user.take(&agent);
            let merged = agent.content();
            assert_eq!(merged, user.content());
            let (before, after) = (Document::parse(source), Document::parse(&merged));
            let names = |document: &Document<'_>| -> Vec<String> {
                let all = document.components().iter();
                all.map(|component| component.name.to_string()).collect()
            };
            assert_eq!(names(&before), names(&after), "{merged}");
            let codes = |document: &Document<'_>| -> Vec<String> {
                let all = document
                    .diagnostics()
                    .iter()
                    .map(|diagnostic| diagnostic.code.to_string());
                // Two agents that renew it may leave two; the next call takes one away.
                all.filter(|code| *code != "several-boundaries").collect()
            };
            assert_eq!(codes(&before), codes(&after), "{merged}");
            holds(&merged);
        }
    }
}

/// Returns the position of the only occurrence.
#[track_caller]
fn once(text: &str, part: &str) -> usize {
    assert_eq!(text.matches(part).count(), 1, "{part:?} in\n{text}");
    text.find(part).unwrap()
}

#[track_caller]
fn in_order(text: &str, parts: &[&str]) {
    let places: Vec<usize> = parts.iter().map(|part| once(text, part)).collect();
    assert!(places.is_sorted(), "{parts:?} in\n{text}");
}

const ANSWER: &str = "The answer 🎉 is\nlong <b>enough</b>.\n";

fn questions(run: impl Fn(&str, &str)) {
    for question in ["Q1", "Q1😀"] {
        run(question, &base(question));
    }
}

#[test]
fn the_user_types_after_the_boundary() {
    questions(|question, source| {
        let both = |agent: &mut Replica, user: &mut Replica| {
            agent.answer(ANSWER, 3, BoundaryPolicy::Keep);
            user.types("<!-- /agent:exchange", "Q2\n");
        };
        row(source, both, |merged| {
            in_order(merged, &[question, ANSWER, BOUNDARY, "Q2\n"]);
        });
    });
}

#[test]
fn the_user_types_right_before_the_boundary() {
    questions(|question, source| {
        let both = |agent: &mut Replica, user: &mut Replica| {
            agent.answer(ANSWER, 3, BoundaryPolicy::Keep);
            user.types(BOUNDARY, "typed by the user\n");
        };
        row(source, both, |merged| {
            in_order(merged, &[question, ANSWER, BOUNDARY]);
            in_order(merged, &[question, "typed by the user\n", BOUNDARY]);
        });
    });
}

#[test]
fn two_agents_answer() {
    questions(|question, source| {
        let both = |one: &mut Replica, other: &mut Replica| {
            one.answer(ANSWER, 3, BoundaryPolicy::Keep);
            other.answer("Another one,\nof lines 😀.\n", 2, BoundaryPolicy::Keep);
        };
        row(source, both, |merged| {
            in_order(merged, &[question, ANSWER, BOUNDARY]);
            in_order(
                merged,
                &[question, "Another one,\nof lines 😀.\n", BOUNDARY],
            );
        });
    });
}

#[test]
fn the_user_types_elsewhere_between_chunks() {
    questions(|_, exchange| {
        let source = format!("# Title\n\n{exchange}\nNotes:\n");
        let sent = |count: usize| {
            let word = "word 🎉 ";
            let answer = format!("{}end.\n", word.repeat(count));
            let total = std::cell::Cell::new(0);
            let both = |agent: &mut Replica, user: &mut Replica| {
                let mut live = agent.live(BoundaryPolicy::Keep);
                for n in 0..count {
                    agent.push(&mut live, word);
                    user.types("\nNotes:", &format!("<{n}>"));
                }
                agent.push(&mut live, "end.\n");
                agent.finish(live);
                total.set(agent.sent);
            };
            row(&source, both, |merged| {
                once(merged, &answer);
                for n in 0..count {
                    once(merged, &format!("<{n}>"));
                }
            });
            total.get()
        };
        let (short, long) = (sent(20), sent(80));
        assert!(long < 5 * short, "{short}, {long}");
    });
}

#[test]
fn keeps_the_common_text_of_a_replaced_component() {
    for old in ["one\ntwo\nthree\n", "one 😀\ntwo\nthree\n"] {
        let source = format!("<!-- agent:status -->\n{old}<!-- /agent:status -->\n");
        let new = old.replace("three", "four");
        let both = |agent: &mut Replica, user: &mut Replica| {
            let answer = format!("<!-- patch:status -->\n{new}<!-- /patch:status -->\n");
            agent.answer(&answer, 4, BoundaryPolicy::Keep);
            user.types("two", "typed by the user\n");
        };
        row(&source, both, |merged| {
            let expected = new.replace("two", "typed by the user\ntwo");
            let content = format!("<!-- agent:status -->\n{expected}<!-- /agent:status -->\n");
            assert_eq!(merged, content);
        });
    }
}

#[test]
fn a_boundary_is_renewed_while_the_user_types() {
    questions(|question, source| {
        for mark in [BOUNDARY, "<!-- /agent:exchange"] {
            let both = |agent: &mut Replica, user: &mut Replica| {
                agent.answer(ANSWER, 3, BoundaryPolicy::Refresh);
                user.types(mark, "typed by the user\n");
            };
            row(source, both, |merged| {
                in_order(merged, &["<!-- agent:exchange -->", question, ANSWER]);
                in_order(
                    merged,
                    &[question, "typed by the user\n", "<!-- /agent:exchange"],
                );
                once(merged, "<!-- agent:boundary:");
            });
        }
    });
}

#[test]
fn two_agents_renew_the_boundary() {
    questions(|question, source| {
        let both = |one: &mut Replica, other: &mut Replica| {
            one.answer(ANSWER, 3, BoundaryPolicy::Refresh);
            other.answer("Another one.\n", 2, BoundaryPolicy::Refresh);
        };
        row(source, both, |merged| {
            in_order(merged, &[question, ANSWER, "<!-- /agent:exchange"]);
            in_order(
                merged,
                &[question, "Another one.\n", "<!-- /agent:exchange"],
            );
            assert!(matches!(
                merged.matches("<!-- agent:boundary:").count(),
                1 | 2
            ));
            let next = apply_patches(merged, &parse_patches("Next.\n"), &ApplyOptions::new());
            in_order(next.text(), &[question, ANSWER, "<!-- agent:boundary:"]);
            in_order(
                next.text(),
                &[question, "Another one.\n", "<!-- agent:boundary:"],
            );
            once(next.text(), "Next.\n");
        });
    });
}
