//! The keys that some dialect knows, and lines that begin with a key.

/// Every key that a dialect gives a meaning to, sorted. A broken header is cut at these.
const KNOWN: &[&str] = &[
    "agent",
    "agent_card_json",
    "agent_card_url",
    "agents",
    "allowed-tools",
    "alwaysApply",
    "applyTo",
    "argument-hint",
    "arguments",
    "auth",
    "author",
    "background",
    "category",
    "color",
    "compatibility",
    "context",
    "description",
    "disable",
    "disable-model-invocation",
    "disallowed-tools",
    "disallowedTools",
    "display_name",
    "effort",
    "excludeAgent",
    "globs",
    "handoffs",
    "hidden",
    "hooks",
    "infer",
    "initialPrompt",
    "is_background",
    "isolation",
    "keywords",
    "kind",
    "license",
    "maxSteps",
    "maxTurns",
    "max_turns",
    "mcp-servers",
    "mcpServers",
    "mcp_servers",
    "memory",
    "metadata",
    "mode",
    "model",
    "name",
    "paths",
    "permission",
    "permissionMode",
    "prompt",
    "readonly",
    "shell",
    "skills",
    "subtask",
    "tags",
    "target",
    "temperature",
    "timeout_mins",
    "title",
    "tools",
    "user-invocable",
    "user-invokable",
    "version",
    "when_to_use",
    "worker_binding",
];

/// Words before a colon that are somebody's turn in a dialogue, or a heading, and no key.
const SPEAKERS: &[&str] = &[
    "assistant",
    "commentary",
    "example",
    "examples",
    "human",
    "note",
    "response",
    "system",
    "thinking",
    "user",
];

/// Whether some dialect knows `key`.
pub(crate) fn is_known(key: &str) -> bool {
    KNOWN.binary_search(&key).is_ok()
}

/// Whether the value of `key` is running text, which people continue at column 1.
pub(crate) fn is_prose(key: &str) -> bool {
    matches!(
        key,
        "description" | "when_to_use" | "prompt" | "initialPrompt" | "compatibility"
    )
}

/// Whether a word before a colon is a key rather than part of running text: it begins in lower case and nobody speaks.
pub(crate) fn looks_like_key(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && SPEAKERS.binary_search(&word).is_err()
}

/// The key that a line begins with and what follows its colon, which a blank or the end of the line must do.
pub(crate) fn key_line(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = word_and_rest(line)?;
    (rest.is_empty() || rest.starts_with([' ', '\t', '\r'])).then_some((key, rest))
}

/// The same for a line without the blank after the colon, such as `skill:true`.
pub(crate) fn tight_key_line(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = word_and_rest(line)?;
    let is_key = is_known(key) || looks_like_key(key);
    // `https://…` and `a::b` are text.
    (is_key && rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "\"'[{".contains(c)))
        .then_some((key, rest))
}

/// A word, in quotes or without, and what follows the colon behind it.
fn word_and_rest(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''));
    let word = quote.map_or(line, |quote| line.strip_prefix(quote).unwrap_or(line));
    let len = word
        .bytes()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')))?;
    let (key, mut rest) = word.split_at(len);
    if let Some(quote) = quote {
        rest = rest.strip_prefix(quote)?;
    }
    let rest = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
    let is_word = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_word.then_some((key, rest))
}

/// Whether a line is one that a header would begin with.
pub(crate) fn is_header_line(line: &str) -> bool {
    key_line(line).is_some_and(|(key, _)| is_known(key) || looks_like_key(key))
        || tight_key_line(line).is_some_and(|(key, _)| is_known(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(KNOWN.is_sorted() && SPEAKERS.is_sorted());
    }

    #[test]
    fn lines_that_begin_with_a_key() {
        assert_eq!(key_line("name: x"), Some(("name", " x")));
        assert_eq!(key_line("argument-hint:"), Some(("argument-hint", "")));
        assert_eq!(key_line("on:\tpush"), Some(("on", "\tpush")));
        assert_eq!(key_line("name : x"), Some(("name", " x")));
        assert_eq!(key_line("\"name\": x"), Some(("name", " x")));
        assert_eq!(key_line("'a.b' :"), Some(("a.b", "")));
        for line in [
            "name:x",
            " name: x",
            "two words: x",
            "- a: b",
            "name",
            ": x",
            "1: x",
            "",
        ] {
            assert_eq!(key_line(line), None, "{line:?}");
        }
        assert_eq!(tight_key_line("skill:true"), Some(("skill", "true")));
        for line in ["https://x.y", "a::b", "user:hi", "Note:x", "skill: x"] {
            assert_eq!(tight_key_line(line), None, "{line:?}");
        }
    }
}
