use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::argument::is_name_byte;
use crate::{Error, FragmentArgument, Values};

/// A fragment with its arguments filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Expansion {
    /// The text.
    pub text: String,
    /// Names of values that no argument is declared for, sorted, each once.
    pub unused: Vec<String>,
}

/// Fills the arguments into a body, in one pass.
///
/// * `{{name}}` and `{{ name }}` (spaces or tabs) stand for the value of a declared argument, or its default.
/// * A value is inserted as it is. Nothing in it is a placeholder, whatever it is and whatever is beside it.
/// * A backslash directly before `{{` makes the braces literal, and is removed. Two are one backslash before a placeholder: of a row of
///   backslashes, each two stand for one, and one that is left over makes the braces literal. Backslashes elsewhere, also an
///   even number before braces that are no placeholder, are text.
/// * Placeholders of other names and `${{ … }}` stay as they are. In `{{{a}}}` the inner braces are the placeholder.
/// * Values that no argument is declared for are ignored; [`expand_with`] returns their names.
///
/// Linear in `body` and the result.
///
/// ```
/// use interline_fragments::{FragmentArgument, expand_fragment_body};
///
/// let arguments = [FragmentArgument::required("text"), FragmentArgument::optional("to", "fr")];
/// let body = r"{{text}} to {{ to }}, but \{{to}} and {{other}} and ${{ to }}";
/// let text = expand_fragment_body(body, &arguments, &[("text", "{{to}}")])?;
/// assert_eq!(text, "{{to}} to fr, but {{to}} and {{other}} and ${{ to }}");
/// # Ok::<(), interline_fragments::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::MissingArgument`], which names all required arguments without a value, whether the body uses them or not.
// A reference or a function is handed over as simply as it is written.
#[allow(clippy::needless_pass_by_value)]
pub fn expand_fragment_body<'v>(
    body: &str,
    arguments: &[FragmentArgument],
    values: impl Values<'v>,
) -> Result<String, Error> {
    let filled = fill(arguments, &values, None)?;
    Ok(expand(body, &filled))
}

/// [`expand_fragment_body`], and which values were not used because nothing is declared for them.
///
/// # Errors
///
/// Those of [`expand_fragment_body`].
// A reference or a function is handed over as simply as it is written.
#[allow(clippy::needless_pass_by_value)]
pub fn expand_with<'v>(
    body: &str,
    arguments: &[FragmentArgument],
    values: impl Values<'v>,
) -> Result<Expansion, Error> {
    expand_named(body, arguments, &values, None)
}

/// [`expand_with`] for a fragment whose name is known.
pub(crate) fn expand_named<'v>(
    body: &str,
    arguments: &[FragmentArgument],
    values: &impl Values<'v>,
    fragment: Option<&str>,
) -> Result<Expansion, Error> {
    let filled = fill(arguments, values, fragment)?;
    let text = expand(body, &filled);
    let unused: BTreeSet<&str> = values
        .names()
        .into_iter()
        .filter(|name| !filled.contains_key(name))
        .collect();
    let unused = unused.into_iter().map(str::to_owned).collect();
    Ok(Expansion { text, unused })
}

/// The value of each argument.
fn fill<'a, 'v: 'a>(
    arguments: &'a [FragmentArgument],
    values: &impl Values<'v>,
    fragment: Option<&str>,
) -> Result<HashMap<&'a str, Cow<'a, str>>, Error> {
    let mut missing = Vec::new();
    let mut filled = HashMap::with_capacity(arguments.len());
    for argument in arguments {
        let value = values.value(&argument.name);
        match value.or(argument.default.as_deref().map(Cow::Borrowed)) {
            Some(value) => {
                filled.insert(argument.name.as_str(), value);
            }
            None => missing.push(argument.name.clone()),
        }
    }
    if missing.is_empty() {
        return Ok(filled);
    }
    Err(Error::MissingArgument {
        fragment: fragment.map(str::to_owned),
        arguments: missing,
    })
}

fn expand(body: &str, filled: &HashMap<&str, Cow<'_, str>>) -> String {
    static BRACES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"{{"));
    let bytes = body.as_bytes();
    let mut text = String::with_capacity(body.len());
    let part = |range: Range<usize>| body.get(range).unwrap_or_default();
    let mut copied = 0;
    let mut from = 0;
    while let Some(found) = BRACES.find(bytes.get(from..).unwrap_or_default()) {
        let braces = from + found;
        let inner = braces + count(bytes, braces, b'{');
        let before = bytes.get(from..braces).unwrap_or_default();
        let backslashes = before.iter().rev().take_while(|&&b| b == b'\\').count();
        if backslashes % 2 == 1 {
            text.push_str(part(copied..braces - backslashes + backslashes / 2));
            (copied, from) = (braces, inner);
            continue;
        }
        let is_foreign = inner - braces == 2 && before.last() == Some(&b'$');
        let placeholder = placeholder(body, inner)
            .filter(|_| !is_foreign)
            .and_then(|(name, end)| Some((filled.get(name)?, end)));
        let Some((value, end)) = placeholder else {
            from = inner;
            continue;
        };
        text.push_str(part(copied..braces - backslashes / 2));
        text.push_str(part(braces..inner - 2));
        text.push_str(value);
        (copied, from) = (end, end);
    }
    text.push_str(part(copied..body.len()));
    text
}

/// How many times in a row `byte` is at `at`.
fn count(bytes: &[u8], at: usize, byte: u8) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&b| b == byte).count()
}

/// The name of the placeholder whose opening braces end at `start`, and where its closing braces end.
fn placeholder(body: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = body.as_bytes();
    let skip = |at: usize, is: fn(u8) -> bool| {
        let rest = bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|&&b| is(b)).count()
    };
    let is_blank = |b| matches!(b, b' ' | b'\t');
    let name = skip(start, is_blank);
    let name_end = skip(name, is_name_byte);
    let end = skip(name_end, is_blank);
    bytes.get(end..)?.starts_with(b"}}").then_some(())?;
    Some((body.get(name..name_end)?, end + 2))
}
