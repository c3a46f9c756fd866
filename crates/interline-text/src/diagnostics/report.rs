use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::diagnostics::mark::Mark;
use crate::diagnostics::severity::Severity;
use crate::diagnostics::window::Window;
use crate::locate::{Location, Position, ceil_boundary, floor_boundary, lines_from, position};
use crate::one_line::OneLine;

/// The most related locations that are shown; others are counted.
const MAX_RELATED: usize = 16;
/// The most characters of a label that are shown.
const MAX_LABEL: usize = 160;
/// The width in columns to which lines are cropped.
const DEFAULT_WIDTH: usize = 100;
/// The least width: room for two ellipses and some text.
const MIN_WIDTH: usize = 20;

/// A message with an excerpt of the text it is about: numbered lines with the spans underlined.
///
/// It is rendered when it is displayed, as several lines of plain text without a final line ending.
///
/// * Columns are those of a terminal: wide characters take two, tabs are shown as four spaces.
/// * Characters that would control the terminal, such as control characters and marks of writing
///   direction, are replaced.
/// * A span over several lines is underlined in its first and its last line.
/// * The excerpt is bounded, whatever the text and the spans are: long lines are cropped around the
///   span, labels end after 160 characters, and the first 16 related locations are shown. The
///   message and the name are shown in full.
/// * Spans that are outside of the text, split characters or end before they start are moved to the
///   nearest valid offsets.
///
/// Rendering is linear in the text up to the last line that is shown. With a known
/// [`position`](Self::position) it is linear in the text between the first and the last of these
/// lines.
///
/// # Examples
///
/// ```
/// use interline_text::Report;
///
/// let text = "---\nname: a\nname: b\n---\n";
/// let report = Report::new(text, 12..16, "key `name` is given twice")
///     .name("agents/a.md")
///     .related(4..8, "first seen here");
/// assert_eq!(report.to_string(), "\
/// error: key `name` is given twice
///  --> agents/a.md:3:1
///   |
/// 2 | name: a
///   | ---- first seen here
/// 3 | name: b
///   | ^^^^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<'a> {
    text: &'a str,
    span: Range<usize>,
    /// The position of the start of the span, where it is known.
    position: Option<Position>,
    message: Cow<'a, str>,
    severity: Severity,
    code: Option<Cow<'a, str>>,
    name: Option<Cow<'a, str>>,
    label: Option<Cow<'a, str>>,
    related: Vec<(Range<usize>, Cow<'a, str>)>,
    width: usize,
}

impl<'a> Report<'a> {
    /// Returns a report of an error about the bytes of `span` in `text`.
    #[must_use]
    pub fn new(text: &'a str, span: Range<usize>, message: impl Into<Cow<'a, str>>) -> Self {
        Self {
            text,
            span,
            position: None,
            message: message.into(),
            severity: Severity::Error,
            code: None,
            name: None,
            label: None,
            related: Vec::new(),
            width: DEFAULT_WIDTH,
        }
    }

    /// Returns the report of an error whose message begins with its location, which then appears once, above the excerpt.
    #[doc(hidden)]
    #[must_use]
    pub fn at(location: &Location, message: &str, source: &'a str) -> Self {
        let message = location.strip_from(message).to_owned();
        let report = Self::new(source, location.span.clone(), message).position(location.position);
        match (&location.path, &location.name) {
            (Some(path), _) => report.name(path.display().to_string()),
            (None, Some(name)) => report.name(name.clone()),
            (None, None) => report,
        }
    }

    /// Sets the position of the start of the span, so that lines are not counted from the start of
    /// the text. For the reports of many diagnostics, [`positions`](crate::positions) finds all of
    /// them in one pass.
    ///
    /// A position that is not that of the span is shown as it is given.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_text::{Report, position};
    ///
    /// let text = "a\nb\nc\n";
    /// let report = Report::new(text, 2..3, "not a letter");
    /// let known = report.clone().position(position(text, 2));
    /// assert_eq!(known.to_string(), report.to_string());
    /// ```
    #[must_use]
    pub fn position(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Sets the severity, with which the report starts. The default is [`Severity::Error`].
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the code of the kind, which is shown in brackets after the severity.
    #[must_use]
    pub fn code(mut self, code: impl Into<Cow<'a, str>>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Sets the name of the text, such as a path, which is shown before the line and column.
    #[must_use]
    pub fn name(mut self, name: impl Into<Cow<'a, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the label after the carets.
    #[must_use]
    pub fn label(mut self, label: impl Into<Cow<'a, str>>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a related location, which is underlined with dashes.
    #[must_use]
    pub fn related(mut self, span: Range<usize>, label: impl Into<Cow<'a, str>>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Sets the number of columns to which lines of the text are cropped. The default is 100, the
    /// least 20.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns.max(MIN_WIDTH);
        self
    }

    /// Adds all of `related` with one allocation.
    pub(crate) fn related_all(
        mut self,
        related: impl ExactSizeIterator<Item = (Range<usize>, &'a str)>,
    ) -> Self {
        let related = related.map(|(span, label)| (span, Cow::Borrowed(label)));
        self.related.extend(related);
        self
    }

    /// Returns the marks of all spans in the order of their lines, each with its line number.
    /// `position` is that of the start of the span.
    fn marks(&self, position: Position) -> Vec<(usize, Mark<'_>)> {
        let shown = self.related.iter().take(MAX_RELATED);
        let primary = (&self.span, self.label.as_deref().unwrap_or_default(), '^');
        let mut marks = Vec::new();
        for (span, label, sign) in
            std::iter::once(primary).chain(shown.map(|(span, label)| (span, label.as_ref(), '-')))
        {
            let start = floor_boundary(self.text, span.start);
            let end = ceil_boundary(self.text, span.end).max(start);
            let spread = Mark::spread(self.text, start..end, sign);
            let last = spread.len() - 1;
            marks.extend(spread.into_iter().enumerate().map(|(i, mark)| Mark {
                label: if i == last { label } else { "" },
                ..mark
            }));
        }
        // The first mark is the start of the span, whose line is known.
        let known = marks.first().map_or(0, |mark| mark.line.start);
        // Within a line the carets come first.
        marks.sort_by_key(|mark| (mark.line.start, mark.sign != '^', mark.span.start));
        let starts: Vec<usize> = marks.iter().map(|mark| mark.line.start).collect();
        let lines = lines_from(self.text, known, position.line, starts);
        lines.zip(marks).collect()
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.severity.as_str())?;
        if let Some(code) = &self.code {
            write!(f, "[{}]", OneLine::new(code))?;
        }
        write!(f, ": {}", OneLine::new(&self.message))?;

        let position = self
            .position
            .unwrap_or_else(|| position(self.text, self.span.start));
        let marks = self.marks(position);
        let last = marks.iter().map(|(line, _)| *line).max().unwrap_or(1);
        let gutter = last.to_string().len();
        write!(f, "\n{:gutter$}--> ", "")?;
        if let Some(name) = &self.name {
            write!(f, "{}:", OneLine::new(name))?;
        }
        write!(f, "{position}")?;
        write!(f, "\n{:gutter$} |", "")?;

        let mut rest = marks.as_slice();
        let mut before = None;
        while let Some((line, first)) = rest.first() {
            let in_line = rest.iter().take_while(|(l, _)| l == line).count();
            let (here, later) = rest.split_at(in_line);
            rest = later;
            // Between two marked lines, a gap of one line is shown and a longer one is elided.
            match before {
                Some(previous) if previous + 2 == *line => {
                    let range = Mark::line_before(self.text, first.line.start);
                    let window = Window::around(self.text, &range, range.start, self.width);
                    write_line(f, previous + 1, gutter, &window)?;
                }
                Some(previous) if previous + 1 < *line => f.write_str("\n...")?,
                _ => {}
            }
            before = Some(*line);
            self.write_marked(f, *line, gutter, here)?;
        }
        let omitted = self.related.len().saturating_sub(MAX_RELATED);
        if omitted > 0 {
            write!(f, "\n{:gutter$} = {omitted} more locations not shown", "")?;
        }
        Ok(())
    }
}

impl Report<'_> {
    /// Writes a line of the text with its marks. A cropped line is repeated for marks that are not
    /// visible in it.
    fn write_marked(
        &self,
        f: &mut fmt::Formatter<'_>,
        line: usize,
        gutter: usize,
        marks: &[(usize, Mark<'_>)],
    ) -> fmt::Result {
        let mut open: Vec<&Mark<'_>> = marks.iter().map(|(_, mark)| mark).collect();
        while let Some((first, others)) = open.split_first() {
            let window = Window::around(self.text, &first.line, first.anchor, self.width);
            write_line(f, line, gutter, &window)?;
            let (here, elsewhere): (Vec<&Mark<'_>>, Vec<_>) =
                others.iter().partition(|mark| window.shows(mark.anchor));
            for mark in std::iter::once(*first).chain(here) {
                let (indent, width) = window.columns(&mark.span);
                let sign = mark.sign;
                write!(f, "\n{:gutter$} | {:indent$}", "", "")?;
                (0..width).try_for_each(|_| write!(f, "{sign}"))?;
                if !mark.label.is_empty() {
                    write!(f, " {}", OneLine::new(mark.label).cut(MAX_LABEL))?;
                }
            }
            open = elsewhere;
        }
        Ok(())
    }
}

/// Writes a line of the text with its number.
fn write_line(
    f: &mut fmt::Formatter<'_>,
    line: usize,
    gutter: usize,
    window: &Window,
) -> fmt::Result {
    write!(f, "\n{line:>gutter$} |")?;
    if !window.shown().is_empty() {
        write!(f, " {}", window.shown())?;
    }
    Ok(())
}
