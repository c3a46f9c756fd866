use std::borrow::Cow;

/// Returns whether the parser found no colon after a key. It reports the location where it gave up, on a later line.
pub(super) fn is_missing_colon(info: &str) -> bool {
    matches!(info, "simple key expect ':'" | "simple key expected")
}

/// Returns a message with the fix, for the mistakes that people and models make; otherwise the message of the parser.
pub(super) fn explain(info: &str) -> Cow<'_, str> {
    // By the exact message: after an update of the parser, one that has changed is shown as it is, and a test notices.
    let known = match info {
        "mapping values are not allowed in this context" => {
            "a colon and a space inside a plain value: quote the value"
        }
        "while parsing node, found unknown anchor" => {
            "`*` begins an alias, and no such anchor comes before it: quote the value"
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
            "text after a closing quote: quote the whole value"
        }
        "while scanning an anchor or alias, did not find expected alphabetic or numeric character" => {
            "`*` or `&` begins a value without a name after it: quote the value"
        }
        "while scanning a block scalar, did not find expected comment or line break" => {
            "text on the line of `|` or `>`: quote the value"
        }
        "while parsing a block mapping, did not find expected key" => {
            "text after a value that is complete: quote the whole value"
        }
        "while parsing a flow sequence, expected ',' or ']'" => {
            "expected `,` or `]` in the list that began before"
        }
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            "expected `,` or `}` in the mapping that began before"
        }
        // Last of the exact ones, since a missing colon is also what the parser reports for text it does not know.
        info if is_missing_colon(info) => {
            "expected `key: value`, found a line without a colon after its key"
        }
        "block sequence entries are not allowed in this context" => {
            "a list item is not allowed here: start the list on the line after its key"
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
            "`{character}` cannot begin a value: quote the value"
        )),
        None => Cow::Borrowed(info),
    }
}
