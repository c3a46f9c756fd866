use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A boundary of a document, `<!-- agent:boundary:ID -->`: the location where the next answer is inserted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Boundary<'t> {
    /// The text after `boundary:`, including a suffix.
    #[serde(borrow)]
    pub id: Cow<'t, str>,
    /// The marker, from `<` through `>`. Bytes of the document.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The innermost component around it: an index into
    /// [`Document::components`](crate::Document::components).
    pub component: Option<usize>,
}
