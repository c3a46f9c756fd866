use super::Dialect;

/// What a dialect has against a name.
pub(super) fn objection(name: &str, dialect: Dialect) -> Option<&'static str> {
    let of = |member: fn(char) -> bool| name.chars().all(member);
    match dialect {
        Dialect::ClaudeCode => (name.contains(':') || name.starts_with('-'))
            .then_some("a name without `:` that does not begin with `-`"),
        Dialect::AgentSkills => {
            let fits = of(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
                && name.len() <= 64
                && !name.starts_with('-')
                && !name.ends_with('-')
                && !name.contains("--");
            (!fits).then_some("1 to 64 of `a-z`, `0-9` and single `-` between them")
        }
        Dialect::Gemini => (!of(|c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_')))
            .then_some("only `a-z`, `0-9`, `-` and `_`"),
        Dialect::OpenCode | Dialect::Copilot | Dialect::Cursor | Dialect::Native => None,
    }
}
