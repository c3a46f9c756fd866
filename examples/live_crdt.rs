//! Streams the answers of two agents into two replicas of a document while a user types in one of them.
//!
//! ```text
//! cargo run --example live_crdt
//! ```
#![allow(clippy::print_stdout)]

use std::error::Error;

use interline::patch_template::{ApplyOptions, BoundaryPolicy, Document, LiveApply, Offsets};
use interline::text::TextEdit;
use yrs::updates::decoder::Decode;
use yrs::{
    ClientID, Doc, GetString, OffsetKind, Options, ReadTxn, Text, TextRef, Transact, Update,
};

const DOCUMENT: &str = "\
# Plan 🎉

<!-- agent:exchange -->
Why is the build slow?
<!-- agent:boundary:11111111 -->
<!-- /agent:exchange -->
";

/// A replica of the document. Offsets count UTF-16 code units, as in an editor.
struct Replica {
    doc: Doc,
    text: TextRef,
    /// The size of all updates made here, in bytes.
    sent: usize,
}

impl Replica {
    fn new(client: u64) -> Self {
        let mut options = Options::with_client_id(ClientID::new(client));
        options.offset_kind = OffsetKind::Utf16;
        let doc = Doc::with_options(options);
        let text = doc.get_or_insert_text("document");
        Self { doc, text, sent: 0 }
    }

    fn content(&self) -> String {
        self.text.get_string(&self.doc.transact())
    }

    fn edit(&mut self, edit: &TextEdit) -> Result<(), Box<dyn Error>> {
        let start = u32::try_from(edit.range.start)?;
        let len = u32::try_from(edit.range.len())?;
        let mut transaction = self.doc.transact_mut();
        if len > 0 {
            self.text.remove_range(&mut transaction, start, len);
        }
        self.text.insert(&mut transaction, start, &edit.insert);
        self.sent += transaction.encode_update_v1().len();
        Ok(())
    }

    fn types(&mut self, before: &str, typed: &str) -> Result<(), Box<dyn Error>> {
        let content = self.content();
        let (head, _) = content
            .split_once(before)
            .ok_or("the text to type before is missing")?;
        let offset = head.encode_utf16().count();
        self.edit(&TextEdit::insert(offset, typed))
    }

    /// Applies the changes of another replica that are not known here.
    fn take(&self, other: &Self) -> Result<(), Box<dyn Error>> {
        let known = self.doc.transact().state_vector();
        let update = other.doc.transact().encode_diff_v1(&known);
        let update = Update::decode_v1(&update)?;
        self.doc.transact_mut().apply_update(update)?;
        Ok(())
    }
}

fn live(replica: &Replica) -> LiveApply {
    // With several writers no edit may touch the boundary.
    let options = ApplyOptions::new().boundary(BoundaryPolicy::Keep);
    LiveApply::new(&replica.content(), &options).offsets(Offsets::Utf16)
}

fn main() -> Result<(), Box<dyn Error>> {
    let answers = [
        "The cache is empty after every run: the key holds a date. ✅\n",
        "Two crates are compiled twice, with other features each time.\n",
    ];
    let mut replicas = [Replica::new(1), Replica::new(2)];
    replicas[0].edit(&TextEdit::insert(0, DOCUMENT))?;
    replicas[1].take(&replicas[0])?;
    replicas[0].sent = 0;

    let mut agents = [live(&replicas[0]), live(&replicas[1])];
    let longest = answers.map(|answer| answer.split_inclusive(' ').count());
    for n in 0..longest.into_iter().max().unwrap_or(0) {
        for ((agent, replica), answer) in agents.iter_mut().zip(&mut replicas).zip(answers) {
            let Some(token) = answer.split_inclusive(' ').nth(n) else {
                continue;
            };
            for edit in agent.push(token) {
                replica.edit(&edit)?;
            }
        }
    }
    for (agent, replica) in agents.into_iter().zip(&mut replicas) {
        for edit in agent.finish().0 {
            replica.edit(&edit)?;
        }
    }
    let streamed: usize = replicas.iter().map(|replica| replica.sent).sum();
    // A user types in a replica that does not have the other agent's answer yet.
    replicas[0].types("<!-- /agent:exchange", "It was fast last week.\n")?;

    let [first, second] = &replicas;
    first.take(second)?;
    second.take(first)?;
    let merged = first.content();
    println!("{merged}");
    assert_eq!(merged, second.content());
    for part in answers.iter().chain(&[
        "Why is the build slow?\n",
        "<!-- agent:boundary:11111111 -->\n",
        "It was fast last week.\n",
    ]) {
        assert_eq!(merged.matches(part).count(), 1, "{part:?}");
    }
    assert!(Document::parse(&merged).diagnostics().is_empty());

    // A program without edits replaces the whole text at every token.
    let mut whole = Replica::new(3);
    whole.edit(&TextEdit::insert(0, DOCUMENT))?;
    whole.sent = 0;
    let boundary = "<!-- agent:boundary";
    for answer in answers {
        for token in answer.split_inclusive(' ') {
            let old = whole.content();
            let new = old.replacen(boundary, &format!("{token}{boundary}"), 1);
            whole.edit(&TextEdit::replace(0..old.encode_utf16().count(), new))?;
        }
    }
    println!("sent by edits: {streamed} bytes");
    println!("sent by replacing the whole text: {} bytes", whole.sent);
    assert!(streamed * 2 < whole.sent);
    Ok(())
}
