use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::argument::{FragmentArgument, is_name_byte};
use crate::error::Error;
use crate::values::Values;

/// The result of expanding a fragment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FragmentExpansion {
    /// The text with its arguments filled in.
    pub text: String,
    /// The names of values that no argument is declared for, sorted, each once.
    pub unused: Vec<String>,
}

/// Fills the arguments into a body, in one pass.
///
/// * `{{name}}` and `{{ name }}` (spaces or tabs) are replaced by the value of a declared argument, or by its default.
/// * A value is inserted as it is. It contains no placeholder, whatever it is and whatever is beside it.
/// * A backslash directly before `{{` makes the braces literal, and is removed. Two are one backslash before a placeholder: of a row of
///   backslashes, each two become one, and one that is left over makes the braces literal. Backslashes elsewhere, also an even number
///   before braces that are not a placeholder, are text.
/// * Placeholders of other names and `${{ … }}` are text. In `{{{a}}}` the inner braces are the placeholder.
/// * Values that no argument is declared for are ignored, and their names are returned.
///
/// Linear in `body` and the result.
///
/// # Examples
///
/// ```
/// use interline_fragments::{FragmentArgument, expand};
///
/// let arguments = [FragmentArgument::required("text"), FragmentArgument::optional("to", "fr")];
/// let body = r"{{text}} to {{ to }}, but \{{to}} and {{other}} and ${{ to }}";
/// let expansion = expand(body, &arguments, &[("text", "{{to}}"), ("other", "x")])?;
/// assert_eq!(expansion.text, "{{to}} to fr, but {{to}} and {{other}} and ${{ to }}");
/// assert_eq!(expansion.unused, ["other"]);
/// # Ok::<(), interline_fragments::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::MissingArgument`], which names all required arguments without a value, whether the body uses them or not.
// A reference or a function is passed as simply as it is written.
#[allow(clippy::needless_pass_by_value)]
pub fn expand<'v>(
    body: &str,
    arguments: &[FragmentArgument],
    values: impl Values<'v>,
) -> Result<FragmentExpansion, Error> {
    expand_named(body, arguments, &values, None)
}

/// Expands a fragment as [`expand`] does; errors have its name.
pub(crate) fn expand_named<'v>(
    body: &str,
    arguments: &[FragmentArgument],
    values: &impl Values<'v>,
    fragment: Option<&str>,
) -> Result<FragmentExpansion, Error> {
    let filled = collect_values(arguments, values, fragment)?;
    let text = fill_in(body, &filled);
    let unused: BTreeSet<&str> = values
        .names()
        .into_iter()
        .filter(|name| !filled.contains_key(name))
        .collect();
    let unused = unused.into_iter().map(str::to_owned).collect();
    Ok(FragmentExpansion { text, unused })
}

/// Collects the value of each argument.
fn collect_values<'a, 'v: 'a>(
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

fn fill_in(body: &str, filled: &HashMap<&str, Cow<'_, str>>) -> String {
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
        let is_of_another_language = inner - braces == 2 && before.last() == Some(&b'$');
        let placeholder = placeholder(body, inner)
            .filter(|_| !is_of_another_language)
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

/// Counts how often `byte` is repeated from `at` on.
fn count(bytes: &[u8], at: usize, byte: u8) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|&&b| b == byte).count()
}

/// Returns the name of the placeholder whose opening braces end at `start`, and the end of its closing braces.
fn placeholder(body: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = body.as_bytes();
    let skip = |at: usize, is: fn(u8) -> bool| {
        let rest = bytes.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|&&b| is(b)).count()
    };
    let is_space = |b| matches!(b, b' ' | b'\t');
    let name = skip(start, is_space);
    let name_end = skip(name, is_name_byte);
    let end = skip(name_end, is_space);
    bytes.get(end..)?.starts_with(b"}}").then_some(())?;
    Some((body.get(name..name_end)?, end + 2))
}
