//! Input: text, value, fields, choices. An edit of an agent document changes its field and nothing else.

use interline_frontmatter::agent::{self, Format, Frontmatter, WriteStrategy};
use interline_frontmatter::{Document, Error, Map};

use crate::input::Input;
use crate::pieces::YAML;

/// Returns the fields of a document after a merge: the merged fields replace the present ones.
fn merged(mut before: Frontmatter, wanted: Frontmatter, given: &Map) -> Frontmatter {
    let has = |names: &[&str]| names.iter().any(|name| given.contains_key(name));
    macro_rules! merge {
        ($($field:ident $names:expr;)*) => {$(
            if has(&$names) {
                before.$field = wanted.$field;
            }
        )*};
    }
    merge! {
        session ["agent_doc_session", "session"];
        resume ["resume"];
        agent ["agent"];
        model ["model"];
        branch ["branch"];
        tmux_session ["tmux_session"];
        mode ["agent_doc_mode", "mode", "response_mode"];
        format ["agent_doc_format"];
        write ["agent_doc_write"];
        stream ["agent_doc_stream"];
        links ["links", "related_docs"];
        claude_args ["claude_args"];
    }
    before
}

pub fn run(data: &[u8]) {
    let mut input = Input::new(data, YAML);
    let (text, value, fields) = (input.text(), input.text(), input.text());
    let mut choices = input.choices();
    let op = choices.byte() % 6;
    let format = choices.of(&[Format::Append, Format::Template]);
    let write = choices.of(&[WriteStrategy::Merge, WriteStrategy::Crdt]);
    let change = |text: &str| -> Result<String, Error> {
        let edits = match op {
            0 => agent::set_session_id(text, &value),
            1 => agent::set_resume_id(text, &value),
            2 => agent::set_tmux_session(text, &value),
            3 => agent::set_format_and_write(text, format, write),
            4 => agent::ensure_session(text).map(|session| session.edits),
            _ => agent::merge_fields(text, &fields).map(|merged| merged.edits),
        };
        Ok(edits?.apply(text).unwrap())
    };
    let changed = change(&text);
    let parsed = agent::parse(&text).map(|parsed| (parsed.value, parsed.body));
    let (Ok(changed), Ok((before, body))) = (&changed, &parsed) else {
        if let Err(error) = &changed {
            assert!(!error.to_string().is_empty());
        }
        if Document::parse(&text).is_err() {
            assert!(
                changed.is_err(),
                "a document that cannot be parsed was edited: {changed:?}"
            );
        }
        return;
    };
    let interline_frontmatter::Parsed {
        value: after,
        body: rest,
        ..
    } = agent::parse(changed).unwrap_or_else(|error| panic!("{error} in {changed:?}"));
    // A byte order mark stays first when a block is added.
    let is_new = *body == text && rest != changed;
    let body = body
        .strip_prefix('\u{feff}')
        .filter(|_| is_new)
        .unwrap_or(body);
    assert_eq!(rest, body);
    let mut expected = before.clone();
    match op {
        0 => expected.session = Some(value.clone()),
        1 => expected.resume = Some(value.clone()),
        2 => expected.tmux_session = Some(value.clone()),
        3 => {
            expected.format = Some(format);
            expected.write = Some(write);
            expected.mode = None;
        }
        4 => {
            let again = agent::ensure_session(changed).unwrap();
            assert!(again.edits.is_empty());
            let id = again.id;
            assert!(!id.trim().is_empty());
            if before
                .session
                .as_deref()
                .is_some_and(|id| !id.trim().is_empty())
            {
                assert_eq!(changed, &text);
            }
            expected.session = Some(id);
        }
        _ => {
            let given =
                Document::parse_span(&fields, 0..fields.len(), &Default::default()).unwrap();
            let wanted: Frontmatter = given.deserialize().unwrap();
            let given = given.mapping();
            expected = merged(expected, wanted, &given);
            let merged = agent::merge_fields(&text, &fields).unwrap();
            assert_eq!(&merged.edits.apply(&text).unwrap(), changed);
            assert!(merged.ignored.iter().all(|key| given.contains_key(key)));
        }
    }
    assert_eq!(after, expected, "{changed:?}");
    assert_eq!(&change(changed).unwrap(), changed, "a second time");
}
