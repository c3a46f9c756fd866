use std::borrow::Cow;

/// Returns whether the parser found no colon after a key. It reports the location where it gave up, on a later line.
pub(super) fn is_missing_colon(info: &str) -> bool {
    matches!(info, "simple key expect ':'" | "simple key expected")
}

/// Returns a message with the fix, for the mistakes that people and models make; otherwise the message of the parser.
pub(super) fn explain(info: &str) -> Cow<'_, str> {
    let known = match info {
        "mapping values are not allowed in this context" => {
            "a colon and a blank inside a plain value: put the value in quotes"
        }
        "while parsing node, found unknown anchor" => {
            "`*` begins an alias, and no such anchor comes before it: put the value in quotes"
        }
        "tabs disallowed within this context (block indentation)"
        | "tab cannot be used as indentation"
        | "tabs disallowed in this context" => "a tab in the indent: use spaces",
        "while scanning a quoted scalar, found unexpected end of stream"
        | "while scanning a quoted scalar, found unexpected document indicator"
        | "invalid indentation in quoted scalar" => {
            "nothing closes this quote: expected the same quote at the end of the value"
        }
        "while parsing a quoted scalar, found unknown escape character" => {
            "unknown escape in double quotes: write `\\\\` for a backslash, or use single quotes"
        }
        "invalid trailing content after double-quoted scalar" => {
            "text after a closing quote: put all of the value in quotes"
        }
        "while scanning an anchor or alias, did not find expected alphabetic or numeric character" => {
            "`*` or `&` begins a value without a name after it: put the value in quotes"
        }
        "while scanning a block scalar, did not find expected comment or line break" => {
            "text on the line of `|` or `>`: put the value in quotes"
        }
        "while parsing a block mapping, did not find expected key" => {
            "text after a value that is complete: put all of the value in quotes"
        }
        "while parsing a flow sequence, expected ',' or ']'" => {
            "expected `,` or `]` in the list that began before"
        }
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            "expected `,` or `}` in the mapping that began before"
        }
        info if is_missing_colon(info) => {
            "expected `key: value`, found a line without a colon after its key"
        }
        "block sequence entries are not allowed in this context" => {
            "a list item cannot stand here: begin the list on the line after its key"
        }
        _ => "",
    };
    if !known.is_empty() {
        return Cow::Borrowed(known);
    }
    match info
        .strip_prefix("unexpected character: `")
        .and_then(|rest| rest.strip_suffix('\''))
    {
        Some(character) => Cow::Owned(format!(
            "`{character}` cannot begin a value: put the value in quotes"
        )),
        None => Cow::Borrowed(info),
    }
}
